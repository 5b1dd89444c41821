"""The sentences of Birdie, as message ids: what people read of its events."""

from __future__ import annotations

from birdtable.games.birdie.cards import TRAITS
from birdtable.wording import Sentence, Wording

SENTENCES = {
    "started": Sentence("{name} starts round {count}"),
    "dealt": Sentence(
        "{name} is dealt {count} cards", one="{name} is dealt {count} card", own="{name} is dealt {secret}"
    ),
    "laid out": Sentence("The display is laid out: {cards}"),
    "took": Sentence("{name} takes {cards} to the hand"),
    "stacked": Sentence(
        "{name} takes {cards} to the pile, with {count} cards from the hand",
        one="{name} takes {cards} to the pile, with {count} card from the hand",
        none="{name} takes {cards} to the pile",
        own="{name} takes {cards} and puts on the pile, in this order: {secret}",
    ),
    "passed": Sentence(
        "{name} passes for {points} points",
        one="{name} passes for {points} point",
        none="{name} passes for no points",
        number="points",
    ),
    "could only pass": Sentence("{name} can only pass: the display is empty"),
    "refilled": Sentence("The display is refilled: {cards}"),
    "turned over": Sentence("{name} turns over the pile: {cards}", none="{name} has no pile to turn over"),
    "used": Sentence("{name} discards {cards} for the ability of the {place}"),
    "drew": Sentence("{name} draws {cards}"),
    "picked up": Sentence("{name} takes {cards} out of the row, card {count}"),
    "inserted": Sentence("{name} inserts {cards} as card {count} of the row"),
    "moved": Sentence("{name} puts {cards} back as card {count} of the row"),
    "marked": Sentence("{name} marks a set of {count} cards: {place}"),
    "dropped": Sentence("{name} gives up a set of {count} cards for 2 Flaps: {place}"),
    "wrote": Sentence("{name} writes {points} in the box {place}"),
    "flapped": Sentence(
        "{name} marks {count} places of the Flap column",
        one="{name} marks {count} place of the Flap column",
        none="{name} has no place left in the Flap column",
    ),
    "won trophy": Sentence("{name} takes the trophy {place}", other="{name} takes the trophy {place} from {other}"),
    "copied": Sentence(
        "{name} copies {points} into the box {place}", at="{name} moves a set to the box {place}, for {points}"
    ),
    "removed": Sentence("{name} removes {cards}, card {count} of the row"),
    "set taken": Sentence("{name} takes out a set of {count} cards: {place}"),
    "lost": Sentence("{name} gets nothing for {count} cards: the box {place} is full"),
    "scored": Sentence("{name} has scored"),
    "round ended": Sentence("Round {count} ends"),
    "game ended": Sentence("{name} wins"),
}

WORDING = Wording(
    SENTENCES,
    places={trait: trait for trait in TRAITS},
    joined=frozenset({"dealt", "laid out", "refilled", "drew"}),
)
