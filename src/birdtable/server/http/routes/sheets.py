"""The route of score sheets: it thinks in workers, and keeps nothing."""

from __future__ import annotations

import time
from typing import Any

from litestar import Request, post
from litestar.params import JSONBody

from birdtable.companion import Answer, Ask, BirdieAnswer, CuBirdsAnswer, recompute
from birdtable.game import BadInput, BirdtableError
from birdtable.server.http.addresses import source_of
from birdtable.server.http.doors import TheRooms
from birdtable.server.http.errors import FAILURES
from birdtable.server.room import limits
from birdtable.server.room.thinking import BUSY, Asker
from birdtable.server.table.refusal import Refusal


def recompute_sheet(ask: Ask) -> Answer | str:
    """Runs in a worker; what is wrong with a sheet as a whole comes back as its text."""
    try:
        return recompute(ask, time.monotonic)
    except BirdtableError as error:
        return str(error)


@post("/sheet", status_code=200, responses=FAILURES)
async def sheet(request: Request[Any, Any, Any], rooms: TheRooms, data: JSONBody[Ask]) -> BirdieAnswer | CuBirdsAnswer:
    """Everything that follows from a score sheet of a game at somebody's own table."""
    rooms.limits.spend(limits.SHEETS, source_of(request), rooms.monotonic())
    try:
        answer = await rooms.helpers.run(recompute_sheet, data, asker=Asker(source_of(request)))
    except TimeoutError:
        raise Refusal(429, BUSY) from None
    if isinstance(answer, str):
        raise BadInput(answer)
    return answer


ROUTES = [sheet]
