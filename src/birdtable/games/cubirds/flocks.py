"""What flocks bring and what collections win, for everybody who asks: the rules, score sheets, bots, screens.

Collections are multisets as in ``cards``.
"""

from __future__ import annotations

from collections.abc import Sequence

from birdtable.bits import ONES, TOPS
from birdtable.games.cubirds import cards
from birdtable.games.cubirds.cards import ENOUGH_SPECIES, TO_TOP_FROM_1

SMALL = cards.SMALL
BIG = cards.BIG

TO_TOP_FROM_3 = 0x7D7D_7D7D_7D7D_7D7D
"""Added to a multiset it sets the top bit of every species with at least 3 cards."""


def flock_brings(species: int, count: int) -> int:
    """[C3.5] Birds for the collection: 2 of a big flock, 1 of a small one, 0 if they are too few."""
    if count >= BIG[species]:
        return 2
    return 1 if count >= SMALL[species] else 0


def different(collection: int) -> int:
    """How many species it has."""
    return ((collection + TO_TOP_FROM_1 & TOPS) >> 7) * ONES >> 56 & 255


def triples(collection: int) -> int:
    """How many species it has at least 3 birds of."""
    return ((collection + TO_TOP_FROM_3 & TOPS) >> 7) * ONES >> 56 & 255


def wins(collection: int) -> bool:
    """[C5.1] 7 different species, or 2 species of at least 3 birds each."""
    threes = collection + TO_TOP_FROM_3 & TOPS
    if threes & threes - 1:  # two bits at least: this is asked at the end of every turn
        return True
    return different(collection) >= ENOUGH_SPECIES


def most_cards(sizes: Sequence[int]) -> tuple[int, ...]:
    """[C5.2] The seats whose collections have most cards: ties share the victory."""
    return tuple(seat for seat, size in enumerate(sizes) if size == max(sizes))
