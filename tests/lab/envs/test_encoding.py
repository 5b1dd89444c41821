"""Steps as numbers and views as arrays."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from birdtable.engine import Rng
from birdtable.game import CHANCE, NOBODY, BadInput
from birdtable.lab.envs.encoding import Encoding, encoding

GAMES = ["birdie", "cubirds"]
SETTINGS: list[tuple[str, int, dict[str, Any]]] = [
    ("birdie", 2, {}),
    ("birdie", 3, {"robin_source": "bird_deck", "owl": "move", "same_trait_sets": "choose"}),
    ("birdie", 4, {"expert": True}),
    ("cubirds", 2, {"turn_limit": 200}),
    ("cubirds", 5, {"turn_limit": 200}),
]


def decisions(coding: Encoding, seats: int, options: dict[str, Any], seed: int) -> Any:
    """The states of a random match in which a seat is to decide."""
    pick, rng = random.Random(seed), Rng(seed)
    state = coding.game.start(seats, options)
    while state.to_move != NOBODY:
        if state.to_move == CHANCE:
            state.apply(state.roll(rng))
        else:
            yield state
            state.apply(pick.choice(state.legal()))


@pytest.mark.parametrize("name", GAMES)
def test_every_step_of_a_seat_has_a_number_and_back(name: str) -> None:
    coding = encoding(name)
    assert coding.actions < 400
    assert [coding.action(coding.step(action)) for action in range(coding.actions)] == list(range(coding.actions))


@pytest.mark.parametrize("name", GAMES)
def test_a_step_of_chance_is_no_action(name: str) -> None:
    with pytest.raises(BadInput, match="is not a step of a seat"):
        encoding(name).action("starter 1")
    with pytest.raises(BadInput, match="are numbers from 0"):
        encoding(name).step(-1)


@pytest.mark.parametrize(("name", "seats", "options"), SETTINGS)
def test_what_is_written_from_the_state_is_what_the_view_holds(name: str, seats: int, options: dict[str, Any]) -> None:
    coding = encoding(name)
    for seed in range(3):
        for state in decisions(coding, seats, options, seed):
            for seat in range(seats):
                expected = coding.observe(coding.game.view(state, seat))
                assert coding.split(coding.observe_seat(state, seat)) == coding.split(expected)


@pytest.mark.parametrize(("name", "seats", "options"), SETTINGS)
def test_an_observation_does_not_change_with_what_the_seat_cannot_know(
    name: str, seats: int, options: dict[str, Any]
) -> None:
    coding, rng = encoding(name), Rng(1)
    for number, state in enumerate(decisions(coding, seats, options, 7)):
        if number % 5 == 0:
            seat = state.to_move
            other = coding.game.imagine(coding.game.view(state, seat), rng)
            assert np.array_equal(coding.observe_seat(state, seat), coding.observe_seat(other, seat))


@pytest.mark.parametrize("name", GAMES)
def test_the_mask_marks_the_legal_steps(name: str) -> None:
    coding = encoding(name)
    for state in decisions(coding, 2, {}, 3):
        steps = [coding.step(int(action)) for action in np.flatnonzero(coding.mask(state.legal()))]
        assert sorted(steps) == sorted(coding.game.legal_steps(state))
        break


def test_an_array_of_another_shape_is_refused() -> None:
    with pytest.raises(BadInput, match="an observation of Birdie has"):
        encoding("birdie").split(np.zeros(3, np.int16))
