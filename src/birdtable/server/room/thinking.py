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
import signal
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import cache
from multiprocessing.process import BaseProcess
from typing import Any, TypeVar

from birdtable import catalog
from birdtable.bots import roster
from birdtable.bots.interface import Bot
from birdtable.bots.levels import LEVELS
from birdtable.engine import Rng
from birdtable.game import BirdtableError, Event, Seat, Step, ends_play
from birdtable.server.table.table import Table, done
from birdtable.wire import BotLevel

T = TypeVar("T")

log = logging.getLogger("birdtable.bots")

PATIENCE = 20.0
"""Seconds after which a bot is not waited for any more."""
STAND_IN = "casual"
"""The level of bots that take over a person's seat."""
PLAIN = BotLevel(level="random", label="random", name="Dice", sentence="Plays anything that is allowed.")


@cache
def levels(game: str) -> dict[str, BotLevel]:
    """The bots that can take a seat, the weakest first."""
    catalog.game(game)
    listed = [BotLevel(level=each.id, label=each.name, name=each.character, sentence=each.sentence) for each in LEVELS]
    return {level.level: level for level in [PLAIN, *listed]}


@cache
def player(level: str, game: str) -> Bot:
    return roster.bot(level, game)


def think(game_name: str, rules: int, level: str, view: str, seed: int) -> list[Step]:
    """A whole play, worked out in a worker from nothing but a view: the seat's own steps lead to no surprise."""
    game, rng = catalog.game(game_name, rules), Rng(seed)
    seen = game.parse_view(view)
    state = game.imagine(seen, rng)
    steps: list[Step] = []
    events: list[Event] = []
    while not ends_play(state, seen.seat, events):
        legal = game.legal_steps(state)
        step = player(level, game_name).choose(game.view(state, seen.seat), legal, rng) if len(legal) > 1 else legal[0]
        events = game.play(state, step)
        steps.append(step)
    return steps


def begin_work() -> None:
    """A worker leaves Ctrl-C to the server, and goes when the server is gone, however it went."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    server = multiprocessing.parent_process()
    assert server is not None
    threading.Thread(target=leave_with, args=(server,), daemon=True).start()


def leave_with(server: BaseProcess) -> None:
    server.join()
    os._exit(0)


class Workers:
    """A pool of processes that is made again when one of them dies or hangs."""

    def __init__(self, processes: int | None = None, *, patience: float = PATIENCE, queue: int = 1000) -> None:
        self.processes = processes or max(1, (os.cpu_count() or 2) - 1)
        self.patience = patience
        self.queue = queue
        """How many may wait before the next is sent away."""
        self.waiting = 0
        self.pool: ProcessPoolExecutor | None = None

    def open(self) -> ProcessPoolExecutor:
        if self.pool is None:
            context = multiprocessing.get_context("spawn")
            self.pool = ProcessPoolExecutor(self.processes, context, initializer=begin_work)
        return self.pool

    async def run(self, function: Callable[..., T], *arguments: Any) -> T:
        """What the function returns; a worker that died is replaced once, one that hangs raises ``TimeoutError``."""
        if self.waiting >= self.queue:
            raise TimeoutError("too many wait already")
        self.waiting += 1
        try:
            return await self.attempt(function, *arguments)
        except BrokenProcessPool:
            return await self.attempt(function, *arguments)
        finally:
            self.waiting -= 1

    async def attempt(self, function: Callable[..., T], *arguments: Any) -> T:
        pool = self.open()
        try:
            future: Future[T] = pool.submit(function, *arguments)
            return await asyncio.wait_for(asyncio.wrap_future(future), self.patience)
        except (BrokenProcessPool, TimeoutError):
            self.discard(pool)
            raise

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
    game, level, seed = table.game, table.chairs[seat].level, secrets.randbits(63)
    try:
        view = game.view_text(game.view(table.state, seat))
        steps = await workers.run(think, game.name, table.setting.rules, level, view, seed)
        if is_whole(table, seat, steps):
            return steps
        log.warning("bot %s at table %s chose %s, which is not a play", level, table.id, steps)
    except (TimeoutError, BrokenProcessPool) as error:
        log.warning("bot %s at table %s did not answer: %r", level, table.id, error)
    except Exception:
        log.exception("bot %s at table %s failed", level, table.id)
    return random_play(table, seat, Rng(seed))


def is_whole(table: Table, seat: Seat, steps: Sequence[Step]) -> bool:
    state = table.state.copy()
    try:
        return ends_play(state, seat, done(table.game, state, seat, steps))
    except BirdtableError:
        return False


def random_play(table: Table, seat: Seat, rng: Rng) -> list[Step]:
    game, state = table.game, table.state.copy()
    steps: list[Step] = []
    events: list[Event] = []
    while not ends_play(state, seat, events):
        legal = game.legal_steps(state)
        steps.append(legal[rng.below(len(legal))])
        events = game.play(state, steps[-1])
    return steps
