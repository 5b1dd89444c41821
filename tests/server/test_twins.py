"""The test of secrets: two matches that differ only in what a seat cannot know send that seat equal bytes.

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
import pytest

from birdtable.engine import Rng
from birdtable.game import BirdtableError, Step
from birdtable.server.past import replays
from birdtable.server.room import helping
from birdtable.server.room.limits import Limits
from birdtable.server.room.room import Room
from birdtable.server.running import make_rooms
from birdtable.server.store.opening import store_at
from birdtable.server.table import entries
from birdtable.server.table.entries import (
    AnyEntry,
    Asked,
    Declined,
    Opened,
    Played,
    Shuffling,
    Spoke,
    Started,
    Undone,
)
from birdtable.server.table.person import Person
from birdtable.server.table.table import Table, history, make_play, replay, start_match, take
from birdtable.server.workers.pool import Workers
from birdtable.wire.past import Shuffle
from kit.serving import MIRA, SECRET, TOMAS, Client, Time, new_table, one_worker, some_play

PLAYS = 9
T = TypeVar("T")


def match_log(game: str, seed: int, memory: str, same_device: bool, options: dict[str, Any]) -> list[AnyEntry]:
    """The first plays of a match between Mira and Tomás, with talk and a take-back by consent."""
    people = (MIRA, TOMAS, TOMAS) if same_device else (MIRA, TOMAS)
    table = new_table(game, *people, memory=memory, options=options)
    log: list[AnyEntry] = [Opened(at=0.0, setting=table.setting, commitment="")]

    def append(*new: AnyEntry) -> None:
        nonlocal table
        for entry in new:
            log.append(entry)
            table = take(table, entry)

    append(Shuffling(at=1.0))
    append(start_match(table, 2.0)[0])
    rng = Rng(seed)
    for number in range(PLAYS):
        if table.phase != "playing":
            break
        append(make_play(table, table.to_move, some_play(table, rng), 3.0 + number)[0])
        if number == 3 and table.phase == "playing":
            line = table.plays[-2]
            append(Spoke(at=7.0, person=TOMAS.id, seat=1, phrase="Nice!"))
            append(Undone(at=8.0, seat=line.seat, back_to=table.plays[-3].number))
    if table.phase == "playing" and len(table.plays) > 2:
        append(Asked(at=20.0, seat=table.plays[-1].seat, back_to=table.plays[-2].number))
        append(Declined(at=21.0, seat=1 - table.plays[-1].seat) if not same_device else Declined(at=21.0, seat=0))
    return log


def secret_deals(game: str, log: list[AnyEntry], knower: int) -> Iterator[tuple[int, int]]:
    """Where a card is dealt unseen to a seat other than ``knower``: entry and place in its draws."""
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
            if any(event.secret and event.seat != knower for event in rules.events(state)):
                yield place, number


def twins(game: str, log: list[AnyEntry], knower: int) -> Iterator[list[AnyEntry]]:
    """Every log that ``knower`` cannot tell from this one, with one card exchanged."""
    for place, number in secret_deals(game, log, knower):
        entry = log[place]
        assert isinstance(entry, Started | Played)
        card = entry.draws[number]
        rules = replay("table1", SECRET, log[:3]).game
        for other in {step for step in rules.steps if step.startswith("deal ")} - {card}:
            draws = (*entry.draws[:number], other, *entry.draws[number + 1 :])
            twin = [*log[:place], msgspec.structs.replace(entry, draws=draws), *log[place + 1 :]]
            if not named(log, place, knower, {card, other}) and is_possible(twin):
                yield twin


def named(log: list[AnyEntry], place: int, knower: int, deals: set[Step]) -> bool:
    """Does any later step of the other seats, or any take-back's replay, name one of these cards?"""
    words = {deal.removeprefix("deal ") for deal in deals}
    return any(
        words & set(re.split(r"\W+", step))
        for entry in log[place:]
        if isinstance(entry, Played) and entry.seat != knower
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


class World:
    """A server that holds one match, and all that a person gets to see of it."""

    def __init__(self, folder: Path, log: list[AnyEntry]) -> None:
        self.log = log
        self.rooms = make_rooms(
            store_at(str(folder / "world.sqlite3")), limits=Limits(factor=1e6), workers=one_worker(), now=Time(1000.0)
        )

    async def __aenter__(self) -> World:
        await self.rooms.open()
        self.rooms.caretaker.cancel()
        self.rooms.helpers = Desk()
        for person in (MIRA, TOMAS):
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
        for seat in (None, -1, 0, 1, 2):
            seen.append(await told(replays.replay(room, person, seat)))
            for number in range(1, table.number + 1):
                seen.append(await told(replays.position(room, person, seat, number)))
        seen.append(await told(download(room, person)))
        seen.append(await told(shuffle(room)))
        seen.append(await told(unseen(table, person)))
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
        for seat in range(3):
            await client.say("call", seat=seat)
        await client.say("undo_reply", agree=False, after=table.number)
        await client.say("reveal", nonce="ab" * 32)
        client.leave()
        return client.heard


class Desk(Workers):
    """Help is worked out here and now: a process for every world would take its time."""

    async def run(self, work: Callable[..., T], *arguments: Any, asker: object = None) -> T:
        return work(*arguments)


async def download(room: Room, person: Person | None) -> bytes:
    return (await replays.download(room, person, "text")).write()


async def shuffle(room: Room) -> Shuffle:
    return (await replays.shuffle(room))()


async def unseen(table: Table, person: Person | None) -> Any:
    return helping.unseen(table, person)


async def told(answer: Any) -> bytes:
    try:
        return msgspec.json.encode(await answer)
    except BirdtableError as error:
        return repr(error).encode()


async def compare(tmp_path: Path, log: list[AnyEntry], twin: list[AnyEntry], people: list[Person | None]) -> None:
    (tmp_path / "one").mkdir()
    (tmp_path / "two").mkdir()
    async with World(tmp_path / "one", log) as one, World(tmp_path / "two", twin) as two:
        assert state_of(one) != state_of(two), "these are not twins, they are the same"
        for person in people:
            first, second = await one.seen_by(person), await two.seen_by(person)
            for mine, theirs in zip(first, second, strict=True):
                assert mine == theirs, (person, json_or_text(mine), json_or_text(theirs))


def state_of(world: World) -> str:
    table = world.room.table
    return table.game.state_text(table.state)


def json_or_text(message: bytes) -> Any:
    try:
        return json.loads(message)
    except ValueError:
        return message


CASES = [
    ("birdie", "assisted", {}),
    ("birdie", "strict", {"expert": True}),
    ("cubirds", "assisted", {}),
    ("cubirds", "strict", {}),
]


@pytest.mark.parametrize("same_device", [False, True], ids=["own devices", "same device"])
@pytest.mark.parametrize(("game", "memory", "options"), CASES)
async def test_twins_send_a_seat_equal_bytes(
    tmp_path: Path, game: str, memory: str, options: dict[str, Any], same_device: bool
) -> None:
    """Tomás's secret cards are exchanged: Mira and an onlooker are told the same, and on a device of two seats so is
    Tomás himself until he calls a seat."""
    found = 0
    for seed in range(20):
        log = match_log(game, seed, memory, same_device, options)
        for number, twin in enumerate(twins(game, log, knower=0)):
            if number % 5:
                continue
            folder = tmp_path / f"{seed}-{number}"
            folder.mkdir()
            await compare(folder, log, twin, [MIRA, None])
            found += 1
            if found >= 3:
                return
    assert found, "no twins were found"


async def test_a_device_of_two_seats_learns_nothing_of_a_seat_that_was_not_called(tmp_path: Path) -> None:
    """Both seats are Mira's: a card of the seat that is not to move is exchanged, and the other one is called."""
    for seed in range(40):
        table = new_table("cubirds", MIRA, MIRA)
        log: list[AnyEntry] = [Opened(at=0.0, setting=table.setting, commitment=""), Shuffling(at=1.0)]
        table = take(table, log[1])
        log.append(start_match(table, 2.0)[0])
        table = take(table, log[2])
        rng = Rng(seed)
        for _ in range(4):
            log.append(make_play(table, table.to_move, some_play(table, rng), 3.0)[0])
            table = take(table, log[-1])
        twin = next(twins("cubirds", log, knower=table.to_move), None)
        if twin is not None and table.phase == "playing":
            await compare(tmp_path, log, twin, [MIRA, None])
            return
    raise AssertionError("no twins were found")


def test_the_test_would_notice_a_card_that_was_seen() -> None:
    """Where the exchanged card is named later the matches are no twins: the seat sees the difference."""
    log = match_log("cubirds", 1, "assisted", False, {})
    place, number = next(secret_deals("cubirds", log, knower=0))
    entry = log[place]
    assert isinstance(entry, Started | Played)
    assert named(log, place, 0, {"deal F", "deal O", "deal T", "deal D", "deal P", "deal M", "deal R", "deal W"})
    assert entry.draws[number].startswith("deal ")


def views_differ(one: Table, two: Table, seat: int) -> bool:
    return bool(one.game.view(one.state, seat) != two.game.view(two.state, seat))


def test_the_owner_of_the_card_sees_the_difference() -> None:
    for seed in range(40):
        log = match_log("cubirds", seed, "assisted", False, {})
        twin = next(twins("cubirds", log, knower=0), None)
        if twin is not None:
            one, two = replay("table1", SECRET, log), replay("table1", SECRET, twin)
            assert views_differ(one, two, 1) and not views_differ(one, two, 0)
            return
    raise AssertionError("no twins were found")
