"""Hints while a row of Birdie is scored: whole ways to score it, the best first.

The best way is the one that a review would call the best (``row_review.best_way``): in round 1 it may write fewer
points than another and keep more for round 2. Then the way that writes most now comes after it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from statistics import fmean
from typing import Any, NamedTuple

from msgspec.structs import replace

from birdtable.bots.advice.assessment import Reckoning
from birdtable.bots.advice.reasons import Reason
from birdtable.bots.birdie.planning import KEPT, counting_clock
from birdtable.bots.birdie.reasons import because
from birdtable.bots.birdie.row_review import best_way, finish_scoring, problem, read_events, reckon
from birdtable.bots.birdie.scoring import score_step
from birdtable.bots.knowledge import Hint, explain
from birdtable.engine import Rng
from birdtable.game import CHANCE, AnyGame, BadInput, Event, Step
from birdtable.games.birdie.solver import next_step, solve
from birdtable.games.birdie.view import BirdieView

DRAWS = 8
"""Cards that Robin draws, for what it is worth on average."""
BEGINNINGS = ("before", "insert", "mark", "remove")
"""Phases from which the exact scorer can see the whole row; later ones are answered step by step."""


class Way(NamedTuple):
    """A way to score what is left of the row."""

    steps: tuple[Step, ...]
    brings: Reckoning
    spends: tuple[str, ...]
    """The birds whose abilities it uses."""

    @property
    def written(self) -> float:
        return round(self.brings.points - self.brings.kept, 2)


def row_hints(game: AnyGame, view: BirdieView, rng: Rng) -> list[Hint]:
    state = game.imagine(view, rng)
    best = the_best(game, view, state)
    if best is None:
        way = answered_way(game, view, state)
        return [hint_of(view, way, explain(game, view, way.steps[0], rng))]
    robin = robin_hint(game, view, state, best, rng)
    most = most_now(game, view, state) or best
    if most.written <= best.written:
        return [*robin, hint_of(view, best, because("most"))]
    less = f"{most.written - best.written:g}"
    return [*robin, hint_of(view, best, because("keeps", points=less)), hint_of(view, most, because("most"))]


def hint_of(view: BirdieView, way: Way, why: Reason) -> Hint:
    worth = {bird: KEPT[bird] if view.round == 1 else 0.0 for bird in way.spends}
    return Hint(way.steps, float(way.brings.points), "points", why, float(way.brings.kept), worth)


def the_best(game: AnyGame, view: BirdieView, state: Any) -> Way | None:
    """What a review would call the best, where the whole row is still to be scored."""
    if view.phase not in BEGINNINGS or view.sets:
        return None
    found, worth = best_way(view)
    way = planned_way(game, view, state, found.steps)
    return way if way and way.brings.points == worth.points else None


def most_now(game: AnyGame, view: BirdieView, state: Any) -> Way | None:
    """Whatever it costs later; in round 2 the best way already is that."""
    if view.round == 2:
        return None
    return planned_way(game, view, state, solve(replace(problem(view), open_value={}), counting_clock()).steps)


def robin_hint(game: AnyGame, view: BirdieView, state: Any, best: Way, rng: Rng) -> Iterator[Hint]:
    """[B7.2] Nobody knows what Robin will draw: it is advised where it brings more on average."""
    use = next((step for step in game.legal_steps(state) if step.startswith("use R")), None)
    if use is None:
        return
    worth = fmean(finish_scoring(game, view, state, use, rng).points for _ in range(DRAWS))
    if (gain := round(worth - best.brings.points, 1)) > 0:
        why = because("uses", points=f"{gain:g}", ability="robin")
        yield Hint((use,), round(worth, 2), "points", why, 0.0, {"robin": KEPT["robin"] if view.round == 1 else 0.0})


def planned_way(game: AnyGame, view: BirdieView, state: Any, plan: Sequence[Step]) -> Way | None:
    """The steps of the match that carry out a solution of the row as it lies; nothing where they do not fit, as in
    the middle of marking."""
    left = list(plan)
    try:
        return carry_out(game, view, state, lambda _, legal: next_step(left, legal))
    except BadInput:
        return None


def answered_way(game: AnyGame, view: BirdieView, state: Any) -> Way:
    """Step by step as bots score."""
    return carry_out(game, view, state, lambda state, legal: score_step(game.view(state, view.seat), legal))


def carry_out(game: AnyGame, view: BirdieView, state: Any, choose: Any) -> Way:
    """Scores the row in a copy of the state, up to the end or to where Robin draws."""
    state, steps, events = state.copy(), [], list[Event]()
    while not any(event.what == "scored" for event in events) and game.to_move(state) != CHANCE:
        steps.append(choose(state, game.legal_steps(state)))
        events += [event for event in game.play(state, steps[-1]) if event.seat == view.seat]
    lines, used = read_events(view, events)
    return Way(tuple(steps), reckon(view, lines, used), tuple(sorted(used)))
