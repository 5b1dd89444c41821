"""Every table has a home: nginx, as the documentation configures it, sends everybody at a table to one process."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import httpx
import pytest

from birdtable.cli.server.processes import listener
from kit.findings import note_finding
from kit.programs.databases import Postgres
from kit.programs.ports import free_port
from kit.programs.proxies import nginx
from kit.server.evening import GAMES, Person, Process, Regulars, check_kept, seat_people, until_acknowledged

pytestmark = pytest.mark.postgres

ESTABLISHED = "01"


class Home(NamedTuple):
    server: Process
    ports: tuple[int, int]
    address: str
    """Of nginx. What comes through it counts as one address, so people sit down at the server itself."""


@pytest.fixture(scope="module")
def home(postgres: Postgres, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Home]:
    first = free_pair()
    server = Process(asyncio.run(postgres.new_database()), "--workers", "2", "--apart", port=first)
    server.start()
    ports = (first, first + 1)
    try:
        with nginx(tmp_path_factory.mktemp("nginx"), ports) as address:
            yield Home(server, ports, address)
    finally:
        server.process.terminate()
        server.process.wait(30)


def free_pair() -> int:
    """The first of two ports that are free."""
    return next(port for port in iter(free_port, 0) if port < 65535 and listener(port + 1) is None)


def lines_to(port: int) -> int:
    """Connections of others to a port of this machine."""
    lines = Path("/proc/net/tcp").read_text().splitlines()[1:]
    remote = f":{port:04X}"
    return sum(fields[2].endswith(remote) and fields[3] == ESTABLISHED for fields in map(str.split, lines))


async def test_everybody_at_a_table_is_connected_to_the_same_process(home: Home) -> None:
    homes = set()
    for number in range(8):
        people = await seat_people(home.server.address, GAMES[number % 2], number, to=[home.address] * 2)
        sockets = [await person.guest.connect(person.table) for person in people]
        for socket in sockets:
            await socket.recv()
        counts = tuple(map(lines_to, home.ports))
        assert sorted(counts) == [0, 2]
        homes.add(counts)
        for socket in sockets:
            await socket.close()
        async with asyncio.timeout(30):
            while any(map(lines_to, home.ports)):  # noqa: ASYNC110 - the system closes them
                await asyncio.sleep(0.02)
    assert len(homes) == 2


async def evening(home: Home, tables: int, kills: int) -> tuple[list[Regulars], list[float]]:
    """People at so many tables while processes are killed one after the other. Returns them and how long it took, in
    seconds, until everybody was back."""
    regulars = [
        Regulars([home.address] * 2, GAMES[number % 2], number * 1000, door=home.server.address)
        for number in range(tables)
    ]
    playing = [asyncio.create_task(pair.come()) for pair in regulars]
    waits: list[float] = []

    def people() -> list[Person]:
        return [person for pair in regulars for person in pair.people]

    for _ in range(kills):
        plays = sum(len(person.acknowledged) for person in people())
        await until_acknowledged(people, plays + 10)
        port = max(home.ports, key=lines_to)
        victim, lines = listener(port), lines_to(port)
        assert victim is not None and lines
        there = [person for person in people() if person.outcome is None]
        os.kill(victim, signal.SIGKILL)
        killed = time.monotonic()
        async with asyncio.timeout(60):
            while not all_back(there, killed, lines):  # noqa: ASYNC110
                await asyncio.sleep(0.01)
        waits.append(time.monotonic() - killed)
        async with asyncio.timeout(60):
            while listener(port) is None:  # noqa: ASYNC110 - its successor comes up
                await asyncio.sleep(0.05)
    for pair in regulars:
        pair.closing = True
    async with asyncio.timeout(600):
        await asyncio.gather(*playing)
    return regulars, waits


def all_back(there: Sequence[Person], killed: float, lines: int) -> bool:
    """Whether all whose lines were cut, so many unless their match has just ended, have been told something since."""
    cut = [person for person in there if person.cut > killed]
    ended = sum(person.outcome is not None and person.cut <= killed for person in there)
    return len(cut) + ended >= lines and all(person.outcome or person.returned > person.cut for person in cut)


@pytest.mark.parametrize(("tables", "kills"), [(4, 1), pytest.param(30, 20, marks=pytest.mark.long)])
def test_when_a_process_is_killed_its_tables_move_and_nothing_is_lost(home: Home, tables: int, kills: int) -> None:
    regulars, waits = asyncio.run(evening(home, tables, kills))
    people = [person for pair in regulars for person in pair.people]
    kept = check_kept(home.server.db, people)
    note_finding(
        "processes killed behind nginx",
        kills=kills,
        tables=tables,
        acknowledged_plays_all_kept=kept,
        longest_return=f"{max(waits):.2f} s",
    )
    assert kept >= 10 * kills


async def test_a_port_in_use_is_one_clear_line(home: Home) -> None:
    second = Process(home.server.db, "--workers", "2", "--apart", port=home.ports[0] - 1)
    with pytest.raises(AssertionError, match="cannot be listened on"):
        second.start()


def test_apart_is_for_several_workers(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="--apart is for several workers"):
        Process(tmp_path / "one.sqlite3", "--apart").start()


async def test_the_workers_answer_one_by_one(home: Home) -> None:
    async with httpx.AsyncClient() as client:
        for port in home.ports:
            assert (await client.get(f"http://127.0.0.1:{port}/healthz")).is_success
