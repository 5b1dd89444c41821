"""What a good player would do here, and why: ranked steps for somebody who asks."""

from __future__ import annotations

from typing import Any, NamedTuple

from birdtable.bots.reasons import Reason, reason
from birdtable.bots.roster import policy_of
from birdtable.bots.search import search
from birdtable.engine import Rng
from birdtable.game import BadInput, Game, Step, View

SIMULATIONS = 600
TENTHS = 10.0
"""Scoring in Birdie is rated in tenths of a point."""


class Hint(NamedTuple):
    step: Step
    value: float
    """An estimate: the part of the victory to expect, or where a row is scored the points it leads to."""
    unit: str
    """``win`` or ``points``."""
    reason: Reason


def hint(game: Game[Any, Any], view: View, rng: Rng, *, simulations: int = SIMULATIONS) -> list[Hint]:
    """The steps of the seat to move, the best first. Nothing enters that the seat cannot know."""
    if view.to_move != view.seat or view.seat < 0:
        raise BadInput("a hint is for the seat to move")
    policy = policy_of(game)
    if policy.settles(view):
        state = game.imagine(view, rng)
        rated = zip(policy.rated(state), game.legal_steps(state), strict=True)
        ranked = sorted(((rating / TENTHS, step) for rating, step in rated), key=lambda each: -each[0])
        return [told(game, view, step, value, "points", rng) for value, step in ranked]
    tree = search(game.imaginer(view), policy, rng, simulations=simulations)
    legal = set(game.legal_steps(game.imagine(view, rng)))
    found = [(value, game.steps[code]) for code, _, value in tree.findings() if game.steps[code] in legal]
    best = found[:1]
    rest = sorted(found[1:], key=lambda each: -each[0])
    ceiling = best[0][0]
    return [told(game, view, step, min(value, ceiling), "win", rng) for value, step in [*best, *rest]]


def told(game: Game[Any, Any], view: View, step: Step, value: float, unit: str, rng: Rng) -> Hint:
    state = game.imagine(view, rng)
    events = game.play(state, step)
    outcome = game.outcome(state)
    wins = outcome is not None and outcome.winners == (view.seat,)
    return Hint(step, round(value, 4), unit, reason(game.name, view, step, events, wins))
