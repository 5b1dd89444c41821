"""Looking back at a record that the client brings, and help while a match is played."""

from __future__ import annotations

import secrets

from birdtable.server.past import carrying, lookback
from birdtable.server.requests.route import Lines, Route
from birdtable.server.room import helping, limits
from birdtable.server.room.levels import levels
from birdtable.server.room.rooms import Rooms
from birdtable.server.room.thinking import Asker
from birdtable.server.table.entries import Shuffling
from birdtable.server.table.person import Person
from birdtable.server.workers import reviewing
from birdtable.wire.past import CarryOn, LookAt, LookBack, PastPosition, RecordReplay, ReviewWish, Shuffle, Trial
from birdtable.wire.play import Unseen
from birdtable.wire.tables import TableInfo


async def replay_record(rooms: Rooms, data: LookBack) -> RecordReplay:
    """Every moment of a record, as a seat knew it."""
    return await rooms.read(lookback.replay, data.record, data.seat)


async def record_position(rooms: Rooms, data: LookAt) -> PastPosition:
    """The position after so many steps of a record."""
    return await rooms.read(lookback.position, data.record, data.number, data.seat)


async def record_shuffle(rooms: Rooms, data: LookBack) -> Shuffle:
    """What the shuffle of a record is checked by."""
    return await rooms.read(lookback.shuffle, data.record)


async def review_record(rooms: Rooms, asker: Asker, data: ReviewWish) -> Lines:
    """Lines of ``ReviewNews`` while the workers are at it; the last one has the report."""
    await rooms.read(reviewing.check_reviewable, data.record, data.seat)
    rooms.helpers.check_share(asker)
    return Lines(reviewing.review(rooms.helpers, data.record, data.seat, asker))


async def try_again(rooms: Rooms, me: Person, data: Trial) -> TableInfo:
    """A table that goes on from a moment of a record, against bots."""
    rooms.limits.spend(limits.OPENING, me.id, rooms.monotonic())
    record = await rooms.read(lookback.parse_record, data.record)
    setting = await rooms.read(lookback.trial, data, me, levels(record.game), secrets.randbits(63))
    room = await rooms.create(setting, me)
    await room.change(lambda t, at: [Shuffling(at=at)])
    return room.info()


async def carry_on(rooms: Rooms, me: Person, data: CarryOn) -> TableInfo:
    """A table at which a match goes on that broke off elsewhere, or here."""
    rooms.limits.spend(limits.OPENING, me.id, rooms.monotonic())
    record = await rooms.read(lookback.parse_record, data.record)
    found = await rooms.read(carrying.carried_entries, data.record, rooms.now())
    room = await rooms.create(carrying.carried_setting(data, me, levels(record.game)), me)
    await room.write_log(found)
    return room.info()


async def unseen(rooms: Rooms, visitor: Person | None, table: str) -> Unseen:
    """Cards that I have not seen; at assisted tables."""
    return helping.unseen((await rooms.get(table)).table, visitor)


ROUTES = [
    Route("POST", "/records/replay", replay_record, limit=limits.RECORDS),
    Route("POST", "/records/position", record_position, limit=limits.RECORDS),
    Route("POST", "/records/shuffle", record_shuffle, limit=limits.RECORDS),
    Route("POST", "/records/review", review_record, limit=limits.WORK),
    Route("POST", "/records/trial", try_again, status=201, limit=limits.RECORDS),
    Route("POST", "/records/carry", carry_on, status=201, limit=limits.RECORDS),
    Route("GET", "/tables/{table}/unseen", unseen, limit=limits.POSITIONS),
]
