"""What a server counts, in the form that Prometheus reads. It contains no name, no table and no card.

Several workers of one machine add up: any of them reports for all (``PROMETHEUS_MULTIPROC_DIR``, which the supervisor
sets before this is imported).
"""

from __future__ import annotations

import os
from contextlib import AbstractContextManager, suppress
from functools import cache
from math import inf
from typing import Literal

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

from birdtable.server.room.figures import Figures
from birdtable.server.room.rooms import Rooms
from birdtable.server.store.base import Store, Unavailable

REGISTRY = CollectorRegistry()
BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 20.0)

MOVES = Counter("birdtable_moves", "Plays of people and bots that were stored", ["game", "by"], registry=REGISTRY)
MOVE_TIME = Histogram(
    "birdtable_move_seconds", "From a play's arrival until it is stored and told", buckets=BUCKETS, registry=REGISTRY
)
STORE_TIME = Histogram("birdtable_append_seconds", "Appending to a log", buckets=BUCKETS, registry=REGISTRY)
BOT_TIME = Histogram(
    "birdtable_bot_seconds", "A bot's whole play, waiting included", ["level"], buckets=BUCKETS, registry=REGISTRY
)
REFUSALS = Counter("birdtable_refusals", "What was refused over sockets", ["clause"], registry=REGISTRY)
FAULTS = Counter("birdtable_faults", "What went wrong and was logged", registry=REGISTRY)
ANSWERS = Counter("birdtable_answers", "Answers over HTTP, by class of status", ["status"], registry=REGISTRY)
WRONG_TOKENS = Counter("birdtable_wrong_tokens", "Wrong operator's tokens", registry=REGISTRY)


Mode = Literal["livesum", "livemax", "livemin"]


def gauge(name: str, what: str, mode: Mode = "livesum") -> Gauge:
    return Gauge(name, what, registry=REGISTRY, multiprocess_mode=mode)


TABLES = gauge("birdtable_tables", "Tables in memory")
CONNECTIONS = gauge("birdtable_connections", "Open WebSockets")
BOT_QUEUE = gauge("birdtable_bots_waiting", "Plays of bots that are thought about or wait for it")
HELP_QUEUE = gauge("birdtable_helpers_waiting", "Questions to solver and reviewers that wait")
OUTBOXES = gauge("birdtable_outbox_messages", "Messages that wait for slow clients")
CUT_OFF = gauge("birdtable_processes_cut_off", "Processes that cannot write to the store")
REPORTS = gauge("birdtable_reports_waiting", "Reports that nobody has looked at", "livemax")
USED = gauge("birdtable_store_bytes", "What the store takes on disk", "livemax")
FREE = gauge("birdtable_store_free_bytes", "What is free on its disk; infinite where only its server knows", "livemin")


@cache
def moves(game: str, by: str) -> Counter:
    """Looked up once: it is asked for with every play."""
    return MOVES.labels(game, by)


class Metrics(Figures):
    def count_play(self, game: str, by: Literal["person", "bot"]) -> None:
        moves(game, by).inc()

    def count_refusal(self, clause: str) -> None:
        REFUSALS.labels(clause).inc()

    def count_fault(self) -> None:
        FAULTS.inc()

    def count_answer(self, status: int) -> None:
        ANSWERS.labels(f"{status // 100}xx").inc()

    def count_wrong_token(self) -> None:
        WRONG_TOKENS.inc()

    def time_play(self) -> AbstractContextManager[object]:
        return MOVE_TIME.time()

    def time_append(self) -> AbstractContextManager[object]:
        return STORE_TIME.time()

    def time_bot(self, level: str) -> AbstractContextManager[object]:
        return BOT_TIME.labels(level).time()


def measure(rooms: Rooms) -> None:
    """Sets what is a state and not a count."""
    connections = [each for room in rooms.rooms.values() for each in room.presence.connections]
    TABLES.set(len(rooms.rooms))
    CONNECTIONS.set(len(connections))
    BOT_QUEUE.set(rooms.workers.waiting)
    HELP_QUEUE.set(rooms.helpers.waiting)
    OUTBOXES.set(sum(len(each.outbox) for each in connections))
    CUT_OFF.set(rooms.cut_off)


async def measure_store(store: Store) -> None:
    """While it is away, what was measured last stays."""
    with suppress(Unavailable):
        space = await store.space()
        USED.set(space.used)
        FREE.set(inf if space.free is None else space.free)
        REPORTS.set(await store.count_reports())


async def text(rooms: Rooms) -> bytes:
    measure(rooms)
    await measure_store(rooms.store)
    if "PROMETHEUS_MULTIPROC_DIR" not in os.environ:
        return generate_latest(REGISTRY)
    together = CollectorRegistry()
    MultiProcessCollector(together)  # type: ignore[no-untyped-call]
    return generate_latest(together)
