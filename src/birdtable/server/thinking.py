"""Bots think in processes of their own, so that nobody at another table waits for them.

A worker gets a view and the legal steps, never a state. A bot that fails or does not answer in time is stood in for by
a random step, and reported.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import secrets
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import cache
from typing import Any, TypeVar

from birdtable import catalog
from birdtable.bots import roster
from birdtable.engine import Rng
from birdtable.game import CHANCE, Game, Seat, Step
from birdtable.server.table import Table
from birdtable.wire import BotLevel

T = TypeVar("T")

log = logging.getLogger("birdtable.bots")

PATIENCE = 20.0
"""Seconds after which a bot is not waited for any more."""
STAND_IN = "random"
"""The level of bots that take over a person's seat."""


@cache
def levels(game: str) -> dict[str, BotLevel]:
    """The bots that can take a seat, the weakest first."""
    return {"random": BotLevel(level="random", name="Pip", sentence="Plays anything that is allowed.")}


def choose(game: str, level: str, view: str, legal: Sequence[Step], seed: int) -> Step:
    """Runs in a worker."""
    return roster.bot(level).choose(catalog.game(game).parse_view(view), legal, Rng(seed))


class Workers:
    """A pool of processes that is made again when one of them dies or hangs."""

    def __init__(self, processes: int | None = None, patience: float = PATIENCE) -> None:
        self.processes = processes or max(1, (os.cpu_count() or 2) - 1)
        self.patience = patience
        self.pool: ProcessPoolExecutor | None = None

    def open(self) -> ProcessPoolExecutor:
        if self.pool is None:
            self.pool = ProcessPoolExecutor(self.processes, multiprocessing.get_context("spawn"))
        return self.pool

    async def run(self, function: Callable[..., T], *arguments: Any) -> T:
        """What the function returns; a worker that died is replaced once, one that hangs raises ``TimeoutError``."""
        for attempt in range(2):
            pool = self.open()
            try:
                future: Future[T] = pool.submit(function, *arguments)
                return await asyncio.wait_for(asyncio.wrap_future(future), self.patience)
            except BrokenProcessPool:
                self.discard(pool)
                if attempt:
                    raise
            except TimeoutError:
                self.discard(pool)
                raise
        raise AssertionError("unreachable")

    def discard(self, pool: ProcessPoolExecutor) -> None:
        if self.pool is pool:
            self.pool = None
        for process in list((pool._processes or {}).values()):
            process.kill()
        pool.shutdown(wait=False, cancel_futures=True)

    def close(self) -> None:
        if self.pool is not None:
            self.discard(self.pool)


async def whole_play(workers: Workers, table: Table, seat: Seat) -> list[Step]:
    """A bot's steps up to the next chance step or the end of its turn."""
    game, level = table.game, table.chairs[seat].level
    state = table.state.copy()
    steps: list[Step] = []
    while state.to_move == seat:
        step = await one_step(workers, game, level, state, seat)
        game.apply(state, step)
        steps.append(step)
    assert state.to_move == CHANCE or steps
    return steps


async def one_step(workers: Workers, game: Game[Any, Any], level: str, state: Any, seat: Seat) -> Step:
    legal = game.legal_steps(state)
    if len(legal) == 1:
        return legal[0]
    seed = secrets.randbits(63)
    try:
        step = await workers.run(choose, game.name, level, game.view_text(game.view(state, seat)), legal, seed)
        if step in legal:
            return step
        log.warning("bot %s chose %r, which is not legal", level, step)
    except (TimeoutError, BrokenProcessPool) as error:
        log.warning("bot %s did not answer: %r", level, error)
    except Exception:
        log.exception("bot %s failed", level)
    return legal[Rng(seed).below(len(legal))]
