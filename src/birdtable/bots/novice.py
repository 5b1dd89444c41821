"""A player who knows the rules and little more: the beginner.

In Birdie it takes its turns in haste and scores its row as one does the first time: the longest set that begins here,
and no ability. In CuBirds it takes as many birds as it can, whichever they are, and lets the first flock fly.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from birdtable.bots.hasty import HastyBot
from birdtable.bots.policy import Policy
from birdtable.bots.random_bot import any_step
from birdtable.game import Game, Randomness, Step, View

MODEST = ("done", "leave")
"""Steps that go on without using or taking anything."""


class NoviceBot:
    def __init__(self, game: Game[Any, Any], policy: Policy) -> None:
        self.game = game
        self.policy = policy
        self.hasty = HastyBot(game, policy)

    def choose(self, view: View, legal: Sequence[Step], rng: Randomness) -> Step:
        if len(legal) == 1:
            return legal[0]
        if self.policy.settles(view):
            return plain_step(legal)
        if legal[0].startswith("lay "):
            return self.most_birds(view, legal, rng)
        return next((step for step in legal if step.startswith("flock ")), self.hasty.choose(view, legal, rng))

    def most_birds(self, view: View, legal: Sequence[Step], rng: Randomness) -> Step:
        """[C3.3] The lay that takes most, or any."""
        state = self.game.imagine(view, rng)
        taken = {step: self.birds_taken(state.copy(), step) for step in legal}
        most = max(taken.values())
        return any_step([step for step in legal if taken[step] == most], rng)

    def birds_taken(self, state: Any, step: Step) -> int:
        return sum(event.count for event in self.game.play(state, step) if event.what == "took")


def plain_step(legal: Sequence[Step]) -> Step:
    """The longest set that can be marked; or no ability; or the first thing that can be done."""
    sets = [step for step in legal if step.startswith(("bird ", "season "))]
    if sets:
        return max(sets, key=lambda step: int(step.split()[1]))
    removals = [step for step in legal if step.startswith("remove ")]
    if removals:
        return removals[0]
    return next((step for step in legal if step in MODEST), legal[0])
