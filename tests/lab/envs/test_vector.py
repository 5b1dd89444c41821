"""Many matches at once are the same matches as one at a time."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import birdtable
from birdtable.chance import Dice
from birdtable.game import BadInput
from birdtable.lab.envs.encoding import encoding
from birdtable.lab.envs.episode import Episode
from birdtable.lab.envs.opponents import Opponent
from birdtable.lab.envs.vector import VectorTable

compiled = pytest.mark.skipif(birdtable.speed() != "compiled", reason="the vector engine is compiled code")


def play_both(name: str, players: int, matches: int, options: dict[str, Any] | None = None, width: int = 50) -> int:
    """Plays a vector beside as many single matches until so many have ended; everything must be equal."""
    table = VectorTable(name, width, players, options)
    seeds = list(range(100, 100 + width))
    table.reset_each(seeds)
    dice = [Dice(seed) for seed in seeds]
    singles = [Episode(name, players, 0, options, chance=each) for each in dice]
    rng, ended = np.random.default_rng(1), 0
    while ended < matches:
        actions = np.array([rng.choice(np.flatnonzero(mask)) for mask in table.masks], np.int32)
        for i, single in enumerate(singles):
            seat = single.to_move
            assert seat == table.to_move[i]
            assert np.array_equal(single.mask(seat), table.masks[i])
            assert np.array_equal(single.observe(seat), table.observations[i])
            single.play(single.encoding.step(int(actions[i])))
        acted = table.to_move.tolist()
        table.step(actions)
        for i, single in enumerate(singles):
            assert bool(table.over[i]) == single.over
            assert table.rewards[i].tolist() == pytest.approx(single.rewards("win"))
            if single.over:
                assert np.array_equal(single.observe(acted[i]), table.finals[i])
                ended += 1
                singles[i] = Episode(name, players, 0, options, chance=dice[i])
    return ended


@compiled
@pytest.mark.parametrize(
    ("name", "players", "options"),
    [("birdie", 2, {}), ("birdie", 4, {}), ("birdie", 3, {"expert": True}), ("cubirds", 2, {}), ("cubirds", 4, {})],
)
def test_a_vector_equals_single_matches(name: str, players: int, options: dict[str, Any]) -> None:
    assert play_both(name, players, 200, options) >= 200


@compiled
@pytest.mark.long
@pytest.mark.parametrize(("name", "players"), [("birdie", 2), ("birdie", 4), ("cubirds", 2), ("cubirds", 4)])
def test_a_vector_equals_single_matches_for_long(name: str, players: int) -> None:
    assert play_both(name, players, 25_000, width=500) >= 25_000


@compiled
def test_threads_change_nothing() -> None:
    one, two = (VectorTable("birdie", 1024, 2, threads=threads) for threads in (1, 2))
    for table in (one, two):
        table.reset(3)
    for _ in range(200):
        actions = one.random_actions().copy()
        assert np.array_equal(actions, two.random_actions())
        one.step(actions)
        two.step(actions)
    assert np.array_equal(one.observations, two.observations)
    assert np.array_equal(one.rewards, two.rewards)


@compiled
def test_an_illegal_action_ends_the_match_for_who_took_it() -> None:
    table = VectorTable("cubirds", 4, 3)
    actions = table.random_actions().copy()
    actions[2] = int(np.flatnonzero(table.masks[2] == 0)[0])
    seat = table.to_move[2]
    table.step(actions)
    assert table.over.tolist() == [0, 0, 2, 0]
    assert table.rewards[2, seat] == -1
    assert np.count_nonzero(table.rewards[2]) == 1


@compiled
def test_wrong_shapes_are_refused() -> None:
    table = VectorTable("birdie", 4)
    with pytest.raises(BadInput, match="4 matches need as many whole numbers as actions"):
        table.step(np.zeros(5, np.int32))
    with pytest.raises(BadInput, match="as many seeds"):
        table.reset_each([1])
    with pytest.raises(BadInput, match="at least 1 match"):
        VectorTable("birdie", 0)
    others: list[Any] = [[None], [None, "random"], [None] * 3]
    for opponents in others:
        with pytest.raises(BadInput, match="opponents of 2 seats are as many"):
            VectorTable("birdie", 1, 2, opponents=opponents)
    with pytest.raises(BadInput, match="reward is 'win' or 'points', not 'gold'"):
        VectorTable("birdie", 1, reward="gold")


@compiled
def test_observations_are_written_by_code_compiled_for_such_states() -> None:
    from birdtable.lab.envs.batch import Batch, is_compiled

    birdie, cubirds = encoding("birdie"), encoding("cubirds")
    fresh = cubirds.game.start(2)
    assert is_compiled(cubirds.write, fresh)
    for other in (birdie.write, lambda state, seat, numbers: None, None):
        assert not is_compiled(other, fresh)
        with pytest.raises(TypeError, match="is not compiled for CuBirdsState"):
            Batch(fresh, cubirds.actions, [1], other, [None, None])


@compiled
def test_a_match_takes_less_than_2_kb() -> None:
    import sys

    assert sys.getsizeof(VectorTable("birdie", 1).batch.match(0)) < 2048
    assert sys.getsizeof(VectorTable("cubirds", 1).batch.match(0)) < 2048


@compiled
def test_no_number_becomes_another_action() -> None:
    """1.9 is not taken for 1, nor 2**32 + 1."""
    table: Any = VectorTable("birdie", 3)
    table.reset(1)
    legal = table.masks.argmax(axis=1)
    for wrong in (legal + 0.9, [0, 1], legal.astype(str), None):
        with pytest.raises(BadInput, match="3 matches need as many whole numbers as actions"):
            table.step(wrong)
    table.step(legal + 2**32)
    assert (table.over == 2).all() and (table.rewards.min(axis=1) == -1).all()
    for kind in (np.uint8, np.uint64, np.int64):
        table.step(table.masks.argmax(axis=1).astype(kind))
        assert not table.over.any()


@compiled
def test_nobody_is_paid_for_a_match_that_has_not_begun() -> None:
    """Rewards lie side by side: those of chance would be somebody else's."""
    table = VectorTable("cubirds", 4, opponents=[None, Opponent("random", "cubirds")])
    table.step_on(np.zeros(4, np.int32))
    assert (table.over == 2).all()
    assert not table.rewards.any()
