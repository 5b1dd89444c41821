"""A player that searches."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter

from birdtable.bots.players.decider import Decider
from birdtable.bots.search.budget import Budget
from birdtable.bots.search.policy import Policy
from birdtable.bots.search.tree import Tree, search
from birdtable.engine import Rng
from birdtable.game import AnyGame, Randomness, Step, View

WORD = 1 << 30
HALVED_FROM = 48
"""Simulations from which on candidates are compared by halving; with fewer the tree itself does as well."""


def own_rng(rng: Randomness) -> Rng:
    """A generator of the compiled kind that depends on nothing but ``rng``."""
    return Rng(rng.below(WORD) * WORD + rng.below(WORD))


class SearchBot(Decider):
    def __init__(self, game: AnyGame, policy: Policy, budget: Budget, *, candidates: int = 0) -> None:
        super().__init__(game, policy)
        self.budget = budget
        self.candidates = candidates
        """As ``search`` has it."""
        self.watcher: Callable[[Tree], None] | None = None
        """Is shown every tree that was grown."""

    def decide(self, view: View, rng: Randomness) -> Step:
        budget = self.budget.part(self.policy.share(view))
        ends = None if budget.seconds is None else perf_counter() + budget.seconds
        tree = search(
            self.game.imaginer(view),
            self.policy,
            own_rng(rng),
            simulations=budget.simulations,
            is_time_up=None if ends is None else lambda: perf_counter() >= ends,
            candidates=self.candidates if budget.simulations >= HALVED_FROM else 0,
        )
        if self.watcher is not None:
            self.watcher(tree)
        return self.game.steps[tree.best_step()]
