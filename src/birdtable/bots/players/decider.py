"""What players with a policy have in common: they decide only where there is something to decide."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

from birdtable.bots.search.policy import Policy
from birdtable.game import AnyGame, Randomness, Step, View


class Decider(ABC):
    def __init__(self, game: AnyGame, policy: Policy) -> None:
        self.game = game
        self.policy = policy

    def choose(self, view: View, legal: Sequence[Step], rng: Randomness) -> Step:
        """The only step, the one that the policy knows to be right, or the player's own decision."""
        if len(legal) == 1:
            return legal[0]
        answer = self.policy.answer(view, legal)
        return self.decide(view, rng) if answer is None else answer

    @abstractmethod
    def decide(self, view: View, rng: Randomness) -> Step: ...
