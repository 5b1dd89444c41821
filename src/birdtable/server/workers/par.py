"""Par of today's and tomorrow's deals, computed by the workers while nobody else needs them."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from datetime import date, timedelta

import msgspec

from birdtable.chance import deal_seed
from birdtable.puzzles import days, par
from birdtable.puzzles.deals import GAMES, PAR_MATCHES
from birdtable.server.room.deals.daily import par_name, par_of, secret_of
from birdtable.server.room.rooms import Rooms
from birdtable.server.room.thinking import Asker
from birdtable.server.store.base import Unavailable
from birdtable.server.table.refusal import Refusal

SLICE = 2
"""Matches that are played at a time."""
AFTER = 60.0
"""Seconds after the start of a server before which nothing is done."""
PAUSE = 1.0
"""Seconds between two slices; while another process is at it, or nothing is missing, it does no harm."""


async def keep_par(rooms: Rooms) -> None:
    """Until the server stops. One process at a time does a slice."""
    await asyncio.sleep(AFTER)
    while not rooms.stopping:
        with suppress(TimeoutError, Refusal, Unavailable):
            if not rooms.helpers.waiting and await rooms.store.claim_chore("par", rooms.now(), PAUSE):
                await add_slice(rooms)
        await asyncio.sleep(PAUSE)


async def add_slice(rooms: Rooms, matches: int = PAR_MATCHES) -> bool:
    """Some more matches for the first deal that lacks any, today's before tomorrow's; whether there was one."""
    today = days.day_at(rooms.now())
    for day in (today, today + timedelta(days=1)):
        for game in GAMES:
            if await add_matches(rooms, game, day, SLICE, matches):
                return True
    return False


async def add_matches(rooms: Rooms, game: str, day: date, most: int, matches: int = PAR_MATCHES) -> bool:
    """At most so many; whether any were missing."""
    found = await par_of(rooms.store, game, day)
    count = min(most, matches - len(found.points))
    if count <= 0:
        return False
    seed = deal_seed(await secret_of(rooms, game, day))
    more = await rooms.helpers.run(par.play_par, game, seed, len(found.points), count, asker=Asker("", "par"))
    await rooms.store.put_fact(par_name(game, day), msgspec.json.encode(found + more))
    return True
