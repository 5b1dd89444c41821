"""Several server processes on one machine: started, watched, replaced one by one.

They share one port, which is opened once and handed down, so that nobody finds it closed while a process is replaced;
or each has a port of its own, which is closed as soon as its process is gone, so that a proxy notices. SIGHUP replaces
every process by a new one, each only after its successor has come up: an upgrade without a pause.
"""

from __future__ import annotations

import os
import select
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext

from birdtable.game import BadInput
from birdtable.server.network import listening_socket

READY = "BIRDTABLE_READY_FD"
"""The file descriptor on which a process says that it is up."""
ALIVE = "BIRDTABLE_ALIVE_FD"
"""The file descriptor that closes when the supervisor ends."""
COME_UP = 60.0
"""Seconds that a process may take to come up."""
GO = 20.0
"""Seconds that a process may take to stop before it is killed."""


Listen = Callable[[int], AbstractContextManager[socket.socket]]
"""The socket of the process with a number, as long as it takes to hand it down."""


def share(bound: socket.socket) -> Listen:
    """All listen on one port."""
    return lambda number: nullcontext(bound)


def listen_apart(host: str, ports: Sequence[int]) -> Listen:
    """Each listens on its own port, old process and successor together while one takes over from the other."""
    return lambda number: listening_socket(host, ports[number], together=True)


class Child:
    def __init__(self, number: int, command: Sequence[str], bound: socket.socket, alive: int) -> None:
        self.number = number
        reading, writing = os.pipe()
        environment = {**os.environ, READY: str(writing), ALIVE: str(alive)}
        self.process = subprocess.Popen(
            [*command, "--fd", str(bound.fileno())], pass_fds=(bound.fileno(), writing, alive), env=environment
        )
        os.close(writing)
        self.reading = reading
        self.began = time.monotonic()

    def wait_ready(self) -> bool:
        """False if it ended, or does not come up."""
        try:
            found, _, _ = select.select([self.reading], [], [], COME_UP)
            return bool(found) and os.read(self.reading, 1) == b"+"
        finally:
            os.close(self.reading)

    def go(self) -> None:
        if self.process.poll() is None:
            self.process.terminate()

    def wait_gone(self) -> None:
        try:
            self.process.wait(GO)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


def is_possible() -> bool:
    """Not on Windows, where a process cannot be handed a socket that way, and there is no signal to replace it."""
    return hasattr(signal, "SIGHUP")


class Supervisor:
    def __init__(self, count: int, arguments: Sequence[str], listen: Listen) -> None:
        self.count = count
        self.command = [sys.executable, "-m", "birdtable", "serve", *arguments]
        self.listen = listen
        self.alive, self.kept = os.pipe()
        self.children: list[Child] = []
        self.asked: list[int] = []

    def run(self, ready: Callable[[], None]) -> None:
        with tempfile.TemporaryDirectory(prefix="birdtable-metrics-") as folder:
            # Where the processes add up what they count, so that any of them can tell it for all.
            os.environ["PROMETHEUS_MULTIPROC_DIR"] = folder
            for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
                signal.signal(number, lambda number, _: self.asked.append(number))
            try:
                self.fill()
                ready()
                self.watch()
            finally:
                self.end(self.children)

    def child(self, number: int) -> Child:
        with self.listen(number) as bound:
            return Child(number, self.command, bound, self.alive)

    def fill(self) -> None:
        self.children += [self.child(number) for number in range(self.count)]
        if not all(child.wait_ready() for child in self.children):
            raise BadInput("the server could not start")

    def watch(self) -> None:
        """Until asked to stop."""
        while True:
            while self.asked:
                if self.asked.pop(0) != signal.SIGHUP:
                    return
                self.replace_all()
            for child in [child for child in self.children if child.process.poll() is not None]:
                self.replace_dead(child)
            time.sleep(0.1)

    def replace_dead(self, child: Child) -> None:
        code = child.process.returncode
        print(f"process {child.process.pid} ended with {code}; another takes its place", file=sys.stderr, flush=True)
        self.children.remove(child)
        if time.monotonic() - child.began < 5:
            time.sleep(1)
        following = self.child(child.number)
        self.children.append(following)
        following.wait_ready()

    def replace_all(self) -> None:
        for old in list(self.children):
            following = self.child(old.number)
            if not following.wait_ready():
                print("the new process did not come up; the old ones stay", file=sys.stderr, flush=True)
                self.end([following])
                return
            self.children.append(following)
            self.children.remove(old)
            self.end([old])

    def end(self, children: Sequence[Child]) -> None:
        for child in children:
            child.go()
        for child in children:
            child.wait_gone()


def tell_ready() -> None:
    """Tells the supervisor, if there is one, that this process is up; when the supervisor ends, so does it."""
    if READY in os.environ:
        number = int(os.environ.pop(READY))
        os.write(number, b"+")
        os.close(number)
        threading.Thread(target=leave_with, args=(int(os.environ.pop(ALIVE)),), daemon=True).start()


def leave_with(alive: int) -> None:
    os.read(alive, 1)
    os.kill(os.getpid(), signal.SIGTERM)
