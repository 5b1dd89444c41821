"""A bot that is not ours, in a process of its own: it may raise, stall, crash, print, fork or return anything.

Whenever it does not choose a step in time, ``BotFault`` says what it did instead.
"""

from __future__ import annotations

import json
import os
import pickle
import signal
import subprocess
import sys
import weakref
from collections.abc import Sequence
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Thread
from time import monotonic
from typing import IO

import msgspec

from birdtable import catalog
from birdtable.bots import plugins
from birdtable.bots.host import BotAnswer, Greeting, Question
from birdtable.bots.interface import BotFault
from birdtable.bots.players.search import own_rng
from birdtable.game import BadInput, Randomness, Step, View

PATIENCE = 10.0
"""Seconds that a step is waited for."""
START_SECONDS = 60.0
"""How long it may take until a bot is ready."""
LONGEST_LINE = 1 << 16
START = "import json, sys; sys.path[:] = json.loads(sys.argv[1]); from birdtable.bots.host import main; main()"
"""What the process runs. It is no child of ``multiprocessing``: workers of Dask may not have such children."""

Lines = SimpleQueue[bytes | None]
"""What the process wrote; ``None`` at the end."""


class OutsideBot:
    def __init__(self, spec: str, game_name: str, patience: float = PATIENCE, code: plugins.Code | None = None) -> None:
        self.spec = spec
        self.game_name = game_name
        self.code = code
        self.patience = patience
        self.asked = 0
        self.process: subprocess.Popen[bytes] | None = None
        self.lines: Lines = SimpleQueue()
        self.open()

    def open(self) -> None:
        """Starts the process; a bot that cannot be loaded raises ``BadInput``."""
        command = [sys.executable, "-c", START, json.dumps(sys.path)]
        # A session of its own: what the bot starts can be ended with it, and Ctrl-C is not for it.
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=-1,
            start_new_session=True,
            creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),  # what Windows has for it
        )
        self.end = weakref.finalize(self, end, self.process)
        self.lines = SimpleQueue()
        Thread(target=read_lines, args=(self.process.stdout, self.lines), daemon=True).start()
        try:
            self.send(Greeting(self.spec, self.game_name, catalog.entries(), self.code, self.patience))
            reason = self.receive(0, START_SECONDS).fault
        except BotFault as fault:
            reason = fault.what
        if reason:
            self.close()
            raise BadInput(f"bot {self.spec!r} cannot be used: {reason}")

    def close(self) -> None:
        if self.process is not None:
            self.end()
        self.process = None

    def choose(self, view: View, legal: Sequence[Step], rng: Randomness) -> Step:
        seed = own_rng(rng).word()
        self.asked += 1
        try:
            if self.process is None:
                self.open()
            self.send(Question(self.asked, view, list(legal), seed))
            answer = self.receive(self.asked, self.patience)
        except BotFault:
            self.close()
            raise
        except BadInput as error:
            raise BotFault(str(error)) from None
        if answer.fault:
            raise BotFault(answer.fault)
        return answer.step

    def send(self, message: Greeting | Question) -> None:
        assert self.process is not None and self.process.stdin is not None
        try:
            pickle.dump(message, self.process.stdin)
            self.process.stdin.flush()
        except OSError:
            raise BotFault("its process ended") from None

    def receive(self, number: int, seconds: float) -> BotAnswer:
        """The answer to a question; what comes too late for an earlier one is dropped."""
        ends = monotonic() + seconds
        while True:
            try:
                line = self.lines.get(timeout=max(0.0, ends - monotonic()))
            except Empty:
                raise BotFault(f"no {'step' if number else 'sign of life'} within {seconds:g} s") from None
            if line is None:
                raise BotFault("its process ended")
            try:
                answer = msgspec.json.decode(line, type=BotAnswer)
            except msgspec.MsgspecError:
                raise BotFault("its process wrote nonsense") from None
            if answer.number == number:
                return answer


def read_lines(stream: IO[bytes], lines: Lines) -> None:
    with stream, suppress(OSError, ValueError):
        while line := stream.readline(LONGEST_LINE):
            lines.put(line)
    lines.put(None)


def end(process: subprocess.Popen[bytes]) -> None:
    """Ends the process and everything that it started; it was not waited for yet, so its number is still its own."""
    with suppress(ProcessLookupError, PermissionError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    process.wait()
    if process.stdin is not None:
        with suppress(OSError):
            process.stdin.close()
