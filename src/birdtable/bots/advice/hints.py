"""What a good player would do here, and why: ranked steps for somebody who asks."""

from __future__ import annotations

from birdtable.bots.knowledge import Hint, explain, knowledge, search_policy
from birdtable.bots.search.tree import search
from birdtable.engine import Rng
from birdtable.game import AnyGame, BadInput, View

SIMULATIONS = 2400


def hint(game: AnyGame, view: View, rng: Rng, *, simulations: int = SIMULATIONS) -> list[Hint]:
    """The steps of the seat to move, the best first. Nothing enters that the seat cannot know."""
    if not view.is_to_move:
        raise BadInput("a hint is for the seat to move")
    policy = search_policy(game)
    if policy.settles(view) and (settled := knowledge(game).settled_hints(game, view, rng)):
        return settled
    tree = search(game.imaginer(view), policy, rng, simulations=simulations)
    legal = set(game.legal_steps(game.imagine(view, rng)))
    found = [(value, game.steps[code]) for code, _, value in tree.findings() if game.steps[code] in legal]
    best = found[:1]
    rest = sorted(found[1:], key=lambda each: -each[0])
    ceiling = best[0][0]
    return [
        Hint(step, round(min(value, ceiling), 4), "win", explain(game, view, step, rng))
        for value, step in [*best, *rest]
    ]
