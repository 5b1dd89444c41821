"""Who answers: a function from text to text, in this process. ``endpoint.py`` has those behind an address."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Awaitable, Callable
from concurrent.futures import Future
from functools import partial
from threading import Thread
from time import perf_counter
from typing import Any, NamedTuple, Protocol, TypeVar

import msgspec

from birdtable.agents.answers import LONGEST_ANSWER
from birdtable.bots.interface import PlayStopped, describe

AgentFunction = Callable[[str], str | Awaitable[str]]
T = TypeVar("T")


class Prompt(NamedTuple):
    """What an agent is asked."""

    system: str
    """The rules; the same for every question of a game."""
    text: str

    def __str__(self) -> str:
        return f"{self.system}\n{self.text}" if self.system else self.text


class Reply(msgspec.Struct, frozen=True, omit_defaults=True):
    """What an agent answered, and what that took."""

    text: str = ""
    """As it came, cut off after the longest that is read."""
    length: int = 0
    """Of the whole, in characters."""
    fault: str = ""
    """Why there is no answer, or none that may be read: whatever came of it is the text."""
    seconds: float = 0.0
    tokens_in: int = 0
    tokens_out: int = 0
    requests: int = 1
    """How often it had to be asked for until an answer came."""


class AgentStopped(PlayStopped):
    """No answers can be had now, through no fault of the agent: the run stops, and continues when it is started
    again."""


class TextAgent(Protocol):
    name: str

    def reply(self, prompt: Prompt) -> Reply:
        """An answer, or a reply with a ``fault``; ``AgentStopped`` if it makes no sense to go on."""


def reply_of(text: str, **figures: Any) -> Reply:
    """What is no Unicode (half a surrogate pair) becomes a question mark: it could not be written down."""
    return Reply(text[: LONGEST_ANSWER + 1].encode("utf-8", "replace").decode(), len(text), **figures)


class FunctionAgent:
    """A function of one text, plain or a coroutine. ``seconds`` is how long it may take; 0 for as long as it likes."""

    def __init__(self, name: str, function: AgentFunction, seconds: float = 0.0) -> None:
        self.name = name
        self.function = function
        self.seconds = seconds

    def reply(self, prompt: Prompt) -> Reply:
        began = perf_counter()
        call = partial(self.call, str(prompt))
        try:
            answer = in_time(call, self.seconds) if self.seconds else call()
        except TimeoutError:
            answer = Mishap(no_answer_within(self.seconds))
        took = perf_counter() - began
        return reply_of(answer, seconds=took) if isinstance(answer, str) else Reply(fault=answer.what, seconds=took)

    def call(self, text: str) -> str | Mishap:
        try:
            answer: Any = self.function(text)
            if inspect.isawaitable(answer):
                answer = asyncio.run(finish(answer))
        except (Exception, SystemExit) as error:
            return Mishap(describe(error))
        return answer if isinstance(answer, str) else Mishap(f"returned {type(answer).__name__}, not text")


class Mishap(NamedTuple):
    what: str


async def finish(answer: Awaitable[str]) -> str:
    return await answer


def in_time(call: Callable[[], T], seconds: float) -> T:
    """What the call gives or raises, or ``TimeoutError``; what comes later is dropped with its thread."""
    result: Future[T] = Future()

    def work() -> None:
        try:
            result.set_result(call())
        except BaseException as error:
            result.set_exception(error)

    Thread(target=work, daemon=True).start()
    return result.result(seconds)


def no_answer_within(seconds: float) -> str:
    return f"no answer within {seconds:g} s"
