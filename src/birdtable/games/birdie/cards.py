"""Cards, traits, and the numbers that steps, phases and happenings have inside the engine.

A kind is ``bird * 4 + season``. A multiset of cards is one number with 4 bits for each kind. Traits count the birds
from 0 to 3 and the seasons from 4 to 7.
"""

from __future__ import annotations

from collections.abc import Iterable

from birdtable.game import BadInput

BIRDS = ("woodpecker", "owl", "pigeon", "robin")
SEASONS = ("spring", "summer", "autumn", "winter")
TRAITS = BIRDS + SEASONS
WOODPECKER, OWL, PIGEON, ROBIN = range(4)

KINDS = tuple(bird + season for bird in "WOPR" for season in "suaw")
"""[B1.1] The 16 kinds in notation, by number."""
KIND_OF = {text: kind for kind, text in enumerate(KINDS)}
COPIES = 4
UNITS = tuple(1 << 4 * kind for kind in range(16))
"""One card of each kind, as a multiset."""
ALL_CARDS = COPIES * sum(UNITS)
"""[B1.1] Every kind four times."""

OPENING_HAND = 2
"""[B2.3]"""
DISPLAY = 4
"""[B2.4]"""
LEAST_SET = 2
"""[B5.4]"""
TROPHY = 3
"""[B6.1] Points."""
MOST_COPIED = 5
"""[B7.3] Points that Owl writes at most."""
PIGEON_MARKS = 2
"""[B7.4] Marks for a set that Pigeon takes away."""

MAX_ROW = 40
"""No pile and two Robins can make a longer row: 3 players, one passes at once, one always takes 1."""
MAX_SETS = MAX_ROW // 2
MAX_RUN = 16
"""There are 16 cards of a trait."""
MAX_TURNS = 28
"""No seat has more turns in a round: at most 55 cards come to the display, and two seats share them."""
MAX_PLACES = 24

# What everybody saw of a turn is one number. Take 1 is the kind that was taken. Take 2 is TWO_CARDS, the pair of kinds
# that were taken, the lower first, and the number of hand cards that were added.
KIND_BITS = 4
KIND = 15
"""The bits of one kind."""
TWO_CARDS = 256
ADDED_BITS = 9
"""The hand cards that were added stand above so many bits."""

PILE_BITS = 8
"""In what is told of a take 2 the size of the pile stands above so many bits, those of the pair."""

TRAIT_BITS = 3
TRAIT = 7
"""In what is told of a set its first card, counted from 1, stands above the bits of its trait."""

MARK_BITS = 2
MARKS = 3
"""In what is told of Flap marks the place reached stands above the bits of how many were due."""

# Steps by code.
TAKE = 0
STACK = 16
ADD = 32
END = 48
PASS = 49
USE = 50
INSERT = 66
MOVE = 106
BIRD_SET = 146  # by bird, of 2 cards; the next code is of 3
SEASON_SET = 161
LEAVE = 176
SET = 177
REMOVE = 197
BY_BIRD = 237
BY_SEASON = 238
BOX = 239
DONE = 247
DEAL = 248
STARTER = 264
STEP_COUNT = 268

# Phases.
(
    CHOOSING_STARTER,
    OPENING,
    LAYING_OUT,
    TURN,
    STACKING,
    REFILLING,
    BEFORE_SETS,
    DRAWING,
    INSERTING,
    MOVING,
    PUTTING,
    MARKING,
    PIGEON_ASKED,
    DROPPING,
    CHOOSING,
    OWL_MOVE_ASKED,
    HOLDING,
    HELD_BOX,
    OWL_ASKED,
    OWL_BOX,
    REMOVING,
    TRAIT_ASKED,
    SET_ASKED,
    OVER,
) = range(24)
PHASES = (
    "starter",
    "opening",
    "layout",
    "turn",
    "stacking",
    "refill",
    "before",
    "draw",
    "insert",
    "move",
    "put",
    "mark",
    "pigeon",
    "drop",
    "choose",
    "owl move",
    "hold",
    "held box",
    "owl",
    "owl box",
    "remove",
    "trait",
    "set",
    "over",
)

# What happened, as told by the rules.
(
    STARTED,
    DEALT,
    LAID_OUT,
    TOOK,
    STACKED,
    PASSED,
    REFILLED,
    TURNED_OVER,
    USED,
    DREW,
    INSERTED,
    MOVED,
    MARKED,
    DROPPED,
    WROTE,
    FLAPPED,
    TROPHY_WON,
    COPIED,
    REMOVED,
    SET_TAKEN,
    LOST,
    SCORED,
    ROUND_ENDED,
    GAME_ENDED,
    FORCED_PASS,
    PICKED_UP,
) = range(26)


def parse_cards(text: str) -> list[int]:
    """Reads ``Ow Ww Pw``."""
    return [parse_card(word) for word in text.split()]


def parse_card(text: str) -> int:
    kind = KIND_OF.get(text)
    if kind is None:
        raise BadInput(f"{text!r} is not a bird card: write a bird W O P R and a season s u a w, as in Rs [B1.1]")
    return kind


def cards_text(kinds: Iterable[int]) -> str:
    return " ".join(KINDS[kind] for kind in kinds)


def multiset(kinds: Iterable[int]) -> int:
    return sum(map(UNITS.__getitem__, kinds))


def members(packed: int) -> list[int]:
    """The cards of a multiset, sorted by kind."""
    return [kind for kind in range(16) for _ in range(packed >> 4 * kind & 15)]


def size(packed: int) -> int:
    return sum(packed >> 4 * kind & 15 for kind in range(16))


def parse_trait(text: str) -> int:
    if text not in TRAITS:
        raise BadInput(f"{text!r} is no box: {', '.join(TRAITS)} [B1.3]")
    return TRAITS.index(text)
