"""A player that takes any legal step, each as likely as the others."""

from __future__ import annotations

from collections.abc import Sequence

from birdtable.game import Randomness, Step, View


def any_step(legal: Sequence[Step], rng: Randomness) -> Step:
    return legal[rng.below(len(legal))]


class RandomBot:
    def choose(self, view: View, legal: Sequence[Step], rng: Randomness) -> Step:
        return any_step(legal, rng)

    def odds(self, view: View, legal: Sequence[Step]) -> Sequence[float]:
        """How likely each step is."""
        return [1 / len(legal)] * len(legal)
