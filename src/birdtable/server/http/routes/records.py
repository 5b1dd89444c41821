"""Routes for looking back at a record that the client brings, and for what helps while a match is played."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any, TypeVar

from anyio import CapacityLimiter, to_thread
from litestar import Request, get, post
from litestar.params import FromPath, JSONBody
from litestar.response import Stream

from birdtable.server.http.addresses import source_of
from birdtable.server.http.doors import Member, TheRooms, Visitor
from birdtable.server.http.errors import FAILURES
from birdtable.server.past import lookback
from birdtable.server.room import helping, limits
from birdtable.server.room.levels import levels
from birdtable.server.room.thinking import Asker
from birdtable.server.table.entries import Shuffling
from birdtable.server.workers import reviewing
from birdtable.wire.past import LookAt, LookBack, PastPosition, RecordReplay, ReviewWish, Shuffle, Trial
from birdtable.wire.play import Unseen
from birdtable.wire.tables import TableInfo

AnyRequest = Request[Any, Any, Any]
LINES = "application/jsonl"
READING = CapacityLimiter(2)
"""So many records are read at a time: those who play need the processor too."""

T = TypeVar("T")


async def read(work: Callable[..., T], *arguments: Any) -> T:
    """What a function makes of a record, in a thread."""
    return await to_thread.run_sync(work, *arguments, limiter=READING)


@post("/records/replay", status_code=200, responses=FAILURES)
async def replay_record(request: AnyRequest, rooms: TheRooms, data: JSONBody[LookBack]) -> RecordReplay:
    """Every moment of a record, as a seat knew it."""
    rooms.limits.spend(limits.RECORDS, source_of(request), rooms.monotonic())
    return await read(lookback.replay, data.record, data.seat)


@post("/records/position", status_code=200, responses=FAILURES)
async def record_position(request: AnyRequest, rooms: TheRooms, data: JSONBody[LookAt]) -> PastPosition:
    """The position after so many steps of a record."""
    rooms.limits.spend(limits.RECORDS, source_of(request), rooms.monotonic())
    return await read(lookback.position, data.record, data.number, data.seat)


@post("/records/shuffle", status_code=200, responses=FAILURES)
async def record_shuffle(request: AnyRequest, rooms: TheRooms, data: JSONBody[LookBack]) -> Shuffle:
    """What the shuffle of a record is checked by."""
    rooms.limits.spend(limits.RECORDS, source_of(request), rooms.monotonic())
    return await read(lookback.shuffle, data.record)


@post("/records/review", status_code=200, responses=FAILURES, media_type=LINES)
async def review_record(request: AnyRequest, rooms: TheRooms, data: JSONBody[ReviewWish]) -> Stream:
    """Lines of ``ReviewNews`` while the workers are at it; the last one has the report."""
    rooms.limits.spend(limits.WORK, source_of(request), rooms.monotonic())
    await read(reviewing.check_reviewable, data.record, data.seat)
    asker = Asker(source_of(request))
    rooms.helpers.check_share(asker)
    return Stream(reviewing.review(rooms.helpers, data.record, data.seat, asker), media_type=LINES)


@post("/records/trial", responses=FAILURES)
async def try_again(rooms: TheRooms, me: Member, data: JSONBody[Trial]) -> TableInfo:
    """A table that goes on from a moment of a record, against bots."""
    rooms.limits.spend(limits.OPENING, me.id, rooms.monotonic())
    record = await read(lookback.parse_record, data.record)
    setting = await read(lookback.trial, data, me, levels(record.game), secrets.randbits(63))
    room = await rooms.create(setting, me)
    await room.change(lambda t, at: [Shuffling(at=at)])
    return room.info()


@get("/tables/{table:str}/unseen", responses=FAILURES)
async def unseen(rooms: TheRooms, visitor: Visitor, table: FromPath[str]) -> Unseen:
    """Cards that I have not seen; at assisted tables."""
    return helping.unseen((await rooms.get(table)).table, visitor)


ROUTES = [replay_record, record_position, record_shuffle, review_record, try_again, unseen]
