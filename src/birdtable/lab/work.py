"""Who does the work: this process, several, or a cluster of machines. All are executors of ``concurrent.futures``."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from typing import Any

from birdtable.game import BadInput

REACH = "10s"
"""How long a scheduler may take to answer."""


@contextmanager
def working(processes: int, cluster: str = "") -> Iterator[Executor | None]:
    """An executor, or ``None`` for this process alone."""
    if cluster:
        yield from on_cluster(cluster)
    elif processes > 1:
        with ProcessPoolExecutor(processes, multiprocessing.get_context("spawn")) as executor:
            yield executor
    else:
        yield None


def on_cluster(address: str) -> Iterator[Executor]:
    """A worker that dies has its tasks played again by another: the same tasks, so the same result."""
    try:
        import distributed
    except ModuleNotFoundError:
        raise BadInput("a cluster needs dask: pip install 'birdtable[cluster]'") from None
    try:
        connect: Any = distributed.Client
        client = connect(address, timeout=REACH)
    except (OSError, ValueError) as error:
        raise BadInput(f"the cluster at {address} cannot be reached: {' '.join(str(error).split())}") from None
    with client:
        yield client.get_executor(pure=False)
