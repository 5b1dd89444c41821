"""A player that takes the first step that looks sensible, as bots do in their play-outs."""

from __future__ import annotations

from typing import Any

from birdtable.bots.players.decider import Decider
from birdtable.bots.players.search import own_rng
from birdtable.engine import Rng
from birdtable.game import Randomness, Step, View


class HastyBot(Decider):
    def decide(self, view: View, rng: Randomness) -> Step:
        return self.game.steps[self.pick(self.game.imagine(view, rng), own_rng(rng))]

    def pick(self, state: Any, rng: Rng) -> int:
        """The code of the step."""
        return self.policy.hasty_step(state, rng)
