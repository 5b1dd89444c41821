"""The exact scorer, with a memory: a sheet is computed again after every entry."""

from __future__ import annotations

import msgspec

from birdtable.game import Now
from birdtable.games.birdie.solver import Problem, Solution, solve

REMEMBERED: dict[bytes, Solution] = {}
MOST_REMEMBERED = 500


def solve_once(problem: Problem, now: Now | None) -> Solution:
    """The solution, from memory if the same problem has been solved before."""
    key = msgspec.json.encode(msgspec.structs.replace(problem, time=1.0), order="deterministic")
    known = REMEMBERED.get(key)
    if known is None:
        known = solve(problem, now)
        if len(REMEMBERED) >= MOST_REMEMBERED:
            REMEMBERED.clear()
        REMEMBERED[key] = known
    return known
