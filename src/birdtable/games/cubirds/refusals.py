"""Why a step is not legal now, with the clause that forbids it."""

from __future__ import annotations

from birdtable.game import CHANCE, NOBODY, IllegalStep, Step
from birdtable.games.cubirds import cards
from birdtable.games.cubirds.cards import NAMES, PLURALS, SMALL, SPECIES, count
from birdtable.games.cubirds.rules import CuBirdsState


def refusal(state: CuBirdsState, step: Step) -> IllegalStep:
    """Told to the player whose step it is: it may speak of that player's own hand."""
    verb, _, rest = step.partition(" ")
    if state.to_move == NOBODY:
        return IllegalStep("C5.1", "the game is over")
    if verb == "starter":
        return refuse_starter(state, rest)
    if verb == "deal":
        return refuse_deal(state, rest)
    if state.to_move == CHANCE:
        return IllegalStep("C2.2", "cards are being dealt")
    match verb:
        case "lay":
            return refuse_lay(state, rest[0])
        case "draw" | "keep":
            return refuse_draw(state)
        case "flock":
            return refuse_flock(state, rest)
        case _:
            return refuse_end(state)


def refuse_starter(state: CuBirdsState, seat: str) -> IllegalStep:
    if state.phase == cards.STARTING and int(seat) > state.seats:
        return IllegalStep("C2.1", "there is no seat {seat} at this table", seat=int(seat))
    if state.phase == cards.STARTING:
        return IllegalStep("C2.1", "seat {seat} was named to deal", seat=state.named)
    return IllegalStep("C2.1", "the dealer has already been drawn")


def refuse_deal(state: CuBirdsState, letter: str) -> IllegalStep:
    if state.phase == cards.STARTING:
        return IllegalStep("C2.1", "the dealer is drawn first")
    if state.to_move == CHANCE:
        return IllegalStep("C1.1", "no {species} is left in the draw pile", species=NAMES[SPECIES.index(letter)])
    return IllegalStep("C3.4", "no card is dealt now")


def refuse_lay(state: CuBirdsState, letter: str) -> IllegalStep:
    if state.phase == cards.TO_LAY:
        return IllegalStep("C3.1", "there is no {species} in the hand", species=NAMES[SPECIES.index(letter)])
    return IllegalStep("C3.1", "birds have already been laid this turn")


def refuse_draw(state: CuBirdsState) -> IllegalStep:
    if state.phase == cards.TO_LAY:
        return IllegalStep("C3.4", "birds are laid first")
    return IllegalStep("C3.4", "cards are drawn only after a lay that takes none, and only once")


def refuse_flock(state: CuBirdsState, letter: str) -> IllegalStep:
    if state.phase == cards.TO_LAY:
        return IllegalStep("C3.5", "birds are laid first")
    if state.phase == cards.TO_DRAW:
        return IllegalStep("C3.5", "first choose draw or keep")
    species = SPECIES.index(letter)
    number = count(state.hands[state.to_move], species)
    name = NAMES[species] if number == 1 else PLURALS[species]
    reason = "{count} {species} are fewer than a small flock ({size})"
    return IllegalStep("C3.5", reason, count=number, species=name, size=SMALL[species])


def refuse_end(state: CuBirdsState) -> IllegalStep:
    if state.phase == cards.TO_LAY:
        return IllegalStep("C3.1", "birds must be laid")
    return IllegalStep("C3.4", "first choose draw or keep")
