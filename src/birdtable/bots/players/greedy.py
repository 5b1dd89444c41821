"""A player that takes the step its policy rates highest, without looking ahead."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from birdtable.bots.search.policy import Policy
from birdtable.game import AnyGame, Randomness, Step, View


class GreedyBot:
    """It rates an imagined state: all that a policy's ``rate`` reads is the same in every state of one view."""

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
        steps = self.game.legal_steps(state)
        return max(zip(self.ratings(state), steps, strict=True), key=lambda rated: rated[0])[1]

    def ratings(self, state: Any) -> list[float]:
        """Of the legal steps, in their order."""
        return self.policy.ratings_of(state)
