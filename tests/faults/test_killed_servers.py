"""Servers killed at any moment: what was acknowledged is there, once, and everybody plays on."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import time
from pathlib import Path

import pytest

from birdtable.engine import Rng
from kit.findings import note_finding
from kit.server.evening import GAMES, Person, Process, Regulars, check_kept, until_acknowledged

PLAYS = 15
"""Acknowledged at least between two kills, however slow the machine is."""


async def killed_evening(server: Process, tables: int, kills: int, rng: Rng) -> tuple[list[Person], list[float]]:
    """Guests at so many tables, and a server killed and started again so often. Returns them and the waits in seconds
    from the moment it was up until the last of them was back."""
    regulars = [Regulars([server.address], GAMES[number % 2], number * 1000) for number in range(tables)]
    playing = [asyncio.create_task(pair.come()) for pair in regulars]
    waits: list[float] = []

    def everybody() -> list[Person]:
        return [person for pair in regulars for person in pair.people]

    for _ in range(kills):
        await until_acknowledged(everybody, sum(len(person.acknowledged) for person in everybody()) + PLAYS)
        await asyncio.sleep(rng.below(1000) / 1000)
        await asyncio.to_thread(server.kill)
        killed = time.monotonic()
        await asyncio.to_thread(server.start)
        up = time.monotonic()
        # Where there are two processes, the first lets people in before the second is up.
        while any(pair.away_since(killed) for pair in regulars):
            assert time.monotonic() < up + 60, "somebody did not come back"
            await asyncio.sleep(0.01)
        waits.append(time.monotonic() - up)
    for pair in regulars:
        pair.closing = True
    await asyncio.wait_for(asyncio.gather(*playing), 600)
    return everybody(), waits


def copy(source: str, target: Path) -> None:
    subprocess.run([sys.executable, "-m", "birdtable", "backup", str(target), "--db", source], check=True)


def evening_with(server: Process, tables: int, kills: int) -> None:
    server.start()
    people, waits = asyncio.run(killed_evening(server, tables, kills, Rng(1)))
    server.stop()
    kept = check_kept(server.db, people)
    note_finding(
        f"killed servers, {server.kind}",
        kills=kills,
        tables=tables,
        matches=len(people) // 2,
        acknowledged_plays_all_kept=kept,
        longest_return=f"{max(waits):.2f} s",
    )
    assert all(person.outcome is not None for person in people)
    assert kept >= kills * PLAYS


def test_nothing_acknowledged_is_lost_when_the_server_is_killed(tmp_path: Path) -> None:
    evening_with(Process(tmp_path / "killed.sqlite3"), tables=4, kills=3)


@pytest.mark.long
def test_nothing_acknowledged_is_lost_in_a_hundred_kills(home: Process) -> None:
    evening_with(home, tables=20, kills=100)


def test_a_backup_taken_in_use_is_a_whole_evening(tmp_path: Path) -> None:
    """What had been acknowledged when the backup began is in it; a server started on it plays on."""
    server = Process(tmp_path / "used.sqlite3")
    server.start()

    async def evening() -> list[Person]:
        regulars = [Regulars([server.address], game, number * 1000) for number, game in enumerate(GAMES * 2)]
        playing = [asyncio.create_task(pair.come()) for pair in regulars]
        await until_acknowledged(lambda: [person for pair in regulars for person in pair.people], 40)
        people = [person for pair in regulars for person in pair.people]
        known = [dict(person.acknowledged) for person in people]
        await asyncio.to_thread(copy, server.db, tmp_path / "copy.sqlite3")
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        for person, before in zip(people, known, strict=True):
            person.acknowledged = before
        return people

    people = asyncio.run(evening())
    server.stop()
    restored = Process(tmp_path / "copy.sqlite3", port=server.port)
    assert check_kept(restored.db, people) >= 40
    restored.start()

    async def finished() -> None:
        for person in people:
            person.number = 0
            person.pause = 0.0
        await asyncio.wait_for(asyncio.gather(*(person.play() for person in people)), 120)

    asyncio.run(finished())
    restored.stop()
