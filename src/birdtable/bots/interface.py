"""What a bot is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from birdtable.game import Randomness, Step, View


class Bot(Protocol):
    """A player. It is shown what its seat may know, never the state."""

    def choose(self, view: View, legal: Sequence[Step], rng: Randomness) -> Step:
        """One of the ``legal`` steps; all luck comes from ``rng``."""
