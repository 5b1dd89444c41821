"""What Birdie asks and what its steps would be, in words."""

from __future__ import annotations

from collections.abc import Sequence

from birdtable.game import Event, Step
from birdtable.games.birdie.view import BirdieView
from birdtable.terminal.birdie.cards import BIRD_OF, SEASON_OF
from birdtable.terminal.speech import Speech

ORDER = {"take": 1, "stack": 2, "add": 3}


def question(view: BirdieView, say: Speech) -> tuple[str, str]:
    match view.phase:
        case "turn":
            return say.t("Take 1 card to the hand, take 2 to the pile, or pass"), "B3.1"
        case "stacking":
            return say.t("Take 2: choose the next card for the pile"), "B3.3"
        case "before":
            return say.t("Robin or Woodpecker, before sets are marked?"), "B5.3"
        case "insert":
            return say.t("Where does the card that Robin drew go?"), "B7.2"
        case "move":
            return say.t("Which card does Woodpecker move?"), "B7.2"
        case "put":
            return say.t("Where does Woodpecker put it?"), "B7.2"
        case "mark":
            return say.t("Mark a set that begins at ^, or leave the card"), "B5.4"
        case "pigeon":
            return say.t("Pigeon, before anything is written?"), "B5.5"
        case "drop":
            return say.t("Which set does Pigeon give up for 2 Flaps?"), "B7.4"
        case "choose":
            return say.t("Which set counts: {trait}?", trait=say.word("birdie", view.trait or "")), "B9.3"
        case "owl move":
            return say.t("Owl, before sets are written?"), "B9.2"
        case "hold":
            return say.t("Which set does Owl hold back?"), "B9.2"
        case "owl":
            return say.t("Owl, now that sets are written?"), "B5.9"
        case "owl box" | "held box":
            return say.t("Which box does Owl write in?"), "B7.3" if view.phase == "owl box" else "B9.2"
        case "remove":
            return say.t("Remove a card from the row, or stop?"), "B8.2"
        case "trait":
            return say.t("Which trait should the set count by?"), "B8.2"
        case "set":
            return say.t("Pigeon on this set?"), "B8.3"
        case _:
            return say.t("The game is over"), "B6.2"


def label(step: Step, view: BirdieView, say: Speech, events: Sequence[Event] = ()) -> str:
    verb, _, rest = step.partition(" ")
    match verb:
        case "take":
            return say.t("Take {card} to the hand", card=rest)
        case "stack":
            return say.t("Take 2: put {card} on the pile", card=rest)
        case "add":
            return say.t("Take 2: put {card} from the hand on the pile", card=rest)
        case "end":
            return say.t("End the turn")
        case "pass":
            return pass_label(events, say)
        case "use":
            return use_label(rest, view, say)
        case "leave":
            return say.t("Leave {card} unmarked", card=view.row[view.cursor])
        case "done":
            return say.t("Go on")
        case "by":
            return by_label(rest, events, say)
        case "box":
            return say.t("Write in the {trait} box", trait=say.word("birdie", rest))
        case _:
            return row_label(verb, int(rest), view, say)


def row_label(verb: str, number: int, view: BirdieView, say: Speech) -> str:
    """Steps with a place in the row, a length or a set."""
    match verb:
        case "bird" | "season":
            return mark_label(verb, number, view, say)
        case "set":
            each = view.sets[number - 1]
            return set_label(view.row[each.start - 1 : each.start - 1 + each.length], each.trait, say)
        case "insert":
            return say.t("Insert {card} as card {place}", card=view.held, place=number)
        case "move":
            return say.t("Take out card {place}: {card}", card=view.row[number - 1], place=number)
        case _:
            return say.t("Remove card {place}: {card}", card=view.row[number - 1], place=number)


def pass_label(events: Sequence[Event], say: Speech) -> str:
    """With its points, since a pass is for the rest of the round."""
    points = [event.points for event in events if event.what == "passed"]
    return say.tn("Pass for {n} point", "Pass for {n} points", points[0]) if points else say.t("Pass")


def use_label(card: str, view: BirdieView, say: Speech) -> str:
    match BIRD_OF[card[0]]:
        case "woodpecker":
            return say.t("Discard {card}: Woodpecker moves a card in the row", card=card)
        case "robin":
            return say.t("Discard {card}: Robin draws a card for the row", card=card)
        case "pigeon":
            return say.t("Discard {card}: Pigeon gives up a set for 2 Flaps", card=card)
        case _ if view.options["owl"] == "move":
            return say.t("Discard {card}: Owl moves the lowest set to another box", card=card)
        case _:
            return say.t("Discard {card}: Owl writes the lowest value in an empty box", card=card)


def mark_label(verb: str, length: int, view: BirdieView, say: Speech) -> str:
    cards = view.row[view.cursor : view.cursor + length]
    trait = BIRD_OF[cards[0][0]] if verb == "bird" else SEASON_OF[cards[0][1]]
    text = set_label(cards, trait, say)
    full = trait in view.boards[view.scorer].boxes
    return say.t("{set} (the box is full)", set=text) if full else text


def set_label(cards: Sequence[str], trait: str, say: Speech) -> str:
    return f"{say.word('birdie', trait)} {len(cards)}: {' '.join(cards)}"


def by_label(kind: str, events: Sequence[Event], say: Speech) -> str:
    """[B8.2] The set that would be taken."""
    taken = [event for event in events if event.what == "set taken"]
    if not taken:
        return say.t("By bird") if kind == "bird" else say.t("By season")
    return f"{say.word('birdie', taken[0].place)} {taken[0].count}"


def rank(step: Step) -> tuple[int, int]:
    """What is most often wanted comes first: long sets before short ones, doing nothing last."""
    verb, _, rest = step.partition(" ")
    if verb in ("bird", "season"):
        return 0, -int(rest)
    return (2 if verb in ("pass", "leave", "done") else 0 if verb == "end" else 1), ORDER.get(verb, 0)


def places_of(step: Step, view: BirdieView) -> frozenset[int]:
    verb, _, rest = step.partition(" ")
    match verb:
        case "bird" | "season":
            return frozenset(range(view.cursor + 1, view.cursor + 1 + int(rest)))
        case "leave":
            return frozenset([view.cursor + 1])
        case "set":
            each = view.sets[int(rest) - 1]
            return frozenset(range(each.start, each.start + each.length))
        case "move" | "remove":
            return frozenset([int(rest)])
        case _:
            return frozenset()


def steps_at(pick: str, view: BirdieView, legal: Sequence[Step]) -> list[Step]:
    """A card of the row means the step that is about it, or the set that ends there."""
    zone, _, rest = pick.partition(" ")
    verbs = {"display": ("take", "stack"), "hand": ("add", "use")}.get(zone)
    if verbs:
        return [step for step in legal if step in {f"{verb} {rest}" for verb in verbs}]
    place = int(rest)
    if view.phase == "mark":
        return [step for step in legal if max(places_of(step, view), default=0) == place]
    if view.phase in ("insert", "put"):
        return [step for step in legal if step == f"insert {place}"]
    return [step for step in legal if place in places_of(step, view)]
