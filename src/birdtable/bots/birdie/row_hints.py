"""Hints while a row of Birdie is scored: the exact scorer's step, and how much less each other one would bring."""

from __future__ import annotations

from statistics import fmean
from typing import Any

from birdtable.bots.advice import reasons
from birdtable.bots.birdie.reasons import because
from birdtable.bots.birdie.row_review import finish_scoring
from birdtable.bots.birdie.scoring import cascade_value, score_step
from birdtable.bots.knowledge import Hint, explain
from birdtable.engine import Rng
from birdtable.game import AnyGame, Step
from birdtable.games.birdie.cards import BIRDS
from birdtable.games.birdie.view import BirdieView

DRAWS = 8
"""Cards that Robin draws, for what it is worth on average."""


def row_hints(game: AnyGame, view: BirdieView, rng: Rng) -> list[Hint]:
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
    reason = explain(game, view, best, rng)
    if best.startswith("use ") and (gain := round(worth[best] - worth.get("done", worth[best]), 1)) > 0:
        reason = because("uses", points=f"{gain:g}", ability=BIRDS["WOPR".index(best[4])])
    rest = sorted((step for step in legal if step != best), key=lambda step: -worth[step])
    return [
        Hint(best, round(shown, 4), "points", reason),
        *(behind(step, shown, worth[best] - worth[step]) for step in rest),
    ]


def prospect(game: AnyGame, view: BirdieView, state: Any, step: Step, rng: Rng) -> tuple[float, float]:
    """What the scoring is worth if it goes on with this step, and the points of it that are written; over several draws
    of Robin."""
    ways = [finish_scoring(game, view, state, step, rng) for _ in range(DRAWS if step.startswith("use R") else 1)]
    return fmean(way.points for way in ways), fmean(way.points - way.kept for way in ways)


def behind(step: Step, most: float, less: float) -> Hint:
    """A step that is not the best, by how much less it brings."""
    is_less = less >= 0.05
    why = reasons.because("less", points=f"{less:.1f}".removesuffix(".0")) if is_less else reasons.because("as good")
    return Hint(step, round(most - less, 4), "points", why)
