"""Who thinks in a tab: a second worker with the same Python, like a worker process on a server.

So tables go on answering, and a thought that takes too long, or that nobody waits for any more, is ended with its
worker."""

from __future__ import annotations

import asyncio
import pickle
from collections.abc import Callable
from typing import Any, Protocol, TypeVar

import birdtable
from birdtable.server.room.thinking import Asker
from birdtable.server.workers.answers import Answers, WorkerDied
from birdtable.server.workers.pool import HELP, WorkerJob, Workers

T = TypeVar("T")

SLOW = 0.05
"""The part of its usual time that a bot takes when the rules run interpreted."""
BOT_SECONDS = 8.0
"""How long a bot may think before a quick one plays for it."""
HELP_SECONDS = 30.0
"""How long what people ask may take."""
STARTING = 120.0
"""How long the second worker may take to start."""


class Mind(Protocol):
    """The second worker."""

    async def start(self) -> None:
        """Returns when it can be asked, at once if it has started before."""

    async def ask(self, question: bytes) -> bytes:
        """Raises when the worker was ended meanwhile."""

    def end(self) -> None:
        """Ends it in the middle of a thought; it can be started again."""


class Thinker:
    """The line to the second worker; one question at a time."""

    def __init__(self, mind: Mind) -> None:
        self.mind = mind
        self.turn = asyncio.Lock()

    async def answer(self, work: Callable[..., Any], arguments: tuple[Any, ...], patience: float) -> Any:
        """What the function returns or raises. The time counts from when the worker is ready."""
        async with self.turn:
            try:
                async with asyncio.timeout(STARTING):
                    await self.mind.start()
                async with asyncio.timeout(patience):
                    reply = await self.ask(pickle.dumps((work, arguments)))
            except TimeoutError:
                self.mind.end()  # it may be starting
                raise TimeoutError("the thought was interrupted") from None
            except Exception as error:
                raise WorkerDied from error
        is_answer, found = pickle.loads(reply)
        if is_answer:
            return found
        raise found

    async def ask(self, question: bytes) -> bytes:
        try:
            return await self.mind.ask(question)
        except asyncio.CancelledError:
            # Whoever asks next would be told the answer to this.
            self.mind.end()
            raise

    def close(self) -> None:
        self.mind.end()


class Inline:
    """Thinks here, where there is no second worker; tables wait meanwhile."""

    async def answer(self, work: Callable[..., Any], arguments: tuple[Any, ...], patience: float) -> Any:
        await asyncio.sleep(0)
        return work(*arguments)

    def close(self) -> None:
        pass


class Thinkers(Workers):
    async def ask(self, worker: Answers, job: WorkerJob[T]) -> T:
        """Thinks only for as long as somebody waits for it: there is one worker for everything."""
        thought: asyncio.Future[T] = asyncio.ensure_future(worker.answer(job.work, job.arguments, self.patience))
        job.answer.add_done_callback(lambda answer: thought.cancel() if answer.cancelled() else None)
        return await thought

    def part_of_time(self, asker: Asker) -> float:
        return super().part_of_time(asker) * (1.0 if birdtable.speed() == "compiled" else SLOW)


def bots(line: Thinker | Inline) -> Thinkers:
    return Thinkers(1, patience=BOT_SECONDS, longest_wait=HELP_SECONDS, worker=lambda: line)


def helpers(line: Thinker | Inline) -> Thinkers:
    return Thinkers(1, patience=HELP_SECONDS, longest_wait=HELP_SECONDS, queue=100, share=HELP, worker=lambda: line)


def think(question: bytes) -> bytes:
    """In the second worker: what the function returns or raises."""
    try:
        work, arguments = pickle.loads(question)
        return pickle.dumps((True, work(*arguments)))
    except Exception as error:
        return pickle.dumps((False, error))
