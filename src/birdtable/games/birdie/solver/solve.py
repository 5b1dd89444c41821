"""What callers ask: the best play, the score of a division, an answer to a line of JSON, the next step of a match."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from birdtable.game import BadInput, BirdtableError, Now, Step
from birdtable.games.birdie.solver.divide import best_division, checked_division
from birdtable.games.birdie.solver.problem import Problem, parse_case
from birdtable.games.birdie.solver.remove import best_removals
from birdtable.games.birdie.solver.solution import Solution


def solve(problem: Problem, now: Now | None = None) -> Solution:
    """The best play, or with ``sets`` the score of that division. Without a clock there is no limit of time."""
    case = parse_case(problem)
    if problem.sets is not None:
        return checked_division(case, problem.sets)
    if problem.expert:
        return best_removals(case, deadline(problem.time, now))
    return best_division(case)


def check(problem: Problem, sets: str) -> Solution:
    """The score of a division that a person chose, with Pigeon and Owl at their best."""
    return checked_division(parse_case(problem), sets)


def answer(line: str | bytes, now: Now | None = None) -> dict[str, Any]:
    """The answer to a problem given as JSON, ready to be encoded; ``{"error": ...}`` if it makes no sense."""
    try:
        solution = solve(msgspec.json.decode(line, type=Problem), now)
    except (msgspec.DecodeError, BirdtableError, UnicodeError) as error:
        return {"error": " ".join(str(error).split())}
    told: dict[str, Any] = msgspec.to_builtins(solution)
    return {name: value for name, value in told.items() if name not in ("lines", "stages")}


def deadline(seconds: float, now: Now | None) -> Callable[[], bool]:
    """Somewhat before the time is up: the answer has to be written down too."""
    if now is None:
        return lambda: False
    clock, end = now, now() + 0.9 * seconds - 0.05
    return lambda: clock() > end


def next_step(plan: list[Step], legal: Sequence[Step]) -> Step:
    """The next step of a match that follows a solution, which is taken off ``plan``.

    The hand may hold more than the solution knew of: what the engine asks in vain is answered ``done``. Of several
    cards that could pay for an ability the first is taken.
    """
    while plan:
        wanted = [step for step in legal if step == plan[0] or (plan[0][:4] == "use " and step.startswith(plan[0]))]
        if wanted:
            del plan[0]
            return wanted[0]
        if "done" in legal:
            return "done"
        if plan[0] != "done":
            raise BadInput(f"{plan[0]!r} cannot follow here: it is {', '.join(legal)}")
        del plan[0]
    if "done" not in legal:
        raise BadInput(f"nothing is planned here: it is {', '.join(legal)}")
    return "done"
