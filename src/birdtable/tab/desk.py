"""Answers the page in a tab: the requests that a server answers over HTTP, and the conversations at its tables.

The page sends messages with a number; everything that belongs to one carries it. ``ask`` gets one ``answer``, which
some ``line`` after ``line`` and an ``end`` may follow. ``open`` begins a conversation, in which ``say`` and ``said`` go
to and fro until ``closed``. ``stop`` ends either.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Callable
from contextlib import suppress
from typing import Any, NamedTuple
from urllib.parse import parse_qsl, unquote

import msgspec

import birdtable
from birdtable.game import BirdtableError
from birdtable.puzzles.days import parse_day
from birdtable.server.requests import deals
from birdtable.server.requests.all import routes
from birdtable.server.requests.conversation import converse
from birdtable.server.requests.route import File, Lines, Route
from birdtable.server.room import limits
from birdtable.server.room.limits import Bucket
from birdtable.server.room.people.identity import NAMELESS
from birdtable.server.room.rooms import Rooms
from birdtable.server.room.telling.connection import Connection
from birdtable.server.room.thinking import Asker
from birdtable.server.table.person import Person
from birdtable.server.table.refusal import Refusal, problem
from birdtable.server.workers.par import add_matches
from birdtable.tab import device
from birdtable.tab.store import TabStore
from birdtable.wire.base import Problem
from birdtable.wire.deals import DealInfo
from birdtable.wire.people import Notice

log = logging.getLogger("birdtable")

Send = Callable[..., None]
"""Called with the kind of a message, its number, and what it has to say."""
JSON, LINES = "application/json", "application/jsonl"
MISSING, BROKEN = 4404, 1011
PAR_AT_ONCE = 10
"""Matches of par that are played when the page looks."""
SOCKET = re.compile(r"tables/([^/]+)/socket")


class Told(NamedTuple):
    status: int
    media_type: str
    body: str


class Client:
    """The page's end of a conversation at a table."""

    def __init__(self, number: int, send: Send) -> None:
        self.number = number
        self.send = send
        self.said: asyncio.Queue[str | None] = asyncio.Queue()

    def write(self, text: bytes) -> bool:
        self.send("said", self.number, text.decode())
        return True

    async def send_text(self, text: str) -> None:
        self.send("said", self.number, text)

    async def close(self, code: int) -> None:
        self.send("closed", self.number, code)

    async def receive(self) -> str | None:
        return await self.said.get()


class Desk:
    def __init__(self, rooms: Rooms, store: TabStore, send: Send) -> None:
        self.rooms = rooms
        self.store = store
        self.send = send
        self.routes = [(pattern(each), each) for each in [*OWN, *routes()]]
        self.tasks: dict[int, asyncio.Task[None]] = {}
        self.clients: dict[int, Client] = {}

    # --- messages of the page ----------------------------------------------------------------------------------------

    def hear(self, kind: str, number: int, *rest: Any) -> None:
        match kind:
            case "ask":
                self.start(number, self.answer(number, *rest))
            case "open":
                self.clients[number] = client = Client(number, self.send)
                self.start(number, self.talk(client, *rest))
            case "say" if number in self.clients:
                self.clients[number].said.put_nowait(rest[0])
            case "stop" if number in self.clients:
                self.clients[number].said.put_nowait(None)
            case "stop" if number in self.tasks:
                self.tasks[number].cancel()
            case _:
                pass

    def start(self, number: int, work: Any) -> None:
        task = asyncio.ensure_future(work)
        self.tasks[number] = task
        task.add_done_callback(lambda _: self.tasks.pop(number, None))

    # --- requests ----------------------------------------------------------------------------------------------------

    async def answer(self, number: int, method: str, address: str, body: str | None) -> None:
        found = await self.ask(method, address, body)
        if isinstance(found, Told):
            self.send("answer", number, *found)
            return
        self.send("answer", number, 200, LINES, "")
        try:
            async for line in found.lines:
                self.send("line", number, line.decode())
        except Exception as error:
            self.rooms.report(f"{method} {address} failed", error)
        self.send("end", number)

    async def ask(self, method: str, address: str, body: str | None) -> Told | Lines:
        try:
            found = await self.find(method, address, body)
        except BirdtableError as error:
            status, refused = problem(error)
            return in_json(status, refused)
        except (msgspec.MsgspecError, RecursionError) as error:
            details = {"what": " ".join(str(error).split())}
            return in_json(400, Problem(reason="this cannot be understood: {what}", details=details))
        except Exception as error:
            self.rooms.report(f"{method} {address} failed", error)
            return in_json(500, Problem(reason="something went wrong"))
        match found:
            case Lines():
                return found
            case File():
                return Told(200, found.media_type, found.body.decode())
            case None:
                return Told(204, JSON, "")
            case _:
                return in_json(200, found)

    async def find(self, method: str, address: str, body: str | None) -> Any:
        path, _, query = address.partition("?")
        for form, route in self.routes:
            if route.method == method and (match := form.fullmatch(path)):
                arguments = await self.read_arguments(route, match.groupdict(), dict(parse_qsl(query)), body)
                return await route.work(**arguments)
        raise Refusal(404, "there is nothing here")

    async def read_arguments(
        self, route: Route, path: dict[str, str], query: dict[str, str], body: str | None
    ) -> dict[str, Any]:
        """What the work behind a route is asked with. Whatever cannot be understood is refused."""
        given: dict[str, Any] = {}
        for name, parameter in route.parameters.items():
            kind = parameter.annotation
            if name in ("rooms", "asker", "me", "visitor"):
                given[name] = await self.provide(name)
            elif name == "data":
                if body is not None or parameter.default is parameter.empty:
                    given[name] = msgspec.json.decode(body or "", type=kind)
            elif name in path:
                given[name] = msgspec.convert(unquote(path[name]), kind, strict=False)
            elif name in query:
                given[name] = msgspec.convert(query[name], kind, strict=False)
        return given

    async def provide(self, name: str) -> Any:
        if name == "rooms":
            return self.rooms
        if name == "asker":
            return Asker()
        found = await self.me()
        if name == "me" and found is None:
            raise Refusal(401, NAMELESS)
        return found

    async def me(self) -> Person | None:
        return await self.rooms.people.find(device.OWNER)

    # --- tables ------------------------------------------------------------------------------------------------------

    async def talk(self, client: Client, address: str, since: int) -> None:
        try:
            match = SOCKET.fullmatch(address)
            if match is None:
                raise Refusal(404, "there is nothing here")
            person = await self.me()
            room = await self.rooms.get(match[1])
            messages = Bucket(self.rooms.limits.rate_for(limits.MESSAGES, ""), self.rooms.monotonic())
            self.send("opened", client.number)
            await converse(Connection(client, person, messages, set()), client, room, since)
        except Refusal:
            self.send("closed", client.number, MISSING)
        except Exception as error:
            self.rooms.report(f"a conversation at {address} failed", error)
            self.send("closed", client.number, BROKEN)
        finally:
            self.clients.pop(client.number, None)


async def notice() -> Notice:
    """Nobody announces anything here."""
    return Notice()


async def all_deals(rooms: Rooms, visitor: Person | None) -> list[DealInfo]:
    """Nobody makes par beforehand: some more matches of it every time that the page looks, once mine is over."""
    told = await deals.all_deals(rooms, visitor)
    lacking = [each for each in told if each.over and (each.par is None or each.par.matches < each.par_matches)]
    if lacking and birdtable.speed() == "compiled":
        with suppress(TimeoutError, BirdtableError):  # the deals are told without it too
            await add_matches(rooms, lacking[0].game, parse_day(lacking[0].day), PAR_AT_ONCE)
    return told


async def hand_on(table: str) -> None:
    raise Refusal(409, "handing on a deal needs a server; this page has none")


OWN = [
    *device.ROUTES,
    Route("GET", "/notice", notice),
    Route("GET", "/deals", all_deals),
    Route("POST", "/tables/{table}/same-deal", hand_on),
]
"""What only a device is asked, or answers in a way of its own: it has one person, and no cookies."""


def pattern(route: Route) -> re.Pattern[str]:
    return re.compile(re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", route.path.removeprefix("/")))


def in_json(status: int, found: Any) -> Told:
    return Told(status, JSON, msgspec.json.encode(found).decode())
