"""Thousands of connections on which nobody says a word: what they cost, and that they leave nothing behind."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path

import pytest

from birdtable.cli.server.processes import resident_mb
from kit.findings import note_finding
from kit.server.attacks import STRANGER, TROUBLE, Target, socket_to
from kit.server.evening import Process, seat_people

AT_A_TABLE = 190
"""Onlookers; a table has places for 200."""
MOST = 1.2
"""How many times what it was before the server's memory may be."""


def memory(server: Process) -> float:
    return resident_mb(server.process.pid) or 0.0


async def tables_for(server: Process, sockets: int) -> list[str]:
    return [
        (await seat_people(server.address, "birdie", number))[0].table for number in range(-(-sockets // AT_A_TABLE))
    ]


async def watch(server: Process, tables: list[str], count: int, seconds: float, origin: str) -> tuple[float, int]:
    """The server's memory when so many have come, or tried to, and after so long; and how many got in."""
    target, inside = Target(server.address, tables[0], origin=origin), 0
    async with AsyncExitStack() as stack:
        for number in range(count):
            with suppress(*TROUBLE):
                line = await stack.enter_async_context(socket_to(target, tables[number // AT_A_TABLE]))
                await line.recv()
                inside += 1
        await asyncio.sleep(seconds)
        return memory(server), inside


@asynccontextmanager
async def silent(server: Process, count: int) -> AsyncIterator[None]:
    """A stranger's connections that are opened, and that is all."""
    host, port = Target(server.address, "").place
    writers = []
    for _ in range(count):
        with suppress(*TROUBLE):
            writers.append((await asyncio.open_connection(host, port, local_addr=(STRANGER, 0)))[1])
    yield
    for writer in writers:
        writer.close()


def try_all(server: Process, sockets: int, seconds: float) -> None:
    """A stranger's WebSockets and silent connections cost at most a fifth; of WebSockets from everywhere, for which
    there is no limit, a second wave costs no more than the first."""
    server.start()

    async def evening() -> tuple[float, ...]:
        tables = await tables_for(server, sockets)
        await watch(server, tables, 20, 0, "127.0.0.1")
        before = memory(server)
        strange, inside = await watch(server, tables, sockets, seconds, STRANGER)
        async with silent(server, sockets):
            await asyncio.sleep(seconds)
            quiet = memory(server)
        first, everybody = await watch(server, tables, sockets, seconds, "127.0.0.1")
        second, _ = await watch(server, tables, sockets, seconds, "127.0.0.1")
        return before, strange, inside, quiet, first, everybody, second

    before, strange, inside, quiet, first, everybody, second = asyncio.run(evening())
    server.stop()
    note_finding(
        f"idle sockets, {server.kind}",
        wanted=sockets,
        before=f"{before:.0f} MB",
        seconds=round(seconds),
        of_a_stranger=f"{inside:.0f} got in, {strange:.0f} MB",
        silent_connections=f"{quiet:.0f} MB",
        from_everywhere=f"{everybody:.0f} got in, {first:.0f} MB",
        a_second_time=f"{second:.0f} MB",
    )
    assert inside and everybody > sockets / 2
    assert strange <= MOST * before and quiet <= MOST * before
    assert second <= 1.1 * first


def test_idle_sockets_cost_little_and_leave_nothing_behind(tmp_path: Path) -> None:
    try_all(Process(tmp_path / "idle.sqlite3"), 150, 0)


@pytest.mark.long
def test_two_thousand_idle_sockets_cost_little_and_leave_nothing_behind(home: Process) -> None:
    try_all(home, 2000, 60)
