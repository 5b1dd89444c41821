"""A room: a table with people around it. It answers, stores, takes, then tells, one request at a time."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from birdtable.game import BirdtableError, Seat, Step
from birdtable.server.room import helping, limits
from birdtable.server.room.levels import STAND_IN
from birdtable.server.room.telling.connection import BARRED, VOID, Connection
from birdtable.server.room.telling.presence import Presence
from birdtable.server.room.telling.teller import Change, Teller
from birdtable.server.room.thinking import Asker, bot_play, pace
from birdtable.server.room.timekeeping import Timekeeper
from birdtable.server.store.base import TableRow, Taken, Unavailable
from birdtable.server.table import chat, disclosure, entries, lobby, summary, table, undo
from birdtable.server.table.entries import AnyEntry, Asked, Closed, Forfeited, Played, StoodIn, Undone
from birdtable.server.table.refusal import Outdated, Overtaken, Refusal, refused_message
from birdtable.server.table.table import Replayer, Table, check_current, take
from birdtable.wire.play import (
    AskHint,
    Call,
    Chat,
    Consider,
    FromClient,
    Hints,
    Hurry,
    Mute,
    Nudge,
    Ok,
    Ping,
    Play,
    Reveal,
    Stale,
    Thinking,
    Undo,
    UndoReply,
)
from birdtable.wire.tables import TableInfo

if TYPE_CHECKING:
    from birdtable.server.room.rooms import Rooms

Answer = Callable[[Table, float], list[AnyEntry]]

ATTEMPTS = 5
"""How often a request is worked out anew when other processes were faster."""
AWAY = 60.0
"""Seconds without a connection after which the others may let a bot play on."""
RETRY = 1.0
"""Seconds after which a bot's play is tried again when the store cannot be reached."""


class Room:
    def __init__(self, rooms: Rooms, current: Table) -> None:
        self.rooms = rooms
        self.table = current
        self.lock = asyncio.Lock()
        self.presence = Presence(rooms.monotonic())
        self.time = Timekeeper(rooms, self.presence)
        self.time.begin(current)
        self.teller = Teller(self)
        self.bot: asyncio.Task[None] | None = None
        self.thought: asyncio.Future[list[Step]] | None = None
        """What the bot to move is thinking about."""
        self.keeps = rooms.store.alone
        """This process lets bots think here: it wrote last, or has claimed the table."""

    # --- what is stored, taken and told ------------------------------------------------------------------------------

    async def change(self, answer: Answer, asker: Connection | None = None, re: int = 0) -> Table:
        """Works out what a request leads to, stores it, takes it, tells everybody."""
        async with self.lock:

            async def attempt() -> None:
                found = self.time.write_spent(self.table, answer(self.table, self.rooms.now()))
                if found:
                    await self.commit(self.changes_from(found), asker, re)

            await self.persist(attempt)
            return self.table

    async def write_log(self, found: Sequence[AnyEntry]) -> None:
        """Takes the log of a match that was played elsewhere: worked out a slice at a time, stored as a whole."""
        async with self.lock:
            replayer = Replayer(self.table.id, self.table.secret, self.table)
            changes: list[Change] = []
            await self.rooms.turns.do_all(lambda entry: changes.append(Change(entry, replayer.take(entry))), found)
            await self.commit(changes)

    async def persist(self, attempt: Callable[[], Awaitable[None]]) -> None:
        """Tries again when another process was faster: what that one did may make no difference, or rule this out."""
        for _ in range(ATTEMPTS - 1):
            with suppress(Overtaken):
                return await attempt()
        return await attempt()

    def changes_from(self, found: list[AnyEntry]) -> list[Change]:
        changes: list[Change] = []
        current = self.table
        for entry in found:
            current = take(current, entry)
            changes.append(Change(entry, current))
        return changes

    async def commit(self, changes: list[Change], asker: Connection | None = None, re: int = 0) -> None:
        """Under the lock: after this the changes are on disk, true and known."""
        changes = self.add_start(changes)
        before, after = self.table, changes[-1].table
        members = after.setting.chairs is not before.setting.chairs
        await self.rooms.people.meet(after.setting.people if members else ())
        try:
            row, bodies = self.row(after, members=members), [entries.encode(change.entry) for change in changes]
            with self.rooms.figures.time_append():
                await self.rooms.store.append(row, bodies)
        except Taken:
            await self.catch_up()
            raise Overtaken("the match has moved on") from None
        except Unavailable:
            # It may be stored all the same.
            self.rooms.doubtful.add(self)
            raise
        self.keeps = True
        self.count(changes)
        self.settle(changes, asker, re)
        self.rooms.others.announce(after.id, after.number)

    def count(self, changes: list[Change]) -> None:
        for entry, after in changes:
            if isinstance(entry, Played):
                is_person = after.chairs[entry.seat].is_present
                self.rooms.figures.count_play(after.setting.game, "person" if is_person else "bot")

    def add_start(self, changes: list[Change]) -> list[Change]:
        """Adds the start of the match once all entropy has been revealed."""
        current = changes[-1].table
        if current.phase == "shuffling" and not table.people_to_reveal(current):
            changes = [*changes, Change(*table.start_match(current, self.rooms.now()))]
        return changes

    def settle(self, changes: list[Change], asker: Connection | None = None, re: int = 0) -> None:
        before, self.table = self.table, changes[-1].table
        for connection in self.presence.connections:
            if connection.person_id in self.table.kicked:
                connection.close(BARRED)
        if self.time.begin(self.table):
            self.presence.new_move(self.rooms.monotonic())
        self.teller.tell(before, changes, asker, re)
        if self.table.chairs is not before.chairs:
            self.teller.tell_here()
        self.go_on()

    async def catch_up(self) -> None:
        """Takes what another process has stored."""
        stored = await self.rooms.store.entries(self.table.id, self.table.number)
        if stored:
            self.keeps = self.rooms.store.alone
            self.settle(self.changes_from([entries.decode(body) for body in stored]))

    async def refresh(self) -> None:
        async with self.lock:
            await self.catch_up()

    def row(self, current: Table, *, members: bool) -> TableRow:
        return TableRow(
            id=current.id,
            game=current.setting.game,
            phase=current.phase,
            public=current.setting.public,
            due=self.time.due(current),
            number=current.number,
            changed=current.changed,
            summary=summary.encode(summary.summary(current)),
            members=self.members(current) if members else None,
        )

    def members(self, current: Table) -> tuple[str, ...]:
        """The people who find this table among theirs."""
        return tuple(sorted(current.setting.people))

    # --- people ------------------------------------------------------------------------------------------------------

    async def enter(self, connection: Connection, since: int) -> None:
        async with self.lock:
            await self.rooms.people.meet(self.table.setting.people)
            await self.teller.welcome(connection, since)
        await self.look_again(connection)
        self.teller.tell_here()
        self.rooms.others.came_or_went(self)
        self.go_on()
        if not self.keeps:
            if self.waits_for_us():
                await self.rooms.others.hasten(self)
        elif self.table.setting.clock.kind != "none" and self.table.phase == "playing":
            await self.rooms.store.postpone(self.table.id, self.time.due(self.table))

    async def look_again(self, connection: Connection) -> None:
        """Who was banned or sent away while they came in, or lost their badges, was not here to be shown out."""
        person, enforcement = connection.person, self.rooms.enforcement
        known = await self.rooms.people.find(person.id) if person else None
        has_ended = bool(connection.session) and await self.rooms.people.has_ended(connection.session)
        if person is not None and (known is None or known.generation != person.generation or has_ended):
            connection.close(VOID)
        elif (
            connection.person_id in self.table.kicked
            or enforcement.of_person(person)
            or enforcement.of_address(connection.source)
        ):
            connection.close(BARRED)

    def waits_for_us(self) -> bool:
        """Whether somebody's arrival changes what the server does by itself here."""
        seat = self.table.to_move
        return seat >= 0 and (self.table.setting.clock.kind != "none" or not self.table.chairs[seat].is_present)

    def leave(self, connection: Connection) -> None:
        self.presence.leave(connection, self.rooms.monotonic())
        self.teller.tell_here()
        self.rooms.others.came_or_went(self)

    def hear_of(self, lines: Iterable[tuple[str, int, float]]) -> bool:
        """Takes who is connected through other processes, and until when by the wall clock."""
        now = self.rooms.monotonic()
        ahead = self.rooms.now() - now
        return self.presence.hear_of([(person, count, until - ahead) for person, count, until in lines], now)

    def is_away(self, seat: Seat) -> bool:
        """The person of a seat has not been connected for ``AWAY``."""
        if seat >= len(self.table.chairs):
            return False
        return self.presence.gone_for(self.table.chairs[seat].person, self.rooms.monotonic()) >= AWAY

    def check_space(self, person: str) -> None:
        """Onlookers share the places; whoever has a seat always finds one, unless they were sent away."""
        lobby.require_welcome(self.table, person)
        players = {chair.person for chair in self.table.chairs} - {""}
        is_full = (
            self.presence.count({person}) >= limits.OWN_CONNECTIONS
            if person in players
            else len(self.presence.connections) - self.presence.count(players) >= limits.CONNECTIONS
        )
        if is_full:
            raise Refusal(429, "too many people are watching this table")

    def is_needed(self) -> bool:
        """Somebody or something is here that would not be found in the log."""
        waits = self.time.time_left(self.table) is not None and self.table.setting.clock.kind != "days"
        return bool(self.presence.connections or self.bot or self.lock.locked() or waits)

    def info(self) -> TableInfo:
        return summary.table_info(summary.summary(self.table), self.rooms.people.name_of)

    # --- messages ----------------------------------------------------------------------------------------------------

    async def hear(self, connection: Connection, message: FromClient) -> None:
        """Answers every message but those of somebody who was shown out."""
        if connection.closing in (VOID, BARRED):
            return
        try:
            await self.answer(connection, message)
        except Outdated:
            connection.send(Stale(re=message.id, after=getattr(message, "after", 0), number=self.table.number))
            self.teller.show(connection)
        except BirdtableError as error:
            self.rooms.note_refusal(self.table.id, type(message).__name__, error)
            connection.send(refused_message(error, message.id))

    async def answer(self, connection: Connection, message: FromClient) -> None:
        re = message.id
        match message:
            case Play():
                await self.play(connection, message)
            case Consider():
                check_current(self.require_match(), message.after)
                watch = connection.watch(self.table)
                self.require_turn(connection)
                connection.send(disclosure.consideration(self.table, watch, message.after, message.steps, re))
            case Undo():
                await self.take_back(connection, message)
            case UndoReply():
                person, agree = self.require_seat(connection), message.agree
                answer = if_current(message.after, lambda t, at: undo.reply(t, person, at, agree=agree))
                await self.change(answer, connection, re)
            case Call():
                self.call(connection, message)
            case Chat():
                await self.speak(connection, message)
            case Mute():
                await self.mute(connection, message)
            case Nudge():
                await self.nudge(connection, message)
            case Reveal():
                person, nonce, promise = self.require_seat(connection), message.nonce, message.next or ""
                await self.change(lambda t, at: table.reveal(t, person, nonce, promise, at), connection, re)
            case AskHint():
                await self.hint(connection, message)
            case Hurry():
                self.hurry(connection)
                connection.send(Ok(re=re))
            case Ping():
                connection.send(Ok(re=re))

    async def play(self, connection: Connection, message: Play) -> None:
        async def attempt() -> None:
            check_current(self.require_match(), message.after)
            seat = self.require_turn(connection)
            if self.time.time_left(self.table) == 0:
                raise Refusal(409, "your time is up")
            spent, waited = self.time.thinking_time(self.table)
            found = table.make_play(self.table, seat, message.steps, self.rooms.now(), spent=spent, waited=waited)
            await self.commit([Change(*found)], connection, message.id)

        with self.rooms.figures.time_play():
            async with self.lock:
                await self.persist(attempt)

    async def speak(self, connection: Connection, message: Chat) -> None:
        """Onlookers, and those who are refused, take no part of what players may say here."""
        person = connection.person_id
        self.rooms.limits.spend(limits.CHAT, person, self.rooms.monotonic())

        def say(t: Table, at: float) -> list[AnyEntry]:
            found = chat.speak(t, person, message, at)
            who = t.id if chat.seats_of(t, person) else f"onlookers of {t.id}"
            self.rooms.limits.spend(limits.TABLE_CHAT, who, self.rooms.monotonic())
            return found

        await self.change(say, connection, message.id)

    async def take_back(self, connection: Connection, message: Undo) -> None:
        person = self.require_seat(connection)

        def ask(t: Table, at: float) -> list[AnyEntry]:
            found = undo.ask(t, person, message.after, at)
            if isinstance(found[0], Asked):
                self.rooms.limits.spend(limits.TAKE_BACKS, f"{person} {t.id}", self.rooms.monotonic())
            (written, *_) = self.time.write_spent(t, found)
            if isinstance(written, Undone):
                undo.check_time(t, written)
            return found

        await self.change(ask, connection, message.id)

    async def hint(self, connection: Connection, message: AskHint) -> None:
        check_current(self.require_match(), message.after)
        seat, person = self.require_turn(connection), connection.person_id
        self.rooms.limits.spend(limits.WORK, person, self.rooms.monotonic())
        asker = self.rooms.people.asker(person)
        hints = await helping.hints(self.rooms.helpers, self.table, seat, message.steps, asker)
        connection.send(Hints(re=message.id, after=message.after, steps=message.steps, hints=hints))

    def require_match(self) -> Table:
        if self.table.phase != "playing":
            raise Refusal(409, "no match is being played here")
        return self.table

    def require_turn(self, connection: Connection) -> Seat:
        """The seat that a connection may act for now."""
        watch = connection.watch(self.table)
        if not watch.seats:
            raise Refusal(403, "you are not playing at this table")
        if self.table.to_move not in watch.seats:
            raise Refusal(409, "it is not your turn")
        if watch.seat != self.table.to_move:
            raise Refusal(409, "call seat {seat} to the screen first", seat=self.table.to_move + 1)
        return self.table.to_move

    def require_seat(self, connection: Connection) -> str:
        if not self.table.seats_of(connection.person_id):
            raise Refusal(403, "you are not playing at this table")
        return connection.person_id

    async def mute(self, connection: Connection, message: Mute) -> None:
        if not connection.person_id:
            raise Refusal(403, "only people with a name can mute others")
        self.rooms.limits.spend(limits.MUTING, connection.person_id, self.rooms.monotonic())
        if message.on and len(connection.mutes - {message.person}) >= limits.MUTES:
            raise Refusal(409, "nobody may mute more than {count} people", count=limits.MUTES)
        await self.rooms.store.mute(connection.person_id, message.person, on=message.on)
        for each in self.rooms.connections_of(connection.person_id):
            (each.mutes.add if message.on else each.mutes.discard)(message.person)
        connection.send(Ok(re=message.id))

    async def nudge(self, connection: Connection, message: Nudge) -> None:
        self.require_match()
        person, chair = self.require_seat(connection), lobby.require_chair(self.table, message.seat)
        is_waited_for = message.seat == self.table.to_move and chair.is_present and not chair.remote
        if not is_waited_for or chair.person == person:
            raise Refusal(409, "nobody is waiting for this player")
        self.rooms.limits.spend(limits.NUDGES, f"{self.table.id} {message.seat}", self.rooms.monotonic())
        await self.rooms.nudges.send(chair.person, self.table.id, person)
        connection.send(Ok(re=message.id))

    def call(self, connection: Connection, message: Call) -> None:
        self.require_match()
        if message.seat is not None:
            if message.seat not in self.table.seats_of(connection.person_id):
                raise Refusal(403, "this is not your seat")
            if message.seat != self.table.to_move:
                raise Refusal(409, "only the seat whose turn it is can be called")
        connection.called = message.seat
        self.teller.show(connection, re=message.id)

    # --- what the server does by itself ------------------------------------------------------------------------------

    def go_on(self) -> None:
        """Lets a bot think if it is a bot's turn."""
        if self.bot is None and self.bot_to_move() is not None and not self.rooms.stopping:
            self.bot = asyncio.create_task(self.bots_play())
            self.bot.add_done_callback(self.bot_rests)

    def bot_rests(self, task: asyncio.Task[None]) -> None:
        self.bot = None
        if not task.cancelled() and task.exception() is not None:
            self.rooms.report("a bot's turn failed", task.exception())

    def bot_to_move(self) -> Seat | None:
        """The seat of the bot whose turn it is, if this process lets it think and anybody is there to see it."""
        seat = self.table.to_move
        if not self.keeps or seat < 0 or self.table.chairs[seat].is_present:
            return None
        return seat if self.time.is_attended(self.table) else None

    def bots_account(self) -> Asker:
        """For whom bots think here: the host, at the address where they were last seen; if that is not known, as after
        a restart, at that of somebody who watches."""
        host = self.rooms.people.asker(self.table.setting.host)
        watching = (connection.source for connection in self.presence.connections)
        return host if host.address else Asker(next(filter(None, watching), ""), host.person)

    async def bots_play(self) -> None:
        while (seat := self.bot_to_move()) is not None:
            before = self.table
            self.teller.tell_all(Thinking(seat=seat))
            with self.rooms.figures.time_bot(before.chairs[seat].level):
                steps = await self.think(before, seat)
            await asyncio.sleep(min(pace(before), max(0.0, before.changed + pace(before) - self.rooms.now())))
            try:
                async with self.lock:
                    if self.table.moved == before.moved and self.bot_to_move() == seat:
                        await self.commit([Change(*table.make_play(self.table, seat, steps, self.rooms.now()))])
            except Outdated:
                continue
            except Unavailable as error:
                self.rooms.report("a bot's play could not be stored", error)
                await asyncio.sleep(RETRY)

    async def think(self, current: Table, seat: Seat) -> list[Step]:
        """What a bot plays, in the end or when it is hurried."""
        workers, account = self.rooms.workers, self.bots_account()
        self.thought = asyncio.ensure_future(bot_play(workers, current, seat, account))
        try:
            return await self.thought
        except asyncio.CancelledError:
            task = asyncio.current_task()
            if task is not None and task.cancelling():
                raise  # the room itself stops
            return await bot_play(workers, current, seat, account, hurried=True)
        finally:
            self.thought = None

    def hurry(self, connection: Connection) -> None:
        person = self.require_seat(connection)
        if lobby.people_in(self.require_match()) - {person}:
            raise Refusal(403, "others are playing here: bots take their time")
        if self.thought is not None:
            self.thought.cancel()

    async def look_after(self) -> None:
        """Does what is due, or says when it will be. This process has claimed the table."""
        await self.refresh()
        await self.rooms.others.look_around(self)
        self.keeps = True
        await self.change(self.overdue_entries)
        self.go_on()
        await self.rooms.store.postpone(self.table.id, self.time.due(self.table))

    def overdue_entries(self, current: Table, now: float) -> list[AnyEntry]:
        seat = current.to_move
        if current.phase == "shuffling":
            return [table.retry_shuffle(current, now)] if now >= self.time.due(current) else []
        if self.time.time_left(current) == 0:
            if current.setting.clock.forfeit:
                return [Forfeited(at=now, seat=seat, level=STAND_IN)]
            return [StoodIn(at=now, seat=seat, level=STAND_IN, why="time")]
        if self.time.is_abandoned(current):
            return [Closed(at=now, reason="nobody came back")]
        return []


def if_current(after: int, answer: Answer) -> Answer:
    """Refuses as stale what rests on an older position."""

    def check_first(t: Table, at: float) -> list[AnyEntry]:
        check_current(t, after)
        return answer(t, at)

    return check_first
