"""A player that takes the first step that looks sensible, as bots do in their play-outs."""

from __future__ import annotations

from birdtable.bots.players.decider import Decider
from birdtable.bots.players.search import own_rng
from birdtable.game import Randomness, Step, View


class HastyBot(Decider):
    def decide(self, view: View, rng: Randomness) -> Step:
        state = self.game.imagine(view, rng)
        return self.game.steps[self.policy.hasty_step(state, own_rng(rng))]
