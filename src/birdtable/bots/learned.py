"""A player that takes the step which learning made it believe in most, without looking ahead."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from birdtable.bots.policy import Policy
from birdtable.game import Game, Randomness, Step, View


class LearnedBot:
    """It looks at an imagined state: features of steps are of what the seat knows, the same in every one."""

    def __init__(self, game: Game[Any, Any], policy: Policy) -> None:
        self.game = game
        self.policy = policy

    def choose(self, view: View, legal: Sequence[Step], rng: Randomness) -> Step:
        if len(legal) == 1:
            return legal[0]
        known = self.policy.answer(view, legal)
        if known is not None:
            return known
        state = self.game.imagine(view, rng)
        guesses = self.policy.guessed(state)
        steps = self.game.legal_steps(state)
        return max(zip(guesses, steps, strict=True), key=lambda guessed: guessed[0])[1]
