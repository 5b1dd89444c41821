"""Routes for looking back at a record that the client brings, and for what helps while a match is played."""

from __future__ import annotations

import secrets
from typing import Any

from litestar import Request, get, post
from litestar.params import FromPath, JSONBody
from litestar.response import Stream

from birdtable.server.http.doors import Member, TheRooms, Visitor, address_of
from birdtable.server.http.errors import FAILURES
from birdtable.server.past import lookback
from birdtable.server.room import helping, limits
from birdtable.server.room.levels import levels
from birdtable.server.table.entries import Shuffling
from birdtable.server.workers import reviewing
from birdtable.wire.past import LookAt, LookBack, PastPosition, RecordReplay, ReviewWish, Shuffle, Trial
from birdtable.wire.play import Unseen
from birdtable.wire.tables import TableInfo

AnyRequest = Request[Any, Any, Any]
LINES = "application/jsonl"


@post("/records/replay", status_code=200, responses=FAILURES, sync_to_thread=True)
def replay_record(data: JSONBody[LookBack]) -> RecordReplay:
    """Every moment of a record, as a seat knew it."""
    return lookback.replay(data.record, data.seat)


@post("/records/position", status_code=200, responses=FAILURES, sync_to_thread=True)
def record_position(data: JSONBody[LookAt]) -> PastPosition:
    """The position after so many steps of a record."""
    return lookback.position(data.record, data.number, data.seat)


@post("/records/shuffle", status_code=200, responses=FAILURES, sync_to_thread=True)
def record_shuffle(data: JSONBody[LookBack]) -> Shuffle:
    """What the shuffle of a record is checked by."""
    return lookback.shuffle(data.record)


@post("/records/review", status_code=200, responses=FAILURES, media_type=LINES)
async def review_record(request: AnyRequest, rooms: TheRooms, data: JSONBody[ReviewWish]) -> Stream:
    """Lines of ``ReviewNews`` while the workers are at it; the last one has the report."""
    rooms.limits.spend(limits.WORK, address_of(request), rooms.monotonic())
    reviewing.check_reviewable(data.record, data.seat)
    return Stream(reviewing.review(rooms.helpers, data.record, data.seat), media_type=LINES)


@post("/records/trial", responses=FAILURES)
async def try_again(rooms: TheRooms, me: Member, data: JSONBody[Trial]) -> TableInfo:
    """A table that goes on from a moment of a record, against bots."""
    rooms.limits.spend(limits.OPENING, me.id, rooms.monotonic())
    game = lookback.parse_record(data.record).game
    setting = lookback.trial(data, me, levels(game), secrets.randbits(63))
    room = await rooms.create(setting, me)
    await room.change(lambda t, at: [Shuffling(at=at)])
    return room.info()


@get("/tables/{table:str}/unseen", responses=FAILURES)
async def unseen(rooms: TheRooms, visitor: Visitor, table: FromPath[str]) -> Unseen:
    """Cards that I have not seen; at assisted tables."""
    return helping.unseen((await rooms.get(table)).table, visitor)


ROUTES = [replay_record, record_position, record_shuffle, review_record, try_again, unseen]
