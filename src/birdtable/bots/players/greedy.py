"""A player that takes the step its policy rates highest, without looking ahead."""

from __future__ import annotations

from typing import Any

from birdtable.bots.players.decider import Decider
from birdtable.engine import Rng
from birdtable.game import Randomness, Step, View


class GreedyBot(Decider):
    """It rates an imagined state: all that a policy's ``rate`` reads is the same in every state of one view."""

    def decide(self, view: View, rng: Randomness) -> Step:
        return self.game.steps[self.pick(self.game.imagine(view, rng))]

    def pick(self, state: Any, rng: Rng | None = None) -> int:
        """The code of the step; no luck is needed."""
        codes: list[int] = state.legal()
        return max(zip(self.ratings(state), codes, strict=True), key=lambda rated: rated[0])[1]

    def ratings(self, state: Any) -> list[float]:
        """Of the legal steps, in their order."""
        return self.policy.ratings_of(state)
