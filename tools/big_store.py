"""How a big PostgreSQL answers: ``PYTHONPATH=tests .venv/bin/python tools/big_store.py postgresql://...``.

The database must be empty, and is filled with copies of real matches, first a few, then until it holds so many entries.
Both times everything that the server asks often is asked a thousand times, at random tables and people, through the
server's own store. Nothing is removed afterwards.
"""

from __future__ import annotations

import argparse
import asyncio
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import asyncpg
import msgspec

from birdtable.engine import Rng
from birdtable.server.store.base import NEVER, TableRow
from birdtable.server.store.postgres import PostgresStore
from birdtable.server.table import entries, summary
from birdtable.server.table.entries import AnyEntry, Opened, Shuffling
from birdtable.server.table.table import Table, make_play, start_match, take
from birdtable.wire.tables import Phase
from kit.server.serving import MIRA, TOMAS, new_table, some_play

ASKED = 1000
"""How often each question is asked."""
EACH = 20
"""Matches of a person."""
LIVE = 50
"""Every so-manieth table is still played."""
FILL = f"""
INSERT INTO tables SELECT 't' || number, 'birdie', CASE WHEN number % {LIVE} = 0 THEN 'playing' ELSE 'over' END,
    number % {LIVE} = 0, {NEVER}, $2, number, '\\x00', $1, '' FROM generate_series($3::int, $4::int) AS number
"""
COPY = """
INSERT INTO entries SELECT 't' || number, place, body
FROM generate_series($2::int, $3::int) AS number, unnest($1::text[]) WITH ORDINALITY AS log (body, place)
"""
SEAT = f"""
INSERT INTO members SELECT 'p' || (number + shift * 7919) / {EACH}, 't' || number
FROM generate_series($1::int, $2::int) AS number, generate_series(0, 1) AS shift ON CONFLICT DO NOTHING
"""
SLICE = 5000
"""Tables that are written in one statement."""


def real_match() -> tuple[list[AnyEntry], Table]:
    """A match of Birdie between two people who play at random, to its end."""
    table, rng = new_table("birdie", MIRA, TOMAS), Rng(1)
    log: list[AnyEntry] = [Opened(at=0.0, setting=table.setting, commitment="0" * 64), Shuffling(at=1.0)]
    started, table = start_match(take(table, log[1]), 1.0)
    log.append(started)
    while table.phase == "playing":
        entry, table = make_play(table, table.to_move, some_play(table, rng), table.changed + 10, spent=9000)
        log.append(entry)
    return log, table


async def fill(connection: Any, log: Sequence[bytes], body: bytes, tables: range) -> None:
    for start in range(tables.start, tables.stop, SLICE):
        last = min(start + SLICE, tables.stop) - 1
        async with connection.transaction():
            await connection.execute(FILL, body.decode(), len(log), start, last)
            await connection.execute(COPY, [entry.decode() for entry in log], start, last)
            await connection.execute(SEAT, start, last)
    await connection.execute("VACUUM ANALYZE")


async def measure(ask: Callable[[int], Awaitable[object]]) -> tuple[float, float]:
    """Median and slowest hundredth, in milliseconds."""
    waits = []
    for number in range(ASKED):
        began = time.perf_counter()
        await ask(number)
        waits.append((time.perf_counter() - began) * 1000)
    waits.sort()
    return waits[ASKED // 2], waits[ASKED * 99 // 100]


async def ask_everything(
    store: PostgresStore, tables: int, length: int, row: TableRow, entry: bytes, grown: Counter[int]
) -> dict[str, tuple[float, float]]:
    """The waits for each question. ``grown`` counts what was appended to each table."""
    rng = Rng(tables)

    async def append(_: int) -> None:
        number = rng.below(tables)
        grown[number] += 1
        await store.append(msgspec.structs.replace(row, id=f"t{number}", number=length + grown[number]), [entry])

    people, over = tables // EACH, list[Phase](["over"])
    questions: dict[str, Callable[[int], Awaitable[object]]] = {
        "append a move": append,
        "open a table": lambda _: store.load(f"t{rng.below(tables)}"),
        "what is new at a table": lambda _: store.entries(f"t{rng.below(tables)}", length - 2),
        "a person's tables": lambda _: store.of_person(f"p{rng.below(people)}", live=True, limit=30),
        "a person's matches": lambda _: store.matches(
            f"p{rng.below(people)}", phases=over, game=None, after=None, limit=30
        ),
        "public tables": lambda _: store.public(None, 30),
        "what is due": lambda number: store.claim_due(float(number), 1e9, 100),
        "what somebody said": lambda _: store.words(f"p{rng.below(people)}"),
    }
    return {name: await measure(ask) for name, ask in questions.items()}


async def run(address: str, wanted: int) -> None:
    log, table = real_match()
    bodies = [entries.encode(entry) for entry in log]
    body = summary.encode(summary.summary(table))
    row = TableRow(
        id="", game="birdie", phase="over", public=False, due=NEVER, number=0, changed=1.0, summary=body, members=None
    )
    store = PostgresStore(address)
    await store.open()
    connection = await asyncpg.connect(address)
    print(f"a match has {len(log)} entries of {sum(map(len, bodies)) / len(log):.0f} bytes, its summary {len(body)}")
    sizes = [min(1000, wanted // len(log)), wanted // len(log)]
    found, before, space, grown = [], 0, [], Counter[int]()
    for tables in sizes:
        began = time.perf_counter()
        await fill(connection, bodies, body, range(before, tables))
        took = time.perf_counter() - began
        print(f"{tables * len(log):,} entries of {tables:,} tables after {took:.0f} s", flush=True)
        found.append(await ask_everything(store, tables, len(log), row, bodies[-1], grown))
        space.append((await store.space()).used)
        before = tables
    print(f"bytes on disk: {space[0]:,} and {space[1]:,}, {space[1] / sizes[1] / len(log):.0f} an entry")
    print(f"{'milliseconds':<24}{'few: p50':>10}{'p99':>8}{'many: p50':>11}{'p99':>8}")
    for name in found[0]:
        few, many = found[0][name], found[1][name]
        print(f"{name:<24}{few[0]:10.2f}{few[1]:8.2f}{many[0]:11.2f}{many[1]:8.2f}")
    await connection.close()
    await store.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("db", help="an empty database: postgresql://user@host/name")
    parser.add_argument("--entries", type=int, default=10_000_000)
    wish = parser.parse_args()
    asyncio.run(run(wish.db, wish.entries))


if __name__ == "__main__":
    main()
