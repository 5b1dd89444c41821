"""Who does the work: this process, several, or a cluster of machines. All are executors of ``concurrent.futures``."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from typing import Any

from birdtable import catalog
from birdtable.game import BadInput

REACH = "10s"
"""How long a scheduler may take to answer."""


@contextmanager
def open_executor(processes: int, cluster: str = "") -> Iterator[Executor | None]:
    """An executor whose workers know the same games, or ``None`` for this process alone."""
    if cluster:
        yield from on_cluster(cluster)
    elif processes > 1:
        context = multiprocessing.get_context("spawn")
        games = (catalog.registered(),)
        with ProcessPoolExecutor(processes, context, initializer=catalog.register_all, initargs=games) as executor:
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
        client.register_worker_callbacks(partial(catalog.register_all, catalog.registered()))
        yield client.get_executor(pure=False)
