"""Why a step is good, in a sentence: read off what it would make happen, as far as the player can know.

Sentences are message ids with named places. Those here go with every game; a game's own are in its package. Counts
stand apart from the words they count, since a reason has one form only.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

REASONS = {
    "wins": "This wins the game.",
    "tried": "Estimated by playing on from here many times.",
}


class Reason(NamedTuple):
    text: str
    """A message id."""
    details: Mapping[str, str | int]

    def __str__(self) -> str:
        return self.text.format(**self.details)


def because(name: str, **details: str | int) -> Reason:
    return Reason(REASONS[name], details)
