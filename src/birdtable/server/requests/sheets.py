"""Score sheets and bots in chairs, at tables of cardboard: workers think about them, and nothing is stored."""

from __future__ import annotations

import secrets
import time
from collections.abc import Awaitable
from typing import TypeVar

from birdtable.chair.table import AskChair, ChairAnswer
from birdtable.companion import Answer, Ask, BirdieAnswer, CuBirdsAnswer, recompute
from birdtable.companion.evenings import AskEvenings, Evenings, tally
from birdtable.game import BadInput, BirdtableError
from birdtable.server.requests.route import Route
from birdtable.server.room import limits
from birdtable.server.room.rooms import Rooms
from birdtable.server.room.thinking import BUSY, Asker
from birdtable.server.table.refusal import Refusal

T = TypeVar("T")


def recompute_sheet(ask: Ask) -> Answer | str:
    """Runs in a worker; what is wrong with a sheet as a whole comes back as its text."""
    try:
        return recompute(ask, time.monotonic)
    except BirdtableError as error:
        return str(error)


def tally_evenings(ask: AskEvenings) -> Evenings | str:
    try:
        return tally(ask)
    except BirdtableError as error:
        return str(error)


async def wait_for(answer: Awaitable[T | str]) -> T:
    """What a worker makes of a question, or what is wrong with it."""
    try:
        found = await answer
    except TimeoutError:
        raise Refusal(429, BUSY) from None
    if isinstance(found, str):
        raise BadInput(found)
    return found


async def sheet(rooms: Rooms, asker: Asker, data: Ask) -> BirdieAnswer | CuBirdsAnswer:
    """Everything that follows from a score sheet of a game at somebody's own table."""
    return await wait_for(rooms.helpers.run(recompute_sheet, data, asker=asker))


async def chair(rooms: Rooms, asker: Asker, data: AskChair) -> ChairAnswer:
    """A table of cardboard by what was tapped, and what a bot does there."""
    return await wait_for(rooms.helpers.sit(data, secrets.randbits(63), asker))


async def evenings(rooms: Rooms, asker: Asker, data: AskEvenings) -> Evenings:
    """What the games of evenings come to for those who played them."""
    return await wait_for(rooms.helpers.run(tally_evenings, data, asker=asker))


ROUTES = [
    Route("POST", "/sheet", sheet, limit=limits.SHEETS),
    Route("POST", "/chair", chair, limit=limits.SHEETS),
    Route("POST", "/evenings", evenings, limit=limits.SHEETS),
]
