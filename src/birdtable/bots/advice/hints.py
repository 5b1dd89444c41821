"""What a good player would do here, and why: ranked steps for somebody who asks."""

from __future__ import annotations

from statistics import fmean
from typing import Any, NamedTuple

from birdtable.bots.advice.reasons import Reason, because, reason
from birdtable.bots.birdie.row_review import finished
from birdtable.bots.birdie.scoring import cascade_value, score_step
from birdtable.bots.roster import policy_of
from birdtable.bots.search.tree import search
from birdtable.engine import Rng
from birdtable.game import AnyGame, BadInput, Step, View
from birdtable.games.birdie.cards import BIRDS

SIMULATIONS = 2400
DRAWS = 8
"""Cards that Robin draws, for what it is worth on average."""


class Hint(NamedTuple):
    step: Step
    value: float
    """An estimate: the part of the victory to expect, or where a row is scored the points it leads to."""
    unit: str
    """``win`` or ``points``."""
    reason: Reason


def hint(game: AnyGame, view: View, rng: Rng, *, simulations: int = SIMULATIONS) -> list[Hint]:
    """The steps of the seat to move, the best first. Nothing enters that the seat cannot know."""
    if view.to_move != view.seat or view.seat < 0:
        raise BadInput("a hint is for the seat to move")
    policy = policy_of(game)
    if policy.settles(view):
        return row_hints(game, view, rng)
    tree = search(game.imaginer(view), policy, rng, simulations=simulations)
    legal = set(game.legal_steps(game.imagine(view, rng)))
    found = [(value, game.steps[code]) for code, _, value in tree.findings() if game.steps[code] in legal]
    best = found[:1]
    rest = sorted(found[1:], key=lambda each: -each[0])
    ceiling = best[0][0]
    return [told(game, view, step, min(value, ceiling), "win", rng) for value, step in [*best, *rest]]


def row_hints(game: AnyGame, view: Any, rng: Rng) -> list[Hint]:
    """While a row is scored: the exact scorer's step, and what each other one would bring less."""
    state = game.imagine(view, rng)
    legal = game.legal_steps(state)
    best = score_step(view, legal)
    if view.options["expert"] and view.phase in ("remove", "trait", "set"):
        worth = {step: cascade_value(view, state, step) for step in legal}
    else:
        worth = {step: prospect(game, view, state, step, rng)[0] for step in legal}
    worth[best] = max(worth.values())
    # What is kept for round 2 counts in comparing; what is shown are points that are written.
    _, shown = prospect(game, view, state, best, rng)
    first = told(game, view, best, shown, "points", rng)
    if best.startswith("use ") and (gain := round(worth[best] - worth.get("done", worth[best]), 1)) > 0:
        first = first._replace(reason=because("uses", points=f"{gain:g}", ability=BIRDS["WOPR".index(best[4])]))
    rest = sorted((step for step in legal if step != best), key=lambda step: -worth[step])
    return [first, *(behind(step, shown, worth[best] - worth[step]) for step in rest)]


def prospect(game: AnyGame, view: Any, state: Any, step: Step, rng: Rng) -> tuple[float, float]:
    """What the scoring is worth if it goes on with this step, and the points of it that are written; over several draws
    of Robin."""
    ways = [finished(game, view, state, step, rng) for _ in range(DRAWS if step.startswith("use R") else 1)]
    return fmean(way.points for way in ways), fmean(way.points - way.kept for way in ways)


def behind(step: Step, most: float, less: float) -> Hint:
    why = because("less", points=f"{less:.1f}".removesuffix(".0")) if less >= 0.05 else because("as good")
    return Hint(step, round(most - less, 4), "points", why)


def told(game: AnyGame, view: View, step: Step, value: float, unit: str, rng: Rng) -> Hint:
    state = game.imagine(view, rng)
    events = game.play(state, step)
    outcome = game.outcome(state)
    wins = outcome is not None and outcome.winners == (view.seat,)
    return Hint(step, round(value, 4), unit, reason(game.name, view, step, events, wins))
