"""Scored rows looked back on: what the exact scorer would have made of them.

A row holds no secret, so it is judged as a whole: the most that it could have gained with the abilities at hand,
against what it did gain. Robin is left out: nobody knew which card it would draw.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from typing import Any

import msgspec

from birdtable.bots.reasons import REASONS
from birdtable.game import Step
from birdtable.games.birdie.cards import BIRDS
from birdtable.games.birdie.solver import Problem, solve
from birdtable.games.birdie.view import BirdieView

EFFORT = 4000
"""Looks at the clock that the expert search may take: counted, not timed, so that a report is the same every time."""


class Judged(msgspec.Struct):
    """One decision of the seat, or the scoring of a row as a whole."""

    number: int
    """The step of the record that it was, or began with, counted from 1."""
    step: Step
    best: str
    """The best step; for a row the best way to score it, its steps with commas between them."""
    cost: float
    """What the best alternative was worth more, by what was known; a part of the victory, or points in scoring."""
    unit: str
    """``win`` or ``points``."""
    why: str
    """About the best alternative."""
    hindsight: str
    """What would have been best with all cards open."""
    hindsight_cost: float
    reason: str = ""
    """``why`` as a message id, where it is one sentence, and what fills it."""
    details: dict[str, str | int] = {}


class RowJudge:
    """Notes a row before it is scored and judges it after."""

    def __init__(self) -> None:
        self.noted: tuple[int, Step, BirdieView] | None = None

    def look(self, view: Any, number: int, step: Step) -> None:
        if self.noted is None:
            self.noted = (number, step, view)

    def judged(self, after: Any) -> Iterator[Judged]:
        """The row just scored, if there was anything to decide."""
        if self.noted is None:
            return
        number, step, before = self.noted
        self.noted = None
        found = solve(problem(before), effort(EFFORT))
        gained = gain(before, after)
        cost = max(0.0, float(found.gain) - gained)
        best = ", ".join(found.steps) if cost else step
        why = "; ".join(f"{line.text} ({line.points:+g})" for line in found.why if line.points) if cost else ""
        reason = REASONS["writes"] if cost else ""
        yield Judged(number, step, best, round(cost, 2), "points", why, best, round(cost, 2), reason)


def problem(view: BirdieView) -> Problem:
    """The row as it lies there, with the uses that are left and paid for."""
    board = view.boards[view.seat]
    limit = 2 if view.options["expert"] else 1

    def uses(bird: str) -> int:
        held = sum(card[0] == bird[0].upper() for card in view.hand or [])
        return min(held, limit - board.used.get(bird, 0))

    options: Any = view.options
    woodpecker, owl, pigeon, _ = BIRDS
    return Problem(
        row=" ".join(view.row),
        expert=options["expert"],
        woodpeckers=uses(woodpecker),
        pigeons=uses(pigeon),
        owls=uses(owl),
        boxes=board.boxes,
        flaps=board.flaps,
        records=view.records,
        flap_values=tuple(options["flap_values"]),
        owl=options["owl"],
        same_trait_sets=options["same_trait_sets"],
        expert_removals=options["expert_removals"],
        time=float(EFFORT),
    )


def gain(before: BirdieView, after: BirdieView) -> float:
    """Points written, Flap points gained, and 3 for each trophy taken, whoever takes it later."""
    values: Any = before.options["flap_values"]

    def flap(view: BirdieView) -> int:
        marks = view.boards[view.seat].flaps
        return int(values[marks - 1]) if marks else 0

    old, new = before.boards[before.seat].boxes, after.boards[after.seat].boxes
    written = sum(new.values()) - sum(old.values())
    higher = sum(new.get(bird, 0) > before.records.get(bird, 0) for bird in BIRDS if bird not in old)
    return float(written + flap(after) - flap(before) + 3 * higher)


def effort(looks: int) -> Callable[[], float]:
    """A clock that goes on by one whenever somebody looks."""
    ticks = count()
    return lambda: float(next(ticks))
