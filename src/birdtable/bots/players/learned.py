"""A player that takes the step its training rates highest, without looking ahead."""

from __future__ import annotations

from typing import Any

from birdtable.bots.players.greedy import GreedyBot


class LearnedBot(GreedyBot):
    """Features of steps are of what the seat knows, so they too are the same in every state of one view."""

    def ratings(self, state: Any) -> list[float]:
        return self.policy.guesses_of(state)
