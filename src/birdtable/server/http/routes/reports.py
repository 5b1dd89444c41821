"""The route for reporting somebody to those who run the server."""

from __future__ import annotations

from typing import Any

from litestar import Request, post
from litestar.params import FromPath, JSONBody

from birdtable.server.http.addresses import source_of
from birdtable.server.http.doors import Member, TheRooms
from birdtable.server.http.errors import FAILURES
from birdtable.server.room import limits
from birdtable.server.room.operators.reports import file_report
from birdtable.wire.operator import NewReport


@post("/tables/{table:str}/report", status_code=204, responses=FAILURES)
async def report(
    request: Request[Any, Any, Any], rooms: TheRooms, me: Member, table: FromPath[str], data: JSONBody[NewReport]
) -> None:
    """Tell those who run the server about a person at this table, or about something they said."""
    for who in (me.id, source_of(request)):
        rooms.limits.spend(limits.REPORTS, who, rooms.monotonic())
    await file_report(rooms.store, table, me, data, rooms.now())


ROUTES = [report]
