"""Enforces in this process what those who run the server have decided, wherever they did so.

Every process looks for new deeds in the store now and then, and at once when it is told of one. Anyone who is banned is
disconnected, and leaves all tables as if by themselves.
"""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

import msgspec

from birdtable.game import BirdtableError
from birdtable.server.room.levels import STAND_IN
from birdtable.server.room.operators import deeds
from birdtable.server.room.operators.bans import Bans, parse_range
from birdtable.server.room.people.identity import new_id
from birdtable.server.room.room import Room
from birdtable.server.room.telling.connection import BARRED
from birdtable.server.table import lobby, summary
from birdtable.server.table.entries import AnyEntry
from birdtable.server.table.person import Person
from birdtable.server.table.refusal import Refusal
from birdtable.server.table.table import Table
from birdtable.wire.operator import Ban, Deed

if TYPE_CHECKING:
    from birdtable.server.room.rooms import Rooms

LOOK = 2.0
"""Seconds between two looks."""
LATE = 100
"""Deeds that may be stored later than one with a higher number."""


class Enforcement:
    def __init__(self, rooms: Rooms) -> None:
        self.rooms = rooms
        self.bans = Bans()
        self.last = 0
        """The highest number of a deed that was heard of."""
        self.heard: set[int] = set()
        """The last numbers."""
        self.next = 0.0
        """When to look again, in monotonic time."""

    async def open(self) -> None:
        await self.load_bans()
        self.hear(await self.rooms.store.deeds(0, LATE))

    async def load_bans(self) -> None:
        self.bans = Bans(await self.rooms.store.bans())

    def hear(self, found: list[Deed]) -> None:
        self.last = max([self.last, *(deed.number for deed in found)])
        self.heard |= {deed.number for deed in found}
        self.heard = {number for number in self.heard if number > self.last - LATE}

    def of_person(self, person: Person | None) -> Ban | None:
        return self.bans.of_person(person, self.rooms.now())

    def of_address(self, address: str) -> Ban | None:
        return self.bans.of_address(address, self.rooms.now())

    async def look_now_and_then(self) -> None:
        if self.rooms.monotonic() >= self.next:
            await self.look()

    async def look(self) -> None:
        self.next = self.rooms.monotonic() + LOOK
        known = await self.rooms.store.deeds(max(0, self.last - LATE), 2 * LATE)
        fresh = [deed for deed in known if deed.number not in self.heard]
        self.hear(fresh)
        if any(deed.what in ("banned", "lifted ban") for deed in fresh):
            await self.load_bans()
        for deed in fresh:
            await self.follow(deed)
        await self.enforce()

    async def follow(self, deed: Deed) -> None:
        match deed.what:
            case "banned":
                for ban in [ban for ban in self.bans.all if ban.id == deed.about]:
                    await self.find_tables(ban)
                    await self.spread(ban)
            case "hid name" | "showed name":
                await self.rooms.hear_of_person(deed.about)
            case "rotated key" | "dropped keys":
                await self.rooms.people.load_keys()
            case _:
                pass

    async def find_tables(self, ban: Ban) -> None:
        """Opens the rooms where somebody sits who is banned, so that ``enforce`` finds them."""
        if ban.network:
            return
        people = [ban.person, *(bot.id for bot in await self.rooms.store.bots_of(ban.person))]
        for person in people:
            for body in await self.rooms.store.of_person(person, live=True):
                with suppress(BirdtableError):
                    await self.rooms.get(summary.decode(body).id)

    async def spread(self, ban: Ban) -> None:
        """Bans the address that a banned person was last seen at by this process, if that is wanted."""
        address = self.rooms.people.addresses.get(ban.person, "")
        if not ban.address or not address:
            return
        with suppress(Refusal):
            if network := parse_range(address):
                made = msgspec.structs.replace(ban, id="n" + new_id(), network=str(network), address=False)
                await deeds.put_ban(self.rooms.store, made, "server", self.rooms.now())
                await self.load_bans()

    async def enforce(self) -> None:
        if not self.bans.all:
            return
        for room in list(self.rooms.rooms.values()):
            self.show_out(room)
            await self.clear_seats(room)

    def show_out(self, room: Room) -> None:
        for connection in room.presence.connections:
            if self.of_person(connection.person) or self.of_address(connection.source):
                connection.close(BARRED)

    async def clear_seats(self, room: Room) -> None:
        """In the few seconds of a shuffle nobody leaves; the next look will find them."""
        if room.table.phase not in ("gathering", "playing"):
            return
        sitting = {chair.person for chair in room.table.chairs if chair.has_say} | {room.table.setting.host}
        for person in filter(None, map(self.rooms.people.recall, sitting)):
            if self.is_out(person):
                with suppress(BirdtableError):
                    await room.change(partial(leave, person))

    def is_out(self, person: Person) -> bool:
        """Banned, or last seen at an address that is."""
        return bool(self.of_person(person) or self.of_address(self.rooms.people.addresses.get(person.id, "")))


def leave(person: Person, table: Table, at: float) -> list[AnyEntry]:
    return lobby.leave(table, person, STAND_IN, at)
