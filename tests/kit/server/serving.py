"""What tests of the server are written with: people who talk to a room, in memory or over the network."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import msgspec
import uvicorn
from litestar import Litestar
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from birdtable.engine import Rng
from birdtable.game import Step
from birdtable.server.crowd import random_play
from birdtable.server.http.app import create_app
from birdtable.server.network import listening_socket
from birdtable.server.room.levels import levels
from birdtable.server.room.limits import Bucket, Limits, Rate
from birdtable.server.room.room import Room
from birdtable.server.room.rooms import Rooms
from birdtable.server.room.telling.connection import Connection
from birdtable.server.room.telling.teller import Change
from birdtable.server.running import make_rooms, server
from birdtable.server.store.opening import store_at
from birdtable.server.table import lobby
from birdtable.server.table.entries import Chair, Opened, Shuffling
from birdtable.server.table.person import Person
from birdtable.server.table.table import Table, make_play, open_table, start_match, take
from birdtable.server.workers.pool import Workers
from birdtable.wire.play import decode_client
from birdtable.wire.tables import NewTable, SeatWish

Message = dict[str, Any]

MIRA = Person(id="pmira", name="Mira", created=0.0, seen=0.0)
TOMAS = Person(id="ptomas", name="Tomás", created=0.0, seen=0.0)
JUNE = Person(id="pjune", name="June", created=0.0, seen=0.0)
PEOPLE = (MIRA, TOMAS, JUNE)
SECRET = bytes(range(32))


class Time:
    """A clock that goes when it is told to."""

    def __init__(self, now: float = 1_000_000.0) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now

    def pass_by(self, seconds: float) -> None:
        self.now += seconds


# --- tables without anything around them ----------------------------------------------------------------------------


def new_table(game: str, *people: Person | str, **wishes: Any) -> Table:
    """A table that gathers; a text is the level of a bot, an empty one an open seat."""
    wish = NewTable(game=game, seats=(SeatWish(),) * len(people), **wishes)
    host = next((person for person in people if isinstance(person, Person)), MIRA)
    setting = lobby.new_setting(wish, host, levels(game))
    chairs = tuple(chair_for(person) for person in people)
    opened = Opened(at=0.0, setting=msgspec.structs.replace(setting, chairs=chairs), commitment="")
    return open_table("table1", SECRET, opened)


def chair_for(person: Person | str) -> Chair:
    return lobby.person_chair(person) if isinstance(person, Person) else Chair(level=person)


def started_table(game: str, *people: Person | str, secret: bytes = SECRET, **wishes: Any) -> Table:
    table = new_table(game, *people, **wishes)
    table = msgspec.structs.replace(table, secret=secret)
    return start_match(take(table, Shuffling(at=1.0)), 1.0)[1]


def some_play(table: Table, rng: Rng) -> list[Step]:
    """A play that is legal now."""
    return random_play(table.game, table.game.view(table.state, table.to_move), rng)


def play_on(table: Table, rng: Rng, plays: int = 1) -> Table:
    for _ in range(plays):
        if table.phase == "playing":
            table = make_play(table, table.to_move, some_play(table, rng), table.changed + 1)[1]
    return table


# --- rooms with people, in memory -----------------------------------------------------------------------------------


class Paper:
    """A socket that keeps what was written to it."""

    def __init__(self) -> None:
        self.sent: list[str] = []
        self.closed: int | None = None

    def write(self, text: bytes) -> bool:
        self.sent.append(text.decode())
        return True

    async def send_text(self, text: str) -> None:
        self.sent.append(text)

    async def close(self, code: int) -> None:
        self.closed = code


class Client:
    """A person with a line to a room."""

    def __init__(self, room: Room, person: Person | None) -> None:
        self.room = room
        self.paper = Paper()
        self.line = Connection(self.paper, person, Bucket(Rate(1e9, 1e9), 0.0), set())
        self.heard: list[bytes] = []

    async def enter(self, since: int = 0) -> Client:
        if self.line.person is not None:
            await meet(self.room.rooms, self.line.person)
        await self.room.enter(self.line, since)
        return self

    def leave(self) -> None:
        self.room.leave(self.line)

    def read(self) -> list[Message]:
        """What has been said to this client since it was last asked."""
        news = list(self.line.outbox)
        self.line.outbox.clear()
        self.heard += news
        return [json.loads(message) for message in news]

    async def say(self, kind: str, **fields: Any) -> list[Message]:
        self.read()
        await self.room.hear(self.line, decode_client(json.dumps({"type": kind, "id": 1, **fields})))
        return self.read()

    async def play(self, *steps: Step, after: int | None = None) -> list[Message]:
        return await self.say("play", after=self.room.table.number if after is None else after, steps=list(steps))


async def meet(rooms: Rooms, person: Person) -> None:
    """Makes sure that the store knows somebody."""
    if await rooms.store.person(person.id) is None:
        await rooms.store.add_person(person)
        rooms.people.remember(person.id, person)


async def room_of(rooms: Rooms, game: str, *people: Person | str, start: bool = True, **wishes: Any) -> Room:
    """A room whose match has begun."""
    table = new_table(game, *people, **wishes)
    for person in people:
        if isinstance(person, Person):
            await meet(rooms, person)
    host = next((person for person in people if isinstance(person, Person)), MIRA)
    room = await rooms.create(table.setting, host)
    if start:
        await room.change(lambda t, at: [Shuffling(at=at)])
    return room


async def finish(room: Room, seed: int = 1) -> None:
    """Plays a match to its end, whoever sits there."""
    rng = Rng(seed)
    while room.table.phase == "playing":
        async with room.lock:
            if room.table.phase == "playing":
                play = make_play(room.table, room.table.to_move, some_play(room.table, rng), room.rooms.now())
                await room.commit([Change(*play)])


def last(messages: Sequence[Message], kind: str) -> Message:
    found = [message for message in messages if message["type"] == kind]
    assert found, f"no {kind} among {[message['type'] for message in messages]}"
    return found[-1]


def kinds(messages: Sequence[Message]) -> list[str]:
    return [message["type"] for message in messages]


# --- servers on the network -----------------------------------------------------------------------------------------


class Live:
    """A server in a thread of this process."""

    def __init__(self, rooms: Rooms, address: str) -> None:
        self.rooms = rooms
        self.address = address

    def guest(self, name: str = "Mira") -> Guest:
        guest = Guest(self.address)
        guest.me = guest.ok("POST", "/guests", {"name": name})
        return guest

    def nobody(self) -> Guest:
        return Guest(self.address)

    def finish(self, table: str, seed: int = 1) -> None:
        """Plays a match to its end, whoever sits there."""
        work = finish(self.rooms.rooms[table], seed)
        asyncio.run_coroutine_threadsafe(work, self.rooms.caretaker.get_loop()).result(60)

    def begin_at(self, table: str, state: str) -> None:
        """Lets a match that has not started begin in a position of the game."""
        change = self.rooms.rooms[table].change(lambda t, at: lobby.arrange(t, at, begins=state))
        asyncio.run_coroutine_threadsafe(change, self.rooms.caretaker.get_loop()).result(30)


class Guest:
    """A browser: it keeps its cookie."""

    def __init__(self, address: str, headers: Mapping[str, str] | None = None) -> None:
        self.address = address
        self.http = httpx.Client(base_url=address + "/api", headers=dict(headers or {}), timeout=30, verify=False)
        self.me: Message = {}

    def call(self, method: str, path: str, body: Any = None) -> httpx.Response:
        if body is None and method in ("POST", "PUT", "PATCH"):
            return self.http.request(method, path)
        return self.http.request(method, path, json=body)

    def ok(self, method: str, path: str, body: Any = None) -> Any:
        answer = self.call(method, path, body)
        assert answer.is_success, (answer.status_code, answer.text)
        return answer.json() if answer.content else None

    def refused(self, method: str, path: str, body: Any = None) -> tuple[int, str]:
        answer = self.call(method, path, body)
        assert answer.is_client_error, (answer.status_code, answer.text)
        return answer.status_code, answer.json()["reason"]

    def open(self, game: str = "kuhn", *seats: Message, **wishes: Any) -> str:
        chosen = list(seats) or [{"player": "me"}, {"player": "open"}]
        table: str = self.ok("POST", "/tables", {"game": game, "seats": chosen, "pace": 0, **wishes})["id"]
        return table

    def socket(self, table: str, since: int = 0, headers: Mapping[str, str] | None = None) -> Talk:
        cookie = self.http.cookies.get("birdtable")
        sent = {**({"Cookie": f"birdtable={cookie}"} if cookie else {}), **(headers or {})}
        if "authorization" in self.http.headers:
            sent["Authorization"] = self.http.headers["authorization"]
        url = self.address.replace("http", "ws", 1) + f"/api/tables/{table}/socket?since={since}"
        return Talk(connect(url, additional_headers=sent, compression=None, open_timeout=30, legacy=True))


class Talk:
    """A WebSocket conversation."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.count = 0
        self.seen: list[Message] = []

    def __enter__(self) -> Talk:
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()

    def hear(self, timeout: float = 30) -> Message:
        message: Message = json.loads(self.socket.recv(timeout))
        self.seen.append(message)
        return message

    def until(self, kind: str) -> Message:
        while (message := self.hear())["type"] != kind:
            pass
        return message

    def until_closed(self) -> int:
        """Hears all that is still said, and the code that the server closes with."""
        while True:
            try:
                self.hear()
            except ConnectionClosed as closed:
                return closed.rcvd.code if closed.rcvd else 1006

    def say(self, kind: str, **fields: Any) -> Message:
        """Sends a message and returns its answer."""
        self.count += 1
        self.socket.send(json.dumps({"type": kind, "id": self.count, **fields}))
        while (message := self.hear()).get("re") != self.count:
            pass
        return message


def http_to(
    rooms: Rooms, address: str = "127.0.0.1", *, app: Litestar | None = None, **options: Any
) -> httpx.AsyncClient:
    """Somebody at that address who asks the application itself, without a network. Making one takes half a second:
    whoever asks often brings it."""
    transport = httpx.ASGITransport(app or create_app(rooms), client=(address, 1))  # type: ignore[arg-type]
    return httpx.AsyncClient(transport=transport, base_url="http://x", **options)


@contextmanager
def live_server(
    folder: Path,
    *,
    limits: Limits | None = None,
    trusted: str = "127.0.0.1",
    token: str = "",
    where: Callable[[], str] | None = None,
    **options: Any,
) -> Iterator[Live]:
    rooms = make_rooms(store_at(str(folder / "live.sqlite3")), limits=limits or Limits(factor=1e6), **options)
    bound = listening_socket("127.0.0.1", 0)
    running: uvicorn.Server = server(rooms, "127.0.0.1", 0, trusted=trusted, token=token, where=where)
    ready = threading.Event()
    running.bound = lambda _: ready.set()  # type: ignore[attr-defined]
    thread = threading.Thread(target=running.run, kwargs={"sockets": [bound]}, daemon=True)
    thread.start()
    assert ready.wait(30), "the server did not come up"
    try:
        yield Live(rooms, f"http://127.0.0.1:{bound.getsockname()[1]}")
    finally:
        running.should_exit = True
        thread.join(30)


def one_worker() -> Workers:
    return Workers(processes=1)
