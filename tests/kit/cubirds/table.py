"""CuBirds positions in a line, for tests."""

from __future__ import annotations

from collections.abc import Sequence

from birdtable.engine import Rng
from birdtable.game import CHANCE
from birdtable.games.cubirds import GAME
from birdtable.games.cubirds.cards import DRAW, END, FLOCK, TO_FLOCK, TO_LAY, size
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


def row(state: CuBirdsState, number: int) -> str:
    """A row as RULES.md writes it: ``F O P``."""
    return " ".join(row_cards(state, number - 1))


def hand(state: CuBirdsState, seat: int = 0) -> str:
    return "".join(GAME.view(state, seat).hand or ())


def collection(state: CuBirdsState, seat: int = 0) -> str:
    return "".join(GAME.view(state, seat).collections[seat])


def discard(state: CuBirdsState) -> str:
    return "".join(GAME.view(state, 0).discard)


def deal(state: CuBirdsState, cards: str) -> CuBirdsState:
    """Chance turns these cards."""
    for card in cards:
        assert state.to_move == CHANCE
        GAME.play(state, f"deal {card}")
    return state


def eager_step(state: CuBirdsState, rng: Rng) -> int:
    """A step of a seat that takes as many birds as it can, draws, and flocks: so matches come to an end."""
    codes = state.legal()
    if state.phase == TO_LAY:
        luck = [rng.below(1000) for _ in codes]
        return max(zip(codes, luck, strict=True), key=lambda each: (birds_between(state, each[0]), each[1]))[0]
    if state.phase == TO_FLOCK:
        flocks = [code for code in codes if code >= FLOCK]
        return flocks[rng.below(len(flocks))] if flocks else END
    return DRAW


def birds_between(state: CuBirdsState, code: int) -> int:
    """[C3.2] How many birds a lay would take."""
    species, row, side = code >> 3, code >> 1 & 3, code & 1
    order = [state.order[row] >> 4 * place & 15 for place in range(state.groups[row])]
    if species not in order:
        return 0
    place = order.index(species)
    taken = order[place + 1 :] if side else order[:place]
    return size(sum(state.birds[row] & 255 << 8 * other for other in taken))
