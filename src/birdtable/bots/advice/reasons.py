"""Why a step is good, in a sentence: read off what it would make happen, as far as the player can know.

Sentences are message ids with named places; ``REASONS`` lists them all for the catalogues. Counts stand apart from the
words they count, since a reason has one form only.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from birdtable.game import Event, Step, View
from birdtable.games.birdie.cards import BIRDS, KIND_OF, SEASONS
from birdtable.games.birdie.points import most_uses, pass_points
from birdtable.games.cubirds.cards import BIG, SMALL, SPECIES

REASONS = {
    "wins": "This wins the game.",
    # CuBirds
    "captures": "Takes these birds into your hand: {cards}.",
    "captures flock": "Takes {cards}: with them you have enough for a flock, {card}.",
    "captures big": "Takes {cards}: with them you have enough for a big flock, {card}.",
    "lays": "You give away {cards}, take nothing, and may draw 2.",
    "lays last": "Your last cards: unless you draw, the round ends and the others lose their hands.",
    "draws": "Two more cards bring you closer to a flock.",
    "keeps": "With fewer cards in hand you can end the round.",
    "keeps last": "Your hand is empty: the round ends, and the others lose their hands.",
    "new species": "Completes a flock: {card} is new in your collection, species {count} of 7.",
    "small flock": "Completes a small flock: one {card} for your collection.",
    "big flock": "Completes a big flock: two {card} for your collection.",
    "waits big": "You have {count} of {card}: {size} would bring two birds instead of one.",
    "waits": "Keeping the cards promises more than a flock now.",
    # Birdie, a turn
    "longer": "Makes your run of {trait} {count} cards long.",
    "empty box": "Makes your run of {trait} {count} cards long, and that box is still empty.",
    "pairs": "Goes with {card}: they share {trait}, and that box is still empty.",
    "starts": "Starts a run that other cards can join.",
    "woodpecker": "Held in your hand it can move a card of your row (Woodpecker).",
    "owl": "Held in your hand it can copy your lowest set once more (Owl).",
    "pigeon": "Held in your hand it can swap a weak set for 2 Flaps (Pigeon).",
    "robin": "Held in your hand it can bring one more card into your row (Robin).",
    "later": "Keep it for later: on your pile it goes on with {trait}.",
    "bides": "You lay nothing yet and wait for cards that fit better.",
    "passes": "Passing now writes {points} points, and your row gains little more.",
    "passes last": "There is little more to gain this round.",
    "added": "This hand card is worth more in the row than in the hand.",
    "ends": "Nothing in your hand fits better on the pile.",
    # Birdie, scoring
    "writes": "The best way to score what lies there.",
    "marks": "A set of {count} for the empty box: {trait}.",
    "left out": "In the best division no set begins here.",
    "uses": "Gains {points} here: {ability}.",
    "spares": "No ability gains anything here.",
    "saves": "Kept for round 2 an ability is worth more than here.",
    "box": "Writes {points} into an empty box: {trait}.",
    "trophy": "Writes {points} into an empty box and takes the trophy: {trait}.",
    "meets": "Then {count} cards meet and fly off: {trait}.",
    "clears": "Brings cards closer that can meet later.",
    "stops": "No removal gains anything more.",
    "less": "Brings less than the first, by {points}.",
    "as good": "As good as the first.",
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
        return birdie_reason(view, step, events)
    return cubirds_reason(view, step, events)


# CuBirds


def cubirds_reason(view: Any, step: Step, events: list[Event]) -> Reason:
    verb, *rest = step.split()
    match verb:
        case "lay":
            return lay_reason(view, rest[0], events)
        case "flock":
            return flock_reason(view, rest[0], events)
        case "draw":
            return because("draws")
        case "keep":
            return because("keeps" if view.hand else "keeps last")
        case _:
            return wait_reason(view)


def lay_reason(view: Any, species: str, events: list[Event]) -> Reason:
    taken = "".join(event.cards for event in events if event.what == "took")
    if not taken:
        laid = [card for card in view.hand if card == species]
        return because("lays last") if len(laid) == len(view.hand) else because("lays", cards=" ".join(laid))
    for name, sizes in (("captures big", BIG), ("captures flock", SMALL)):
        for card, size in zip(SPECIES, sizes, strict=True):
            held = view.hand.count(card) if card != species else 0
            if held < size <= held + taken.count(card):
                return because(name, cards=" ".join(taken), card=card)
    return because("captures", cards=" ".join(taken))


def flock_reason(view: Any, species: str, events: list[Event]) -> Reason:
    kept = sum(event.count for event in events if event.what == "collected")
    mine = view.collections[view.seat]
    if species not in mine:
        return because("new species", card=species, count=len(set(mine)) + 1)
    return because("big flock" if kept > 1 else "small flock", card=species)


def wait_reason(view: Any) -> Reason:
    """A flock was possible and is kept back: perhaps for a big one."""
    for card, small, big in zip(SPECIES, SMALL, BIG, strict=True):
        if small <= (held := view.hand.count(card)) < big:
            return because("waits big", card=card, count=held, size=big)
    return because("waits")


# Birdie


def birdie_reason(view: Any, step: Step, events: list[Event]) -> Reason:
    verb, _, rest = step.partition(" ")
    match verb:
        case "take":
            return take_reason(view, rest)
        case "stack":
            return run_reason(view, rest) or pair_reason(view, rest, view.hand) or because("starts")
        case "add":
            return run_reason(view, rest) or pair_reason(view, rest, ()) or because("added")
        case "pass":
            points = pass_points(view.seats, len(view.passed))
            return because("passes", points=points) if points else because("passes last")
        case "end":
            return because("ends")
        case _:
            return scoring_reason(view, verb, events)


def take_reason(view: Any, card: str) -> Reason:
    bird = BIRDS[KIND_OF[card] >> 2]
    held = sum(each[0] == card[0] for each in view.hand)
    if view.boards[view.seat].used.get(bird, 0) + held < most_uses(view.options["expert"]):
        return because(bird)
    run = run_reason(view, card)
    return because("later", trait=run.details["trait"]) if run else because("bides")


def traits(card: str) -> tuple[tuple[int, str], tuple[int, str]]:
    """Where in the notation of a card each of its traits stands, and its name."""
    return (0, BIRDS[KIND_OF[card] >> 2]), (1, SEASONS[KIND_OF[card] & 3])


def run_reason(view: Any, card: str) -> Reason | None:
    """How the card goes on with what lies on top of the pile; an empty box before a full one, then the longer run."""
    boxes = view.boards[view.seat].boxes
    found: list[tuple[bool, int, str]] = []
    for place, trait in traits(card):
        length = 1
        for laid in reversed(view.pile or []):
            if laid[place] != card[place]:
                break
            length += 1
        if length > 1:
            found.append((trait not in boxes, length, trait))
    if not found:
        return None
    is_empty, length, trait = max(found)
    return because("empty box" if is_empty else "longer", trait=trait, count=length)


def pair_reason(view: Any, card: str, hand: Iterable[str]) -> Reason | None:
    """A card that could go next to this one and fill an empty box with it, from the display before the hand."""
    boxes = view.boards[view.seat].boxes
    others = list(view.display)
    if card in others:
        others.remove(card)
    found = [
        (sum(card[p] == other[p] for p in (0, 1)), -place, other, trait)
        for place, other in enumerate([*others, *(hand or ())])
        for at, trait in traits(card)
        if other[at] == card[at] and trait not in boxes
    ]
    if not found:
        return None
    _, _, other, trait = max(found)
    return because("pairs", card=other, trait=trait)


def scoring_reason(view: Any, verb: str, events: list[Event]) -> Reason:
    """About the best step of a scoring; how much an ability gains is not known here."""
    made = {event.what: event for event in events}
    match verb:
        case "leave":
            return because("left out")
        case "bird" | "season" if "marked" in made and made["marked"].place not in view.boards[view.seat].boxes:
            return because("marks", count=made["marked"].count, trait=made["marked"].place)
        case "box" if "copied" in made:
            name = "trophy" if "won trophy" in made else "box"
            return because(name, points=made["copied"].points, trait=made["copied"].place)
        case "remove" | "by":
            if taken := made.get("set taken"):
                return because("meets", count=taken.count, trait=taken.place)
            return because("clears") if verb == "remove" else because("writes")
        case "done" if view.phase == "remove":
            return because("stops")
        case "done" if view.phase in ("before", "pigeon", "owl", "owl move", "set"):
            return because("spares" if view.round == 2 else "saves")
        case _:
            return because("writes")
