"""The WebSocket of a table."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath, FromQuery

from birdtable.server.http.addresses import source_of
from birdtable.server.http.doors import POLICY_VIOLATED, TheRooms, is_same_origin, visitor_of
from birdtable.server.http.errors import TOO_DEEP
from birdtable.server.room import bans, limits
from birdtable.server.room.connection import BARRED, FAREWELL, TOO_SLOW, Connection
from birdtable.server.room.limits import Bucket
from birdtable.server.room.room import Room
from birdtable.server.room.rooms import Rooms
from birdtable.server.store.base import Unavailable
from birdtable.server.table.refusal import Refusal, refused_message
from birdtable.wire.play import decode_client

VOID, MISSING, POLICY, BROKEN = 4401, 4404, POLICY_VIOLATED, 1011
BAD_MESSAGES = 100
"""How many messages that come too fast or make no sense are answered before the connection is closed."""


class TextSocket:
    """A WebSocket, reduced to what a table needs."""

    def __init__(self, socket: WebSocket[Any, Any, Any]) -> None:
        self.socket = socket

    async def send_text(self, text: str) -> None:
        await self.socket.send({"type": "websocket.send", "text": text, "bytes": None})

    async def close(self, code: int) -> None:
        await self.socket.send({"type": "websocket.close", "code": code, "reason": ""})


@websocket("/tables/{table:str}/socket")
async def table_socket(
    socket: WebSocket[Any, Any, Any], rooms: TheRooms, table: FromPath[str], since: FromQuery[int] = 0
) -> None:
    if not is_same_origin(socket):
        await socket.close(POLICY)
        return
    source = source_of(socket)
    try:
        with rooms.limits.hold(limits.ADDRESS_CONNECTIONS, source):
            await let_in(socket, rooms, table, max(0, since), source)
    except Refusal as error:
        await socket.accept()
        await socket.close({401: VOID, 403: BARRED, 404: MISSING}.get(error.status, POLICY))
    except Unavailable:
        await socket.accept()
        await socket.close(TOO_SLOW)


async def let_in(socket: WebSocket[Any, Any, Any], rooms: Rooms, table: str, since: int, source: str) -> None:
    """Raises only while the client has not been accepted."""
    bans.refuse(rooms.enforcement.of_address(source))
    person = await visitor_of(socket, rooms.people)
    bans.refuse(rooms.enforcement.of_person(person))
    room = await rooms.get(table)
    room.check_space(person.id if person else "")
    mutes = set(await rooms.store.mutes(person.id)) if person else set()
    await socket.accept()
    messages = Bucket(rooms.limits.rate_for(limits.MESSAGES, source), rooms.monotonic())
    try:
        await converse(Connection(TextSocket(socket), person, messages, mutes, source), socket, room, since)
    except OSError:
        return  # the client is gone
    except Exception as error:
        rooms.report(f"a conversation at table {table} failed", error)
        with suppress(Exception):
            await socket.close(BROKEN)


async def converse(connection: Connection, socket: WebSocket[Any, Any, Any], room: Room, since: int) -> None:
    """Until either side ends it."""
    pump = asyncio.create_task(connection.pump())
    listening = asyncio.create_task(listen(connection, socket, room, since))
    try:
        await asyncio.wait([pump, listening], return_when=asyncio.FIRST_COMPLETED)
        if connection.closing is not None:
            await asyncio.wait([pump], timeout=FAREWELL)
    finally:
        room.leave(connection)
        pump.cancel()
        await finish(connection, listening)
    for task in (pump, listening):
        with suppress(asyncio.CancelledError, WebSocketDisconnect):
            await task


async def finish(connection: Connection, listening: asyncio.Task[None]) -> None:
    """A message that is being answered is answered to the end: what it changes may be on disk already."""
    connection.closing = connection.closing or 1000
    if connection.busy:
        await asyncio.wait([listening])
    listening.cancel()


async def listen(connection: Connection, socket: WebSocket[Any, Any, Any], room: Room, since: int) -> None:
    try:
        await room.enter(connection, since)
    except Unavailable:
        connection.close(TOO_SLOW)
        return
    bad = 0
    while True:
        event: Any = await socket.receive()
        if event["type"] != "websocket.receive" or connection.closing == BARRED:
            return
        try:
            if not connection.messages.take(room.rooms.monotonic()):
                raise Refusal(429, "too many messages: wait a moment")
            room.rooms.limits.spend(limits.ADDRESS_MESSAGES, connection.source, room.rooms.monotonic())
            message = decode_client(event.get("text") or event.get("bytes") or b"")
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
