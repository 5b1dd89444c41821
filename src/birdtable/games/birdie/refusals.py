"""Why a step is not legal now, with the clause that forbids it."""

from __future__ import annotations

from birdtable.game import NOBODY, IllegalStep, Step
from birdtable.games.birdie import cards
from birdtable.games.birdie.cards import BIRDS, KIND_OF
from birdtable.games.birdie.rules import BirdieState

SCORING_VERBS = ("use", "insert", "move", "bird", "season", "leave", "set", "remove", "by", "box", "done")


def refusal(state: BirdieState, step: Step) -> IllegalStep:
    """Told to the player whose step it is: it may speak of that player's own hand."""
    verb, _, rest = step.partition(" ")
    if state.to_move == NOBODY:
        return IllegalStep("B6.1", "the game is over")
    if verb in ("deal", "starter"):
        return refuse_chance(state, verb)
    if state.to_move < 0:
        return IllegalStep("B2.1", "cards are being dealt")
    if state.phase in (cards.TURN, cards.STACKING):
        return refuse_turn(state, verb, rest)
    if verb in ("take", "stack", "add", "end", "pass"):
        return IllegalStep("B5.1", "the round is being scored")
    return refuse_scoring(state, verb, rest)


def refuse_chance(state: BirdieState, verb: str) -> IllegalStep:
    if verb == "starter":
        return IllegalStep("B2.5", "the starter is not drawn now, or is no seat of this table")
    if state.to_move < 0 and state.phase != cards.CHOOSING_STARTER:
        return IllegalStep("B1.1", "all cards of this kind have been seen")
    return IllegalStep("B3.4", "no card is turned up now")


def refuse_turn(state: BirdieState, verb: str, rest: str) -> IllegalStep:
    stacking = state.phase == cards.STACKING
    kind = KIND_OF.get(rest, -1)
    if verb in SCORING_VERBS:
        return IllegalStep("B5.1", "scoring begins when all have passed")
    if stacking and verb in ("take", "pass"):
        return IllegalStep("B3.1", "a turn is exactly one of take 1, take 2 or pass, and take 2 has begun")
    if verb == "end":
        return IllegalStep("B3.3", "take 2 needs two cards of the display; {count} taken so far", count=state.taken_count)
    if verb == "add":
        if not stacking and state.display_count < 2:
            return IllegalStep("B3.3", "take 2 needs two cards in the display; there are {count}", count=state.display_count)
        return IllegalStep("B3.3", "{card} is not in the hand", card=rest)
    if not state.display >> 4 * kind & 15:
        return IllegalStep("B3.4", "{card} is not in the display", card=rest)
    if state.taken_count == 2:
        return IllegalStep("B3.3", "two cards of the display have been taken")
    return IllegalStep("B3.3", "take 2 needs two cards in the display; there are {count}", count=state.display_count)


def refuse_scoring(state: BirdieState, verb: str, rest: str) -> IllegalStep:
    phase = state.phase
    if verb == "use":
        return refuse_use(state, rest)
    if verb in ("bird", "season", "leave"):
        if phase == cards.MARKING:
            return IllegalStep("B5.4", "the cards of a set share one bird or one season")
        return IllegalStep("B8.2" if state.expert else "B5.4", "sets are not marked now")
    if verb == "insert" and phase in (cards.INSERTING, cards.PUTTING):
        if phase == cards.PUTTING and int(rest) == state.picked + 1:
            return IllegalStep("B7.2", "Woodpecker moves a card to another place")
        return IllegalStep("B7.2", "the row has no such place")
    if verb in ("insert", "move"):
        return IllegalStep("B7.2", "no card of the row is on the move")
    if verb == "remove" and phase == cards.REMOVING:
        return IllegalStep("B8.2", "the row has no such card")
    if verb == "remove":
        return IllegalStep("B8.2", "no card is removed now")
    if verb == "by":
        return IllegalStep("B8.2", "there is no choice of trait")
    if verb == "box":
        if phase in (cards.OWL_BOX, cards.HELD_BOX):
            return IllegalStep("B9.2" if phase == cards.HELD_BOX else "B7.3", "the {box} box is not free", box=rest)
        return IllegalStep("B7.3", "Owl is not being used")
    if verb == "set":
        return IllegalStep("B9.3" if phase == cards.CHOOSING else "B7.4", "set {number} cannot be named now", number=rest)
    return IllegalStep("B7.1", "the ability just used must be carried out")


def refuse_use(state: BirdieState, card: str) -> IllegalStep:
    seat = state.to_move
    bird = KIND_OF[card] >> 2
    limit = 1 + state.expert
    if not state.hand[seat] >> 4 * KIND_OF[card] & 15:
        return IllegalStep("B7.1", "{card} is not in the hand", card=card)
    if state.used[seat * 4 + bird] >= limit:
        return IllegalStep("B7.1", "{ability} has been used up", ability=BIRDS[bird])
    if bird == cards.ROBIN and state.phase == cards.BEFORE_SETS:
        return IllegalStep("B7.2", "the stop pile is empty")
    if bird == cards.WOODPECKER and state.phase == cards.BEFORE_SETS:
        return IllegalStep("B7.2", "Woodpecker needs a row of at least 2 cards")
    moments = {
        cards.ROBIN: ("B7.2", "Robin is used before sets are formed"),
        cards.WOODPECKER: ("B7.2", "Woodpecker is used before sets are formed"),
        cards.PIGEON: ("B7.4", "Pigeon is used when sets are formed, before they are written"),
        cards.OWL: ("B7.3", "Owl is used after sets are written, with an empty box left"),
    }
    return IllegalStep(*moments[bird])
