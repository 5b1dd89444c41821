"""Why a step is not legal now, with the clause that forbids it."""

from __future__ import annotations

from birdtable.game import CHANCE, NOBODY, IllegalStep, Step
from birdtable.games.birdie import cards
from birdtable.games.birdie.cards import BIRDS, KIND_OF, TRAITS
from birdtable.games.birdie.points import most_uses
from birdtable.games.birdie.rules import BirdieState


def refusal(state: BirdieState, step: Step) -> IllegalStep:
    """Told to the player whose step it is: it may speak of that player's own hand."""
    verb, _, rest = step.partition(" ")
    if state.to_move == NOBODY:
        return IllegalStep("B6.1", "the game is over")
    if verb == "starter":
        return refuse_starter(state, rest)
    if verb == "deal":
        return refuse_deal(state, rest)
    if state.to_move == CHANCE:
        return IllegalStep("B2.1", "cards are being dealt")
    turning = state.phase in (cards.TURN, cards.STACKING)
    match verb:
        case "take" | "stack" | "add" | "end" | "pass":
            return refuse_turn(state, verb, rest) if turning else IllegalStep("B5.1", "the round is being scored")
        case _ if turning:
            return IllegalStep("B5.1", "scoring begins when all have passed")
        case "use":
            return refuse_use(state, rest)
        case _:
            return refuse_scoring(state, verb, rest)


def refuse_starter(state: BirdieState, seat: str) -> IllegalStep:
    if state.phase == cards.CHOOSING_STARTER and int(seat) > state.seats:
        return IllegalStep("B2.5", "there is no seat {seat} at this table", seat=int(seat))
    if state.phase == cards.CHOOSING_STARTER:
        return IllegalStep("B2.5", "seat {seat} was named to start", seat=state.named)
    return IllegalStep("B2.5", "the starter has already been drawn")


def refuse_deal(state: BirdieState, card: str) -> IllegalStep:
    if state.phase == cards.CHOOSING_STARTER:
        return IllegalStep("B2.5", "the starter is drawn first")
    if state.to_move == CHANCE:
        return IllegalStep("B1.1", "no {card} is left among the unseen cards", card=card)
    return IllegalStep("B3.4", "no card is turned up now")


def refuse_turn(state: BirdieState, verb: str, card: str) -> IllegalStep:
    stacking = state.phase == cards.STACKING
    if stacking and verb in ("take", "pass"):
        return IllegalStep("B3.1", "a turn is exactly one of take 1, take 2 or pass, and take 2 has begun")
    if verb == "end":
        taken = state.taken_count
        return IllegalStep("B3.3", "take 2 needs two cards from the display; {count} taken so far", count=taken)
    if verb == "stack" and state.taken_count == 2:
        return IllegalStep("B3.3", "two cards from the display have already been taken")
    if verb != "add" and not has(state.display, card):
        return IllegalStep("B3.4", "{card} is not in the display", card=card)
    if stacking or state.display_count >= 2:
        return IllegalStep("B3.3", "{card} is not in the hand", card=card)
    return IllegalStep("B3.3", "take 2 needs two cards in the display; there are {count}", count=state.display_count)


def refuse_use(state: BirdieState, card: str) -> IllegalStep:
    """[B7.1] to [B7.4] The card must be in the hand, its ability not used up, and the moment right."""
    bird = KIND_OF[card] >> 2
    before_sets = state.phase == cards.BEFORE_SETS
    if not has(state.hand[state.to_move], card):
        return IllegalStep("B7.1", "{card} is not in the hand", card=card)
    if state.used[state.to_move * 4 + bird] >= most_uses(state.expert):
        return IllegalStep("B7.1", "{ability} has been used up", ability=BIRDS[bird])
    if bird == cards.ROBIN:
        if before_sets and state.robin_from_deck:
            return IllegalStep("B9", "no card is left for Robin to draw")
        reason = "the stop pile is empty" if before_sets else "Robin is used before sets are formed"
        return IllegalStep("B7.2", reason)
    if bird == cards.WOODPECKER:
        reason = "the row has fewer than 2 cards" if before_sets else "Woodpecker is used before sets are formed"
        return IllegalStep("B7.2", reason)
    if bird == cards.PIGEON:
        return IllegalStep("B7.4", "Pigeon is used on a set just formed, before it is written")
    if state.owl_moves:
        return IllegalStep("B9.2", "Owl is used when sets are about to be written")
    return IllegalStep("B7.3", "Owl is used after sets are written, with an empty box left")


def refuse_scoring(state: BirdieState, verb: str, rest: str) -> IllegalStep:
    """Either the right kind of step in a way that cannot be, or something else was asked."""
    phase = state.phase
    if (phase, verb) in ((cards.MARKING, "bird"), (cards.MARKING, "season")):
        return IllegalStep("B5.4", "the cards of a set share one bird or one season")
    if (phase, verb) == (cards.PUTTING, "insert") and int(rest) == state.picked + 1:
        return IllegalStep("B7.2", "Woodpecker moves a card to another place")
    if (phase, verb) in ((cards.PUTTING, "insert"), (cards.INSERTING, "insert"), (cards.MOVING, "move")):
        return IllegalStep("B7.2", "the row has no place {place}", place=int(rest))
    if (phase, verb) == (cards.REMOVING, "remove"):
        return IllegalStep("B8.2", "the row has no card {place}", place=int(rest))
    if (phase, verb) == (cards.HELD_BOX, "box") and rest == TRAITS[state.trait]:
        return IllegalStep("B9.2", "the set held back must go into a box other than its own")
    if (phase, verb) in ((cards.OWL_BOX, "box"), (cards.HELD_BOX, "box")):
        return IllegalStep("B9.2" if state.owl_moves else "B7.3", "the {box} box is full", box=rest)
    return what_is_asked(state)


def what_is_asked(state: BirdieState) -> IllegalStep:
    match state.phase:
        case cards.BEFORE_SETS:
            return IllegalStep("B5.3", "now Robin or Woodpecker may be used, before sets are formed")
        case cards.INSERTING:
            return IllegalStep("B7.2", "the card drawn must go into the row first")
        case cards.MOVING | cards.PUTTING:
            return IllegalStep("B7.2", "a card in the row must be moved first")
        case cards.MARKING:
            return IllegalStep("B5.4", "a set must be marked here, or the card left alone")
        case cards.PIGEON_ASKED:
            return IllegalStep("B5.5", "now Pigeon may be used, before anything is written")
        case cards.DROPPING:
            return IllegalStep("B7.4", "one of the marked sets must be removed for Pigeon")
        case cards.CHOOSING:
            return IllegalStep("B9.3", "one of the sets of this trait must be chosen")
        case cards.OWL_MOVE_ASKED:
            return IllegalStep("B9.2", "now Owl may be used, before sets are written")
        case cards.HOLDING:
            return IllegalStep("B9.2", "one of the lowest sets must be held back")
        case cards.HELD_BOX | cards.OWL_BOX:
            return IllegalStep("B9.2" if state.owl_moves else "B7.3", "Owl must write in an empty box")
        case cards.OWL_ASKED:
            return IllegalStep("B5.9", "now Owl may be used")
        case cards.REMOVING:
            return IllegalStep("B8.5", "now a card may be removed from the row")
        case cards.TRAIT_ASKED:
            return IllegalStep("B8.2", "bird or season must be chosen for the set")
        case _:
            return IllegalStep("B8.3", "now Pigeon may be used on the set")


def has(packed: int, card: str) -> bool:
    return packed >> 4 * KIND_OF[card] & 15 > 0
