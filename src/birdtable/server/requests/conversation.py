"""A client's conversation with a table: what it says is answered one after the other, until either side ends it."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Protocol

import msgspec

from birdtable.server.room import limits
from birdtable.server.room.room import Room
from birdtable.server.room.telling.connection import FAREWELL, TOO_SLOW, Connection
from birdtable.server.store.base import Unavailable
from birdtable.server.table.refusal import Refusal, refused_message
from birdtable.wire.play import decode_client

POLICY = 1008
"""How a line is closed that does not keep to the limits."""
BAD_MESSAGES = 100
"""How many messages that come too fast or make no sense are answered before the connection is closed."""
TOO_DEEP = "it is nested too deeply"


class Receiver(Protocol):
    async def receive(self) -> str | bytes | None:
        """What the client says next; ``None`` when it has gone."""


async def converse(connection: Connection, client: Receiver, room: Room, since: int) -> None:
    """Until either side ends it."""
    pump = asyncio.create_task(connection.pump())
    listening = asyncio.create_task(listen(connection, client, room, since))
    try:
        await asyncio.wait([pump, listening], return_when=asyncio.FIRST_COMPLETED)
        if connection.closing is not None:
            await asyncio.wait([pump], timeout=FAREWELL)
    finally:
        room.leave(connection)
        pump.cancel()
        await finish(connection, listening)
    for task in (pump, listening):
        with suppress(asyncio.CancelledError, ConnectionError):
            await task


async def finish(connection: Connection, listening: asyncio.Task[None]) -> None:
    """A message that is being answered is answered to the end: what it changes may be on disk already."""
    connection.closing = connection.closing or 1000
    if connection.busy:
        await asyncio.wait([listening])
    listening.cancel()


async def listen(connection: Connection, client: Receiver, room: Room, since: int) -> None:
    try:
        await room.enter(connection, since)
    except Unavailable:
        connection.close(TOO_SLOW)
        return
    bad = 0
    while True:
        said = await client.receive()
        if said is None:
            return
        try:
            if not connection.messages.take(room.rooms.monotonic()):
                raise Refusal(429, "too many messages: wait a moment")
            room.rooms.limits.spend(limits.ADDRESS_MESSAGES, connection.source, room.rooms.monotonic())
            message = decode_client(said)
        except (Refusal, msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            bad += 1
            if bad > BAD_MESSAGES:
                connection.close(POLICY)
                return
            connection.send(refused_message(garbled_refusal(error), 0))
            continue
        connection.busy = True
        await room.hear(connection, message)
        connection.busy = False
        if connection.closing is not None:
            return


def garbled_refusal(error: Exception) -> Refusal:
    """What cannot be understood, in one line."""
    if isinstance(error, Refusal):
        return error
    if isinstance(error, RecursionError):
        return Refusal(400, "this cannot be understood: {what}", what=TOO_DEEP)
    return Refusal(400, "this cannot be understood: {what}", what=" ".join(str(error).split()))
