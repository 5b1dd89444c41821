"""The text of every step, by code and back."""

from __future__ import annotations

from birdtable.game import Step
from birdtable.games.birdie.cards import KINDS, MAX_ROW, MAX_RUN, MAX_SETS, TRAITS


def all_steps() -> tuple[Step, ...]:
    """In the order of the codes in ``cards``."""
    runs = range(2, MAX_RUN + 1)
    places = range(1, MAX_ROW + 1)
    return (
        *(f"take {kind}" for kind in KINDS),
        *(f"stack {kind}" for kind in KINDS),
        *(f"add {kind}" for kind in KINDS),
        "end",
        "pass",
        *(f"use {kind}" for kind in KINDS),
        *(f"insert {place}" for place in places),
        *(f"move {place}" for place in places),
        *(f"bird {length}" for length in runs),
        *(f"season {length}" for length in runs),
        "leave",
        *(f"set {number}" for number in range(1, MAX_SETS + 1)),
        *(f"remove {place}" for place in places),
        "by bird",
        "by season",
        *(f"box {trait}" for trait in TRAITS),
        "done",
        *(f"deal {kind}" for kind in KINDS),
        *(f"starter {seat}" for seat in range(1, 5)),
    )


STEPS = all_steps()
CODES = {step: code for code, step in enumerate(STEPS)}
