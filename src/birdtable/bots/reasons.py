"""Why a step is good, in a sentence: read off what it would make happen, as far as the player can know.

Sentences are message ids with named places; ``REASONS`` lists them all for the catalogues.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from birdtable.game import Event, Step, View
from birdtable.games.birdie.cards import BIRDS, KIND_OF, SEASONS

REASONS = {
    "wins": "This wins the game.",
    "captures": "Takes these birds into your hand: {cards}.",
    "lays": "Gets rid of the cards you need least, and you may draw 2.",
    "draws": "Two more cards bring you closer to a flock.",
    "keeps": "With fewer cards in hand you can end the round.",
    "small flock": "Completes a small flock: one {card} for your collection.",
    "big flock": "Completes a big flock: two {card} for your collection.",
    "waits": "Keeping the cards promises more than a flock now.",
    "longer": "Makes your run of {trait} {count} cards long.",
    "empty box": "Makes your run of {trait} {count} cards long, and that box is still empty.",
    "starts": "Starts a run that other cards can join.",
    "ability": "A card to hold for its ability: {ability}.",
    "passes": "Passing now writes {points} points, and your row gains little more.",
    "added": "This hand card is worth more in the row than in the hand.",
    "ends": "Nothing in your hand fits better on the pile.",
    "writes": "The best way to score what lies there.",
    "uses": "Used here, {ability} gains points.",
    "spares": "No ability gains anything here.",
}


class Reason(NamedTuple):
    text: str
    """A message id."""
    details: Mapping[str, str | int]

    def __str__(self) -> str:
        return self.text.format(**self.details)


def because(name: str, **details: str | int) -> Reason:
    return Reason(REASONS[name], details)


def reason(game_name: str, view: View, step: Step, events: list[Event], wins: bool) -> Reason:
    """Why ``step`` could be a good one; ``events`` is what it makes happen in a state that the view could be of."""
    if wins:
        return because("wins")
    if game_name == "birdie":
        return birdie_reason(view, step)
    return cubirds_reason(step, events)


def cubirds_reason(step: Step, events: list[Event]) -> Reason:
    verb, *rest = step.split()
    match verb:
        case "lay":
            taken = [event for event in events if event.what == "took"]
            if taken:
                return because("captures", cards=" ".join(event.cards for event in taken))
            return because("lays")
        case "flock":
            kept = sum(event.count for event in events if event.what == "collected")
            return because("big flock" if kept > 1 else "small flock", card=rest[0])
        case "draw":
            return because("draws")
        case "keep":
            return because("keeps")
        case _:
            return because("waits")


def birdie_reason(view: Any, step: Step) -> Reason:
    verb, _, rest = step.partition(" ")
    match verb:
        case "take":
            return because("ability", ability=BIRDS[KIND_OF[rest] >> 2])
        case "stack":
            return run_reason(view, rest)
        case "add":
            return because("added")
        case "pass":
            return because("passes", points=2 * (view.seats - len(view.passed) - 1))
        case "end":
            return because("ends")
        case "use":
            return because("uses", ability=BIRDS[KIND_OF[rest] >> 2])
        case "done" if view.phase in ("before", "pigeon", "owl", "owl move", "set"):
            return because("spares")
        case _:
            return because("writes")


def run_reason(view: Any, card: str) -> Reason:
    """How the card goes on with what lies on top of the pile."""
    boxes = view.boards[view.seat].boxes
    best: Reason | None = None
    best_length = 1
    for place, trait in ((0, BIRDS[KIND_OF[card] >> 2]), (1, SEASONS[KIND_OF[card] & 3])):
        length = 1
        for laid in reversed(view.pile or []):
            if laid[place] != card[place]:
                break
            length += 1
        if length > best_length:
            best_length = length
            best = because("longer" if trait in boxes else "empty box", trait=trait, count=length)
    return best or because("starts")
