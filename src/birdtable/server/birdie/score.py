"""The exact scorer: it works in a process of its own, so that neither tables nor bots wait for it."""

from __future__ import annotations

import time

import msgspec

from birdtable.game import BadInput, BirdtableError
from birdtable.games.birdie.solver import Problem, solve
from birdtable.server.past.lines import score_line
from birdtable.server.room.rooms import Rooms
from birdtable.server.room.thinking import BUSY, Asker
from birdtable.server.table.refusal import Refusal
from birdtable.wire.past import Score

MOST_SECONDS = 5.0
"""Seconds that a row of the expert game may take here; less when many wait."""


def solve_problem(problem: Problem) -> Score | str:
    """Runs in a worker; what is wrong with a problem comes back as text."""
    try:
        solution = solve(problem, time.monotonic)
    except BirdtableError as error:
        return str(error)
    lines = [score_line(line) for line in solution.lines]
    return msgspec.convert({**msgspec.structs.asdict(solution), "lines": lines}, Score)


async def score(rooms: Rooms, asker: Asker, data: Problem) -> Score:
    """The best scoring of a row of Birdie, or the score of a division, with a reason for every point."""
    try:
        problem = msgspec.structs.replace(data, time=min(data.time, MOST_SECONDS * rooms.helpers.part_of_time(asker)))
        answer = await rooms.helpers.run(solve_problem, problem, asker=asker)
    except TimeoutError:
        raise Refusal(429, BUSY) from None
    if isinstance(answer, str):
        raise BadInput(answer)
    return answer
