"""Floods: sockets, messages and requests without end, and readers that do not read. Memory stays bounded, and honest
people play on meanwhile. Here the flood comes from the machine itself, for which limits count a thousandfold."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any

import pytest

from birdtable.cli.server.processes import resident_mb
from birdtable.server.crowd import CrowdTable, Tally
from kit.findings import note_finding
from kit.server.attacks import (
    HEAVY,
    STRANGER,
    Attack,
    Target,
    ask,
    bad_messages,
    go_on,
    half_open,
    heavy_rows,
    onlookers,
    requests,
    slow_readers,
    table_spam,
)
from kit.server.evening import Process

FLOODS: dict[str, Attack] = {
    flood.__name__.replace("_", " "): flood
    for flood in (onlookers, slow_readers, bad_messages, table_spam, half_open, requests, heavy_rows)
}


async def flooded(server: Process, flood: Attack, rounds: int, honest: int = 4) -> tuple[Tally, float]:
    """Honest people play ten moves a second at a few tables while the flood comes so often. Returns how they fared and
    by how much the server grew."""
    tally = Tally()
    tables = [CrowdTable(("birdie", "cubirds")[number % 2], 10, tally, number) for number in range(honest)]
    for number, table in enumerate(tables):
        await table.sit_down(server.address, f"Honest {number}")
    playing = [asyncio.create_task(table.play()) for table in tables]
    await asyncio.sleep(0.5)
    target = Target(server.address, tables[0].table, origin=STRANGER if flood is heavy_rows else "127.0.0.1")
    await go_on(flood, target, 1)
    before = resident_mb(server.process.pid) or 0.0
    tally.counting = True
    await go_on(flood, target, rounds)
    tally.counting = False
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    await asyncio.sleep(0.5)
    return tally, (resident_mb(server.process.pid) or 0.0) - before


def bear(server: Process, name: str, rounds: int) -> None:
    server.start()
    began = time.monotonic()
    tally, grown = asyncio.run(flooded(server, FLOODS[name], rounds))
    server.stop()
    note_finding(
        f"flood of {name}, {server.kind}",
        rounds=rounds,
        seconds=round(time.monotonic() - began),
        honest_moves=len(tally.waits),
        p99=f"{tally.percentile(0.99):.0f} ms",
        errors=len(tally.errors),
        server_grown=f"{grown:.1f} MB",
    )
    assert tally.waits and not tally.errors, tally.errors
    assert grown < 60


@pytest.mark.parametrize("name", FLOODS)
def test_honest_people_play_on_in_a_flood(tmp_path: Path, name: str) -> None:
    bear(Process(tmp_path / "flood.sqlite3"), name, rounds=1)


def test_others_get_help_while_an_address_asks_for_too_much(tmp_path: Path) -> None:
    """It is told so, and nobody's question is lost."""
    rows = {**HEAVY, "time": 1.5}
    server = Process(tmp_path / "help.sqlite3")
    server.start()

    async def score(row: dict[str, Any], origin: str) -> int:
        return (await ask(Target(server.address, "", origin=origin), "POST", "/api/score", row))[0]

    async def evening() -> tuple[list[int], list[int]]:
        flood = [asyncio.create_task(score(rows, STRANGER)) for _ in range(10)]
        await asyncio.sleep(0.5)
        honest = [await score({"row": "Ow Ww Pw"}, f"127.0.0.{host}") for host in (3, 4, 5)]
        return await asyncio.gather(*flood), honest

    flood, honest = asyncio.run(evening())
    server.stop()
    assert honest == [200, 200, 200]
    assert sorted(set(flood)) == [200, 429] and flood.count(200) <= 4


@pytest.mark.long
@pytest.mark.parametrize("name", FLOODS)
def test_honest_people_play_on_in_a_long_flood(home: Process, name: str) -> None:
    bear(home, name, rounds=25)
