"""A player that takes the first step that looks sensible, as bots do in their play-outs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from birdtable.bots.policy import Policy
from birdtable.bots.search_bot import own_rng
from birdtable.game import Game, Randomness, Step, View


class HastyBot:
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
        return self.game.steps[self.policy.hasty(state, own_rng(rng))]
