"""What happened at a table, worked out once and kept for a while.

However many tables there are, and however long, nobody else waits for them: see ``turns``."""

from __future__ import annotations

import asyncio
from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Callable, Sequence

import msgspec

from birdtable.game import SPECTATOR, Viewer
from birdtable.server.room.turns import Turns
from birdtable.server.store.base import Store
from birdtable.server.table import disclosure, entries
from birdtable.server.table.entries import AnyEntry
from birdtable.server.table.table import Replayer, Table
from birdtable.wire.play import News

MILESTONE = 100
"""Entries between two tables that are kept, from which the positions between them are replayed."""
KEPT = 20_000
"""How much is kept of all tables together, in entries."""
LEAST = 10
"""What keeping a table counts for, however little happened there."""


class Deed(msgspec.Struct, frozen=True, gc=False):
    """An entry that was part of the match. There are thousands, and none is looked at in searches for garbage."""

    news: News
    """Secrets included."""
    public: msgspec.Raw
    steps: int
    """Of the plays that stood after it."""

    def news_for(self, viewer: Viewer) -> News | msgspec.Raw:
        """For a position, which takes the secrets out."""
        is_public = viewer is SPECTATOR or not any(event.secret for event in self.news.events)
        return self.public if is_public else self.news


class Chronicle:
    """All that happened at one table, without what was said there."""

    def __init__(self, table: Table) -> None:
        self.replayer = Replayer(table.id, table.secret)
        self.deeds: list[Deed] = []
        self.milestones: list[Table] = []
        self.steps: dict[int, int] = {}
        """Of the plays up to a standing one, by its number."""
        self.lock = asyncio.Lock()

    @property
    def number(self) -> int:
        """Of the last entry that was read."""
        return self.replayer.number

    @property
    def size(self) -> int:
        return LEAST + len(self.deeds)

    def add(self, then: Table, entry: AnyEntry) -> None:
        if then.number % MILESTONE == 0:
            self.milestones.append(then)
        news = disclosure.news(then, entry)
        if news is not None:
            self.deeds.append(Deed(news, disclosure.publish(news), self.count_steps(then)))

    def count_steps(self, then: Table) -> int:
        if not then.plays:
            return 0
        play = then.plays[-1]
        if play.number not in self.steps:
            before = self.steps[then.plays[-2].number] if len(then.plays) > 1 else 0
            self.steps[play.number] = before + len(play.steps) + len(play.draws)
        return self.steps[play.number]

    def milestone(self, number: int) -> Table | None:
        """The last one that is not after ``number``."""
        place = bisect_right(self.milestones, number, key=lambda table: table.number)
        return self.milestones[place - 1] if place else None


class Chronicles:
    """Those of the tables that were asked about last."""

    def __init__(self, store: Store, turns: Turns) -> None:
        self.store = store
        self.turns = turns
        self.kept: OrderedDict[str, Chronicle] = OrderedDict()

    async def get(self, table: Table) -> Chronicle:
        """What happened up to ``table``, or a little longer."""
        chronicle = self.kept.pop(table.id, None) or Chronicle(table)
        self.kept[table.id] = chronicle
        async with chronicle.lock:
            if chronicle.number < table.number:
                bodies = await self.store.entries(table.id, chronicle.number)
                await self.replay(chronicle.replayer, bodies, chronicle.add)
        self.let_go()
        return chronicle

    def let_go(self) -> None:
        size = sum(chronicle.size for chronicle in self.kept.values())
        while size > KEPT and len(self.kept) > 1:
            size -= self.kept.popitem(last=False)[1].size

    async def table_after(self, table: Table, number: int) -> Table | None:
        """The table after an entry; ``None`` if there was none, or no match yet."""
        if not 0 < number <= table.number:
            return None
        milestone = (await self.get(table)).milestone(number)
        replayer = Replayer(table.id, table.secret, milestone)
        await self.replay(replayer, await self.store.entries(table.id, replayer.number, number))
        then = replayer.table
        return then if then is not None and then.state is not None else None

    async def replay(
        self,
        replayer: Replayer,
        bodies: Sequence[bytes],
        each: Callable[[Table, AnyEntry], None] = lambda then, entry: None,
    ) -> None:
        """Takes entries as they are stored, and calls ``each`` with the table after every one of them."""

        def take(body: bytes) -> None:
            entry = entries.decode(body)
            each(replayer.take(entry), entry)

        await self.turns.do_all(take, bodies)
