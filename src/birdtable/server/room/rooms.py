"""All rooms of a process: opened when somebody comes, closed when nobody is there, looked after while time passes."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar

from birdtable.committed import BYTES, commitment
from birdtable.game import BadInput, BirdtableError, IllegalStep
from birdtable.server.room.figures import Figures
from birdtable.server.room.levels import STAND_IN
from birdtable.server.room.limits import LOGGED, TABLES, Bucket, Limits
from birdtable.server.room.operators.enforcement import Enforcement
from birdtable.server.room.operators.notices import Notices
from birdtable.server.room.others import Alone, Others
from birdtable.server.room.people.identity import People, new_id, session_of
from birdtable.server.room.retention import Retention
from birdtable.server.room.room import Room
from birdtable.server.room.telling.chronicle import Chronicles
from birdtable.server.room.telling.connection import VOID, Connection
from birdtable.server.room.telling.nudges import Nudges
from birdtable.server.room.thinking import Thinkers
from birdtable.server.room.timekeeping import LEASE
from birdtable.server.room.turns import Turns
from birdtable.server.store.base import Store, Stored, Unavailable
from birdtable.server.table import entries, lobby, summary
from birdtable.server.table.entries import Opened, SameDeal, Setting, Spoke
from birdtable.server.table.person import Person
from birdtable.server.table.refusal import NotDone, Refusal
from birdtable.server.table.summary import Summary
from birdtable.server.table.table import Replayer, Table, open_table
from birdtable.wire.play import Bye
from birdtable.wire.tables import TableInfo

log = logging.getLogger("birdtable")

T = TypeVar("T")

QUIET = 30.0
"""Seconds between notes that we are alive when no clock runs."""
EVERYTHING = 100_000
"""Tables of one person, more than anybody has."""
JUMP = 1.0
"""Seconds by which wall time and monotonic time may drift apart before it counts as a jump."""
PROBE = 1.0
"""Seconds for which an answer of the store counts."""
READERS = 2
"""So many records are read at a time: those who play need the processor too."""
IDLE = 30.0
"""Seconds that a room stays in memory when nobody is there."""


class Rooms:
    def __init__(
        self,
        store: Store,
        *,
        now: Callable[[], float],
        monotonic: Callable[[], float],
        workers: Thinkers,
        helpers: Thinkers,
        limits: Limits | None = None,
        others: Others | None = None,
        retention: Retention | None = None,
        figures: Figures | None = None,
        dated_deals: bool = False,
    ) -> None:
        self.store = store
        self.now = now
        """Wall time: what is written into logs, and compared across restarts and processes."""
        self.monotonic = monotonic
        """What is measured by: nobody can set it."""
        self.ahead = now() - monotonic()
        """How far the wall clock was ahead when we last compared the two."""
        self.people = People(store, monotonic, now)
        self.others = others or Alone()
        self.retention = retention or Retention()
        self.notices = Notices()
        self.nudges = Nudges(self)
        self.enforcement = Enforcement(self)
        self.turns = Turns()
        self.chronicles = Chronicles(store, self.turns)
        self.figures = figures or Figures()
        self.dated_deals = dated_deals
        """The date makes the deal of the day, because there is nobody to keep a secret from."""
        self.workers = workers
        """For bots."""
        self.helpers = helpers
        """For what people ask apart from a match."""
        self.limits = limits or Limits()
        self.reading = asyncio.Semaphore(READERS)
        self.rooms: dict[str, Room] = {}
        self.loading: dict[str, asyncio.Task[Room]] = {}
        self.outages: list[tuple[float, float]] = []
        self.doubtful: set[Room] = set()
        """Rooms whose last change may or may not have been stored."""
        self.logged = Bucket(LOGGED, self.monotonic())
        self.writable = False, -PROBE
        """Whether the store could be written, and when that was tried."""
        self.stopping = False
        self.beaten = -QUIET
        self.cut_off = False
        """The store could not be reached when we last tried."""
        self.used: dict[str, float] = {}
        """When each room was last asked for."""

    # --- coming up and going down ------------------------------------------------------------------------------------

    async def open(self) -> None:
        await self.store.open()
        await self.people.open()
        await self.enforcement.open()
        now = self.now()
        await self.store.note_outage(now)
        await self.store.beat(now)
        await self.recall_outages(now)
        await self.others.open(self)
        self.caretaker = asyncio.create_task(self.take_care())

    async def close(self) -> None:
        """Stops everything that runs by itself. What was acknowledged is on disk already."""
        self.stopping = True
        self.caretaker.cancel()
        tasks = [self.caretaker, *(room.bot for room in self.rooms.values() if room.bot)]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.others.close()
        self.workers.close()
        self.helpers.close()
        with suppress(Unavailable):
            await self.store.beat(self.now())
        await self.store.close()

    def say_bye(self, seconds: float = 1.0) -> None:
        self.stopping = True
        for room in self.rooms.values():
            room.teller.tell_all(Bye(reason="restart", seconds=seconds))
            for connection in room.presence.connections:
                connection.close(1012)

    # --- rooms -------------------------------------------------------------------------------------------------------

    async def get(self, id: str) -> Room:
        self.used[id] = self.monotonic()
        if id in self.rooms:
            room = self.rooms[id]
            if not self.store.alone:
                await room.refresh()
            return room
        if id not in self.loading:
            self.loading[id] = loading = asyncio.create_task(self.load(id))
            loading.add_done_callback(lambda _: self.loading.pop(id, None))
        return await asyncio.shield(self.loading[id])

    async def load(self, id: str) -> Room:
        stored = await self.store.load(id)
        if stored is None:
            raise Refusal(404, "there is no table {table}", table=id)
        table = await self.recall(id, stored)
        await self.people.meet(table.setting.people)
        self.rooms[id] = room = Room(self, table)
        await self.others.look_around(room)
        room.go_on()
        return room

    async def recall(self, id: str, stored: Stored) -> Table:
        replayer = Replayer(id, stored.secret)
        try:
            await self.chronicles.replay(replayer, stored.entries)
        except BadInput as error:
            raise Refusal(409, "this table cannot be opened here: {what}", what=str(error)) from None
        assert replayer.table is not None
        return replayer.table

    async def create(
        self, setting: Setting, host: Person, *, id: str = "", secret: bytes = b"", same_deal: SameDeal | None = None
    ) -> Room:
        """``id`` and ``secret`` are new ones, unless they were settled before."""
        await self.check_tables(host)
        secret = secret or secrets.token_bytes(BYTES)
        entry = Opened(at=self.now(), setting=setting, commitment=commitment(secret), same_deal=same_deal)
        room = Room(self, open_table(id or new_id(9), secret, entry))
        row = room.row(room.table, members=True)
        await self.store.create(row, secret, entries.encode(entry))
        self.used[row.id] = self.monotonic()
        self.rooms[row.id] = room
        return room

    async def check_tables(self, person: Person) -> None:
        if len(await self.store.of_person(person.id, live=True, limit=TABLES)) >= TABLES:
            raise Refusal(409, "you are already sitting at {count} tables", count=TABLES)

    def info(self, stored: Summary) -> TableInfo:
        return summary.table_info(stored, self.people.name_of)

    async def info_of(self, id: str) -> TableInfo:
        """A table in short, without opening its room."""
        if id in self.rooms:
            return (await self.get(id)).info()
        stored = await self.store.summary(id)
        if stored is None:
            raise Refusal(404, "there is no table {table}", table=id)
        return self.info((await self.infos([stored]))[0])

    async def infos(self, stored: list[bytes]) -> list[Summary]:
        """Summaries read from the store, with the people in them known by name."""
        summaries = [summary.decode(body) for body in stored]
        await self.people.meet({person for each in summaries for person in each.setting.people})
        return summaries

    async def personal_data(self, person: str) -> list[dict[str, object]]:
        """What is kept about a person at each table where they sit or sat, or said something."""
        said: dict[str, list[str]] = {}
        for table, body in await self.store.words(person):
            entry = entries.decode(body)
            assert isinstance(entry, Spoke)
            said.setdefault(table, []).append(entry.phrase or entry.text)
        tables = {found.id: found for found in await self.summaries_of(person)}
        for table in said.keys() - tables.keys():
            if found := await self.store.summary(table):
                tables[table] = summary.decode(found)
        return [
            {
                "table": each.id,
                "game": each.setting.game,
                "opened": each.opened,
                "seats": [seat for seat, chair in enumerate(each.setting.chairs) if chair.person == person],
                "names": sorted({chair.name for chair in each.setting.chairs if chair.person == person} - {""}),
                "said": said.get(each.id, []),
            }
            for each in tables.values()
        ]

    async def summaries_of(self, person: str) -> list[Summary]:
        """All tables where a person sits or sat, read a slice at a time."""
        stored = await self.store.of_person(person, live=False, limit=EVERYTHING)
        found: list[Summary] = []
        await self.turns.do_all(lambda body: found.append(summary.decode(body)), stored)
        return found

    async def forget(self, person: Person) -> None:
        """Deletes a person: the seats are given up, what was written is blanked, the name is gone."""
        for bot in await self.store.bots_of(person.id):
            await self.forget(bot)
        for each in await self.summaries_of(person.id):
            if each.phase in ("gathering", "playing"):
                room = await self.get(each.id)
                await room.change(lambda t, at: lobby.leave(t, person, STAND_IN, at))
        await self.store.hush(person.id)
        await self.people.drop(person)
        self.show_out(person.id)
        await self.blank_last_words(person.id)
        await self.tell_name(person.id)

    async def blank_last_words(self, person: str) -> None:
        """What somebody said over connections that were open while they were being deleted."""
        for room in list(self.rooms.values()):
            async with room.lock:  # whatever is being stored is stored then
                pass
        await self.store.hush(person)

    def show_out(self, person: str) -> None:
        """Closes the connections of a person whose badges are void."""
        self.others.announce_person(person)
        for connection in self.connections_of(person):
            connection.close(VOID)

    async def log_out(self, badge: str) -> None:
        """Makes one cookie void, and closes the connections that were opened with it."""
        await self.people.end_session(badge)
        session = session_of(badge)
        if session and await self.people.has_ended(session):
            for room in self.rooms.values():
                for connection in room.presence.connections:
                    if connection.session == session:
                        connection.close(VOID)

    def connections_of(self, person: str) -> list[Connection]:
        """Here, to whatever tables."""
        connections = (connection for room in self.rooms.values() for connection in room.presence.connections)
        return [connection for connection in connections if connection.person_id == person]

    async def tell_name(self, person: str) -> None:
        """Tells the tables in memory where a person sits that the name has changed."""
        self.others.announce_person(person)
        self.tell_name_here(person)

    def tell_name_here(self, person: str) -> None:
        for room in self.rooms.values():
            if any(chair.person == person for chair in room.table.chairs):
                room.teller.tell_table()

    async def hear_of_person(self, id: str) -> None:
        """Another process has changed a person: a new name, or badges that are void."""
        person = await self.people.look_up(id)
        for connection in self.connections_of(id):
            if person is None or connection.person is None or person.generation != connection.person.generation:
                connection.close(VOID)
        if person is None:
            await self.blank_last_words(id)
        self.tell_name_here(id)

    async def read(self, work: Callable[..., T], *arguments: Any) -> T:
        """What a function makes of a record that somebody brought, without keeping the tables waiting."""
        async with self.reading:
            return await asyncio.to_thread(work, *arguments)

    # --- time --------------------------------------------------------------------------------------------------------

    async def take_care(self) -> None:
        """Twice a second: does what is due, notes that we are alive, lets idle rooms go."""
        while True:
            try:
                await self.round()
                if self.cut_off:
                    log.warning("the store is back")
                self.cut_off = False
            except Unavailable as error:
                if not self.cut_off:
                    self.report("the store is away", error)
                self.cut_off = True
            except Exception as error:
                self.report("looking after the tables failed", error)
            await asyncio.sleep(0.5)

    async def round(self) -> None:
        now = self.now()
        await self.notice_jump(now)
        await self.beat(now)
        for id in await self.store.claim_due(now, now + LEASE, 100):
            try:
                await (await self.get(id)).look_after()
            except BirdtableError as error:
                self.report(f"table {id} could not be looked after", error)
        for room in list(self.doubtful):
            await room.refresh()
            self.doubtful.discard(room)
        self.forget_idle()
        await self.retention.keep_to(self.store, now)
        await self.notices.look(self.store, self.monotonic())
        await self.enforcement.look_now_and_then()

    async def beat(self, now: float) -> None:
        """Notes that we are alive: often while clocks run, so that they stop when we do; else rarely."""
        steady = self.monotonic()
        clocked = any(room.time.time_left(room.table) is not None for room in self.rooms.values())
        if not (clocked or self.cut_off or steady - self.beaten >= QUIET):
            return
        if self.cut_off:
            # Clocks stand still while nothing can be stored.
            await self.store.note_outage(now)
            known = self.outages
            await self.recall_outages(now)
            for room in self.rooms.values():
                room.time.forgive([outage for outage in self.outages if outage not in known])
        await self.store.beat(now)
        self.beaten = steady

    async def recall_outages(self, now: float) -> None:
        self.outages = await self.store.outages(now - 60 * 86_400)

    async def notice_jump(self, now: float) -> None:
        """The wall clock was set, or the machine slept. No clock at a table went meanwhile: for those who measure by
        wall time later, after a restart, time skipped is an outage; what is due is due by the new time."""
        ahead = now - self.monotonic()
        jump = ahead - self.ahead
        if abs(jump) <= JUMP:
            return
        self.ahead = ahead
        log.warning("the clock of this machine jumped by %+.0f seconds; players are not charged for it", jump)
        if jump > 0:
            await self.store.note_outage(now)
            await self.recall_outages(now)
        await self.store.beat(now)
        for room in [room for room in self.rooms.values() if room.time.time_left(room.table) is not None]:
            await self.store.postpone(room.table.id, room.time.due(room.table))

    def forget_idle(self) -> None:
        before = self.monotonic() - IDLE
        for id in [id for id, used in self.used.items() if used < before]:
            room = self.rooms.get(id)
            if room is not None and room.is_needed():
                continue
            del self.used[id]
            self.rooms.pop(id, None)

    # --- notes -------------------------------------------------------------------------------------------------------

    def note_refusal(self, table: str, what: str, error: BirdtableError) -> None:
        """Counts and, unless there are too many, logs it: the reason, but nothing of what was sent."""
        clause = error.clause if isinstance(error, IllegalStep) else ""
        self.figures.count_refusal(clause)
        if self.logged.take(self.monotonic()):
            reason = error.reason if isinstance(error, NotDone | IllegalStep) else type(error).__name__
            log.info("%s refused: %s", what, reason, extra={"table": table, "clause": clause})

    async def is_ready(self) -> bool:
        """The store can be written, or could a moment ago."""
        if self.stopping:
            return False
        good, tried = self.writable
        if self.monotonic() - tried >= PROBE:
            try:
                await self.store.ping()
                good = True
            except Unavailable:
                good = False
            self.writable = good, self.monotonic()
        return good

    def report(self, what: str, error: BaseException | None) -> None:
        self.figures.count_fault()
        trace = None if isinstance(error, BirdtableError) else error
        log.error("%s: %r", what, error, exc_info=trace)
