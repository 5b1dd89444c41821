"""A seat at a table of a running server, taken with the token of a remote bot."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from time import monotonic
from typing import TypeVar

from birdtable.agents.answers import AgentRefusal, parse_step
from birdtable.game import NOBODY, SPECTATOR, BadInput, Event, Outcome, Step, View, seat_number
from birdtable.lab.mcp.seats import SeatHeld
from birdtable.record import Record
from birdtable.terminal.match.door import Door, decode_answer, parse_address
from birdtable.terminal.match.remote import Promises, RemoteTable
from birdtable.wire.people import Me

T = TypeVar("T")
TICK = 0.05
"""Seconds between two looks at a table that is waited for."""


class TokenDoor(Door):
    """Requests in the name of a remote bot."""

    def __init__(self, server: str, token: str) -> None:
        self.token = token
        super().__init__(server, "")

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"}

    def come_in(self, name: str) -> Me:
        answer = self.request("GET", "/me", headers=self.headers)
        if answer.status_code == 401:
            raise BadInput(f"{self.server} does not know this token")
        return decode_answer(answer, Me)


class BotTable(RemoteTable):
    """What a remote bot is sent is all that a careful player remembers, whatever the table's memory."""

    def full_view(self) -> View | None:
        return self.view if self.seat is not SPECTATOR else None


def sit_down(link: str, token: str) -> BotTable:
    """Takes a free seat at the table that a link names, whether or not its match has begun."""
    server, id = parse_address(link)
    if not token:
        raise BadInput("there is no token: start with that of a remote bot (POST /api/bots) in BIRDTABLE_TOKEN")
    door = TokenDoor(server, token)
    try:
        promises = Promises()
        info = door.sit_down(id, promises.make())
        if not any(seat.person == door.me.person for seat in info.seats):
            raise BadInput(f"no seat is free at table {id}")
        table = BotTable(door, info, promises, link)
    except BaseException:
        door.close()
        raise
    listen(table)
    return table


def listen(table: RemoteTable) -> None:
    """Hears what has been said."""
    while (heard := table.receive(TICK)) is not None:
        table.hear(heard)


def fetch_record(table: BotTable) -> Record:
    if table.outcome is None:
        raise AgentRefusal("the match is not over: its record would show hidden cards")
    answer = table.door.request("GET", f"/tables/{table.info.id}/record?form=json", headers=table.door.headers)
    if not answer.is_success:
        raise BadInput(f"the server gives no record (status {answer.status_code})")
    return Record.parse(answer.text)


class RemoteSeat(SeatHeld):
    def __init__(self, table: BotTable) -> None:
        self.table = table
        self.game = table.game
        self.lock = asyncio.Lock()
        """A table is for one thread at a time."""
        self.events: list[Event] = []

    @property
    def names(self) -> Sequence[str]:  # type: ignore[override]
        return self.table.names

    @property
    def number(self) -> int:
        return seat_number(self.table.seat)

    def view(self) -> View:
        if self.table.base is None:
            raise AgentRefusal("the match has not begun: wait for it")
        return self.table.view

    def news(self) -> Sequence[Event]:
        return self.events

    def pending(self) -> Sequence[Step]:
        return self.table.pending

    def outcome(self) -> Outcome | None:
        return self.table.outcome

    async def play(self, steps: Sequence[Step]) -> None:
        parsed = [parse_step(step, self.game) for step in steps]
        self.view()
        await self.do(lambda: self.take_all(parsed))

    def take_all(self, steps: Sequence[Step]) -> None:
        """All steps are tried here first; the server has the last word, and what it was told before a refusal is
        taken back."""
        self.hear()
        if not steps:
            raise AgentRefusal("a play has at least one step")
        self.consider(steps)
        first, before = not self.table.pending, len(self.table.pending)
        told: list[Event] = []
        try:
            for step in steps:
                told += self.table.take(step)
        except BaseException:
            while len(self.table.pending) > before:
                self.table.back()
            raise
        self.events = told if first else [*self.events, *told]

    def hear(self) -> None:
        listen(self.table)
        self.events += self.table.take_news()
        if self.table.asked_by != NOBODY:
            self.events += self.table.reply(True)

    async def wait(self, seconds: float) -> None:
        end = monotonic() + seconds
        while True:
            await self.do(self.hear)
            if self.table.outcome is not None or self.table.is_mine or monotonic() >= end:
                return
            await asyncio.sleep(TICK)

    async def record(self) -> Record:
        return await self.do(lambda: fetch_record(self.table))

    async def do(self, work: Callable[[], T]) -> T:
        async with self.lock:
            return await asyncio.to_thread(work)

    async def close(self) -> None:
        await self.do(self.table.close)
