"""Why a step of Birdie is good."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from birdtable.bots.advice.reasons import Reason, reason_of
from birdtable.game import Event, Step
from birdtable.games.birdie.cards import BIRDS, KIND_OF, SEASONS
from birdtable.games.birdie.points import most_uses, pass_points
from birdtable.games.birdie.view import BirdieView

REASONS = {
    # A turn
    "longer": "Makes your run of {trait} {count} cards long.",
    "empty box": "Makes your run of {trait} {count} cards long, and that box is still empty.",
    "pairs": "Goes with {card}: they share {trait}, and that box is still empty.",
    "starts": "Starts a run that other cards can join.",
    "woodpecker": "Held in your hand, it can move a card in your row (Woodpecker).",
    "owl": "Held in your hand, it can copy your lowest set once more (Owl).",
    "owl moves": "Held in your hand, it can move your lowest set to another box (Owl).",
    "pigeon": "Held in your hand, it can swap a weak set for 2 Flaps (Pigeon).",
    "robin": "Held in your hand, it can bring one more card into your row (Robin).",
    "later": "Keep it for later: on your pile it continues the run of {trait}.",
    "bides": "You lay nothing yet and wait for cards that fit better.",
    "passes": "Passing now writes {points} points, and your row would gain little more.",
    "passes last": "There is little more to gain this round.",
    "added": "This hand card is worth more in the row than in the hand.",
    "ends": "Nothing in your hand fits better on the pile.",
    # Scoring
    "writes": "The best way to score what is there.",
    "most": "Most points now.",
    "keeps": "Brings {points} less now, but keeps boxes and abilities for round 2 that should be worth more.",
    "marks": "A set of {count} for the empty box: {trait}.",
    "left out": "In the best division, no set begins here.",
    "uses": "Gains {points} here: {ability}.",
    "spares": "No ability gains anything here.",
    "saves": "An ability kept for round 2 is worth more than it is here.",
    "box": "Writes {points} into an empty box: {trait}.",
    "trophy": "Writes {points} into an empty box and takes the trophy: {trait}.",
    "meets": "Then {count} cards meet and fly off: {trait}.",
    "clears": "Brings cards closer that can meet later.",
    "stops": "No further removal gains anything.",
}


def because(name: str, **details: str | int) -> Reason:
    return reason_of(REASONS, name, details)


def step_reason(view: BirdieView, step: Step, events: Sequence[Event]) -> Reason:
    verb, _, rest = step.partition(" ")
    match verb:
        case "take":
            return take_reason(view, rest)
        case "stack":
            return run_reason(view, rest) or pair_reason(view, rest, view.hand or ()) or because("starts")
        case "add":
            return run_reason(view, rest) or pair_reason(view, rest, ()) or because("added")
        case "pass":
            points = pass_points(view.seats, len(view.passed))
            return because("passes", points=points) if points else because("passes last")
        case "end":
            return because("ends")
        case _:
            return scoring_reason(view, verb, events)


def take_reason(view: BirdieView, card: str) -> Reason:
    bird = BIRDS[KIND_OF[card] >> 2]
    held = sum(each[0] == card[0] for each in view.hand or ())
    if view.boards[view.seat].used.get(bird, 0) + held < most_uses(bool(view.options["expert"])):
        return because("owl moves" if bird == "owl" and view.options["owl"] == "move" else bird)
    run = run_reason(view, card)
    return because("later", trait=run.details["trait"]) if run else because("bides")


def traits(card: str) -> tuple[tuple[int, str], tuple[int, str]]:
    """Where in the notation of a card each of its traits stands, and its name."""
    return (0, BIRDS[KIND_OF[card] >> 2]), (1, SEASONS[KIND_OF[card] & 3])


def run_reason(view: BirdieView, card: str) -> Reason | None:
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


def pair_reason(view: BirdieView, card: str, hand: Iterable[str]) -> Reason | None:
    """A card that could go next to this one and fill an empty box with it, from the display before the hand."""
    boxes = view.boards[view.seat].boxes
    others = list(view.display)
    if card in others:
        others.remove(card)
    found = [
        (sum(card[p] == other[p] for p in (0, 1)), -place, other, trait)
        for place, other in enumerate([*others, *hand])
        for at, trait in traits(card)
        if other[at] == card[at] and trait not in boxes
    ]
    if not found:
        return None
    _, _, other, trait = max(found)
    return because("pairs", card=other, trait=trait)


def scoring_reason(view: BirdieView, verb: str, events: Sequence[Event]) -> Reason:
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
