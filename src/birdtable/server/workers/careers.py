"""What a person's latest matches show together: the workers review one after the other, quickly."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from typing import NamedTuple

from birdtable.bots.advice.career import PlayedMatch, career, played_of
from birdtable.bots.advice.review import QUICK, whole
from birdtable.game import BirdtableError, Seat
from birdtable.server.room.thinking import Asker, Thinkers
from birdtable.server.workers.reviewing import check_reviewable, review_parts
from birdtable.wire.base import encode
from birdtable.wire.past import CareerNews
from birdtable.wire.tables import TableInfo

MATCHES = 40
"""The latest ones that are looked at."""


class PastMatch(NamedTuple):
    table: str
    seat: Seat
    against: tuple[str, ...]


def matches_of(person: str, tables: Sequence[TableInfo]) -> Iterator[PastMatch]:
    """Those that the person played alone, to the end and from the beginning, the earliest first."""
    for table in reversed(tables):
        mine = [seat for seat, info in enumerate(table.seats) if info.person == person]
        if len(mine) == 1 and table.outcome is not None and not table.trial and not table.seats[mine[0]].stand_in:
            others = (info.level or info.player for seat, info in enumerate(table.seats) if seat != mine[0])
            yield PastMatch(table.id, mine[0], tuple(others))


async def look_back(
    helpers: Thinkers, matches: Sequence[PastMatch], record: Callable[[str], Awaitable[str]], asker: Asker
) -> AsyncIterator[bytes]:
    """Lines of JSON, each a ``CareerNews``. Matches that cannot be reviewed are left out, such as forfeited ones."""
    played: list[PlayedMatch] = []
    for done, match in enumerate(matches):
        yield encode(CareerNews(done=done, matches=len(matches))) + b"\n"
        try:
            text = await record(match.table)
            await asyncio.to_thread(check_reviewable, text, match.seat)
            parts = [part async for part in review_parts(helpers, text, match.seat, asker, QUICK)]
        except BirdtableError:
            continue
        if not parts or parts[-1].upto < parts[-1].steps:
            return
        played.append(played_of(whole(parts), match.against))
    yield encode(CareerNews(done=len(matches), matches=len(matches), career=career(played))) + b"\n"
