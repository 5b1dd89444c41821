"""A line between guests and a server that delays, loses, doubles, reorders and cuts. It seeds its own luck."""

from __future__ import annotations

import asyncio
from collections import Counter
from types import TracebackType

from websockets.asyncio.client import connect
from websockets.asyncio.connection import Connection
from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.exceptions import WebSocketException

from birdtable.engine import Rng

LOST, DOUBLED, SWAPPED, CUT = range(4)
NAMES = ("lost", "doubled", "swapped", "cut")


class BadLine:
    """Passes WebSocket messages on, and in ``percent`` of a hundred does something to them."""

    def __init__(self, server: str, seed: int, percent: int = 4, delay_ms: int = 20) -> None:
        self.server = server.replace("http", "ws", 1)
        self.rng = Rng(seed)
        self.percent = percent
        self.delay_ms = delay_ms
        self.done: Counter[str] = Counter()
        self.listening: Server | None = None

    async def __aenter__(self) -> BadLine:
        self.listening = await serve(self.between, "127.0.0.1", 0, compression=None)
        self.address = f"http://127.0.0.1:{next(iter(self.listening.sockets)).getsockname()[1]}"
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self.listening is not None
        self.listening.close()
        await self.listening.wait_closed()

    async def between(self, guest: ServerConnection) -> None:
        assert guest.request is not None
        headers = {"Authorization": guest.request.headers["Authorization"]}
        try:
            async with connect(
                self.server + guest.request.path, additional_headers=headers, compression=None
            ) as server:
                ways = [asyncio.create_task(self.carry(guest, server)), asyncio.create_task(self.carry(server, guest))]
                _, pending = await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
                for way in pending:
                    way.cancel()
                await asyncio.gather(*ways, return_exceptions=True)
        except (OSError, WebSocketException):
            pass
        await guest.close()

    async def carry(self, one: Connection, other: Connection) -> None:
        """One direction, until it is cut."""
        held: str | bytes | None = None
        async for message in one:
            await asyncio.sleep(self.rng.below(self.delay_ms) / 1000)
            trouble = self.rng.below(4) if self.rng.below(100) < self.percent else None
            if trouble is not None:
                self.done[NAMES[trouble]] += 1
            if trouble == CUT:
                return
            if trouble == SWAPPED and held is None:
                held = message
                continue
            if trouble != LOST:
                await other.send(message)
            if trouble == DOUBLED:
                await other.send(message)
            if held is not None:
                await other.send(held)
                held = None
