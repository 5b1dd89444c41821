"""Scored rows looked back on: what the exact scorer would have made of them, and why.

A row holds no secret, so it is judged as a whole: the most that it could have brought with the abilities at hand,
against what it did bring. In round 1 both count what is kept for round 2, boxes and abilities, as the bots do. Robin
is left out: nobody knew which card it would draw.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec.structs import replace

from birdtable.bots.advice.assessment import Assessment, PhaseJudge, Reckoning
from birdtable.bots.birdie.claims import Way, row_claims
from birdtable.bots.birdie.planning import choices, counting_clock, kept_value
from birdtable.bots.birdie.reasons import REASONS
from birdtable.bots.birdie.scoring import score_step
from birdtable.bots.birdie.turned_row import row_in_view
from birdtable.engine import Rng
from birdtable.game import CHANCE, AnyGame, Event, Step
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


class RowJudge(PhaseJudge):
    """Notes a row before it is scored, and what happens to it, and judges it after."""

    def __init__(self) -> None:
        self.noted: tuple[int, Step, BirdieView] | None = None
        self.events: list[Event] = []

    def look(self, view: Any, number: int, step: Step) -> None:
        if self.noted is None:
            self.noted = (number, step, view)
            self.events = []

    def hear(self, events: Iterable[Event]) -> bool:
        if self.noted is None:
            return False
        seat = self.noted[2].seat
        own = [event for event in events if event.seat == seat]
        self.events += own
        return any(event.what == "scored" for event in own)

    def forget(self) -> None:
        self.noted = None

    def judge(self) -> list[Assessment]:
        assert self.noted is not None, "a row was scored"
        number, step, before = self.noted
        self.noted = None
        found, better = best_way(before)
        lines, used = read_events(before, self.events)
        scored = reckon(before, lines, used)
        cost = round(max(0.0, better.points - scored.points), 2)
        if before.round == 1 and cost < DOUBT:
            cost = 0.0
        if not cost:
            return [Assessment(number, step, step, 0.0, "points", "", step, 0.0, scored=scored)]
        best = ", ".join(found.steps)
        why = "; ".join(f"{line.text()} ({line.points:+g})" for line in better.lines if line.points)
        claims = row_claims(
            Way(round(scored.points - scored.kept), lines, used),
            Way(round(better.points - better.kept), found.lines, spends(found)),
        )
        return [
            Assessment(
                number, step, best, cost, "points", why, best, cost, REASONS["writes"], {}, scored, better, claims
            )
        ]


def problem(view: BirdieView) -> Problem:
    found = problem_of(view, uses_left(view), open_value=row_in_view(view).open_value, time=float(EFFORT))
    return replace(found, insert=view.held or "") if view.phase == "insert" else found


def best_way(view: BirdieView) -> tuple[Solution, Reckoning]:
    """The best that could be made of the row; in round 1 abilities are used only where that beats keeping them."""
    whole = problem(view)
    ways = []
    turned = row_in_view(view)
    for chosen in choices(turned, turned.abilities):
        found = solve(
            replace(
                whole,
                woodpeckers=whole.woodpeckers if "woodpecker" in chosen else 0,
                pigeons=whole.pigeons if "pigeon" in chosen else 0,
                owls=whole.owls if "owl" in chosen else 0,
            ),
            counting_clock(),
        )
        ways.append((found, reckon(view, found.lines, spends(found))))
    return max(ways, key=lambda each: each[1].points)


def spends(way: Solution) -> set[str]:
    """The birds whose abilities it uses."""
    return {bird for bird in BIRDS if f"use {bird[0].upper()}" in way.steps}


def reckon(view: BirdieView, lines: Sequence[Line], used: set[str]) -> Reckoning:
    """What these lines come to, with what the abilities are worth that were not used."""
    turned = row_in_view(view)
    kept = kept_value(turned, turned.abilities - used) + sum(line.points for line in lines if line.what == "open")
    written = [line for line in lines if line.what not in ("open", "unused")]
    total = kept + sum(line.points for line in written)
    return Reckoning(number(round(total, 2)), number(round(kept, 2)), written)


def finish_scoring(game: AnyGame, view: BirdieView, state: Any, step: Step, rng: Rng) -> Reckoning:
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
    return reckon(view, *read_events(view, [event for event in events if event.seat == view.seat]))


def read_events(view: BirdieView, events: Sequence[Event]) -> tuple[list[Line], set[str]]:
    """What was written, line by line as the exact scorer explains it, and the abilities that were used."""
    sheet = Sheet(parse_case(problem(view)).board)
    note(sheet, events)
    used = {event.place for event in events if event.what == "used"}
    sheet.finish()
    return sheet.lines, used
