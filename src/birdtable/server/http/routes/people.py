"""Routes about people: guests, their private link, their data, their remote bots."""

from __future__ import annotations

from typing import Any

from litestar import Request, Response, delete, get, post, put
from litestar.params import FromPath, FromQuery, JSONBody

from birdtable.server.http.addresses import source_of
from birdtable.server.http.doors import COOKIE, FORGET, OPEN_TO_BANNED, Member, TheRooms, Visitor, cookie
from birdtable.server.http.errors import FAILURES
from birdtable.server.requests.people import keep_evenings, personal_data
from birdtable.server.room import limits
from birdtable.server.room.operators import bans
from birdtable.server.room.rooms import Rooms
from birdtable.server.table.person import Person
from birdtable.server.table.refusal import Refusal
from birdtable.wire.people import KeepEvenings, KeptEvenings, Me, NewBot, NewGuest, RemoteBot, Return

AnyRequest = Request[Any, Any, Any]
SOMEBODY_ELSE = (
    "You are {name} on this device. The link makes you somebody else here; only your own private link brings you back."
)


def welcome(request: AnyRequest, rooms: Rooms, person: Person) -> Response[Me]:
    """The person, with a cookie that says so."""
    badge = cookie(rooms.people.badge("cookie", person), secure=request.url.scheme == "https")
    return Response(rooms.people.me(person), cookies=[badge])


@post("/guests", status_code=200, responses=FAILURES)
async def new_guest(request: AnyRequest, rooms: TheRooms, data: JSONBody[NewGuest]) -> Response[Me]:
    """Sit down under a name; no account."""
    rooms.limits.spend(limits.GUESTS, source_of(request), rooms.monotonic())
    return welcome(request, rooms, await rooms.people.add(data.name, rooms.now()))


@post("/guests/return", status_code=200, responses=FAILURES)
async def return_guest(request: AnyRequest, rooms: TheRooms, visitor: Visitor, data: JSONBody[Return]) -> Response[Me]:
    """Be on this device who I am on another, by the code of my private link."""
    rooms.limits.spend(limits.GUESTS, source_of(request), rooms.monotonic())
    person = await rooms.people.bearer(data.code, ("link",))
    if person is None:
        raise Refusal(401, "this link is no longer valid")
    bans.refuse(rooms.enforcement.of_person(person))
    if data.asks and visitor is not None and visitor.id != person.id:
        raise Refusal(409, SOMEBODY_ELSE, name=visitor.name)
    return welcome(request, rooms, person)


@post("/me/link", status_code=200, responses=FAILURES)
async def renew_link(request: AnyRequest, rooms: TheRooms, me: Member) -> Response[Me]:
    """A new private link; all older links and cookies are void."""
    renewed = await rooms.people.renew(me)
    rooms.show_out(me.id)
    return welcome(request, rooms, renewed)


@post("/me/logout", status_code=204, response_cookies=[FORGET], responses=FAILURES)
async def logout(request: AnyRequest, rooms: TheRooms) -> None:
    """This device forgets who I am, and its cookie is void."""
    await rooms.log_out(request.cookies.get(COOKIE, ""))


@get("/me/export", opt={OPEN_TO_BANNED: True}, responses=FAILURES)
async def export(rooms: TheRooms, me: Member) -> dict[str, Any]:
    """All that is kept about me."""
    rooms.limits.spend(limits.WORK, me.id, rooms.monotonic())
    return await personal_data(rooms, me)


@delete("/me", opt={OPEN_TO_BANNED: True}, status_code=204, response_cookies=[FORGET], responses=FAILURES)
async def forget_me(rooms: TheRooms, me: Member) -> None:
    """My name is replaced and what I wrote is blanked; the records of matches stay for the others."""
    await rooms.forget(me)


@get("/me/evenings", responses=FAILURES)
async def my_evenings(rooms: TheRooms, me: Member, known: FromQuery[int] = 0) -> KeptEvenings:
    """The evenings that I keep here; without them if ``known`` is their version."""
    rooms.limits.spend(limits.EVENINGS, me.id, rooms.monotonic())
    kept = await rooms.store.evenings(me.id)
    if kept is None:
        return KeptEvenings(version=0, body=None)
    return KeptEvenings(version=kept.version, body=kept.body if kept.version != known else None)


@put("/me/evenings", request_max_body_size=limits.EVENINGS_BYTES, responses=FAILURES)
async def put_evenings(request: AnyRequest, rooms: TheRooms, me: Member, data: JSONBody[KeepEvenings]) -> KeptEvenings:
    """Keeps evenings here; 409 if another device was faster."""
    rooms.limits.spend(limits.EVENINGS, me.id, rooms.monotonic())
    if not data.after:
        rooms.limits.spend(limits.NEW_EVENINGS, source_of(request), rooms.monotonic())
    return await keep_evenings(rooms, me, data)


@delete("/me/evenings", status_code=204, responses=FAILURES)
async def drop_evenings(rooms: TheRooms, me: Member) -> None:
    """No longer keeps them here; devices keep what they have."""
    await rooms.store.drop_evenings(me.id)


@post("/bots", status_code=201, responses=FAILURES)
async def new_bot(rooms: TheRooms, me: Member, data: JSONBody[NewBot]) -> RemoteBot:
    """A remote bot of mine; its token is shown this once."""
    return rooms.people.remote_bot(await rooms.people.add_bot(me, data.name, rooms.now()), with_token=True)


@get("/bots", responses=FAILURES)
async def my_bots(rooms: TheRooms, me: Member) -> list[RemoteBot]:
    return [rooms.people.remote_bot(bot, with_token=False) for bot in await rooms.store.bots_of(me.id)]


@delete("/bots/{person:str}", status_code=204, responses=FAILURES)
async def drop_bot(rooms: TheRooms, me: Member, person: FromPath[str]) -> None:
    bot = await rooms.people.find(person)
    if bot is None or bot.owner != me.id:
        raise Refusal(404, "you have no bot {bot}", bot=person)
    await rooms.forget(bot)


ROUTES = [
    new_guest,
    return_guest,
    renew_link,
    logout,
    export,
    forget_me,
    my_evenings,
    put_evenings,
    drop_evenings,
    new_bot,
    my_bots,
    drop_bot,
]
