"""The units in which the searches over rows count, and the limits of what a scoring can bring.

``POINT`` of them are one point. ``ABILITY`` is taken off for each ability used, so that of two plays with equal points
the one with fewer abilities is worth more. The expert game takes off ``REMOVED`` for each card that is removed, so that
of equal plays the shorter is found; what is taken off in this way stays below ``ABILITY``.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from operator import and_

ABILITY = 128
REMOVED = 1
POINT = 1600 * ABILITY
HUNDREDTH = POINT // 100
"""What an open box is worth is given in hundredths of a point."""
NOTHING = -(1 << 30)
"""Not possible. Never added to anything."""

MOST_MARKS = 12
"""[B1.5] 8 boxes and, in the expert game, Pigeon twice."""
TRAIT_BITS = [1 << (kind >> 2) | 16 << (kind & 3) for kind in range(16)]
"""The two traits of each kind of card, a bit for each."""


def shared_bits(kinds: Iterable[int]) -> int:
    """The traits that all these cards have, a bit for each."""
    return reduce(and_, (TRAIT_BITS[kind] for kind in kinds), 255)


# What becomes of the cards of a row when it is divided.
LEFT, WRITTEN, DROPPED, HELD = range(4)
