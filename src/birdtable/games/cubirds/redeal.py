"""Deals anew what a seat cannot know."""

from __future__ import annotations

from birdtable.engine import Rng
from birdtable.games.cubirds.cards import UNITS, size
from birdtable.games.cubirds.rules import CuBirdsState


def redeal(state: CuBirdsState, seat: int, rng: Rng) -> None:
    hands = list(state.hands)
    pool = state.pile
    for other in range(state.seats):
        if other != seat:
            pool += hands[other] - state.known[other]
    for other in range(state.seats):
        if other != seat:
            count = size(hands[other] - state.known[other])
            hands[other] = state.known[other]
            for _ in range(count):
                left = rng.below(size(pool))
                for unit in UNITS:
                    left -= pool // unit & 255
                    if left < 0:
                        break
                pool -= unit
                hands[other] += unit
    state.hands = hands
    state.pile = pool
