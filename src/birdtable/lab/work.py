"""Who does the work: this process, several, or a cluster of machines. All are executors of ``concurrent.futures``.

What is to be done is a function of a module and many jobs for it, each of which says everything that its result depends
on. So results are the same whoever does the work, and a job whose worker was lost is simply done again::

    with open_executor(processes, cluster) as executor:
        for result in do_all(function, jobs, executor):
"""

from __future__ import annotations

import multiprocessing
import signal
import socket
from abc import abstractmethod
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from functools import cache
from hashlib import sha256
from pathlib import Path
from time import monotonic
from typing import Any, Generic, Protocol, TypeVar

import birdtable
from birdtable import catalog
from birdtable.game import BadInput, BirdtableError

REACH = "10s"
"""How long a scheduler may take to answer."""
HIRE = 5.0
"""Seconds that a cluster without workers is waited for at the start."""
ALONE = 60.0
"""Seconds that a cluster may be without workers later on."""
LOOK = 2.0
"""Seconds after which it is looked at whether somebody is still at work."""
LOSSES = 3
"""Workers that a job may lose before it is given up: it is then what they die of."""

J = TypeVar("J")
T = TypeVar("T")


class Watch(Protocol[T]):
    """Passes results on, and shows somebody how far the work is: ``watch(results, how many, of what)``."""

    def __call__(self, things: Iterable[T], total: int, what: str, /) -> Iterable[T]: ...


def do_all(function: Callable[[J], T], jobs: Iterable[J], executor: Executor | None) -> Iterator[T]:
    """The results in the order of the jobs, by the executor or by this process."""
    return executor.map(function, jobs) if executor is not None else map(function, jobs)


@contextmanager
def open_executor(processes: int, cluster: str = "") -> Iterator[Executor | None]:
    """An executor whose workers know the same games, or ``None`` for this process alone.

    ``executor.map(function, jobs)`` yields the results in the order of the jobs.
    """
    if cluster and processes != 1:
        raise BadInput("a cluster has workers of its own: give it or a number of processes, not both")
    if not cluster and processes == 1:
        yield None
        return
    crew = ClusterCrew(cluster) if cluster else LocalCrew(processes)
    try:
        yield crew
    finally:
        crew.leave()


class Crew(Executor):
    """Workers, some of whom may be lost."""

    def map(
        self, fn: Callable[..., T], *iterables: Iterable[Any], timeout: float | None = None, chunksize: int = 1
    ) -> Iterator[T]:
        """Results in the order of the jobs. Only a few jobs are under way ahead of the one waited for."""
        waiting: deque[Work[T]] = deque()
        for arguments in zip(*iterables, strict=False):
            waiting.append(Work(self, fn, arguments))
            if len(waiting) >= self.ahead():
                yield self.first(waiting)
        while waiting:
            yield self.first(waiting)

    def first(self, waiting: deque[Work[T]]) -> T:
        """The result of the job that has waited longest."""
        for _ in range(LOSSES):
            try:
                result = self.wait(waiting[0].future)
            except BrokenExecutor:
                self.replace_lost()
                for work in waiting:
                    work.submit()
            else:
                waiting.popleft()
                return result
        raise BirdtableError(f"{LOSSES} workers were lost at the same job")

    def wait(self, future: Future[T]) -> T:
        while True:
            try:
                return future.result(LOOK)
            except TimeoutError:
                if future.done():
                    raise
                self.look()

    def replace_lost(self) -> None:
        """Makes it possible to submit again."""

    def look(self) -> None:
        """Raises if nobody is at work any more."""

    @abstractmethod
    def ahead(self) -> int:
        """How many jobs are under way at a time."""

    @abstractmethod
    def leave(self) -> None:
        """Drops what is under way and lets go of the workers."""


class Work(Generic[T]):
    """A job with what is needed to do it again."""

    def __init__(self, crew: Crew, function: Callable[..., T], arguments: tuple[Any, ...]) -> None:
        self.crew = crew
        self.function = function
        self.arguments = arguments
        self.submit()

    def submit(self) -> None:
        self.future: Future[T] = self.crew.submit(self.function, *self.arguments)


class LocalCrew(Crew):
    """Processes of this machine."""

    def __init__(self, processes: int) -> None:
        self.processes = processes
        self.pool = self.open()

    def open(self) -> ProcessPoolExecutor:
        context = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(self.processes, context, initializer=prepare_process, initargs=(catalog.entries(),))

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        try:
            return self.pool.submit(fn, *args, **kwargs)
        except BrokenExecutor:
            self.replace_lost()
            return self.pool.submit(fn, *args, **kwargs)

    def replace_lost(self) -> None:
        self.leave()
        self.pool = self.open()

    def ahead(self) -> int:
        return 4 * self.processes

    def leave(self) -> None:
        # ``kill_workers`` of Python 3.14. Nothing is cancelled: a pool that breaks cannot bear that (CPython 3.11).
        for worker in list((getattr(self.pool, "_processes", None) or {}).values()):
            worker.kill()
        self.pool.shutdown()


def prepare_process(games: dict[str, catalog.Entry]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that gives the work
    catalog.register_all(games)


class ClusterCrew(Crew):
    """The workers of a Dask scheduler. One that dies has its jobs done by another."""

    def __init__(self, address: str) -> None:
        try:
            import distributed
        except ModuleNotFoundError:
            raise BadInput("a cluster needs dask: pip install 'birdtable[cluster]'") from None
        self.address = address
        self.killed = distributed.KilledWorker
        try:
            connect: Any = distributed.Client
            self.client = connect(address, timeout=REACH)
        except (OSError, ValueError) as error:
            raise BadInput(f"the cluster at {address} cannot be reached: {' '.join(str(error).split())}") from None
        try:
            self.client.wait_for_workers(1, timeout=HIRE)
        except TimeoutError:
            self.client.close()
            raise BadInput(
                f"the cluster at {address} has no workers: start some with 'dask worker {address}'"
            ) from None
        self.executor: Executor = self.client.get_executor(pure=False)
        self.looked = monotonic()
        self.alone_since: float | None = None
        self.threads = self.count_threads()

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        return self.executor.submit(do_alike, fingerprint(), catalog.entries(), fn, *args, **kwargs)

    def wait(self, future: Future[T]) -> T:
        try:
            return super().wait(future)
        except ModuleNotFoundError as error:
            raise BadInput(f"a worker of the cluster at {self.address} has no {error.name} installed") from None
        except self.killed:
            raise BirdtableError("several workers were lost at the same job") from None
        except CancelledError:
            raise BirdtableError(f"the cluster at {self.address} is gone") from None

    def look(self) -> None:
        if self.client.status != "running":
            raise BirdtableError(f"the cluster at {self.address} is gone")
        self.looked, self.threads = monotonic(), self.count_threads()
        if self.threads:
            self.alone_since = None
        elif self.alone_since is None:
            self.alone_since = self.looked
        elif self.looked - self.alone_since > ALONE:
            raise BirdtableError(f"the cluster at {self.address} has lost all its workers")

    def count_threads(self) -> int:
        return sum(self.client.nthreads().values())

    def ahead(self) -> int:
        if monotonic() - self.looked > LOOK:  # workers come and go
            self.look()
        return 4 * max(1, self.threads)

    def leave(self) -> None:
        self.executor.shutdown(wait=False)
        self.client.close()


def do_alike(
    expected: str, games: dict[str, catalog.Entry], function: Callable[..., T], /, *arguments: Any, **named: Any
) -> T:
    """Runs on a worker, with the games that are known at home, and only if it would come to the same there."""
    if fingerprint() != expected:
        host, release = socket.gethostname(), birdtable.__version__
        raise BadInput(f"the worker on {host} has another Birdtable ({release}, {fingerprint()}): not {expected}")
    catalog.register_all(games)
    return function(*arguments, **named)


@cache
def fingerprint() -> str:
    """Of the program: every source file but tests, which are not installed everywhere, and what bots have learned."""
    package = Path(birdtable.__file__).parent
    whole = sha256()
    for path in sorted(path for kind in ("*.py", "*.pyx", "*.net") for path in package.rglob(kind)):
        place = path.relative_to(package)
        if "tests" not in place.parts:
            whole.update(f"{place.as_posix()}\n".encode())
            whole.update(path.read_bytes())
    return whole.hexdigest()[:12]
