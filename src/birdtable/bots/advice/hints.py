"""What a good player would do here, and why: whole plays for somebody who asks, the best first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from birdtable.bots.knowledge import Hint, explain, knowledge, search_policy
from birdtable.bots.search.policy import Policy
from birdtable.bots.search.tree import search
from birdtable.engine import Rng
from birdtable.game import AnyGame, BadInput, Step, View, ends_play

SIMULATIONS = 2400
SHOWN = 3
GOING_ON = 4
"""What comes after the first step of a play is searched with this part of the simulations."""


def hint(game: AnyGame, view: View, rng: Rng, *, simulations: int = SIMULATIONS, shown: int = SHOWN) -> list[Hint]:
    """The best plays of the seat to move. Nothing enters that the seat cannot know."""
    if not view.is_to_move:
        raise BadInput("a hint is for the seat to move")
    policy = search_policy(game)
    if policy.settles(view) and (settled := knowledge(game).settled_hints(game, view, rng)):
        return settled
    tree = search(game.imaginer(view), policy, rng, simulations=simulations)
    legal = set(game.legal_steps(game.imagine(view, rng)))
    found = [(value, game.steps[code]) for code, _, value in tree.findings() if game.steps[code] in legal]
    (ceiling, _), *_ = found
    ranked = [*found[:1], *sorted(found[1:], key=lambda each: -each[0])]
    plays: list[Hint] = []
    for value, step in ranked:
        steps = go_on(game, view, policy, step, rng, max(8, simulations // GOING_ON))
        if is_new(steps, (play.steps for play in plays)):
            plays.append(Hint(steps, round(min(value, ceiling), 4), "win", explain(game, view, step, rng)))
        if len(plays) == shown:
            break
    return plays


def go_on(game: AnyGame, view: View, policy: Policy, first: Step, rng: Rng, simulations: int) -> tuple[Step, ...]:
    """The play that begins with this step. A seat's own steps lead to no surprise, so any state of the view will do."""
    state = game.imagine(view, rng)
    steps = [first]
    while not ends_play(state, view.seat, game.play(state, steps[-1])):
        steps.append(best_step(game, state, view.seat, policy, rng, simulations))
    return tuple(steps)


def best_step(game: AnyGame, state: Any, seat: int, policy: Policy, rng: Rng, simulations: int) -> Step:
    legal = game.legal_steps(state)
    if len(legal) == 1:
        return legal[0]
    seen = game.view(state, seat)
    if policy.settles(seen) and (answer := policy.answer(seen, legal)) is not None:
        return answer
    return game.steps[search(game.imaginer(seen), policy, rng, simulations=simulations).best_step()]


def is_new(steps: Iterable[Step], others: Iterable[Iterable[Step]]) -> bool:
    """The same steps in another order are shown once, in the order that was found to be better."""
    return all(Counter(steps) != Counter(other) for other in others)
