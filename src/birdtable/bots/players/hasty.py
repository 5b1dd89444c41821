"""A player that takes the first step that looks sensible, as bots do in their play-outs."""

from __future__ import annotations

from collections.abc import Sequence

from birdtable.bots.players.search import own_rng
from birdtable.bots.search.policy import Policy
from birdtable.game import AnyGame, Randomness, Step, View


class HastyBot:
    def __init__(self, game: AnyGame, policy: Policy) -> None:
        self.game = game
        self.policy = policy

    def choose(self, view: View, legal: Sequence[Step], rng: Randomness) -> Step:
        if len(legal) == 1:
            return legal[0]
        known = self.policy.answer(view, legal)
        if known is not None:
            return known
        state = self.game.imagine(view, rng)
        return self.game.steps[self.policy.hasty_step(state, own_rng(rng))]
