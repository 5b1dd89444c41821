"""The route of the exact scorer: it works in a process of its own, so that neither tables nor bots wait for it."""

from __future__ import annotations

import time
from typing import Any

import msgspec
from litestar import Request, post
from litestar.params import JSONBody

from birdtable.game import BadInput, BirdtableError
from birdtable.games.birdie.solver import Problem, solve
from birdtable.server.http.addresses import source_of
from birdtable.server.http.doors import TheRooms
from birdtable.server.http.errors import FAILURES
from birdtable.server.room import limits
from birdtable.server.room.thinking import BUSY, Asker
from birdtable.server.table.refusal import Refusal
from birdtable.server.workers.reviewing import score_line
from birdtable.wire.past import Score

LONGEST = 5.0
"""Seconds that a row of the expert game may take here; less when many wait."""


def solve_problem(problem: Problem) -> Score | str:
    """Runs in a worker; what is wrong with a problem comes back as text."""
    try:
        solution = solve(problem, time.monotonic)
    except BirdtableError as error:
        return str(error)
    lines = [score_line(line) for line in solution.lines]
    return msgspec.convert({**msgspec.structs.asdict(solution), "lines": lines}, Score)


@post("/score", status_code=200, responses=FAILURES)
async def score(request: Request[Any, Any, Any], rooms: TheRooms, data: JSONBody[Problem]) -> Score:
    """The best scoring of a row of Birdie, or the score of a division, with a reason for every point."""
    rooms.limits.spend(limits.WORK, source_of(request), rooms.monotonic())
    try:
        asker = Asker(source_of(request))
        problem = msgspec.structs.replace(data, time=min(data.time, LONGEST * rooms.helpers.part_of_time(asker)))
        answer = await rooms.helpers.run(solve_problem, problem, asker=asker)
    except TimeoutError:
        raise Refusal(429, BUSY) from None
    if isinstance(answer, str):
        raise BadInput(answer)
    return answer
