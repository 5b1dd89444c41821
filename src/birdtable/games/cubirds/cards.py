"""The cards of CuBirds [C1.1], multisets of them, and the numbers that the compiled rules speak in.

A multiset of cards is one number with 8 bits for each species, so that two are joined by adding them. No species has
more than 20 cards and there are 110 in all: no count ever runs into the next.
"""

from __future__ import annotations

from collections.abc import Iterable

SPECIES = "FOTDPMRW"
NAMES = ("flamingo", "owl", "toucan", "duck", "parrot", "magpie", "robin", "reed warbler")
PLURALS = ("flamingos", "owls", "toucans", "ducks", "parrots", "magpies", "robins", "reed warblers")
COUNTS = (7, 10, 10, 13, 13, 17, 20, 20)
SMALL = (2, 3, 3, 4, 4, 5, 6, 6)
"""The smallest number of birds that is a small flock."""
BIG = (3, 4, 4, 6, 6, 7, 9, 9)
"""The smallest number of birds that is a big flock."""

KINDS = 8
CARDS = 110
ROWS = 4
ROW_START = 3
"""[C2.1] Cards, all different, that a row starts with."""
HAND = 8
"""[C2.3] Cards dealt to a hand."""
DRAW_SIZE = 2
"""[C3.4]"""
ENOUGH_SPECIES = 7
"""[C5.1] Different species that win."""

UNITS = tuple(1 << 8 * species for species in range(KINDS))
"""One card of each species, as a multiset."""
ALL_CARDS = sum(count * unit for count, unit in zip(COUNTS, UNITS, strict=True))

TO_TOP_FROM_1 = sum(127 * unit for unit in UNITS)
"""Added to a multiset it sets the top bit of every species with at least 1 card."""
TO_TOP_FROM_SMALL = sum((128 - small) * unit for small, unit in zip(SMALL, UNITS, strict=True))
"""Added to a multiset it sets the top bit of every species with at least a small flock."""

LEFT = 0
RIGHT = 1
SIDES = ("left", "right")

# The codes of the steps. A lay is species * 8 + row * 2 + side.
DRAW = 64
KEEP = 65
END = 66
FLOCK = 67
DEAL = 75
STARTER = 83
STEP_COUNT = 88

# What the game waits for.
STARTING = 0
LAYING_OUT = 1
DEALING = 2
COLLECTING = 3
TO_LAY = 4
REFILLING = 5
TO_DRAW = 6
DRAWING = 7
TO_FLOCK = 8
OVER = 9
PHASES = ("start", "layout", "deal", "first birds", "lay", "refill", "draw", "drawing", "flock", "over")

# What can happen, as ``State.tell`` is told it.
STARTED = 1
LAID_OUT = 2
PUT_ASIDE = 3
SHUFFLED = 4
DEALT = 5
COLLECTED = 6
LAID = 7
TOOK = 8
REFILLED = 9
DREW = 10
KEPT = 11
FLOCKED = 12
DISCARDED = 13
RESHUFFLED = 14
ENDED = 15
ROUND_ENDED = 16
WON = 17
FIRST_BIRD = 18
HAND_DISCARDED = 19
ASIDE_SHUFFLED = 20
ASIDE_DISCARDED = 21

# What decided the match, as ``State.decided`` has it.
BY_COLLECTION = 1
BY_SHORTAGE = 2
BY_LIMIT = 3
DECIDING_CLAUSES = ("", "C5.1", "C5.2", "C5.3")

NOTES = 40
"""Notes kept of one hand in a round."""
RESHUFFLES = 4
"""Reshuffles remembered in a round."""
RESHUFFLE_NOTE = 8
"""Stands for the species in a note that is about a reshuffle."""
NOTED_SPECIES = 15
"""The bits of a note that say which species left the hand."""
LEFT_BITS = 4
"""In a note the number of unknown cards that left stands above so many bits."""
NOTED_LEFT = 31
"""The bits of that number, once it is shifted down."""
CAME_BITS = 9
"""In a note the number of unknown cards that had come since the note before stands above so many bits."""

# What of the notes is heeded when unknown cards are dealt anew.
HEED_ALL = 2
HEED_LEAVINGS = 1
HEED_NUMBERS = 0
PILE = 5
"""Stands for the seat of the draw pile."""


def count(cards: int, species: int) -> int:
    return cards >> 8 * species & 255


def size(cards: int) -> int:
    """How many cards a multiset has."""
    return sum(cards.to_bytes(KINDS, "little"))


def parse_cards(text: Iterable[str]) -> int:
    """The multiset of the letters in ``text``. An unknown letter raises ``KeyError``."""
    return sum(map(UNIT_OF.__getitem__, text))


def cards_text(cards: int) -> str:
    """The letters of a multiset, in the order of the species."""
    return "".join(letter * number for letter, number in zip(SPECIES, cards.to_bytes(KINDS, "little"), strict=True))


UNIT_OF = dict(zip(SPECIES, UNITS, strict=True))
