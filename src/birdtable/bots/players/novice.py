"""A player who knows the rules and little more: the beginner.

It plays in haste, and does the plainest thing where others would work out the answer.
"""

from __future__ import annotations

from collections.abc import Sequence

from birdtable.bots.knowledge import knowledge
from birdtable.bots.players.hasty import HastyBot
from birdtable.bots.search.policy import Policy
from birdtable.game import AnyGame, Randomness, Step, View


class NoviceBot:
    def __init__(self, game: AnyGame, policy: Policy) -> None:
        self.policy = policy
        self.hasty = HastyBot(game, policy)
        self.plain_step = knowledge(game).plain_step

    def choose(self, view: View, legal: Sequence[Step], rng: Randomness) -> Step:
        if len(legal) > 1 and self.policy.settles(view):
            return self.plain_step(legal)
        return self.hasty.choose(view, legal, rng)
