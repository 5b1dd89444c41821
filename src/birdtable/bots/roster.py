"""The bots by name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from birdtable.bots.random_bot import RandomBot
from birdtable.game import BadInput, Randomness, Step, View


class Bot(Protocol):
    """A player. It is shown what its seat may know, never the state."""

    def choose(self, view: View, legal: Sequence[Step], rng: Randomness) -> Step:
        """One of the ``legal`` steps; all luck comes from ``rng``."""


BOTS = {"random": RandomBot}


def bot(spec: str) -> Bot:
    """The bot that a text such as ``random`` names."""
    if spec not in BOTS:
        raise BadInput(f"there is no bot {spec!r}; there are {', '.join(BOTS)}")
    return BOTS[spec]()
