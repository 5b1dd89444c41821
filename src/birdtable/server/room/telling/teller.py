"""Telling the connections of a room what happened. Each of them gets messages made for what its seat may see."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import nullcontext
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from birdtable.game import NO_SEAT
from birdtable.server.room.telling.connection import Connection
from birdtable.server.room.turns import SLICE
from birdtable.server.table import disclosure, entries
from birdtable.server.table.chat import chat_news
from birdtable.server.table.disclosure import Watch
from birdtable.server.table.entries import AnyEntry, Hid, Spoke
from birdtable.server.table.summary import speaker_name
from birdtable.server.table.table import Table
from birdtable.wire.play import ChatNews, Here, News, TableNews

if TYPE_CHECKING:
    from birdtable.server.room.room import Room

encode = msgspec.json.Encoder().encode

CHATS = 50
"""How many of the last chat messages a newcomer gets."""
NEWS = 1000
"""How many of the last events of a match a newcomer gets."""
CROWD = 20
"""With more connections than this, comings and goings are told once in a while."""
WHILE = 0.5


class Change(NamedTuple):
    """An entry and the table that it leads to."""

    entry: AnyEntry
    table: Table


def is_chat(entry: AnyEntry) -> bool:
    """What is told as chat; that a message is shown again is not."""
    return isinstance(entry, Spoke) or (isinstance(entry, Hid) and entry.on)


class Teller:
    def __init__(self, room: Room) -> None:
        self.room = room
        self.here_later: asyncio.TimerHandle | None = None

    def tell(self, before: Table, changes: list[Change], asker: Connection | None, re: int) -> None:
        """One round of news to everybody; ``asker`` gets it as the answer to message ``re``."""
        news = [each for change in changes if (each := disclosure.news(change.table, change.entry))]
        said = [change for change in changes if is_chat(change.entry)]
        after = changes[-1].table
        around = (
            len(news) + len(said) < len(changes) or after.setting is not before.setting or after.phase != before.phase
        )
        positions: dict[tuple[Watch, int], bytes] = {}
        for connection in self.room.presence.connections:
            answers = re if connection is asker else 0
            if around:
                connection.send(self.table_news(connection, 0 if news or said else answers))
            for change in said:
                connection.send(self.chat(change.table.number, change.entry, connection, answers))
            if news:
                key = connection.watch(after), answers
                if key not in positions:
                    positions[key] = self.position(key[0], news, answers)
                connection.send(positions[key])

    def show(self, connection: Connection, *, re: int = 0, news: Sequence[News | msgspec.Raw] = ()) -> None:
        """The present position, to one connection."""
        if self.room.table.state is not None:
            connection.send(self.position(connection.watch(self.room.table), news, re))

    def position(self, watch: Watch, news: Sequence[News | msgspec.Raw], re: int) -> bytes:
        table = self.room.table
        return encode(disclosure.position(table, watch, news, self.room.time.clock_faces(table), re))

    async def welcome(self, connection: Connection, since: int) -> None:
        """How the table stands, and what was missed: the first thing a connection hears."""
        news, chats = await self.missed_news(connection, since)
        async with self.room.rooms.turns.take() if len(news) > SLICE else nullcontext():
            self.greet(connection, news, chats)

    def greet(self, connection: Connection, news: Sequence[News | msgspec.Raw], chats: list[ChatNews]) -> None:
        self.room.presence.enter(connection, self.room.rooms.monotonic())
        connection.send(self.table_news(connection, 0))
        for chat in chats:
            connection.send(chat)
        self.show(connection, news=news)

    async def missed_news(self, connection: Connection, since: int) -> tuple[list[News | msgspec.Raw], list[ChatNews]]:
        table = self.room.table
        if since >= table.number:
            return [], []
        chats = await self.missed_chats(connection, table, since)
        if table.state is None:
            return [], chats
        watch = connection.watch(table)
        oldest = max(since, disclosure.oldest(table, watch))
        deeds = (await self.room.rooms.chronicles.get(table)).deeds[-NEWS:]
        missed = [deed for deed in deeds if oldest < deed.news.number <= table.number]
        return [deed.news_for(watch.seat) for deed in missed], chats

    async def missed_chats(self, connection: Connection, table: Table, since: int) -> list[ChatNews]:
        """Read anew each time: what somebody said may have been blanked since."""
        spoken = await self.room.rooms.store.entries_of_kind(table.id, ("spoke", "hid"), since, CHATS)
        said = [(number, entries.decode(body)) for number, body in spoken]
        await self.room.rooms.people.meet({entry.person for _, entry in said if isinstance(entry, Spoke)})
        return [self.chat(number, entry, connection) for number, entry in said if is_chat(entry)]

    def chat(self, number: int, entry: AnyEntry, connection: Connection, re: int = 0) -> ChatNews:
        if isinstance(entry, Hid):
            return ChatNews(re=re, number=number, person="", name="", seat=NO_SEAT, at=entry.at, hides=entry.said)
        assert isinstance(entry, Spoke)
        name = speaker_name(self.room.table.setting, entry.person, self.room.rooms.people.name_of)
        muted = entry.person in connection.mutes
        return chat_news(number, entry, name, muted=muted, hidden=number in self.room.table.hidden, re=re)

    def table_news(self, connection: Connection, re: int) -> TableNews:
        table = self.room.table
        seats = table.seats_of(connection.person_id)
        return TableNews(re=re, number=table.number, table=self.room.info(), seats=seats)

    def tell_table(self) -> None:
        for connection in self.room.presence.connections:
            connection.send(self.table_news(connection, 0))

    def tell_here(self) -> None:
        """Who is here: at once, or soon if there is a crowd, so that a thousand arrivals are not a million messages."""
        if len(self.room.presence.connections) <= CROWD:
            self.say_here()
        elif self.here_later is None:
            self.here_later = asyncio.get_running_loop().call_later(WHILE, self.say_here)

    def say_here(self) -> None:
        self.here_later = None
        present = self.room.presence
        here, now = present.people_here(), self.room.rooms.monotonic()
        table = self.room.table
        seats = tuple(s for s, chair in enumerate(table.chairs) if chair.is_present and chair.person in here)
        away = tuple(int(present.gone_for(chair.person, now)) if chair.is_present else 0 for chair in table.chairs)
        # Whoever has a seat is a player, even while a bot plays for them.
        onlookers = len(here - {chair.person for chair in table.chairs})
        onlookers += present.count({""}) + present.elsewhere.get("", 0)
        clocks = self.room.time.clock_faces(table)
        self.tell_all(Here(seats=seats, onlookers=onlookers, away=away, clocks=clocks))

    def tell_all(self, message: msgspec.Struct) -> None:
        encoded = encode(message)
        for connection in self.room.presence.connections:
            connection.send(encoded)
