"""Routes about tables: opening, joining, starting, looking back."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Literal

from litestar import Request, Response, get, patch, post, put
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter

from birdtable import catalog
from birdtable.server.http.addresses import source_of
from birdtable.server.http.doors import Member, TheRooms, Visitor
from birdtable.server.http.errors import FAILURES
from birdtable.server.past import decision, replays
from birdtable.server.room import limits
from birdtable.server.room.levels import PLAIN, STAND_IN, levels
from birdtable.server.room.reports import file_report
from birdtable.server.room.room import Answer, Room
from birdtable.server.table import lobby
from birdtable.server.table.entries import AnyEntry, Rematched, Shuffling
from birdtable.server.table.person import Person
from birdtable.server.table.refusal import Refusal
from birdtable.server.table.table import Table
from birdtable.wire.operator import NewReport
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

AnyRequest = Request[Any, Any, Any]
PAGE = 30
"""Matches that are listed at a time."""
SeatQuery = Annotated[int | None, QueryParameter(ge=-1, le=9)]


@get("/games", sync_to_thread=False)
def games() -> list[GameInfo]:
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


@get("/tables", responses=FAILURES)
async def public_tables(rooms: TheRooms, game: FromQuery[str | None] = None) -> list[TableInfo]:
    """Public tables that gather or are played, the latest first."""
    return [rooms.info(each) for each in await rooms.infos(await rooms.store.public(game, 100))]


@get("/mine", responses=FAILURES)
async def my_tables(rooms: TheRooms, me: Member) -> Mine:
    """My tables that are not over; where I am to move first."""
    found = await rooms.infos(await rooms.store.of_person(me.id, live=True))
    found.sort(key=lambda table: not table.waits_for(me.id))
    waiting = {table.id for table in found if table.waits_for(me.id)}
    nudged = {table: by for table, by in (await rooms.nudges.of(me.id)).items() if table in waiting}
    return Mine(tables=tuple(map(rooms.info, found)), waiting=len(waiting), nudged=nudged)


@get("/mine/matches", responses=FAILURES)
async def my_matches(
    rooms: TheRooms,
    me: Member,
    game: FromQuery[str | None] = None,
    phase: FromQuery[Literal["playing", "over"] | None] = None,
    after: Annotated[str, QueryParameter(max_length=80)] = "",
) -> Matches:
    """All my matches, a page at a time, the latest first."""
    phases: tuple[Phase, ...] = (phase,) if phase else ("playing", "over")
    found = await rooms.infos(
        await rooms.store.matches(me.id, phases=phases, game=game, after=parse_place(after), limit=PAGE + 1)
    )
    last = found[PAGE - 1] if len(found) > PAGE else None
    return Matches(tables=tuple(map(rooms.info, found[:PAGE])), more=f"{last.changed!r} {last.id}" if last else "")


def parse_place(text: str) -> tuple[float, str] | None:
    """Where a page of matches ended, as ``Matches.more`` has it."""
    changed, _, id = text.partition(" ")
    try:
        return (float(changed), id) if text else None
    except ValueError:
        raise Refusal(400, "{text} is not the end of a page of matches", text=text) from None


@post("/tables", responses=FAILURES)
async def new_table(rooms: TheRooms, me: Member, data: JSONBody[NewTable]) -> TableInfo:
    rooms.limits.spend(limits.OPENING, me.id, rooms.monotonic())
    return (await rooms.create(lobby.new_setting(data, me, levels(data.game)), me)).info()


@get("/tables/{table:str}", responses=FAILURES)
async def one_table(rooms: TheRooms, table: FromPath[str]) -> TableInfo:
    return await rooms.info_of(table)


@patch("/tables/{table:str}", responses=FAILURES)
async def change_table(rooms: TheRooms, me: Member, table: FromPath[str], data: JSONBody[ChangedTable]) -> TableInfo:
    return await change(await rooms.get(table), me, lambda t, at: lobby.change_setting(t, me, data, at))


@post("/tables/{table:str}/join", status_code=200, responses=FAILURES)
async def join(rooms: TheRooms, me: Member, table: FromPath[str], data: JSONBody[Join]) -> TableInfo:
    """Take a seat, or take my seat back from a bot."""
    room = await rooms.get(table)
    return await change(room, me, lambda t, at: lobby.join(t, me, data, at, thought=room.time.thinking_time(t)[0]))


@post("/tables/{table:str}/leave", status_code=200, responses=FAILURES)
async def leave(rooms: TheRooms, me: Member, table: FromPath[str]) -> TableInfo:
    """Give up my seats; in a match a bot stands in."""
    return await change(await rooms.get(table), me, lambda t, at: lobby.leave(t, me, STAND_IN, at))


@put("/tables/{table:str}/seats/{seat:int}", responses=FAILURES)
async def change_seat(
    rooms: TheRooms, me: Member, table: FromPath[str], seat: FromPath[int], data: JSONBody[SeatWish]
) -> TableInfo:
    room = await rooms.get(table)
    return await change(room, me, sit_in(room, me, seat, data))


def sit_in(room: Room, me: Person, seat: int, wish: SeatWish) -> Answer:
    known = levels(room.table.setting.game)

    def sit(t: Table, at: float) -> list[AnyEntry]:
        thought = room.time.thinking_time(t)[0]
        stand_in = STAND_IN if room.is_away(seat) else None
        return lobby.change_seat(t, me, seat, wish, known, stand_in, at, thought=thought)

    return sit


@post("/tables/{table:str}/swap", status_code=200, responses=FAILURES)
async def swap(rooms: TheRooms, me: Member, table: FromPath[str], data: JSONBody[Swap]) -> TableInfo:
    return await change(await rooms.get(table), me, lambda t, at: lobby.swap(t, me, data.a, data.b, at))


@post("/tables/{table:str}/start", status_code=200, responses=FAILURES)
async def start(rooms: TheRooms, me: Member, table: FromPath[str], data: JSONBody[Start]) -> TableInfo:
    """Begin: the seats' entropy is collected, then the cards are dealt."""
    room = await rooms.get(table)
    known = levels(room.table.setting.game)

    def begin(t: Table, at: float) -> list[AnyEntry]:
        return [*lobby.fill_seats(t, me, data.fill, known, at), Shuffling(at=at)]

    return await change(room, me, begin)


@post("/tables/{table:str}/rematch", status_code=200, responses=FAILURES)
async def rematch(
    rooms: TheRooms, me: Member, table: FromPath[str], data: JSONBody[Rematch | None] = None
) -> TableInfo:
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
    return await rooms.info_of(linked.next)


@post("/tables/{table:str}/close", status_code=200, responses=FAILURES)
async def close(rooms: TheRooms, me: Member, table: FromPath[str]) -> TableInfo:
    """End a table that has not started, or a match against bots only."""
    return await change(await rooms.get(table), me, lambda t, at: lobby.close(t, me, at))


@post("/tables/{table:str}/report", status_code=204, responses=FAILURES)
async def report(
    request: AnyRequest, rooms: TheRooms, me: Member, table: FromPath[str], data: JSONBody[NewReport]
) -> None:
    """Tell those who run the server about a person at this table, or about something they said."""
    for who in (me.id, source_of(request)):
        rooms.limits.spend(limits.REPORTS, who, rooms.monotonic())
    await file_report(rooms.store, table, me, data, rooms.now())


@get("/tables/{table:str}/record", responses=FAILURES)
async def record(
    request: AnyRequest,
    rooms: TheRooms,
    visitor: Visitor,
    table: FromPath[str],
    form: FromQuery[Literal["text", "json"]] = "text",
) -> Response[bytes]:
    """The whole record when the match is over; before that what I was told of it (as ``Replay``)."""
    rooms.limits.spend(limits.WORK, source_of(request), rooms.monotonic())
    room = await rooms.get(table)
    file = await replays.download(room, visitor, form)
    headers = {"content-disposition": f'attachment; filename="{file.name}"'}
    return Response(await asyncio.to_thread(file.write), media_type=file.media_type, headers=headers)


@get("/tables/{table:str}/replay", responses=FAILURES)
async def replay(
    request: AnyRequest, rooms: TheRooms, visitor: Visitor, table: FromPath[str], seat: SeatQuery = None
) -> Replay:
    """Every moment of a match, as a seat may know it."""
    rooms.limits.spend(limits.WORK, source_of(request), rooms.monotonic())
    return await replays.replay(await rooms.get(table), visitor, seat)


@get("/tables/{table:str}/replay/{number:int}", responses=FAILURES)
async def moment(
    request: AnyRequest,
    rooms: TheRooms,
    visitor: Visitor,
    table: FromPath[str],
    number: FromPath[int],
    seat: SeatQuery = None,
) -> PastPosition:
    """The position after a number."""
    rooms.limits.spend(limits.POSITIONS, source_of(request), rooms.monotonic())
    return await replays.position(await rooms.get(table), visitor, seat, number)


@get("/tables/{table:str}/decisive", responses=FAILURES)
async def decisive(request: AnyRequest, rooms: TheRooms, table: FromPath[str]) -> Decisive:
    """When a match that is over was decided."""
    rooms.limits.spend(limits.WORK, source_of(request), rooms.monotonic())
    return await decision.find(await rooms.get(table))


@get("/tables/{table:str}/shuffle", responses=FAILURES)
async def shuffle(request: AnyRequest, rooms: TheRooms, table: FromPath[str]) -> Shuffle:
    """What the shuffle is checked by."""
    rooms.limits.spend(limits.WORK, source_of(request), rooms.monotonic())
    return await asyncio.to_thread(await replays.shuffle(await rooms.get(table)))


async def change(room: Room, me: Person, answer: Answer) -> TableInfo:
    room.rooms.limits.spend(limits.SEATING, f"{me.id} {room.table.id}", room.rooms.monotonic())
    await room.change(answer)
    return room.info()


ROUTES = [
    games,
    public_tables,
    my_tables,
    my_matches,
    new_table,
    one_table,
    change_table,
    join,
    leave,
    change_seat,
    swap,
    start,
    rematch,
    close,
    report,
    record,
    replay,
    moment,
    decisive,
    shuffle,
]
