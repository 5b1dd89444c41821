"""Rows to be scored: the most points that can be had, proved by the exact scorer."""

from __future__ import annotations

from time import monotonic
from typing import Any

import msgspec

from birdtable.game import BadInput
from birdtable.games.birdie.solver import Problem, solve
from birdtable.games.birdie.solver.from_view import problem_of, uses_left
from birdtable.games.birdie.view import BirdieView

MOST_SECONDS = 10.0
"""That a caller may ask for."""


def score_row(problem: Problem) -> tuple[str, dict[str, Any]]:
    """The best way, or what the given ``sets`` bring, with the clause for every point."""
    if problem.time > MOST_SECONDS:
        raise BadInput(f"time = {problem.time:g}: at most {MOST_SECONDS:g} seconds")
    found = solve(problem, monotonic)
    proved = "nothing gains more" if found.proved else f"nothing gains more than {found.bound}"
    lines = [f"{found.gain} points: {proved}.", f"Row: {found.row or '-'}"]
    lines += [f"{reason.points:+g} {reason.text} [{reason.clause}]" for reason in found.why]
    if found.steps:
        lines.append(f"Steps: {', '.join(found.steps)}")
    data: dict[str, Any] = msgspec.to_builtins(found)
    return "\n".join(lines) + "\n", {name: each for name, each in data.items() if name not in ("lines", "stages")}


def best_gain(view: BirdieView) -> float | None:
    """``None`` unless the viewer is about to score a row, with no Robin to draw for it."""
    if view.scorer != view.seat or view.phase not in ("before", "mark", "remove") or not view.is_to_move:
        return None
    uses = uses_left(view)
    begun = view.cursor or view.sets or view.gap >= 0 or view.lowest
    if view.round == 1:  # what is left for round 2 counts too, and cannot be proved
        return None
    slow = view.options["expert"] and uses["woodpecker"]  # the proof can take minutes
    if begun or slow or uses["robin"]:
        return None
    found = solve(problem_of(view, uses, open_value=0.0, time=1.0))
    return float(found.gain) if found.proved else None
