"""A worker: a process that answers one question at a time, and the connection to it."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import pickle
import signal
import threading
import traceback
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any, TypeVar

from birdtable import catalog
from birdtable.server.workers.answers import WorkerDied

T = TypeVar("T")

STARTING = 60.0
"""Seconds that a process may take until it can be asked."""

NICE = 10
"""Thinking can wait; whoever made a play cannot."""


class Worker:
    """Its process is started when it is first asked, and again after it died or was killed."""

    def __init__(self) -> None:
        self.process: BaseProcess | None = None
        self.line: Connection | None = None
        self.thread = ThreadPoolExecutor(1, thread_name_prefix="worker")
        """Waits at the line."""

    async def answer(self, work: Callable[..., Any], arguments: tuple[Any, ...], patience: float) -> Any:
        """What the function returns or raises. The time counts from when the process is ready; one that takes longer is
        killed, and that is a ``TimeoutError``."""
        if self.process is None:
            await self.wait_for(self.start, STARTING)
        is_answer, found = await self.wait_for(partial(self.ask, work, arguments), patience)
        if is_answer:
            return found
        raise found

    async def wait_for(self, deed: Callable[[], T], seconds: float) -> T:
        doing = asyncio.get_running_loop().run_in_executor(self.thread, deed)
        try:
            await asyncio.wait([doing], timeout=seconds)
            if doing.done():
                return doing.result()
        except (EOFError, ConnectionError) as error:
            self.kill()
            raise WorkerDied from error
        except asyncio.CancelledError:
            doing.add_done_callback(asyncio.Future.exception)
            self.kill()
            raise
        self.kill()
        await asyncio.wait([doing])
        doing.exception()
        raise TimeoutError("the worker took too long")

    def start(self) -> None:
        context = multiprocessing.get_context("spawn")
        self.line, theirs = context.Pipe()
        self.process = context.Process(target=serve, args=(theirs, catalog.entries()), daemon=True)
        self.process.start()
        theirs.close()
        self.line.recv()

    def ask(self, work: Callable[..., Any], arguments: tuple[Any, ...]) -> tuple[bool, Any]:
        assert self.line is not None
        self.line.send((work, arguments))
        answer: tuple[bool, Any] = self.line.recv()
        return answer

    def kill(self) -> None:
        """Whoever waits at the line notices."""
        process, self.process = self.process, None
        if process is not None and process.pid is not None:
            process.kill()

    def close(self) -> None:
        self.kill()


# --- in the process --------------------------------------------------------------------------------------------------


def serve(line: Connection, games: Mapping[str, catalog.Entry]) -> None:
    """Knows the games that the server knows, leaves Ctrl-C and the processor to the server, and ends when the server
    has ended, for whatever reason."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(NICE)
    catalog.register_all(games)
    server = multiprocessing.parent_process()
    assert server is not None
    threading.Thread(target=end_with, args=(server,), daemon=True).start()
    line.send(None)
    while True:
        try:
            question = line.recv_bytes()
        except EOFError:
            return
        try:
            work, arguments = pickle.loads(question)
            line.send((True, work(*arguments)))
        except Exception as error:
            error.add_note(traceback.format_exc())
            line.send((False, error))


def end_with(server: BaseProcess) -> None:
    server.join()
    os._exit(0)
