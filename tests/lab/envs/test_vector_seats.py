"""``gymnasium.make_vec`` is the same task as ``gymnasium.make``, many times at once."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv

import birdtable
import birdtable.lab.envs.gymnasium
from birdtable import catalog
from birdtable.engine import Rng
from birdtable.game import CHANCE, NOBODY, BadInput
from birdtable.lab.envs.opponents import Opponent
from birdtable.lab.envs.vector_seats import VectorSeats
from kit.birdie.redeal import redeal as redeal_birdie
from kit.cubirds.redeal import redeal as redeal_cubirds

compiled = pytest.mark.skipif(birdtable.speed() != "compiled", reason="the vector engine is compiled code")
BIRDIE, CUBIRDS = "birdtable/Birdie-v1", "birdtable/CuBirds-v1"
REDEAL: dict[str, Any] = {"birdie": redeal_birdie, "cubirds": redeal_cubirds}
TASKS: list[tuple[str, dict[str, Any]]] = [
    (BIRDIE, {}),
    (BIRDIE, {"players": ("random", "greedy"), "seat": 1, "reward": "points", "options": {"expert": True}}),
    (BIRDIE, {"players": ("novice", "learned", "self"), "seat": 2}),
    (CUBIRDS, {"players": ("hasty", "random", "greedy"), "seat": 3}),
    (CUBIRDS, {"players": ("self",), "form": "onehot", "options": {"turn_limit": 30}}),
    (CUBIRDS, {"players": ("learned", "search:2"), "seat": 1, "options": {"turn_limit": 20}}),
]


def make_vec(name: str, count: int, **settings: Any) -> VectorSeats:
    env = gymnasium.make_vec(name, num_envs=count, vectorization_mode="vector_entry_point", **settings)
    assert isinstance(env, VectorSeats)
    return env


def make_sync(name: str, count: int, mode: AutoresetMode, **settings: Any) -> SyncVectorEnv:
    """Gymnasium's own vector of single environments."""
    return SyncVectorEnv([lambda: gymnasium.make(name, **settings)] * count, autoreset_mode=mode)


def choose(masks: Any, rng: np.random.Generator, *, wrong: int) -> Any:
    """A legal action for each match, but in one match of ``wrong`` one that is not."""
    actions = []
    for mask in masks:
        legal = np.flatnonzero(mask) if mask.any() else np.array([0])
        actions.append(int(np.flatnonzero(mask == 0)[0]) if rng.integers(wrong) == 0 else int(rng.choice(legal)))
    return np.array(actions)


def same_infos(ours: dict[str, Any], theirs: dict[str, Any]) -> None:
    assert ours.keys() == theirs.keys()
    for name, value in theirs.items():
        if name.startswith("_"):
            assert ours[name].tolist() == value.tolist(), name
        elif isinstance(value, dict):
            same_infos(ours[name], value)
        else:
            for i in np.flatnonzero(theirs[f"_{name}"]):
                assert np.array_equal(ours[name][i], value[i]), name


@compiled
@pytest.mark.parametrize("mode", list(AutoresetMode))
@pytest.mark.parametrize(("name", "settings"), TASKS)
def test_it_is_what_gymnasium_makes_of_single_environments(
    name: str, settings: dict[str, Any], mode: AutoresetMode
) -> None:
    ours, theirs = make_vec(name, 4, autoreset_mode=mode, **settings), make_sync(name, 4, mode, **settings)
    assert ours.single_observation_space == theirs.single_observation_space
    assert ours.observation_space == theirs.observation_space
    assert ours.action_space == theirs.action_space
    rng, ended = np.random.default_rng(1), 0
    (seen, infos), (expected, other_infos) = ours.reset(seed=7), theirs.reset(seed=7)
    for _ in range(250):
        assert np.array_equal(seen, expected)
        assert ours.observation_space.contains(seen)
        same_infos(infos, other_infos)
        actions = choose(infos["action_mask"], rng, wrong=200)
        seen, rewards, over, cut, infos = ours.step(actions)
        expected, *others, other_infos = theirs.step(actions)
        for found, other in zip((rewards, over, cut), others, strict=True):
            assert found.dtype == other.dtype
            assert np.array_equal(found, other)
        ended += int(over.sum())
        if mode is AutoresetMode.DISABLED and over.any():
            assert np.array_equal(seen, expected)
            same_infos(infos, other_infos)
            seen, infos = ours.reset(options={"reset_mask": over})
            expected, other_infos = theirs.reset(options={"reset_mask": over.copy()})
            seeded = ours.reset(seed=[1, 2, None, 4])[0], theirs.reset(seed=[1, 2, None, 4])[0]
            assert np.array_equal(*seeded)
            seen, infos = ours.reset()
            expected, other_infos = theirs.reset()
    assert ended
    ours.close()
    theirs.close()


@compiled
def test_what_was_given_out_stays_as_it_is() -> None:
    env = make_vec(CUBIRDS, 8)
    seen, infos = env.reset(seed=1)
    before = seen.copy(), infos["action_mask"].copy()
    rng = np.random.default_rng(1)
    for _ in range(5):
        _, _, _, _, later = env.step(choose(infos["action_mask"], rng, wrong=10**9))
        infos = later
    assert np.array_equal(before[0], seen)
    env.close()


@compiled
def test_the_same_seed_gives_the_same_again_and_every_match_its_own() -> None:
    env = make_vec(BIRDIE, 64)
    first = env.reset(seed=3)[0]
    other = env.reset(seed=1000)[0]
    assert np.array_equal(first, env.reset(seed=3)[0])
    assert np.array_equal(first[5], env.reset(seed=8)[0][0])
    assert not np.array_equal(first, other)
    assert len({row.tobytes() for row in first}) == 64
    assert not np.array_equal(env.reset(seed=3)[0], env.reset()[0])
    unseeded = make_vec(BIRDIE, 64).reset()[0]
    assert len({row.tobytes() for row in unseeded}) == 64
    env.close()


@compiled
def test_threads_change_nothing() -> None:
    envs = [make_vec(CUBIRDS, 1024, players=("random", "random"), seat=1, threads=threads) for threads in (1, 2)]
    rng = np.random.default_rng(2)
    (one, infos), (two, _) = (env.reset(seed=5) for env in envs)
    for _ in range(20):
        assert np.array_equal(one, two)
        actions = choose(infos["action_mask"], rng, wrong=100)
        (one, *_, infos), (two, *_) = (env.step(actions) for env in envs)
    for env in envs:
        env.close()


@compiled
def test_bad_arguments_are_refused() -> None:
    cases: list[tuple[dict[str, Any], str]] = [
        ({"seat": 2}, "seat is a number from 0 to 1"),
        ({"seat": 1.0}, "seat is a number from 0 to 1, not 1.0"),
        ({"threads": 0}, "threads are a whole number from 1 on, not 0"),
        ({"options": ["expert"]}, "options are values by their names"),
        ({"reward": "gold"}, "reward is 'win' or 'points'"),
        ({"players": ["random"] * 4}, "2 to 4 players"),
        ({"players": ["nobody"]}, "nobody"),
        ({"players": 2}, "players are the names"),
        ({"players": "random"}, "players are the names"),
        ({"form": "pixels"}, "form is 'compact', 'onehot', 'history'"),
        ({"form": "history"}, "keeps no history"),
        ({"options": {"colour": 1}}, "has no option 'colour'"),
        ({"render_mode": "rgb_array"}, "render_mode is 'ansi'"),
        ({"render_mode": "human"}, "prints nothing"),
        ({"autoreset_mode": "Never"}, "autoreset_mode is one of 'NextStep'"),
    ]
    for settings, message in cases:
        with pytest.raises(BadInput, match=message):
            make_vec(BIRDIE, 2, **settings)
    for count in (0, 2.5):
        with pytest.raises(BadInput, match=f"at least 1 match, not {count}"):
            make_vec(BIRDIE, count)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="opponents"):
        make_vec(BIRDIE, 2, opponents="self")


@compiled
def test_bad_calls_are_refused_and_change_nothing() -> None:
    env = make_vec(CUBIRDS, 3, autoreset_mode="Disabled")
    bad_seeds: list[Any] = [-1, [1, 2, -3]]
    for bad in bad_seeds:
        with pytest.raises(BadInput, match="a seed is a whole number from 0 on"):
            env.reset(seed=bad)
    with pytest.raises(BadInput, match="reset"):
        env.step(np.zeros(3, int))
    with pytest.raises(BadInput, match="begin all matches"):
        env.reset(options={"reset_mask": np.array([True, False, False])})
    seen, infos = env.reset(seed=1)
    legal = infos["action_mask"].argmax(axis=1)
    for actions, message in [
        (np.zeros(2, int), "as many whole numbers"),
        (np.zeros(3), "as many whole numbers"),
        (np.array([legal[0], 75, legal[2]]), "numbers from 0 to 74, not 75"),
        (np.array([legal[0], -1, 2**40]), "numbers from 0 to 74, not -1"),
    ]:
        with pytest.raises(BadInput, match=message):
            env.step(actions)
    options_refused: list[tuple[dict[str, Any], str]] = [
        ({"reset_mask": [True] * 3}, "an array of 3 truth values"),
        ({"reset_mask": np.ones(2, bool)}, "an array of 3 truth values"),
        ({"colour": 1}, "takes no options, not colour"),
    ]
    for options, message in options_refused:
        with pytest.raises(BadInput, match=message):
            env.reset(options=options)
    whole = "a seed is a whole number from 0 on, not"
    seeds_refused: list[tuple[Any, str]] = [
        ([1, 2], "as many seeds"),
        (1.5, whole),
        ([8, 1.7, 9], whole),
        ([8, "4", 9], whole),
    ]
    for seed, message in seeds_refused:
        with pytest.raises(BadInput, match=message):
            env.reset(seed=seed)
    env.step(legal)
    fresh = make_vec(CUBIRDS, 3)
    assert np.array_equal(fresh.reset(seed=1)[0], seen)
    assert np.array_equal(fresh.step(legal)[0], env.table.observations)
    illegal = np.array([(mask == 0).argmax() for mask in env.table.masks])
    assert env.step(illegal)[2].all()
    with pytest.raises(BadInput, match="matches 0, 1, 2 are over"):
        env.step(illegal)


@compiled
def test_it_can_be_closed_twice_and_is_closed_then() -> None:
    env = make_vec(CUBIRDS, 600, threads=2)
    env.reset(seed=1)
    env.close()
    env.close()
    with pytest.raises(BadInput, match="closed"):
        env.step(np.zeros(600, int))


@compiled
def test_an_opponent_that_fails_is_heard_of(monkeypatch: pytest.MonkeyPatch) -> None:
    env = make_vec(CUBIRDS, 16, players=("search:2",))
    monkeypatch.setattr(Opponent, "choose", lambda *_: 1 // 0)
    with pytest.raises(ZeroDivisionError):
        env.reset(seed=1)  # the opponent begins in some of them
    monkeypatch.undo()
    with pytest.raises(BadInput, match="reset"):
        env.step(np.zeros(16, int))
    assert env.observation_space.contains(env.reset(seed=1)[0])


@compiled
def test_it_is_rendered_as_text() -> None:
    env = make_vec(BIRDIE, 2, render_mode="ansi")
    env.reset(seed=1)
    texts = env.render()
    assert texts is not None
    assert len(texts) == 2
    assert all("Take 1 card to the hand" in text and ">You" in text for text in texts)


@pytest.mark.parametrize("name", ["birdie", "cubirds"])
@pytest.mark.parametrize("player", ["random", "novice", "hasty", "greedy", "learned"])
def test_our_players_read_nothing_that_their_seat_cannot_know(name: str, player: str) -> None:
    """They are asked with the state: what is hidden from the seat is dealt anew, and the choice stays."""
    game, rng = catalog.game(name), Rng(4)
    opponent = Opponent(player, name)
    state, looked = game.start(3, game.cap()), 0
    while state.to_move != NOBODY and looked < 150:
        if state.to_move == CHANCE:
            state.apply(state.roll(rng))
            continue
        other = REDEAL[name](state, state.to_move, rng)
        chosen = opponent.choose(state.copy(), Rng(looked))
        assert chosen == opponent.choose(other, Rng(looked))
        looked += 1
        state.apply(chosen)
    assert looked > 20


@pytest.mark.parametrize("player", ["novice", "hasty", "greedy"])
@pytest.mark.parametrize("options", [{}, {"expert": True}, {"owl": "move", "same_trait_sets": "choose"}])
def test_a_row_is_scored_by_the_state_as_by_the_view(player: str, options: dict[str, Any]) -> None:
    """In a vector nobody looks at a view to score a row; the seats of 3 and the second round of 2 are played too."""
    game, rng, scored = catalog.game("birdie"), Rng(6), 0
    opponent = Opponent(player, "birdie")
    policy = opponent.policy
    assert policy is not None
    for seats in [2] * 3 + [3]:
        state = game.start(seats, options)
        while state.to_move != NOBODY:
            if state.to_move == CHANCE:
                state.apply(state.roll(rng))
                continue
            chosen, view = opponent.choose(state, rng), game.view(state, state.to_move)
            if policy.settles(view):
                assert game.steps[chosen] == opponent.player.choose(view, game.legal_steps(state), rng)
                scored += 1
            state.apply(chosen)
    assert scored > 50


@pytest.mark.parametrize("name", [BIRDIE, CUBIRDS])
@pytest.mark.parametrize("form", ["compact", "history"])
def test_a_single_environment_can_be_copied_and_pickled(name: str, form: str) -> None:
    env: Any = gymnasium.make(name, players=("greedy", "hasty"), form=form)
    rng = np.random.default_rng(3)
    _, info = env.reset(seed=2)
    for _ in range(12):
        _, _, _, _, info = env.step(int(rng.choice(np.flatnonzero(info["action_mask"]))))
    twins = [env, copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
    for _ in range(40):
        action = int(rng.choice(np.flatnonzero(info["action_mask"])))
        answers = [twin.step(action) for twin in twins]
        for seen, reward, over, _, _ in answers[1:]:
            assert np.array_equal(seen, answers[0][0])
            assert (reward, over) == answers[0][1:3]
        info = answers[0][4]
        if answers[0][2]:
            info, *_ = (twin.reset()[1] for twin in twins)


@pytest.mark.parametrize("make", [gymnasium.make, lambda name: make_vec(name, 2)])
def test_the_old_version_says_what_has_changed(make: Any) -> None:
    with pytest.raises(BadInput, match=r"Birdie-v0 is no more: use birdtable/Birdie-v1\. Observations now hold"):
        make("birdtable/Birdie-v0")
