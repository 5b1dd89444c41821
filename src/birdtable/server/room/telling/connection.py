"""One client's connection to a room: a bounded outbox, and through whose eyes it sees the match."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Protocol

import msgspec

from birdtable.game import SPECTATOR, Seat
from birdtable.server.room.limits import OUTBOX, Bucket
from birdtable.server.table import disclosure
from birdtable.server.table.disclosure import Watch
from birdtable.server.table.person import Person
from birdtable.server.table.table import Table

encode = msgspec.json.Encoder().encode

TOO_SLOW, VOID, BARRED = 1013, 4401, 4403
FAREWELL = 5.0
"""Seconds that the last messages may take."""


class Socket(Protocol):
    """What a connection needs of a WebSocket."""

    def write(self, text: bytes) -> bool:
        """Sends a text if that can be done without waiting; says whether it did."""

    async def send_text(self, text: str) -> None: ...
    async def close(self, code: int) -> None: ...


class Connection:
    def __init__(
        self,
        socket: Socket,
        person: Person | None,
        messages: Bucket,
        mutes: set[str],
        source: str = "",
        session: str = "",
    ) -> None:
        self.socket = socket
        self.person = person
        self.messages = messages
        self.mutes = mutes
        self.source = source
        """The address, as limits count it."""
        self.session = session
        """Of the cookie by which the person is known, if it was one."""
        self.called: Seat | None = None
        """Several seats at one device: the one that was called to the screen."""
        self.outbox: deque[bytes] = deque()
        self.filled = asyncio.Event()
        self.is_drained = False
        """All that was ever put into the outbox has been sent: what is written now overtakes nothing."""
        self.closing: int | None = None
        self.pumping: asyncio.Task[None] | None = None
        self.busy = False
        """A message of this connection is being answered."""

    @property
    def person_id(self) -> str:
        return self.person.id if self.person else ""

    def watch(self, table: Table) -> Watch:
        seats = table.seats_of(self.person_id)
        seat = disclosure.screen(table, self.person_id, self.called)
        if seat is SPECTATOR:
            self.called = None
        return Watch(seat, seats, recall=bool(seats) and self.person is not None and self.person.kind == "bot")

    def send(self, message: msgspec.Struct | bytes) -> None:
        """Never waits. A client that does not read is disconnected; when it comes back it gets a fresh position."""
        if self.closing is not None:
            return
        if len(self.outbox) >= OUTBOX:
            self.close(TOO_SLOW)
            return
        text = message if isinstance(message, bytes) else encode(message)
        if self.is_drained and self.socket.write(text):
            return
        self.is_drained = False
        self.outbox.append(text)
        self.filled.set()

    def close(self, code: int) -> None:
        """Closes once the outbox is empty, and soon if the client does not empty it; at once if it never did."""
        if self.closing is None:
            self.closing = code
            self.filled.set()
            if self.pumping is None:
                return
            if code == TOO_SLOW:
                self.outbox.clear()
                self.pumping.cancel()
            else:
                asyncio.get_running_loop().call_later(FAREWELL, self.pumping.cancel)

    async def pump(self) -> None:
        """Sends what is in the outbox until the connection is closed."""
        self.pumping = asyncio.current_task()
        while True:
            await self.filled.wait()
            self.filled.clear()
            while self.outbox:
                await self.socket.send_text(self.outbox.popleft().decode())
            if self.closing is not None:
                await self.socket.close(self.closing)
                return
            self.is_drained = True
