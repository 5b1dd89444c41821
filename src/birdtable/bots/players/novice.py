"""A player who knows the rules and little more: the beginner.

In Birdie it takes its turns in haste and scores its row as one does the first time: the longest set that begins here,
and no ability. In CuBirds it sees a flock when it is complete.
"""

from __future__ import annotations

from collections.abc import Sequence

from birdtable.bots.players.hasty import HastyBot
from birdtable.bots.search.policy import Policy
from birdtable.game import AnyGame, Randomness, Step, View

MODEST = ("done", "leave")
"""Steps that go on without using or taking anything."""


class NoviceBot:
    def __init__(self, game: AnyGame, policy: Policy) -> None:
        self.policy = policy
        self.hasty = HastyBot(game, policy)

    def choose(self, view: View, legal: Sequence[Step], rng: Randomness) -> Step:
        if len(legal) > 1 and self.policy.settles(view):
            return plain_step(legal)
        return self.hasty.choose(view, legal, rng)


def plain_step(legal: Sequence[Step]) -> Step:
    """The longest set that can be marked; or no ability; or the first thing that can be done."""
    sets = [step for step in legal if step.startswith(("bird ", "season "))]
    if sets:
        return max(sets, key=lambda step: int(step.split()[1]))
    removals = [step for step in legal if step.startswith("remove ")]
    if removals:
        return removals[0]
    return next((step for step in legal if step in MODEST), legal[0])
