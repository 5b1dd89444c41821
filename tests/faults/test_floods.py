"""Floods: sockets, messages and requests without end, and readers that do not read. Memory stays bounded, and honest
people play on meanwhile."""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections.abc import Callable, Coroutine
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from birdtable.cli.load import resident_mb
from birdtable.server.crowd import CrowdTable, Guest, Tally
from kit.evening import Process
from kit.findings import found

Flood = Callable[[str, str], Coroutine[Any, Any, None]]
TROUBLE = (OSError, WebSocketException, TimeoutError)


async def sockets(address: str, table: str) -> None:
    """Onlookers who come and never say a word, until the table is full."""
    url = address.replace("http", "ws", 1) + f"/api/tables/{table}/socket"
    lines = []
    for _ in range(400):
        with suppress(*TROUBLE):
            lines.append(await connect(url, compression=None, open_timeout=5, close_timeout=0.1))
    await asyncio.gather(*(line.close() for line in lines))


async def slow_readers(address: str, table: str) -> None:
    """They ask and ask, and do not read the answers."""
    host, port = urlsplit(address).hostname, urlsplit(address).port
    for _ in range(20):
        with suppress(*TROUBLE):
            async with connect(f"ws://{host}:{port}/api/tables/{table}/socket", max_queue=1, compression=None) as line:
                line.transport.pause_reading()
                for number in range(300):
                    await line.send(json.dumps({"type": "ping", "id": number}))
                await asyncio.sleep(0.05)
                line.transport.abort()


async def chatter(address: str, table: str) -> None:
    """Messages as small and as large as can be, as fast as they go."""
    url = address.replace("http", "ws", 1) + f"/api/tables/{table}/socket"
    for size in (1, 10, 1000, 16_000, 100_000, 5_000_000) * 5:
        with suppress(*TROUBLE):
            async with connect(url, compression=None, open_timeout=5, close_timeout=0.1) as line:
                for _ in range(50):
                    await line.send("[" * size)


async def table_spam(address: str, table: str) -> None:
    """One guest who opens tables."""
    guest = await Guest.arrive(address, "Spam")
    for _ in range(300):
        with suppress(*TROUBLE):
            await guest.post("/tables", {"game": "birdie", "seats": [{"player": "me"}, {"player": "open"}]})


async def half_open(address: str, table: str) -> None:
    """Requests that are begun and not ended."""
    split = urlsplit(address)
    lines = []
    for number in range(300):
        with suppress(*TROUBLE):
            _, writer = await asyncio.open_connection(split.hostname, split.port)
            writer.write(b"POST /api/guests HTTP/1.1\r\nHost: x\r\nContent-Length: 50000\r\n"[: 20 + number % 50])
            lines.append(writer)
    await asyncio.sleep(0.5)
    for writer in lines:
        writer.close()


async def requests(address: str, table: str) -> None:
    """Whatever there is, asked for without a pause."""
    split = urlsplit(address)
    for _ in range(30):
        with suppress(*TROUBLE):
            reader, writer = await asyncio.open_connection(split.hostname, split.port)
            for _ in range(30):
                path = random.choice(["/api/games", "/api/tables", f"/api/tables/{table}", "/", "/x"])
                writer.write(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
            await writer.drain()
            await asyncio.wait_for(reader.read(10_000), 5)
            writer.close()


HEAVY = {
    "row": "Oa Wu Ow Ws Rw Pw Pu Rs Ru Wa Ou Ra Ps Os Ww Pa",
    "expert": True,
    "woodpeckers": 2,
    "pigeons": 2,
    "owls": 2,
    "time": 5.0,
}
"""A row that a worker thinks about for as long as it may."""
STRANGER = "127.0.0.2"
"""An address that is not the machine's own in the eyes of the limits."""


async def score(address: str, row: dict[str, Any], origin: str) -> int:
    """The status that a request to the scorer from that address is answered with."""
    split = urlsplit(address)
    reader, writer = await asyncio.open_connection(split.hostname, split.port, local_addr=(origin, 0))
    body = json.dumps(row).encode()
    head = f"POST /api/score HTTP/1.1\r\nHost: {split.netloc}\r\nContent-Length: {len(body)}\r\n"
    writer.write(head.encode() + b"Content-Type: application/json\r\nConnection: close\r\n\r\n" + body)
    try:
        return int((await asyncio.wait_for(reader.readline(), 60)).split()[1])
    finally:
        writer.close()


async def heavy_rows(address: str, table: str) -> None:
    """One address that wants rows scored that take long, and does not wait for the answers."""
    asking = []
    for _ in range(20):
        asking.append(asyncio.create_task(score(address, HEAVY, STRANGER)))
        await asyncio.sleep(0.1)
    for task in asking:
        task.cancel()
    await asyncio.gather(*asking, return_exceptions=True)


FLOODS: dict[str, Flood] = {
    flood.__name__.replace("_", " "): flood
    for flood in (sockets, slow_readers, chatter, table_spam, half_open, requests, heavy_rows)
}


async def flooded(server: Process, flood: Flood, rounds: int, honest: int = 4) -> tuple[Tally, float]:
    """Honest people play ten moves a second at a few tables while the flood comes so often. Returns how they fared and
    by how much the server grew."""
    tally = Tally()
    tables = [CrowdTable(("birdie", "cubirds")[number % 2], 10, tally, number) for number in range(honest)]
    for number, table in enumerate(tables):
        await table.sit_down(server.address, f"Honest {number}")
    playing = [asyncio.create_task(table.play()) for table in tables]
    await asyncio.sleep(0.5)
    await flood(server.address, tables[0].table)
    before = resident_mb(server.process.pid) or 0.0
    tally.counting = True
    for _ in range(rounds):
        await flood(server.address, tables[0].table)
        await asyncio.sleep(0.1)
    tally.counting = False
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    await asyncio.sleep(0.5)
    return tally, (resident_mb(server.process.pid) or 0.0) - before


def bear(folder: Path, name: str, rounds: int) -> None:
    server = Process(folder / "flood.sqlite3")
    server.start()
    began = time.monotonic()
    tally, grown = asyncio.run(flooded(server, FLOODS[name], rounds))
    server.stop()
    found(
        f"flood of {name}",
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
    bear(tmp_path, name, rounds=1)


def test_others_get_help_while_an_address_asks_for_too_much(tmp_path: Path) -> None:
    """It is told so, and nobody's question is lost."""
    rows = {**HEAVY, "time": 1.5}
    server = Process(tmp_path / "help.sqlite3")
    server.start()

    async def evening() -> tuple[list[int], list[int]]:
        flood = [asyncio.create_task(score(server.address, rows, STRANGER)) for _ in range(10)]
        await asyncio.sleep(0.5)
        honest = [await score(server.address, {"row": "Ow Ww Pw"}, f"127.0.0.{host}") for host in (3, 4, 5)]
        return await asyncio.gather(*flood), honest

    flood, honest = asyncio.run(evening())
    server.stop()
    assert honest == [200, 200, 200]
    assert sorted(set(flood)) == [200, 429] and flood.count(200) <= 4


@pytest.mark.long
@pytest.mark.parametrize("name", FLOODS)
def test_honest_people_play_on_in_a_long_flood(tmp_path: Path, name: str) -> None:
    bear(tmp_path, name, rounds=25)
