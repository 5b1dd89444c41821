"""Twins: two logs of a match that differ only in a card that a seat cannot know, and the worlds they are played in.

A twin is made from the log of a match: somewhere in it another seat's secret card is exchanged for one that stayed
unseen. Whether the seat could know is decided here, apart from views and events: no step of the rest names either card.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from litestar.routes import HTTPRoute

from birdtable.engine import Rng
from birdtable.game import BirdtableError, Step
from birdtable.server.http.app import create_app
from birdtable.server.past import replays
from birdtable.server.room import helping
from birdtable.server.room.limits import Limits
from birdtable.server.room.people.keys import Keys
from birdtable.server.room.room import Room
from birdtable.server.running import make_rooms
from birdtable.server.store.opening import store_at
from birdtable.server.table import entries, undo
from birdtable.server.table.entries import AnyEntry, Opened, Played, Shuffling, Spoke, Started
from birdtable.server.table.person import Person
from birdtable.server.table.table import Table, history, make_play, replay, start_match, take
from birdtable.server.workers.pool import Workers
from birdtable.wire.past import Shuffle
from kit.server.serving import JUNE, MIRA, SECRET, TOMAS, Client, Time, http_to, new_table, one_worker, some_play

PLAYS = 12
ADA = Person(id="pada", name="Ada", created=0.0, seen=0.0)
ROBOT = Person(id="brobot", name="Robot", kind="bot", owner=ADA.id, created=0.0, seen=0.0)
SPY = Person(id="bspy", name="Spy", kind="bot", owner=MIRA.id, created=0.0, seen=0.0)
"""A remote bot that only looks on."""
EVERYBODY = (MIRA, TOMAS, JUNE, ADA, ROBOT, SPY)
T = TypeVar("T")


# --- logs ------------------------------------------------------------------------------------------------------------


class Log:
    """A match that is being written."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.entries: list[AnyEntry] = [Opened(at=0.0, setting=table.setting, commitment="")]
        self.append(Shuffling(at=1.0))
        self.append(start_match(self.table, 2.0)[0])

    def append(self, *new: AnyEntry) -> None:
        for entry in new:
            self.entries.append(entry)
            self.table = take(self.table, entry)

    def play(self, rng: Rng) -> None:
        self.append(make_play(self.table, self.table.to_move, some_play(self.table, rng), self.table.changed + 1)[0])

    def take_back(self, person: str, *, agree: bool) -> None:
        """Free, or by consent; a first one who declines ends it."""
        try:
            self.append(*undo.ask(self.table, person, self.table.number, self.table.changed + 1))
            while waiting := undo.waiting_for(self.table):
                other = self.table.chairs[waiting[0]].person
                self.append(*undo.reply(self.table, other, self.table.changed + 1, agree=agree))
        except BirdtableError:
            return


def match_log(game: str, seed: int, *people: Person, plays: int = PLAYS, **wishes: Any) -> list[AnyEntry]:
    """The first plays of a match, with talk and with plays that are taken back: freely, by consent, or not at all."""
    log, rng = Log(new_table(game, *people, **wishes)), Rng(seed)
    for number in range(plays):
        if log.table.phase != "playing":
            break
        log.play(rng)
        if number % 4 == 3:
            log.append(Spoke(at=log.table.changed + 1, person=TOMAS.id, seat=1, phrase="Nice!"))
        mover = people[log.table.plays[-1].seat].id
        if number % 3 == 1 and log.table.phase == "playing":
            log.take_back(mover, agree=number % 2 == 0)
    return log.entries


def secret_deals(log: list[AnyEntry], knowers: set[int]) -> Iterator[tuple[int, int]]:
    """Where a card is dealt unseen to a seat that is not among ``knowers``: entry and place in its draws."""
    for place, entry in enumerate(log):
        if not isinstance(entry, Started | Played):
            continue
        table = replay("table1", SECRET, log[:place])
        rules = table.game
        state = table.state.copy() if table.state is not None else rules.start(len(table.chairs), table.setting.options)
        for step in entry.steps if isinstance(entry, Played) else ():
            rules.apply(state, step)
        for number, step in enumerate(entry.draws):
            rules.apply(state, step)
            if any(event.secret and event.seat not in knowers for event in rules.events(state)):
                yield place, number


def twins(log: list[AnyEntry], *knowers: int) -> Iterator[list[AnyEntry]]:
    """Every log that these seats cannot tell from this one, with one card exchanged."""
    for place, number in secret_deals(log, set(knowers)):
        entry = log[place]
        assert isinstance(entry, Started | Played)
        card = entry.draws[number]
        rules = replay("table1", SECRET, log[:3]).game
        for other in sorted({step for step in rules.steps if step.startswith("deal ")} - {card}):
            draws = (*entry.draws[:number], other, *entry.draws[number + 1 :])
            twin = [*log[:place], msgspec.structs.replace(entry, draws=draws), *log[place + 1 :]]
            if not is_named(log, place, set(knowers), {card, other}) and is_possible(twin):
                yield twin


def is_named(log: list[AnyEntry], place: int, knowers: set[int], deals: set[Step]) -> bool:
    """Does any later step of the other seats, taken back or not, name one of these cards?"""
    words = {deal.removeprefix("deal ") for deal in deals}
    return any(
        words & set(re.split(r"\W+", step))
        for entry in log[place:]
        if isinstance(entry, Played) and entry.seat not in knowers
        for step in entry.steps
    )


def is_possible(log: list[AnyEntry]) -> bool:
    """Every step is legal, every draw could have been made, and the match is the same length."""
    try:
        for before, entry in zip(history("table1", SECRET, log), log[1:], strict=False):
            if isinstance(entry, Started | Played):
                rules, state = before.game, before.state
                state = state.copy() if state is not None else rules.start(len(before.chairs), before.setting.options)
                for step in (*(entry.steps if isinstance(entry, Played) else ()), *entry.draws):
                    rules.play(state, step)
    except (BirdtableError, AssertionError):
        return False
    return True


# --- worlds ----------------------------------------------------------------------------------------------------------


class Desk(Workers):
    """Help is worked out here and now: a process for every world would take its time."""

    async def run(self, work: Callable[..., T], *arguments: Any, asker: object = None) -> T:
        return work(*arguments)


SHEET = {"sheet": {"game": "birdie", "players": ["Ana", "Ben"], "rounds": []}}
BODIES: dict[str, Any] = {
    "/api/sheet": SHEET,
    "/api/score": {"row": "Rs Rs Ru"},
    "/api/lessons/{lesson}/position": {"plays": []},
    "/api/lessons/{lesson}/consider": {"plays": [], "steps": ["pass"]},
    "/api/lessons/{lesson}/try": {"plays": [], "steps": ["pass"]},
    "/api/puzzles/{series}/{day}/consider": {"steps": ["pass"]},
}
"""What is brought to routes that change nothing."""
COUNTS = {"/metrics", "/api/schema", "/api/schema/openapi.json", "/api/schema/{path}", "/{path}", "/"}
"""The same for everybody, or different from one moment to the next."""


class World:
    """A server that holds one match, and all that a person gets to see of it."""

    def __init__(self, folder: Path, log: list[AnyEntry]) -> None:
        folder.mkdir(parents=True)
        self.log = log
        store = store_at(str(folder / "world.sqlite3"))
        self.rooms = make_rooms(store, limits=Limits(factor=1e6), workers=one_worker(), now=Time(1000.0))

    async def __aenter__(self) -> World:
        await self.rooms.open()
        self.app = create_app(self.rooms)
        self.rooms.caretaker.cancel()
        self.rooms.helpers = Desk()
        self.rooms.people.keys = Keys(SECRET)
        for person in EVERYBODY:
            await self.rooms.store.add_person(person)
        table = replay("table1", SECRET, self.log)
        room = Room(self.rooms, table)
        row = msgspec.structs.replace(room.row(table, members=True), number=1)
        await self.rooms.store.create(row, SECRET, entries.encode(self.log[0]))
        row = room.row(table, members=False)
        await self.rooms.store.append(row, [entries.encode(entry) for entry in self.log[1:]])
        self.room = await self.rooms.get("table1")
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.rooms.close()

    @property
    def truth(self) -> list[str]:
        """After each entry: in the end the exchanged cards may lie where they would have lain."""
        tables = history("table1", SECRET, self.log)
        return [table.game.state_text(table.state) for table in tables if table.state is not None]

    async def seen_by(self, person: Person | None) -> list[bytes]:
        """Everything that a person is sent, whatever they ask."""
        room, table = self.room, self.room.table
        seen: list[bytes] = []
        for since in range(0, table.number + 1, 2):
            client = await Client(room, person).enter(since)
            client.read()
            seen += client.heard
            client.leave()
        seen += await self.answers(person)
        for seat in (None, -1, *range(len(table.chairs))):
            seen.append(await encode_answer(replays.replay(room, person, seat)))
            for number in range(1, table.number + 1):
                seen.append(await encode_answer(replays.position(room, person, seat, number)))
        seen.append(await encode_answer(download(room, person)))
        seen.append(await encode_answer(shuffle(room)))
        seen.append(await encode_answer(unseen(table, person)))
        seen.append(msgspec.json.encode(room.info()))
        return seen

    async def answers(self, person: Person | None) -> list[bytes]:
        """What is answered to every kind of message, with legal and illegal steps."""
        room, table = self.room, self.room.table
        client = await Client(room, person).enter(table.number)
        own = table.seats_of(person.id) if person else ()
        if len(own) > 1 and table.to_move in own:
            await client.say("call", seat=table.to_move)
        legal = table.game.legal_steps(table.state) if table.to_move in own else []
        for step in [*legal, *table.game.steps[::7], "fly"]:
            await client.say("consider", after=table.number, steps=[step])
            if step not in legal:
                await client.say("play", after=table.number, steps=[step])
        for steps in ([], legal[:1]):
            await client.say("hint", after=table.number, steps=steps)
        rng = Rng(5)
        if legal:
            for _ in range(5):
                await client.say("consider", after=table.number, steps=some_play(table, rng))
        for seat in range(len(table.chairs)):
            await client.say("call", seat=seat)
        await client.say("undo_reply", agree=False, after=table.number)
        await client.say("reveal", nonce="ab" * 32)
        client.leave()
        return client.heard

    async def pages_for(self, person: Person | None) -> list[bytes]:
        """What every route that changes nothing answers over HTTP."""
        headers = {}
        if person is not None:
            badge = self.rooms.people.badge("bot" if person.kind == "bot" else "link", person)
            headers["Authorization"] = f"Bearer {badge}"
        seen = []
        async with http_to(self.rooms, app=self.app, headers=headers) as http:
            for method, path in self.questions():
                number = self.room.table.number - 1
                asked = path.format(
                    table="table1", lesson="cubirds", number=number, series="birdie-row", day="2026-11-01", code="none"
                )
                answer = await http.request(method, asked, json=BODIES[path] if method == "POST" else None)
                assert answer.status_code < 500, (method, asked, answer.text)
                seen.append(f"{method} {asked} {answer.status_code} ".encode() + answer.content)
        return seen

    def questions(self) -> Iterator[tuple[str, str]]:
        """Methods and paths. A new route that reads something is among them by itself."""
        for route in self.app.routes:
            path = re.sub(r":\w+}", "}", route.path)
            if isinstance(route, HTTPRoute) and path not in COUNTS:
                if "GET" in route.methods:
                    yield "GET", path
                if "POST" in route.methods and path in BODIES:
                    yield "POST", path


async def download(room: Room, person: Person | None) -> bytes:
    return (await replays.download(room, person, "text")).content.make()


async def shuffle(room: Room) -> Shuffle:
    return msgspec.json.decode((await replays.shuffle(room)).make(), type=Shuffle)


async def unseen(table: Table, person: Person | None) -> Any:
    return helping.unseen(table, person)


async def encode_answer(answer: Any) -> bytes:
    try:
        return msgspec.json.encode(await answer)
    except BirdtableError as error:
        return repr(error).encode()


async def compare(folder: Path, log: list[AnyEntry], twin: list[AnyEntry], people: list[Person | None]) -> int:
    """Both worlds tell these people the same. Returns how many messages and answers were compared."""
    count = 0
    async with World(folder / "one", log) as one, World(folder / "two", twin) as two:
        assert one.truth != two.truth, "these are not twins, they are the same"
        for person in people:
            first = [*await one.seen_by(person), *await one.pages_for(person)]
            second = [*await two.seen_by(person), *await two.pages_for(person)]
            for mine, theirs in zip(first, second, strict=True):
                assert mine == theirs, (person, json_or_text(mine), json_or_text(theirs))
            count += len(first)
    return count


def json_or_text(message: bytes) -> Any:
    try:
        return json.loads(message)
    except ValueError:
        return message
