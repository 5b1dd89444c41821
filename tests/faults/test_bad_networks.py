"""Bad lines: messages late, lost, doubled, out of order, cut off. Every match ends, and everybody agrees with the
record."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import WebSocketException

from birdtable.record import Record, read
from kit.findings import note_finding
from kit.server.bad_line import NAMES, BadLine
from kit.server.evening import GAMES, Person, Process, check_kept, seat_people

PATIENCE = 0.5
"""Seconds without a word after which a guest calls again."""


class Patient(Person):
    """Whoever hears nothing calls again, and what is older than what was heard is not news."""

    async def play(self) -> None:
        while self.outcome is None:
            try:
                socket = await self.guest.connect(self.table, self.number)
                try:
                    while self.outcome is None:
                        message = json.loads(await asyncio.wait_for(socket.recv(), PATIENCE))
                        if message.get("number", self.number) >= self.number:
                            await self.hear(socket, message)
                finally:
                    await socket.close()
            except (OSError, WebSocketException, TimeoutError):
                continue


async def match(server: Process, line: BadLine, game: str, seed: int) -> list[Patient]:
    people = await seat_people(server.address, game, seed, to=[line.address, line.address])
    patient = [Patient(p.guest, p.table, game, p.seat, seed * 2 + p.seat) for p in people]
    await asyncio.gather(*(person.play() for person in patient))
    return patient


async def matches(server: Process, count: int, at_once: int, seed: int) -> tuple[list[Patient], BadLine]:
    async with BadLine(server.address, seed) as line:
        places = asyncio.Semaphore(at_once)

        async def one(number: int) -> list[Patient]:
            async with places:
                return await asyncio.wait_for(match(server, line, GAMES[number % 2], seed + number), 600)

        tables = await asyncio.gather(*(one(number) for number in range(count)))
        return [person for table in tables for person in table], line


def record_of(person: Person) -> Record:
    """What the server keeps of a match that is over."""
    answer = httpx.get(f"{person.guest.url}/api/tables/{person.table}/record", headers=person.guest.headers)
    (record,) = read(answer.raise_for_status().text.splitlines())
    return record


def check_agreement(server: Process, count: int, at_once: int) -> None:
    server.start()
    people, line = asyncio.run(matches(server, count, at_once, 1))
    for person in people:
        person.guest.url = server.address
        outcome = record_of(person).outcome
        assert outcome is not None
        assert person.outcome["points"] == list(outcome.points) and person.outcome["winners"] == list(outcome.winners)
    server.stop()
    plays = check_kept(server.db, people)
    assert all(line.done[name] for name in NAMES)
    note_finding(f"bad lines, {server.kind}", matches=count, acknowledged_plays_all_kept=plays, **line.done)


def test_on_a_bad_line_all_seats_agree_with_the_record(tmp_path: Path) -> None:
    check_agreement(Process(tmp_path / "lines.sqlite3"), 8, 8)


@pytest.mark.long
def test_on_a_bad_line_all_seats_agree_with_the_records_of_a_thousand_matches(home: Process) -> None:
    check_agreement(home, 1000, 40)
