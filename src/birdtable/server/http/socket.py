"""The WebSocket of a table."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath, FromQuery

from birdtable.server.http.addresses import source_of
from birdtable.server.http.doors import COOKIE, POLICY_VIOLATED, TheRooms, is_same_origin, visitor_of
from birdtable.server.http.patience import WRITE
from birdtable.server.requests.conversation import converse
from birdtable.server.room import limits
from birdtable.server.room.limits import Bucket
from birdtable.server.room.operators import bans
from birdtable.server.room.people.identity import session_of
from birdtable.server.room.rooms import Rooms
from birdtable.server.room.telling.connection import BARRED, TOO_SLOW, VOID, Connection
from birdtable.server.store.base import Unavailable
from birdtable.server.table.refusal import Refusal

MISSING, POLICY, BROKEN = 4404, POLICY_VIOLATED, 1011


def waits(text: bytes) -> bool:
    """Under a server that cannot write at once."""
    return False


class TextSocket:
    """A WebSocket, reduced to what a table needs."""

    def __init__(self, socket: WebSocket[Any, Any, Any]) -> None:
        self.socket = socket
        offered: Any = socket.scope.get("extensions") or {}
        self.write: Callable[[bytes], bool] = offered.get(WRITE, {}).get("text", waits)

    async def send_text(self, text: str) -> None:
        await self.send({"type": "websocket.send", "text": text, "bytes": None})

    async def close(self, code: int) -> None:
        await self.send({"type": "websocket.close", "code": code, "reason": ""})

    async def send(self, event: Any) -> None:
        try:
            await self.socket.send(event)
        except WebSocketDisconnect as error:
            raise ConnectionResetError(error.detail) from None

    async def receive(self) -> str | bytes | None:
        try:
            event: Any = await self.socket.receive()
        except WebSocketDisconnect:
            return None
        if event["type"] != "websocket.receive":
            return None
        said: str | bytes = event.get("text") or event.get("bytes") or b""
        return said


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
    session = "" if "authorization" in socket.headers else session_of(socket.cookies.get(COOKIE, ""))
    room = await rooms.get(table)
    room.check_space(person.id if person else "")
    mutes = set(await rooms.store.mutes(person.id)) if person else set()
    await socket.accept()
    messages = Bucket(rooms.limits.rate_for(limits.MESSAGES, source), rooms.monotonic())
    try:
        client = TextSocket(socket)
        await converse(Connection(client, person, messages, mutes, source, session), client, room, since)
    except OSError:
        return  # the client is gone
    except Exception as error:
        rooms.report(f"a conversation at table {table} failed", error)
        with suppress(Exception):
            await socket.close(BROKEN)
