"""The sentences of CuBirds, as message ids: what people read of its events."""

from __future__ import annotations

from birdtable.wording import Sentence, Wording

SENTENCES = {
    "started": Sentence("{name} deals and plays first"),
    "laid out": Sentence("Row {row} is laid out: {cards}"),
    "put aside": Sentence("Put aside, as row {row} has this species: {cards}"),
    "aside shuffled": Sentence("No card is left for the rows: the {count} cards put aside are shuffled and used"),
    "aside discarded": Sentence("The cards put aside start the discard pile: {cards}"),
    "shuffled": Sentence("The other {count} cards are shuffled: the draw pile"),
    "dealt": Sentence(
        "{name} is dealt {count} cards", one="{name} is dealt {count} card", own="{name} is dealt {secret}"
    ),
    "first bird": Sentence("{name} begins a collection with {cards}"),
    "laid": Sentence("{name} lays {cards}: row {row}, {end}"),
    "took": Sentence("{name} takes {cards}"),
    "refilled": Sentence("Row {row} is refilled: {cards}"),
    "drew": Sentence("{name} draws {count} cards", one="{name} draws {count} card", own="{name} draws {secret}"),
    "kept": Sentence("{name} does not draw"),
    "flocked": Sentence("{name} completes a flock: {cards}"),
    "collected": Sentence("{name} adds to the collection: {cards}"),
    "discarded": Sentence("{name} discards {cards}"),
    "hand discarded": Sentence("{name} discards the hand: {cards}"),
    "reshuffled": Sentence("The discard pile is shuffled: a draw pile of {count} cards"),
    "ended": Sentence(""),
    "round ended": Sentence("{name} has no cards left: the round ends"),
    "won": Sentence(
        "{name} wins with {points} birds in the collection",
        one="{name} wins with {points} bird in the collection",
        number="points",
    ),
}

WORDING = Wording(
    SENTENCES,
    places={"left": "left end", "right": "right end"},
    between_cards="",
    joined=frozenset({"dealt", "laid out", "put aside", "refilled", "drew"}),
    context="CuBirds",
)
