"""Tree counts: how many ways there are to go on, to a fixed depth from fixed deals."""

from __future__ import annotations

import pytest

from birdtable.chance import Deal
from birdtable.games.cubirds import GAME
from kit.cubirds.table import play, position
from kit.matches.trees import leaves


def test_the_first_decisions_can_be_counted_by_hand() -> None:
    """Of 16 lays 5 take cards: parrots at 1 left and both ends of 3, magpies at 3 left and 4 right. After the others
    there is the choice to draw or not."""
    state = position(hands=("PPM", "O"))
    assert leaves(GAME, state.copy(), 1, Deal(0)) == 16
    following = {step: leaves(GAME, play(state.copy(), step), 1, Deal(0)) for step in GAME.legal_steps(state)}
    takes = {"lay P 1 left", "lay P 3 left", "lay P 3 right", "lay M 3 left", "lay M 4 right"}
    assert {step for step, ways in following.items() if ways == 2} == following.keys() - takes


@pytest.mark.parametrize(
    ("seats", "counts"),
    [
        (2, [40, 70, 460, 3183, 9852]),
        (3, [48, 84, 456, 3004, 8278]),
        (4, [48, 88, 490, 4058, 9555]),
        (5, [40, 71, 796, 4917, 12964]),
    ],
)
def test_decisions_from_a_deal(seats: int, counts: list[int]) -> None:
    chance = Deal(seats)
    assert [leaves(GAME, GAME.start(seats), depth, chance) for depth in range(1, 6)] == counts
