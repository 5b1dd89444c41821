"""Worker processes, which think so that nobody at another table waits."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.process import BaseProcess
from typing import Any, TypeVar

from birdtable import catalog
from birdtable.game import Step
from birdtable.server.workers.questions import choose_play, find_hints
from birdtable.wire.play import Hint

T = TypeVar("T")

ANSWER_SECONDS = 20.0
"""How long a worker may take before it is given up."""


def begin_work(games: Mapping[str, catalog.Entry]) -> None:
    """Makes a process a worker. It knows the games that the server knows, leaves Ctrl-C to the server, and ends when
    the server has ended, for whatever reason."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    catalog.register_all(games)
    server = multiprocessing.parent_process()
    assert server is not None
    threading.Thread(target=end_with, args=(server,), daemon=True).start()


def end_with(server: BaseProcess) -> None:
    server.join()
    os._exit(0)


class Workers:
    """A pool of processes that is made again when one of them dies or hangs."""

    def __init__(self, processes: int | None = None, *, patience: float = ANSWER_SECONDS, queue: int = 1000) -> None:
        self.processes = processes or max(1, (os.cpu_count() or 2) - 1)
        self.patience = patience
        self.queue = queue
        """How many may wait before the next is sent away."""
        self.waiting = 0
        self.pool: ProcessPoolExecutor | None = None

    async def play(self, game: str, rules: int, level: str, view: str, seed: int) -> list[Step]:
        return await self.run(choose_play, game, rules, level, view, seed)

    async def hints(self, game: str, view: str) -> tuple[Hint, ...]:
        return await self.run(find_hints, game, view)

    async def run(self, work: Callable[..., T], *arguments: Any) -> T:
        """What the function returns. A worker that died is replaced once; one that hangs is a ``TimeoutError``."""
        if self.waiting >= self.queue:
            raise TimeoutError("too many wait already")
        self.waiting += 1
        try:
            return await self.attempt(work, *arguments)
        except BrokenProcessPool:
            return await self.attempt_again(work, *arguments)
        finally:
            self.waiting -= 1

    async def attempt(self, work: Callable[..., T], *arguments: Any) -> T:
        pool = self.open()
        try:
            future: Future[T] = pool.submit(work, *arguments)
            return await asyncio.wait_for(asyncio.wrap_future(future), self.patience)
        except (BrokenProcessPool, TimeoutError):
            self.discard(pool)
            raise

    async def attempt_again(self, work: Callable[..., T], *arguments: Any) -> T:
        try:
            return await self.attempt(work, *arguments)
        except BrokenProcessPool as error:
            raise TimeoutError("the worker died, and so did the next") from error

    def open(self) -> ProcessPoolExecutor:
        if self.pool is None:
            context = multiprocessing.get_context("spawn")
            games = catalog.registered()
            self.pool = ProcessPoolExecutor(self.processes, context, initializer=begin_work, initargs=(games,))
        return self.pool

    def discard(self, pool: ProcessPoolExecutor) -> None:
        if self.pool is pool:
            self.pool = None
        for process in list((pool._processes or {}).values()):
            process.kill()
        pool.shutdown(wait=False, cancel_futures=True)

    def close(self) -> None:
        if self.pool is not None:
            self.discard(self.pool)
