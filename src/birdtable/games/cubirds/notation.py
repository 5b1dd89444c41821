"""The text of every step, by code and back."""

from __future__ import annotations

from birdtable.game import Step
from birdtable.games.cubirds.cards import ROWS, SIDES, SPECIES, STEP_COUNT


def all_steps() -> tuple[Step, ...]:
    """In the order of the codes in ``cards``."""
    return (
        *(f"lay {letter} {place}" for letter in SPECIES for place in PLACES),
        "draw",
        "keep",
        "end",
        *(f"flock {letter}" for letter in SPECIES),
        *(f"deal {letter}" for letter in SPECIES),
        *(f"starter {seat}" for seat in range(1, 6)),
    )


PLACES = tuple(f"{row} {side}" for row in range(1, ROWS + 1) for side in SIDES)
"""The ends of the rows, ``row * 2 + side``."""
STEPS = all_steps()
CODES = {step: code for code, step in enumerate(STEPS)}

if len(CODES) != STEP_COUNT:
    raise AssertionError(f"{len(CODES)} step texts for {STEP_COUNT} codes")
