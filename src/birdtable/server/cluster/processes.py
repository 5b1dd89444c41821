"""Several processes on one store: what they tell each other, and what each does when it is told.

Between processes only numbers travel: which table has reached which number, at which table somebody came or went, which
person changed, that those who run the server did something. What is behind that is read from the store, so a message
that is lost, doubled or late does no harm; every few seconds each process compares what it knows with the store anyway.
Only nudges are not stored: one that is lost is sent again by whoever still waits.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from collections.abc import AsyncIterator, Coroutine, Iterable
from contextlib import asynccontextmanager, suppress
from typing import Any

import msgspec
from litestar.channels import ChannelsBackend

from birdtable.game import BirdtableError
from birdtable.server.cluster import channels
from birdtable.server.room.room import Room
from birdtable.server.room.rooms import Rooms
from birdtable.server.store.postgres import PostgresStore, PresenceRow

log = logging.getLogger("birdtable.others")

CHANNEL = "birdtable"
SWEEP = 5.0
"""Seconds after which a process compares its tables with the store."""
PRESENT = 15.0
"""Seconds that a connection counts after its process was last heard of."""
RETRY = 1.0
"""Seconds before a lost channel is opened again."""
AT_ONCE = 200
"""Tables in one message: a notification of PostgreSQL has room for 8,000 bytes."""
NUDGES = 20
"""Nudges in one message."""


class ClusterMessage(msgspec.Struct, omit_defaults=True):
    process: str
    tables: dict[str, int] = {}
    here: list[str] = []
    """Tables where somebody came or went."""
    people: list[str] = []
    nudges: list[tuple[str, str, str]] = []
    """Who shall come back, to which table, and who asks."""
    deeds: bool = False
    """There is something new of those who run the server."""


class Cluster:
    """Processes on one PostgreSQL, which hear of each other through it or through Redis."""

    def __init__(self, store: PostgresStore, redis: str = "") -> None:
        self.store = store
        self.redis = redis
        self.tables: dict[str, int] = {}
        self.here: dict[str, Room] = {}
        self.people: set[str] = set()
        self.nudges: list[tuple[str, str, str]] = []
        self.deeds = False
        self.noted: dict[str, set[str]] = {}
        """People whose connections the store knows of, by table."""
        self.filled = asyncio.Event()
        self.heard = False
        self.tasks: set[asyncio.Task[None]] = set()
        self.behind: set[str] = set()

    async def open(self, rooms: Rooms) -> None:
        self.rooms = rooms
        for work in (self.stay_in_touch(), self.sweep_now_and_then()):
            self.begin(work)

    async def close(self) -> None:
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        with suppress(BirdtableError):
            await self.store.renew_presence(self.rooms.now(), self.rooms.now())

    def begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    def is_heard(self) -> bool:
        """The others hear of what happens here without delay."""
        return self.heard

    # --- what is said ------------------------------------------------------------------------------------------------

    def announce(self, table: str, number: int) -> None:
        self.tables[table] = number
        self.filled.set()

    def came_or_went(self, room: Room) -> None:
        self.here[room.table.id] = room
        self.filled.set()

    def announce_person(self, person: str) -> None:
        self.people.add(person)
        self.filled.set()

    def announce_nudge(self, person: str, table: str, by: str) -> None:
        self.nudges.append((person, table, by))
        self.filled.set()

    def announce_deed(self) -> None:
        self.deeds = True
        self.filled.set()

    async def publish(self, backend: ChannelsBackend) -> None:
        """Whatever has piled up goes into one message."""
        while True:
            await self.filled.wait()
            self.filled.clear()
            here = list(self.here.values())
            self.here.clear()
            if here:
                try:
                    await self.note(here)
                except BirdtableError:
                    self.here.update({room.table.id: room for room in here if room.table.id not in self.here})
                    raise
            while self.tables or here or self.people or self.nudges or self.deeds:
                tables = dict([self.tables.popitem() for _ in range(min(AT_ONCE, len(self.tables)))])
                people = [self.people.pop() for _ in range(min(AT_ONCE, len(self.people)))]
                came = [room.table.id for room in here[:AT_ONCE]]
                here = here[AT_ONCE:]
                nudges, self.nudges = self.nudges[:NUDGES], self.nudges[NUDGES:]
                deeds, self.deeds = self.deeds, False
                message = ClusterMessage(self.store.process, tables, came, people, nudges, deeds)
                await backend.publish(msgspec.json.encode(message), [CHANNEL])

    async def note(self, rooms: Iterable[Room]) -> None:
        """Writes down who is connected to these rooms."""
        now = self.rooms.now()
        lines = []
        for room in rooms:
            present = Counter(connection.person_id for connection in room.presence.connections)
            for person in present.keys() | self.noted.get(room.table.id, set()):
                count = present[person]
                lines.append(PresenceRow(room.table.id, person, count, now + PRESENT if count else now))
            self.noted[room.table.id] = set(present)
            if not present:
                del self.noted[room.table.id]
        if lines:
            await self.store.note_presence(lines)

    async def look_around(self, room: Room) -> None:
        lines = await self.store.presence([room.table.id])
        if room.hear_of((line.person, line.lines, line.until) for line in lines):
            room.teller.tell_here()

    async def hasten(self, room: Room) -> None:
        await self.store.hasten(room.table.id, self.rooms.now())

    # --- what is heard -----------------------------------------------------------------------------------------------

    async def listen(self, backend: ChannelsBackend) -> None:
        async for _, body in backend.stream_events():
            try:
                message = msgspec.json.decode(body, type=ClusterMessage)
            except msgspec.MsgspecError:
                log.warning("the channel to the other processes carries messages of somebody else")
                continue
            if message.process == self.store.process:
                continue
            for table, number in message.tables.items():
                self.hear_number(table, number)
            for table in message.here:
                if table in self.rooms.rooms:
                    self.begin(self.look(self.rooms.rooms[table]))
            for person in message.people:
                self.begin(self.rooms.hear_of_person(person))
            for nudge in message.nudges:
                self.begin(self.hear_nudge(*nudge))
            if message.deeds:
                self.begin(self.look_for_deeds())

    def hear_number(self, table: str, number: int) -> None:
        room = self.rooms.rooms.get(table)
        if room is not None and room.table.number < number and table not in self.behind:
            self.behind.add(table)
            self.begin(self.catch_up(room, table))

    async def catch_up(self, room: Room, table: str) -> None:
        try:
            # Before the store is read: a number that arrives from now on is a reason to read again.
            self.behind.discard(table)
            await room.refresh()
        except BirdtableError as error:
            log.warning("table %s could not be brought up to date: %s", table, error)

    async def look(self, room: Room) -> None:
        with suppress(BirdtableError):
            await self.look_around(room)

    async def hear_nudge(self, person: str, table: str, by: str) -> None:
        with suppress(BirdtableError):
            await self.rooms.nudges.deliver(person, table, by)

    async def look_for_deeds(self) -> None:
        with suppress(BirdtableError):
            await self.rooms.enforcement.look()

    async def sweep_now_and_then(self) -> None:
        while True:
            await asyncio.sleep(SWEEP)
            try:
                await self.sweep()
            except BirdtableError as error:
                log.warning("the tables could not be compared with the store: %s", error)

    async def sweep(self) -> None:
        """Compares every table in memory with the store, and renews what the others know of us."""
        now = self.rooms.now()
        await self.store.renew_presence(now, now + PRESENT)
        rooms = list(self.rooms.rooms)
        for table, number in (await self.store.numbers(rooms)).items():
            self.hear_number(table, number)
        lines: dict[str, list[tuple[str, int, float]]] = {}
        for line in await self.store.presence(rooms):
            lines.setdefault(line.table, []).append((line.person, line.lines, line.until))
        for table in rooms:
            room = self.rooms.rooms.get(table)
            if room is not None and room.hear_of(lines.get(table, ())):
                room.teller.tell_here()

    # --- the channel -------------------------------------------------------------------------------------------------

    async def stay_in_touch(self) -> None:
        """Opens the channel again whenever it breaks."""
        while True:
            try:
                async with self.channel() as backend:
                    self.heard = True
                    await self.sweep()
                    async with asyncio.TaskGroup() as group:
                        group.create_task(self.listen(backend))
                        group.create_task(self.publish(backend))
                        group.create_task(self.watch())
            except Exception as error:
                log.warning("the channel to the other processes is lost: %s", first_cause(error))
            self.heard = False
            self.filled.set()
            await asyncio.sleep(RETRY)

    @asynccontextmanager
    async def channel(self) -> AsyncIterator[ChannelsBackend]:
        backend, self.check = channels.on_redis(self.redis) if self.redis else channels.on_postgres(self.store)
        await asyncio.wait_for(backend.on_startup(), SWEEP)
        try:
            await asyncio.wait_for(backend.subscribe([CHANNEL]), SWEEP)
            yield backend
        finally:
            with suppress(Exception):
                await asyncio.wait_for(backend.on_shutdown(), 1.0)

    async def watch(self) -> None:
        """Notices a connection that broke silently."""
        while True:
            await asyncio.sleep(SWEEP)
            begun = time.monotonic()
            await asyncio.wait_for(self.check(), SWEEP)
            if time.monotonic() - begun > 1.0:
                log.warning("the channel to the other processes is slow")


def first_cause(error: BaseException) -> str:
    """The first cause, without what a group of tasks wraps around it."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return repr(error)
