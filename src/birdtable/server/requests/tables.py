"""Tables: opening, joining, starting, looking back."""

from __future__ import annotations

from typing import Annotated, Literal, cast

import msgspec
from msgspec import Meta

from birdtable import catalog
from birdtable.server.past import decision, replays
from birdtable.server.requests.route import File, Route
from birdtable.server.room import limits
from birdtable.server.room.levels import PLAIN, STAND_IN, levels
from birdtable.server.room.room import Answer, Room
from birdtable.server.room.rooms import Rooms
from birdtable.server.room.thinking import Asker
from birdtable.server.table import lobby
from birdtable.server.table.entries import AnyEntry, Rematched, Shuffling
from birdtable.server.table.person import Person
from birdtable.server.table.refusal import Refusal
from birdtable.server.table.table import Table
from birdtable.server.workers.writing import finish
from birdtable.wire.past import Decisive, PastPosition, Replay, Shuffle
from birdtable.wire.tables import (
    ChangedTable,
    GameInfo,
    Join,
    Matches,
    Mine,
    NewTable,
    Phase,
    Rematch,
    SeatWish,
    Start,
    Swap,
    TableInfo,
)

PAGE = 30
"""Matches that are listed at a time."""
SeatQuery = Annotated[int | None, Meta(ge=-1, le=9)]


async def games() -> list[GameInfo]:
    """What there is to play, with options, presets and the bots that can sit down."""
    return [game_info(name) for name in catalog.games()]


def game_info(name: str) -> GameInfo:
    game = catalog.game(name)
    return GameInfo(
        name=game.name,
        title=game.title,
        min_seats=game.min_seats,
        max_seats=game.max_seats,
        rules_version=game.rules_version,
        memory=game.memory,
        options=tuple(game.options),
        presets={name: dict(values) for name, values in game.presets.items()},
        levels=tuple(level for level in levels(name).values() if level is not PLAIN),
    )


async def public_tables(rooms: Rooms, game: str | None = None) -> list[TableInfo]:
    """Public tables that gather or are played, the latest first."""
    return [rooms.info(each) for each in await rooms.infos(await rooms.store.public(game, 100))]


async def my_tables(rooms: Rooms, me: Person) -> Mine:
    """My tables that are not over; where I am to move first."""
    found = await rooms.infos(await rooms.store.of_person(me.id, live=True))
    found.sort(key=lambda table: not table.waits_for(me.id))
    waiting = {table.id for table in found if table.waits_for(me.id)}
    nudged = {table: by for table, by in (await rooms.nudges.of(me.id)).items() if table in waiting}
    return Mine(tables=tuple(map(rooms.info, found)), waiting=len(waiting), nudged=nudged)


async def my_matches(
    rooms: Rooms,
    me: Person,
    game: str | None = None,
    phase: Literal["playing", "over"] | None = None,
    after: Annotated[str, Meta(max_length=80)] = "",
) -> Matches:
    """All my matches, a page at a time, the latest first; those that broke off too, which can be carried on."""
    phases: tuple[Phase, ...] = (phase,) if phase else ("playing", "over", "closed")
    found = await rooms.infos(
        await rooms.store.matches(me.id, phases=phases, game=game, after=parse_place(after), limit=PAGE + 1)
    )
    last = found[PAGE - 1] if len(found) > PAGE else None
    shown = [each for each in found[:PAGE] if each.phase != "closed" or (each.begun and not each.setting.begins)]
    return Matches(tables=tuple(map(rooms.info, shown)), more=f"{last.changed!r} {last.id}" if last else "")


def parse_place(text: str) -> tuple[float, str] | None:
    """Where a page of matches ended, as ``Matches.more`` has it."""
    changed, _, id = text.partition(" ")
    try:
        return (float(changed), id) if text else None
    except ValueError:
        raise Refusal(400, "{text} is not the end of a page of matches", text=text) from None


async def new_table(rooms: Rooms, me: Person, data: NewTable) -> TableInfo:
    rooms.limits.spend(limits.OPENING, me.id, rooms.monotonic())
    return (await rooms.create(lobby.new_setting(data, me, levels(data.game)), me)).info()


async def one_table(rooms: Rooms, table: str) -> TableInfo:
    return await rooms.info_of(table)


async def change_table(rooms: Rooms, me: Person, table: str, data: ChangedTable) -> TableInfo:
    return await change(await rooms.get(table), me, lambda t, at: lobby.change_setting(t, me, data, at))


async def join(rooms: Rooms, me: Person, table: str, data: Join) -> TableInfo:
    """Take a seat, or take my seat back from a bot."""
    room = await rooms.get(table)
    return await change(room, me, lambda t, at: lobby.join(t, me, data, at, thought=room.time.thinking_time(t)[0]))


async def leave(rooms: Rooms, me: Person, table: str) -> TableInfo:
    """Give up my seats; in a match a bot stands in. A match that is compared with others waits for me instead."""

    def answer(t: Table, at: float) -> list[AnyEntry]:
        return [] if t.phase == "playing" and t.is_compared else lobby.leave(t, me, STAND_IN, at)

    return await change(await rooms.get(table), me, answer)


async def change_seat(rooms: Rooms, me: Person, table: str, seat: int, data: SeatWish) -> TableInfo:
    room = await rooms.get(table)
    return await change(room, me, sit_in(room, me, seat, data))


def sit_in(room: Room, me: Person, seat: int, wish: SeatWish) -> Answer:
    known = levels(room.table.setting.game)

    def sit(t: Table, at: float) -> list[AnyEntry]:
        thought = room.time.thinking_time(t)[0]
        stand_in = STAND_IN if room.is_away(seat) else None
        return lobby.change_seat(t, me, seat, wish, known, stand_in, at, thought=thought)

    return sit


async def swap(rooms: Rooms, me: Person, table: str, data: Swap) -> TableInfo:
    return await change(await rooms.get(table), me, lambda t, at: lobby.swap(t, me, data.a, data.b, at))


async def start(rooms: Rooms, me: Person, table: str, data: Start) -> TableInfo:
    """Begin: the seats' entropy is collected, then the cards are dealt."""
    room = await rooms.get(table)
    known = levels(room.table.setting.game)

    def begin(t: Table, at: float) -> list[AnyEntry]:
        return [*lobby.fill_seats(t, me, data.fill, known, at), Shuffling(at=at)]

    return await change(room, me, begin)


async def rematch(rooms: Rooms, me: Person, table: str, data: Rematch | None = None) -> TableInfo:
    """The same table again; who asks second is sent to the one that the first opened."""
    room = await rooms.get(table)
    setting, offered = lobby.rematch_setting(room.table, me, data or Rematch()), room.table.next
    if offered and (found := await rooms.info_of(offered)).phase != "closed":
        return found
    rooms.limits.spend(limits.OPENING, me.id, rooms.monotonic())
    following = await rooms.create(setting, me)

    def link(t: Table, at: float) -> list[AnyEntry]:
        return [Rematched(at=at, table=following.table.id)] if t.next == offered else []

    linked = await room.change(link)
    if linked.next != following.table.id:
        # Somebody else asked at the same moment, and was faster.
        await following.change(lambda t, at: lobby.close(t, me, at))
    return await rooms.info_of(linked.next)


async def close(rooms: Rooms, me: Person, table: str) -> TableInfo:
    """End a table that has not started, or a match against bots only."""
    return await change(await rooms.get(table), me, lambda t, at: lobby.close(t, me, at))


async def record(
    rooms: Rooms, asker: Asker, visitor: Person | None, table: str, form: Literal["text", "json"] = "text"
) -> File:
    """The whole record when the match is over; before that what I was told of it (as ``Replay``)."""
    file = await replays.download(await rooms.get(table), visitor, form)
    return File(file.name, file.media_type, await finish(file.content, rooms, asker))


async def replay(rooms: Rooms, visitor: Person | None, table: str, seat: SeatQuery = None) -> Replay:
    """Every moment of a match, as a seat may know it."""
    return await replays.replay(await rooms.get(table), visitor, seat)


async def moment(
    rooms: Rooms,
    visitor: Person | None,
    table: str,
    number: int,
    seat: SeatQuery = None,
) -> PastPosition:
    """The position after a number."""
    return await replays.position(await rooms.get(table), visitor, seat, number)


async def decisive(rooms: Rooms, table: str) -> Decisive:
    """When a match that is over was decided."""
    return await decision.find(await rooms.get(table))


async def shuffle(rooms: Rooms, asker: Asker, table: str) -> Shuffle:
    """What the shuffle is checked by."""
    written = await finish(await replays.shuffle(await rooms.get(table)), rooms, asker)
    return cast(Shuffle, msgspec.Raw(written))  # It is sent as it was written.


async def change(room: Room, me: Person, answer: Answer) -> TableInfo:
    room.rooms.limits.spend(limits.SEATING, f"{me.id} {room.table.id}", room.rooms.monotonic())
    await room.change(answer)
    return room.info()


ROUTES = [
    Route("GET", "/games", games),
    Route("GET", "/tables", public_tables),
    Route("GET", "/mine", my_tables),
    Route("GET", "/mine/matches", my_matches),
    Route("POST", "/tables", new_table, status=201),
    Route("GET", "/tables/{table}", one_table),
    Route("PATCH", "/tables/{table}", change_table),
    Route("POST", "/tables/{table}/join", join),
    Route("POST", "/tables/{table}/leave", leave),
    Route("PUT", "/tables/{table}/seats/{seat}", change_seat),
    Route("POST", "/tables/{table}/swap", swap),
    Route("POST", "/tables/{table}/start", start),
    Route("POST", "/tables/{table}/rematch", rematch),
    Route("POST", "/tables/{table}/close", close),
    Route("GET", "/tables/{table}/record", record, limit=limits.WORK),
    Route("GET", "/tables/{table}/replay", replay, limit=limits.WORK),
    Route("GET", "/tables/{table}/replay/{number}", moment, limit=limits.POSITIONS),
    Route("GET", "/tables/{table}/decisive", decisive, limit=limits.WORK),
    Route("GET", "/tables/{table}/shuffle", shuffle, limit=limits.WORK),
]
