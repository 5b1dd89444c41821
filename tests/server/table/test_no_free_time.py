"""Whatever two people do at a table with clocks, every second of the match is paid for by one of them."""

from __future__ import annotations

import random
from collections import Counter
from functools import partial

import pytest

from birdtable.engine import Rng
from birdtable.server.room.rooms import Rooms
from birdtable.server.table import clocks, lobby
from birdtable.server.table.entries import AnyEntry
from birdtable.server.table.person import Person
from birdtable.server.table.refusal import Refusal
from birdtable.server.table.table import Table
from birdtable.wire.tables import Clock, Join
from kit.server.serving import MIRA, TOMAS, Client, Time, room_of, some_play

PEOPLE = (MIRA, TOMAS)
DEEDS = ("join", "mend", "leave", "break", *("play",) * 6, *("undo",) * 3)


def leave(person: Person, table: Table, at: float) -> list[AnyEntry]:
    return lobby.leave(table, person, "random", at)


def join(person: Person, table: Table, at: float) -> list[AnyEntry]:
    return lobby.join(table, person, Join(), at)


class Couple:
    """Two people who play, take back, leave and come back, and whose lines break and are mended."""

    def __init__(self, rooms: Rooms, time: Time, seed: int) -> None:
        self.rooms, self.time, self.luck, self.rng = rooms, time, random.Random(seed), Rng(seed)
        self.done = Counter[str]()

    async def sit_down(self, kind: str) -> None:
        clock = Clock(kind=kind, seconds=100_000)  # type: ignore[arg-type]
        self.room = await room_of(self.rooms, "birdie", *PEOPLE, clock=clock)
        self.started = self.time()
        self.clients: list[Client | None] = [await Client(self.room, person).enter() for person in PEOPLE]

    @property
    def are_here(self) -> bool:
        return all(chair.is_present for chair in self.room.table.chairs)

    async def do(self, deed: str, seat: int) -> None:
        room, person, client, before = self.room, PEOPLE[seat], self.clients[seat], self.room.table.number
        match deed:
            case "play" if client is not None and room.table.to_move == seat:
                await client.play(*some_play(room.table, self.rng))
            case "undo" if client is not None and self.are_here:  # who thinks while a bot does pays for nothing
                await client.say("undo", after=before)
            case "leave":
                await room.change(partial(leave, person))
            case "join":
                await room.change(partial(join, person))
            case "break" if client is not None:
                client.leave()
                self.clients[seat] = None
                self.done[deed] += 1
            case "mend" if client is None:
                self.clients[seat] = await Client(room, person).enter()
                self.done[deed] += 1
        self.done[deed] += room.table.number > before

    def unpaid(self) -> float:
        """Seconds, apart from what is rounded off."""
        timing = self.room.table.timing
        assert timing is not None
        paid = sum(timing.spent) + sum(clocks.CREDIT - left for left in timing.credit)
        return abs(self.time() - self.started - paid / 1000 - sum(self.room.time.thinking_time(self.room.table)) / 1000)


@pytest.mark.parametrize("kind", ["total", "turn"])
async def test_no_second_of_a_match_is_free(rooms: Rooms, time: Time, kind: str) -> None:
    rooms.stopping = True  # no bot plays for who has left
    done = Counter[str]()
    for seed in range(12):
        couple = Couple(rooms, time, seed)
        await couple.sit_down(kind)
        for _ in range(150):
            time.pass_by(couple.luck.choice([0, 0.25, 3, 40]))
            try:
                await couple.do(couple.luck.choice(DEEDS), couple.luck.randrange(2))
            except Refusal:
                continue
            if couple.room.table.phase != "playing":
                break
            assert not couple.are_here or couple.unpaid() < 0.2, couple.done
        done += couple.done
    assert min(done[deed] for deed in DEEDS) > 20, done
