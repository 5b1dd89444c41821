"""Score sheets and bots in chairs, at tables of cardboard: workers think about them, and nothing is kept."""

from __future__ import annotations

import secrets
import time

from birdtable.chair.table import AskChair, ChairAnswer
from birdtable.companion import Answer, Ask, BirdieAnswer, CuBirdsAnswer, recompute
from birdtable.companion.evenings import AskEvenings, Evenings, tally
from birdtable.game import BadInput, BirdtableError
from birdtable.server.requests.route import Route
from birdtable.server.room import limits
from birdtable.server.room.rooms import Rooms
from birdtable.server.room.thinking import BUSY, Asker
from birdtable.server.table.refusal import Refusal


def recompute_sheet(ask: Ask) -> Answer | str:
    """Runs in a worker; what is wrong with a sheet as a whole comes back as its text."""
    try:
        return recompute(ask, time.monotonic)
    except BirdtableError as error:
        return str(error)


async def sheet(rooms: Rooms, asker: Asker, data: Ask) -> BirdieAnswer | CuBirdsAnswer:
    """Everything that follows from a score sheet of a game at somebody's own table."""
    try:
        answer = await rooms.helpers.run(recompute_sheet, data, asker=asker)
    except TimeoutError:
        raise Refusal(429, BUSY) from None
    if isinstance(answer, str):
        raise BadInput(answer)
    return answer


async def chair(rooms: Rooms, asker: Asker, data: AskChair) -> ChairAnswer:
    """A table of cardboard by what was tapped, and what a bot does there."""
    try:
        answer = await rooms.helpers.sit(data, secrets.randbits(63), asker)
    except TimeoutError:
        raise Refusal(429, BUSY) from None
    if isinstance(answer, str):
        raise BadInput(answer)
    return answer


async def evenings(rooms: Rooms, asker: Asker, data: AskEvenings) -> Evenings:
    """What the games of evenings come to for those who played them."""
    return tally(data)


ROUTES = [
    Route("POST", "/sheet", sheet, limit=limits.SHEETS),
    Route("POST", "/chair", chair, limit=limits.SHEETS),
    Route("POST", "/evenings", evenings, limit=limits.SHEETS),
]
