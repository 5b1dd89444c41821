"""Routes for those who run the server: reports, people, bans, tables. All of them need the operator's token."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import delete, get, post
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter

from birdtable.server.http.doors import TheRooms
from birdtable.server.http.errors import FAILURES
from birdtable.server.room.levels import STAND_IN
from birdtable.server.room.operators import deeds, reports
from birdtable.server.room.rooms import Rooms
from birdtable.server.table import lobby
from birdtable.server.table.entries import Closed, Hid
from birdtable.server.table.refusal import Refusal
from birdtable.server.table.table import Table
from birdtable.wire.operator import Ban, Case, Deed, Hide, Kick, KnownPerson, NewBan, WatchedTable

PEOPLE = 100
DEEDS = 200
Search = Annotated[str, QueryParameter(max_length=64)]


async def follow(rooms: Rooms) -> None:
    """What was done is true here at once, and soon in the other processes."""
    rooms.others.announce_deed()
    await rooms.enforcement.look()


async def note(rooms: Rooms, what: str, about: str, detail: str = "") -> None:
    await deeds.note(rooms.store, "page", what, about, rooms.now(), detail)
    await follow(rooms)


@get("/reports", responses=FAILURES)
async def list_reports(rooms: TheRooms) -> list[Case]:
    """Reports that wait, the oldest first."""
    return await reports.cases(rooms.store)


@delete("/reports/{report:str}", status_code=204, responses=FAILURES)
async def settle_report(rooms: TheRooms, report: FromPath[str]) -> None:
    """It has been looked at, and is deleted."""
    await rooms.store.drop_report(report)
    await note(rooms, "settled report", report)


@get("/people", responses=FAILURES)
async def list_people(rooms: TheRooms, search: Search = "") -> list[KnownPerson]:
    """By a part of the name or by id, the most recently seen first."""
    return await reports.find_people(rooms.store, search, PEOPLE)


@post("/people/{person:str}/hide", status_code=204, responses=FAILURES)
async def hide_name(rooms: TheRooms, person: FromPath[str], data: JSONBody[Hide]) -> None:
    """Nobody else sees the name any more, or everybody again."""
    await deeds.hide_name(rooms.store, person, "page", rooms.now(), on=data.on)
    await follow(rooms)


@get("/bans", responses=FAILURES)
async def list_bans(rooms: TheRooms) -> list[Ban]:
    return await rooms.store.bans()


@post("/bans", status_code=201, responses=FAILURES)
async def ban(rooms: TheRooms, data: JSONBody[NewBan]) -> Ban:
    """A person or a range of addresses may not use the server."""
    made = await deeds.ban(rooms.store, data, "page", rooms.now())
    await follow(rooms)
    return made


@delete("/bans/{ban:str}", status_code=204, responses=FAILURES)
async def lift_ban(rooms: TheRooms, ban: FromPath[str]) -> None:
    await deeds.lift(rooms.store, ban, "page", rooms.now())
    await follow(rooms)


@get("/tables/{table:str}", responses=FAILURES)
async def watch_table(rooms: TheRooms, table: FromPath[str], number: FromQuery[int] = 0) -> WatchedTable:
    """The people of a table and the last things said there, or those around a number."""
    return await reports.watch(rooms.store, table, number)


@post("/tables/{table:str}/close", status_code=204, responses=FAILURES)
async def close_table(rooms: TheRooms, table: FromPath[str]) -> None:
    """Ends a table, whoever plays there."""

    def close(t: Table, at: float) -> list[Any]:
        if t.phase in ("over", "closed"):
            raise Refusal(409, "this table is closed")
        return [Closed(at=at, reason="closed by the server")]

    await (await rooms.get(table)).change(close)
    await note(rooms, "closed table", table)


@post("/tables/{table:str}/kick", status_code=204, responses=FAILURES)
async def kick(rooms: TheRooms, table: FromPath[str], data: JSONBody[Kick]) -> None:
    """Sends somebody away from a table for good; in a match a bot stands in."""
    room, person = await rooms.get(table), await rooms.people.find(data.person)
    if person is None:
        raise Refusal(404, "there is no person {person}", person=data.person)
    await room.change(lambda t, at: lobby.kick(t, person, STAND_IN, at))
    await note(rooms, "kicked", data.person, table)


@post("/tables/{table:str}/talk/{number:int}/hide", status_code=204, responses=FAILURES)
async def hide_message(rooms: TheRooms, table: FromPath[str], number: FromPath[int], data: JSONBody[Hide]) -> None:
    """Nobody sees a message any more, or everybody again."""
    room = await rooms.get(table)
    if number not in dict(reports.spoken_entries(await reports.read_log(rooms.store, table))):
        raise Refusal(404, "there is no message {number}", number=number)

    def hide(t: Table, at: float) -> list[Any]:
        return [Hid(at=at, said=number, on=data.on)] if (number in t.hidden) != data.on else []

    await room.change(hide)
    await note(rooms, "hid message" if data.on else "showed message", table, str(number))


@get("/deeds", responses=FAILURES)
async def list_deeds(rooms: TheRooms) -> list[Deed]:
    """What was done, the latest first."""
    return (await rooms.store.deeds(0, DEEDS))[::-1]


ROUTES = [
    list_reports,
    settle_report,
    list_people,
    hide_name,
    list_bans,
    ban,
    lift_ban,
    watch_table,
    close_table,
    kick,
    hide_message,
    list_deeds,
]
