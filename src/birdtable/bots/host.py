"""The other side of ``outside``: a process in which a bot from outside the package answers views with steps.

Whatever the bot prints goes to standard error: standard output belongs to the results of the program that plays.
"""

from __future__ import annotations

import faulthandler
import os
import pickle
import signal
import sys
from collections.abc import Mapping
from typing import BinaryIO, NamedTuple

import msgspec

from birdtable import catalog
from birdtable.bots import plugins
from birdtable.bots.interface import LONGEST_FAULT, Bot, describe
from birdtable.engine import Rng
from birdtable.game import BadInput, Step, View

GRACE = 10.0
"""Seconds beyond a bot's time after which its process ends itself, if nobody was left to end it."""


class Greeting(NamedTuple):
    """The first thing that the process is told."""

    spec: str
    game: str
    games: Mapping[str, catalog.Entry]
    code: plugins.Code | None
    patience: float


class Question(NamedTuple):
    number: int
    view: View
    legal: list[Step]
    seed: int


class BotAnswer(msgspec.Struct, array_like=True):
    number: int
    """Of the question; 0 when the bot is ready, or cannot be."""
    step: Step = ""
    fault: str = ""


def main() -> None:
    """Answers questions until there are no more."""
    # In the background of a shell it would be ignored, and a bot that interrupts itself would seem to have answered.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    questions, answers = take_pipes()
    own = os.getpid()

    def tell(answer: BotAnswer) -> None:
        if os.getpid() != own:  # the bot forked, and this is the copy
            os._exit(0)
        try:
            answers.write(msgspec.json.encode(answer) + b"\n")
            answers.flush()
        except OSError:  # nobody is left who wants to know
            os._exit(0)

    greeting: Greeting = pickle.load(questions)
    catalog.register_all(greeting.games)
    try:
        bot = plugins.load(greeting.spec, greeting.game, greeting.code)
    except BaseException as error:
        tell(BotAnswer(0, fault=str(error) if isinstance(error, BadInput) else describe(error)))
        return
    tell(BotAnswer(0))
    with open(os.devnull, "w", encoding="utf-8") as nowhere:
        while True:
            try:
                question: Question = pickle.load(questions)
            except (EOFError, OSError):
                break
            faulthandler.dump_traceback_later(greeting.patience + GRACE, exit=True, file=nowhere)
            tell(answer_of(bot, question))
            faulthandler.cancel_dump_traceback_later()
    sys.stderr.flush()
    os._exit(0)  # whatever threads the bot has left behind


def answer_of(bot: Bot, question: Question) -> BotAnswer:
    try:
        step = bot.choose(question.view, question.legal, Rng(question.seed))
    except BaseException as error:
        return BotAnswer(question.number, fault=clean(describe(error)))
    if not isinstance(step, str):
        return BotAnswer(question.number, fault=clean(f"returned {step!r}, which is no step"))
    return BotAnswer(question.number, clean(step))


def clean(text: str) -> str:
    """A plain text that can be written, and not without end."""
    return str.__str__(text)[:LONGEST_FAULT].encode(errors="replace").decode()


def take_pipes() -> tuple[BinaryIO, BinaryIO]:
    """The pipes that this process was started with, out of the reach of ``print`` and ``input``."""
    questions, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    return questions, answers
