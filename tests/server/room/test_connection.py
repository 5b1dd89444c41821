"""A connection's messages: written at once where nobody has to wait, and never out of order."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from birdtable.server.room.limits import OUTBOX, Bucket, Rate
from birdtable.server.room.telling.connection import Connection


class Line:
    """A socket whose client reads, or does not for a while."""

    def __init__(self) -> None:
        self.reads = asyncio.Event()
        self.heard: list[str] = []
        self.at_once: list[str] = []
        self.closed: int | None = None

    def write(self, text: bytes) -> bool:
        if self.reads.is_set():
            self.heard.append(text.decode())
            self.at_once.append(text.decode())
        return self.reads.is_set()

    async def send_text(self, text: str) -> None:
        await self.reads.wait()
        self.heard.append(text)

    async def close(self, code: int) -> None:
        self.closed = code


def connect(line: Line) -> Connection:
    return Connection(line, None, Bucket(Rate(1e9, 1e9), 0.0), set())


async def settle() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


async def test_who_reads_is_written_to_without_a_detour() -> None:
    line = Line()
    line.reads.set()
    connection = connect(line)
    connection.send(b"first")
    pump = asyncio.create_task(connection.pump())
    await settle()
    connection.send(b"second")
    assert line.heard == ["first", "second"]
    assert line.at_once == ["second"]
    pump.cancel()


async def test_nothing_overtakes_what_waits_for_a_slow_client() -> None:
    line = Line()
    line.reads.set()
    connection = connect(line)
    pump = asyncio.create_task(connection.pump())
    connection.send(b"1")
    await settle()
    line.reads.clear()
    connection.send(b"2")
    connection.send(b"3")
    await settle()  # the pump holds 2, and waits for the client
    line.reads.set()
    connection.send(b"4")  # before the pump has noticed
    await settle()
    connection.send(b"5")
    assert line.heard == ["1", "2", "3", "4", "5"]
    assert line.at_once == ["5"]
    pump.cancel()


async def test_who_does_not_read_is_disconnected_and_hears_nothing_more() -> None:
    line = Line()
    connection = connect(line)
    pump = asyncio.create_task(connection.pump())
    await settle()
    for _ in range(OUTBOX + 2):
        connection.send(b"news")
    line.reads.set()
    connection.send(b"more")
    with suppress(asyncio.CancelledError):
        await pump
    assert connection.closing is not None
    assert "more" not in line.heard
