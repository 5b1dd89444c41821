"""People who mean harm: each attack is a coroutine that goes on until it is cancelled or its round is over.

They come from an address of their own. What limits grant to the machine itself they do not have, unless a test wants to
know what happens without limits.
"""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from birdtable.engine import Rng
from birdtable.game import NOBODY
from birdtable.record import Recorder, Undo
from birdtable.server.store.base import NEVER, TableRow
from birdtable.server.store.opening import store_at
from birdtable.server.table import entries, summary
from birdtable.server.table.entries import AnyEntry, Closed, Opened, Shuffling, Undone
from birdtable.server.table.table import make_play, start_match, take
from kit.server.serving import MIRA, SECRET, TOMAS, new_table, some_play

STRANGER = "127.0.0.2"
"""An address that is not the machine's own in the eyes of the limits."""
TROUBLE = (OSError, WebSocketException, TimeoutError, asyncio.IncompleteReadError)
HEAVY = {
    "row": "Oa Wu Ow Ws Rw Pw Pu Rs Ru Wa Ou Ra Ps Os Ww Pa",
    "expert": True,
    "woodpeckers": 2,
    "pigeons": 2,
    "owls": 2,
    "time": 5.0,
}
"""A row that a worker thinks about for as long as it may."""


class Target(NamedTuple):
    address: str
    table: str
    """Where honest people play."""
    long: Sequence[str] = ()
    """Tables with thousands of entries: see ``write_long_table``."""
    origin: str = STRANGER

    @property
    def place(self) -> tuple[str, int]:
        split = urlsplit(self.address)
        return split.hostname or "", split.port or 80


Attack = Callable[[Target], Coroutine[Any, Any, None]]


@asynccontextmanager
async def socket_to(target: Target, table: str, **headers: str) -> AsyncIterator[ClientConnection]:
    url = target.address.replace("http", "ws", 1) + f"/api/tables/{table}/socket"
    line = connect(
        url,
        additional_headers=headers,
        local_addr=(target.origin, 0),
        compression=None,
        open_timeout=10,
        close_timeout=0.1,
    )
    async with line as socket:
        yield socket


async def ask(target: Target, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, bytes]:
    """One request over a connection of its own: status and body."""
    host, port = target.place
    sent = b"" if body is None else msgspec.json.encode(body)
    head = [f"{method} {path} HTTP/1.1", f"Host: {host}:{port}", "Connection: close", f"Content-Length: {len(sent)}"]
    head += ["Content-Type: application/json", *(f"{name}: {value}" for name, value in headers.items())]
    reader, writer = await asyncio.open_connection(host, port, local_addr=(target.origin, 0))
    try:
        writer.write("\r\n".join([*head, "", ""]).encode() + sent)
        answer = await asyncio.wait_for(reader.read(), 60)
    finally:
        writer.close()
    first, _, content = answer.partition(b"\r\n\r\n")
    return int(first.split()[1]) if first else 0, content


class Intruder:
    """A guest of that address."""

    def __init__(self, target: Target, code: str) -> None:
        self.target = target
        self.headers = {"Authorization": f"Bearer {code}"}

    @classmethod
    async def arrive(cls, target: Target) -> Intruder:
        _, content = await ask(target, "POST", "/api/guests", {"name": "Eve"})
        return cls(target, json.loads(content)["code"])

    async def post(self, path: str, body: Any) -> Any:
        status, content = await ask(self.target, "POST", f"/api{path}", body, **self.headers)
        if status >= 400:
            raise OSError(f"{status}")
        return json.loads(content)

    async def open(self, game: str, *levels: str) -> str:
        seats = [{"player": "bot", "level": level} if level else {"player": "me"} for level in levels]
        table = (await self.post("/tables", {"game": game, "seats": seats, "pace": 0}))["id"]
        await self.post(f"/tables/{table}/start", {})
        return str(table)


async def at_once(count: int, one: Callable[[int], Coroutine[Any, Any, None]]) -> None:
    """So many at a time; what fails was refused, which is as it should be."""

    async def careless(number: int) -> None:
        with suppress(*TROUBLE, KeyError, ValueError):
            await one(number)

    await asyncio.gather(*(careless(number) for number in range(count)))


# --- sockets ---------------------------------------------------------------------------------------------------------


async def sockets(target: Target) -> None:
    """Connections that are opened and closed as fast as it goes."""

    async def come_and_go(number: int) -> None:
        for _ in range(20):
            with suppress(*TROUBLE):
                async with socket_to(target, target.table):
                    pass

    await at_once(20, come_and_go)


async def onlookers(target: Target) -> None:
    """They fill a table, stay for a while and never say a word."""
    async with AsyncExitStack() as stack:
        for _ in range(260):
            with suppress(*TROUBLE):
                await stack.enter_async_context(socket_to(target, target.table))
        await asyncio.sleep(1)


async def slow_readers(target: Target) -> None:
    """They ask and ask, and do not read the answers."""
    for _ in range(20):
        with suppress(*TROUBLE):
            async with socket_to(target, target.table) as line:
                line.transport.pause_reading()
                for number in range(300):
                    await line.send(json.dumps({"type": "ping", "id": number}))
                await asyncio.sleep(0.05)
                line.transport.abort()


async def bad_messages(target: Target) -> None:
    """As small and as large as can be, as fast as they go."""
    for size in (1, 10, 1000, 16_000, 100_000, 5_000_000) * 5:
        with suppress(*TROUBLE):
            async with socket_to(target, target.table) as line:
                for _ in range(50):
                    await line.send("[" * size)


async def questions(target: Target) -> None:
    """A guest on many lines who considers, again and again, what there is to consider."""
    eve = await Intruder.arrive(target)
    table = await eve.open("cubirds", "", "random")

    async def consider(number: int) -> None:
        async with socket_to(target, table, **eve.headers) as line:
            while True:
                message = json.loads(await line.recv())
                if message["type"] == "position" and message["legal"]:
                    break
            for count in range(400):
                step = message["legal"][count % len(message["legal"])]
                wish = {"type": "consider", "id": count, "after": message["number"], "steps": [step]}
                await line.send(json.dumps(wish))
                await asyncio.sleep(0.04)

    await at_once(15, consider)


async def comings_and_goings(target: Target) -> None:
    """Somebody who leaves a match and comes back to it, watched by many."""
    eve = await Intruder.arrive(target)
    table = await eve.open("birdie", "", "random")
    async with AsyncExitStack() as stack:
        for _ in range(60):
            with suppress(*TROUBLE):
                await stack.enter_async_context(socket_to(target, table))
        for _ in range(200):
            with suppress(*TROUBLE):
                await eve.post(f"/tables/{table}/leave", None)
                await eve.post(f"/tables/{table}/join", {})


# --- requests --------------------------------------------------------------------------------------------------------


async def half_open(target: Target) -> None:
    """Requests that are begun and not ended."""
    lines = []
    for number in range(600):
        with suppress(*TROUBLE):
            _, writer = await asyncio.open_connection(*target.place, local_addr=(target.origin, 0))
            writer.write(b"POST /api/guests HTTP/1.1\r\nHost: x\r\nContent-Length: 50000\r\n"[: 20 + number % 50])
            lines.append(writer)
    await asyncio.sleep(0.5)
    for writer in lines:
        writer.close()


async def requests(target: Target) -> None:
    """Whatever there is, asked for without a pause."""
    for _ in range(30):
        with suppress(*TROUBLE):
            reader, writer = await asyncio.open_connection(*target.place, local_addr=(target.origin, 0))
            for _ in range(30):
                path = random.choice(["/api/games", "/api/tables", f"/api/tables/{target.table}", "/", "/x"])
                writer.write(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
            await writer.drain()
            await asyncio.wait_for(reader.read(10_000), 5)
            writer.close()


async def table_spam(target: Target) -> None:
    """One guest who opens tables."""
    eve = await Intruder.arrive(target)
    wish = {"game": "birdie", "seats": [{"player": "me"}, {"player": "open"}]}
    await at_once(10, lambda _: repeat(30, lambda: eve.post("/tables", wish)))


async def repeat(count: int, deed: Callable[[], Coroutine[Any, Any, Any]]) -> None:
    for _ in range(count):
        with suppress(*TROUBLE):
            await deed()


async def bad_requests(target: Target) -> None:
    """Bodies that are too deep, too long, or not what they seem."""
    deep = "[" * 30_000
    bodies: list[Any] = [{"record": deep, "seat": 0}, {"name": deep}, [], {"game": "birdie", "seats": [{}] * 500}]
    paths = ["/api/records/replay", "/api/guests", "/api/score", "/api/tables", "/api/sheet", "/api/lessons/x/try"]
    await at_once(30, lambda number: repeat(5, lambda: ask(target, "POST", paths[number % 6], bodies[number % 4])))


# --- work ------------------------------------------------------------------------------------------------------------


async def heavy_rows(target: Target) -> None:
    """Rows to be scored that take long; nobody waits for the answers."""
    asking = []
    for _ in range(20):
        asking.append(asyncio.create_task(ask(target, "POST", "/api/score", HEAVY)))
        await asyncio.sleep(0.1)
    for task in asking:
        task.cancel()
    await asyncio.gather(*asking, return_exceptions=True)


async def champions(target: Target) -> None:
    """Tables at which the strongest bots play each other, all watched at once."""
    intruders = [await Intruder.arrive(target) for _ in range(3)]
    async with AsyncExitStack() as stack:
        for number in range(54):
            with suppress(*TROUBLE):
                game = ("birdie", "cubirds")[number % 2]
                table = await intruders[number % 3].open(game, "champion", "champion")
                await stack.enter_async_context(socket_to(target, table))
        await asyncio.sleep(3600)


async def long_tables(target: Target) -> None:
    """Matches with thousands of entries, looked back at and entered in every way, all at once."""

    async def look_back(number: int) -> None:
        table = target.long[number % len(target.long)]
        for path in ("replay", "record", "shuffle", "replay/2000"):
            await ask(target, "GET", f"/api/tables/{table}/{path}")
        async with socket_to(target, table) as line:
            await line.recv()

    await at_once(12, look_back)


async def long_records(target: Target) -> None:
    """Records as long as they may be, brought to be replayed, looked at and reviewed."""
    text = await asyncio.to_thread(long_record)

    async def bring(number: int) -> None:
        wish = {"record": text + "#" * number, "seat": 0}
        await ask(target, "POST", "/api/records/replay", wish)
        await ask(target, "POST", "/api/records/position", {**wish, "number": 100})
        await ask(target, "POST", "/api/records/shuffle", wish)

    await at_once(40, bring)


def long_record(size: int = 55_000) -> str:
    """A match whose second half is taken back and played again, until it is as long as a request may be."""
    game, rng = new_table("cubirds", MIRA, TOMAS).game, Rng(1)
    log = Recorder(game, ["a", "b", "c", "d", "e"])
    while log.state.to_move != NOBODY and len(log.plays) < 100:
        legal = game.legal_steps(log.state)
        log.play(legal[rng.below(len(legal))])
    once = log.record()
    half = once.lines[len(once.lines) // 2 :]
    text, lines = once.text(), once.lines
    while len(text) < size:
        lines = (*lines, Undo(len(half)), *half)
        text = msgspec.structs.replace(once, lines=lines).text()
    return text


ATTACKS: dict[str, Attack] = {
    attack.__name__.replace("_", " "): attack
    for attack in (
        long_tables,
        long_records,
        heavy_rows,
        champions,
        onlookers,
        comings_and_goings,
        questions,
        half_open,
        sockets,
        slow_readers,
        requests,
        table_spam,
        bad_messages,
        bad_requests,
    )
}


async def go_on(attack: Attack, target: Target, most: int = 10**9) -> None:
    """One round after the other."""
    for _ in range(most):
        with suppress(*TROUBLE, KeyError, ValueError):
            await attack(target)
        await asyncio.sleep(0.1)


# --- long tables -----------------------------------------------------------------------------------------------------


async def write_long_tables(db: str, count: int, pairs: int) -> list[str]:
    """Matches in which plays were made and taken back so often, written straight into a database; half of them are
    closed, so that everything of them may be seen."""
    store = store_at(db)
    await store.open()
    for person in (MIRA, TOMAS):
        await store.add_person(person)
    ids = [f"long{number}" for number in range(count)]
    for number, id in enumerate(ids):
        table = msgspec.structs.replace(new_table("birdie", MIRA, TOMAS), id=id)
        log: list[AnyEntry] = [Opened(at=0.0, setting=table.setting, commitment=""), Shuffling(at=1.0)]
        started, table = start_match(take(table, log[1]), 1.0)
        log.append(started)
        rng = Rng(number)
        for _ in range(pairs):
            entry, played = make_play(table, table.to_move, some_play(table, rng), table.changed)
            undone = Undone(at=table.changed, seat=entry.seat, back_to=table.plays[-1].number)
            table = take(played, undone, table.state)
            log += [entry, undone]
        if number % 2:
            log.append(Closed(at=table.changed, reason="closed by the host"))
            table = take(table, log[-1])
        row = TableRow(
            id=id,
            game="birdie",
            phase=table.phase,
            public=False,
            due=NEVER,
            number=1,
            changed=table.changed,
            summary=summary.encode(summary.summary(table)),
            members=(MIRA.id, TOMAS.id),
        )
        await store.create(row, SECRET, entries.encode(log[0]))
        row = msgspec.structs.replace(row, number=len(log), members=None)
        await store.append(row, [entries.encode(entry) for entry in log[1:]])
    await store.close()
    return ids
