"""Worker processes, which think so that nobody at another table waits."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from typing import Any, Generic, TypeVar

from birdtable.chair.table import AskChair, ChairAnswer
from birdtable.game import Step
from birdtable.server.room.thinking import NOBODY_IN_PARTICULAR, Asker
from birdtable.server.workers.answers import Answers, WorkerDied
from birdtable.server.workers.questions import QUICK, choose_play, find_hints, sit_down
from birdtable.server.workers.queue import FairQueue, Share
from birdtable.wire.play import Hint

T = TypeVar("T")

ANSWER_SECONDS = 20.0
"""How long a worker may take before it is given up; waiting for one does not count."""
WAIT_SECONDS = 10.0
"""How long a bot waits for a worker."""
HELP_SECONDS = 30.0
"""How long people's questions do."""
AT_EASE = 2
"""With so many ahead for each worker, a bot still has all of its time."""
LEAST_TIME = 0.05
"""The part of its time that a bot has in the longest queue."""
BOTS = Share(address=100, person=50)
"""Bots' plays."""
HELP = Share(address=4, person=2, workers=1)
HELPERS = 2
"""What people ask apart from a match, and who answers: an address that asks for much leaves one of them to others."""


def process() -> Answers:
    """A process of its own. Browsers have none, so that this is imported where it is wanted."""
    from birdtable.server.workers.worker import Worker

    return Worker()


class WorkerJob(Generic[T]):
    def __init__(self, asker: Asker, work: Callable[..., T], arguments: tuple[Any, ...]) -> None:
        loop = asyncio.get_running_loop()
        self.asker = asker
        self.work = work
        self.arguments = arguments
        self.begun: asyncio.Future[None] = loop.create_future()
        self.answer: asyncio.Future[T] = loop.create_future()

    def fail(self, error: Exception) -> None:
        if not self.answer.done():
            self.answer.set_exception(error)


class Workers:
    """Some workers and the queue before them. One that dies or hangs is replaced; the others do not notice."""

    def __init__(
        self,
        processes: int | None = None,
        *,
        patience: float = ANSWER_SECONDS,
        longest_wait: float = WAIT_SECONDS,
        queue: int = 1000,
        share: Share = BOTS,
        worker: Callable[[], Answers] = process,
    ) -> None:
        self.processes = processes or max(1, (os.cpu_count() or 2) - 1)
        self.patience = patience
        self.longest_wait = longest_wait
        self.queue: FairQueue[WorkerJob[Any]] = FairQueue(share, queue)
        self.all = [worker() for _ in range(self.processes)]
        self.free = list(self.all)
        self.tasks: set[asyncio.Task[None]] = set()

    @property
    def waiting(self) -> int:
        return self.queue.total

    async def play(
        self, game: str, rules: int, level: str, view: str, seed: int, asker: Asker = NOBODY_IN_PARTICULAR
    ) -> list[Step]:
        return await self.run(choose_play, game, rules, level, view, seed, self.part_of_time(asker), asker=asker)

    async def quick_play(self, game: str, rules: int, view: str, seed: int) -> list[Step]:
        return await asyncio.to_thread(choose_play, game, rules, QUICK, view, seed)

    async def hints(self, game: str, view: str, asker: Asker = NOBODY_IN_PARTICULAR) -> tuple[Hint, ...]:
        return await self.run(find_hints, game, view, asker=asker)

    async def sit(self, ask: AskChair, seed: int, asker: Asker = NOBODY_IN_PARTICULAR) -> ChairAnswer | str:
        return await self.run(sit_down, ask, seed, asker=asker)

    def part_of_time(self, asker: Asker) -> float:
        each = self.queue.ahead_of(asker) / self.processes
        return 1.0 if each <= AT_EASE else max(LEAST_TIME, AT_EASE / each)

    def check_share(self, asker: Asker) -> None:
        self.queue.check_share(asker)

    async def run(self, work: Callable[..., T], *arguments: Any, asker: Asker = NOBODY_IN_PARTICULAR) -> T:
        job = WorkerJob(asker, work, arguments)
        self.queue.put(asker, job)
        self.dispatch()
        try:
            await asyncio.wait([job.begun], timeout=self.longest_wait)
            if not job.begun.done():
                raise TimeoutError("no worker had time")
            return await job.answer
        finally:
            if not job.begun.done():
                self.queue.remove(asker, job)

    def dispatch(self) -> None:
        while self.free and (job := self.queue.take()) is not None:
            job.begun.set_result(None)
            task = asyncio.create_task(self.serve(self.free.pop(), job))
            self.tasks.add(task)
            task.add_done_callback(self.tasks.discard)

    async def serve(self, worker: Answers, job: WorkerJob[Any]) -> None:
        try:
            answer = await self.attempt(worker, job)
            if not job.answer.done():
                job.answer.set_result(answer)
        except Exception as error:
            job.fail(error)
        finally:
            # Also when the server stops: nobody is left without an answer.
            job.fail(TimeoutError("the workers are gone"))
            self.queue.release(job.asker)
            self.free.append(worker)
            self.dispatch()

    async def attempt(self, worker: Answers, job: WorkerJob[T]) -> T:
        """A worker that died is replaced once."""
        try:
            return await self.ask(worker, job)
        except WorkerDied:
            pass
        try:
            return await self.ask(worker, job)
        except WorkerDied as error:
            raise TimeoutError("the worker died, and so did the next") from error

    async def ask(self, worker: Answers, job: WorkerJob[T]) -> T:
        found: T = await worker.answer(job.work, job.arguments, self.patience)
        return found

    def close(self) -> None:
        """Gives up all that is under way. Whoever asks again gets new processes."""
        for task in self.tasks:
            task.cancel()
        for worker in self.all:
            worker.close()
        for job in self.queue.waiting():
            self.queue.remove(job.asker, job)
            job.begun.set_result(None)
            job.fail(TimeoutError("the workers are gone"))
