"""Scored rows looked back on: what the exact scorer would have made of them, and why.

A row holds no secret, so it is judged as a whole: the most that it could have brought with the abilities at hand,
against what it did bring. In round 1 both count what is kept for round 2, boxes and abilities, as the bots do. Robin
is left out: nobody knew which card it would draw.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec
from msgspec.structs import replace

from birdtable.bots.advice.reasons import REASONS
from birdtable.bots.birdie.scoring import (
    at_hand,
    choices,
    kept_value,
    open_value,
    score_step,
    ticking,
)
from birdtable.engine import Rng
from birdtable.game import CHANCE, AnyGame, Event, Step, View
from birdtable.games.birdie.cards import BIRDS
from birdtable.games.birdie.solver import Problem, Solution, solve
from birdtable.games.birdie.solver.from_view import problem_of, uses_left
from birdtable.games.birdie.solver.happened import note
from birdtable.games.birdie.solver.problem import parse_case
from birdtable.games.birdie.solver.sheet import Line, Sheet, number
from birdtable.games.birdie.view import BirdieView

EFFORT = 4000
"""Looks at the clock that the expert search may take: counted, not timed, so that a report is the same every time."""
DOUBT = 1.0
"""In round 1 a difference below this many points proves nothing: what is kept for round 2 is an estimate."""


class Scored(msgspec.Struct):
    """A way to score a row."""

    points: float
    """All that it is worth, ``kept`` included."""
    kept: float
    """An estimate: what boxes and abilities are worth that are kept for round 2."""
    lines: list[Line]
    """Every point that it writes, with its clause."""


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
    scored: Scored | None = None
    """A row as it was scored, and as it could have been."""
    better: Scored | None = None
    play: int = 0
    """The first step of the play that it belongs to."""


class RowJudge:
    """Notes a row before it is scored, and what happens to it, and judges it after."""

    def __init__(self) -> None:
        self.noted: tuple[int, Step, BirdieView] | None = None
        self.events: list[Event] = []

    def look(self, view: Any, number: int, step: Step) -> None:
        if self.noted is None:
            self.noted = (number, step, view)
            self.events = []

    def hear(self, events: Iterable[Event]) -> None:
        if self.noted is not None:
            self.events += (event for event in events if event.seat == self.noted[2].seat)

    def forget(self) -> None:
        self.noted = None

    def judged(self) -> Iterator[Judged]:
        """The row just scored, if there was anything to decide."""
        if self.noted is None:
            return
        number, step, before = self.noted
        self.noted = None
        found, better = best_way(before)
        scored = way(before, played(before, self.events))
        cost = round(max(0.0, better.points - scored.points), 2)
        if before.round == 1 and cost < DOUBT:
            cost = 0.0
        if not cost:
            yield Judged(number, step, step, 0.0, "points", "", step, 0.0, scored=scored)
            return
        best = ", ".join(found.steps)
        why = "; ".join(f"{line.text()} ({line.points:+g})" for line in better.lines if line.points)
        yield Judged(number, step, best, cost, "points", why, best, cost, REASONS["writes"], {}, scored, better)


def is_scoring(view: View) -> bool:
    """Somebody's row lies open and is not scored yet."""
    return isinstance(view, BirdieView) and view.scorer >= 0


def problem(view: BirdieView) -> Problem:
    return problem_of(view, uses_left(view), open_value=open_value(view), time=float(EFFORT))


def best_way(view: BirdieView) -> tuple[Solution, Scored]:
    """The best that could be made of the row; in round 1 abilities are used only where that beats keeping them."""
    whole = problem(view)
    ways = []
    for chosen in choices(view, at_hand(view)):
        found = solve(
            replace(
                whole,
                woodpeckers=whole.woodpeckers if "woodpecker" in chosen else 0,
                pigeons=whole.pigeons if "pigeon" in chosen else 0,
                owls=whole.owls if "owl" in chosen else 0,
            ),
            ticking(),
        )
        used = {bird for bird in BIRDS if f"use {bird[0].upper()}" in found.steps}
        ways.append((found, way(view, (found.lines, used))))
    return max(ways, key=lambda each: each[1].points)


def way(view: BirdieView, told: tuple[list[Line], set[str]]) -> Scored:
    """What these lines come to, with what the abilities are worth that were not used."""
    lines, used = told
    kept = kept_value(view, at_hand(view) - used) + sum(line.points for line in lines if line.what == "open")
    written = [line for line in lines if line.what not in ("open", "unused")]
    total = kept + sum(line.points for line in written)
    return Scored(number(round(total, 2)), number(round(kept, 2)), written)


def finished(game: AnyGame, view: BirdieView, state: Any, step: Step, rng: Rng) -> Scored:
    """What the rest of the scoring brings if ``step`` is taken and the exact scorer goes on; Robin draws any card."""
    state = state.copy()
    game.apply(state, step)
    events = list(game.events(state))
    while not any(event.what == "scored" and event.seat == view.seat for event in events):
        if game.to_move(state) == CHANCE:
            state.apply(state.roll(rng))
        else:
            game.apply(state, score_step(game.view(state, view.seat), game.legal_steps(state)))
        events += game.events(state)
    return way(view, played(view, (event for event in events if event.seat == view.seat)))


def played(view: BirdieView, events: Iterable[Event]) -> tuple[list[Line], set[str]]:
    """What was written, line by line as the exact scorer explains it, and the abilities that were used."""
    sheet = Sheet(parse_case(problem(view)).board)
    happened = list(events)
    note(sheet, happened)
    used = {event.place for event in happened if event.what == "used"}
    sheet.finish()
    return sheet.lines, used
