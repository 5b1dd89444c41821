"""Tree counts: how many ways there are to go on, to a fixed depth from fixed deals."""

from __future__ import annotations

from typing import Any

import pytest

from birdtable.chance import Deal
from birdtable.game import CHANCE, Value
from birdtable.games.birdie import GAME
from birdtable.games.birdie.rules import BirdieState
from birdtable.testing import clause
from kit.birdie.table import after, deal, open_game, scoring
from kit.matches.trees import leaves


def endings(state: BirdieState) -> int:
    """The number of ways to score a row; Robin always draws an owl in summer."""
    if state.to_move == CHANCE and state.round == 1:
        deal(state, "Ou")
    if state.round == 2:
        return 1
    total = 0
    for code in state.legal():
        following = state.copy()
        following.apply(code)
        total += endings(following)
    return total


def test_the_first_decisions_can_be_counted_by_hand() -> None:
    state = open_game("Rs Rw, Ps Pw", "Os Ou Oa Ow")
    chance = Deal(0)
    assert leaves(GAME, state.copy(), 1, chance) == 4 + 4 + 2 + 1  # take, stack, add, pass
    for step, following in (("pass", 4 + 4 + 2 + 1), ("stack Os", 3 + 2), ("add Rs", 4 + 1)):
        assert leaves(GAME, after(state.copy(), step), 1, chance) == following


@pytest.mark.parametrize(
    ("seats", "options", "counts"),
    [
        (2, {}, [9, 59, 303, 1464, 8354]),
        (3, {"expert": True}, [9, 59, 329, 1727, 10254]),
        (4, {"robin_source": "bird_deck", "owl": "move", "same_trait_sets": "choose"}, [11, 85, 533, 2888, 17522]),
    ],
)
def test_decisions_from_a_deal(seats: int, options: dict[str, Value], counts: list[int]) -> None:
    chance = Deal(5)
    found = [leaves(GAME, GAME.start(seats, options), depth, chance) for depth in range(1, 6)]
    assert found == counts


@clause("B5.4")
def test_divisions_of_a_row_of_one_kind() -> None:
    """With 2 ways to call a set there are 1, 1, 3, 7, 17, ... divisions: a card left, or a set of 2, 3, ... cards."""
    assert [endings(scoring("Rs Rs Rs Rs"[: 3 * cards])) for cards in range(5)] == [1, 1, 3, 7, 17]


@pytest.mark.parametrize(
    ("row", "hand", "options", "count"),
    [
        ("Rs Ru Ou Oa Wa Ws", "Pa Oa", {}, 211),
        ("Rs Ru Ou", "Ra Wa", {}, 365),
        ("Rs Ru Ou Oa Wa", "Pa Oa", {"expert": True}, 326),
        ("Rs Ru Ra Ou Oa Os", "Pa Oa", {"owl": "move", "same_trait_sets": "choose"}, 292),
    ],
)
def test_scorings_of_a_row(row: str, hand: str, options: dict[str, Any], count: int) -> None:
    assert endings(scoring(row, hand, **options)) == count
