"""CuBirds positions in a line, for tests."""

from __future__ import annotations

from collections.abc import Sequence

from birdtable.game import CHANCE, Event
from birdtable.games.cubirds import GAME
from birdtable.games.cubirds.rules import CuBirdsState
from birdtable.games.cubirds.view import row_cards


def position(
    rows: Sequence[str] = ("F O P", "O T D", "D P M", "M R W"),
    hands: Sequence[str] = ("FOTDPMRW", "FOTDPMRW"),
    collections: Sequence[str] = (),
    **words: str | int,
) -> CuBirdsState:
    """A state in which the first seat is to lay, unless ``words`` say otherwise; cards nowhere else are in the pile."""
    lines = {
        "seats": len(hands),
        "phase": "lay",
        "rows": ",".join(row.replace(" ", "") for row in rows),
        "hands": ",".join(hands),
        "collections": ",".join(collections),
        **words,
    }
    return GAME.parse_state(" ".join(f"{name}={value}" for name, value in lines.items()))


def play(state: CuBirdsState, *steps: str) -> CuBirdsState:
    """Takes the steps, which must be legal."""
    for step in steps:
        GAME.play(state, step)
    return state


def told(state: CuBirdsState, step: str) -> list[Event]:
    return GAME.play(state, step)


def row(state: CuBirdsState, number: int) -> str:
    """A row as RULES.md writes it: ``F O P``."""
    return " ".join(row_cards(state, number - 1))


def hand(state: CuBirdsState, seat: int = 0) -> str:
    return "".join(GAME.view(state, seat).hand or ())


def collection(state: CuBirdsState, seat: int = 0) -> str:
    return "".join(GAME.view(state, seat).collections[seat])


def discard(state: CuBirdsState) -> str:
    return "".join(GAME.view(state, 0).discard)


def dealt(state: CuBirdsState, cards: str) -> CuBirdsState:
    """Chance turns these cards."""
    for card in cards:
        assert state.to_move == CHANCE
        GAME.play(state, f"deal {card}")
    return state
