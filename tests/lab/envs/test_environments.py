"""The environments that researchers know, over the one law."""

from __future__ import annotations

import warnings
from functools import partial
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, render_test, seed_test

import birdtable.lab.envs.gymnasium
from birdtable.chance import Recorded
from birdtable.game import BadInput, Value
from birdtable.lab.envs.episode import Episode
from birdtable.lab.envs.pettingzoo import env as make_env
from birdtable.lab.envs.pettingzoo import parallel_env
from birdtable.record import Play, Record, Walk

IDS = ["birdtable/Birdie-v1", "birdtable/CuBirds-v1"]
GAMES = ["birdie", "cubirds"]


def random_action(mask: Any, rng: np.random.Generator) -> int:
    return int(rng.choice(np.flatnonzero(mask)))


@pytest.mark.parametrize("name", IDS)
def test_gymnasium_finds_nothing_wrong(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(gymnasium.make(name, render_mode="ansi").unwrapped)


@pytest.mark.parametrize("name", IDS)
def test_an_illegal_action_ends_the_episode_with_the_rule(name: str) -> None:
    env: Any = gymnasium.make(name).unwrapped
    _, info = env.reset(seed=1)
    illegal = int(np.flatnonzero(info["action_mask"] == 0)[0])
    _, reward, terminated, _, info = env.step(illegal)
    assert (reward, terminated) == (-1.0, True)
    assert "[" in info["illegal"]
    assert not info["action_mask"].any() and not env.action_masks().any()
    assert env.render() is None and env.record_text(), "what led there can still be looked at"
    with pytest.raises(BadInput, match="the match is over: reset"):
        env.step(illegal)
    assert env.reset()[1]["action_mask"].any()


def test_nothing_is_legal_for_whoever_is_out_of_a_table() -> None:
    env = make_env("cubirds", render_mode="ansi")
    with pytest.raises(BadInput, match="begins a match: call it first"):
        env.observe("player_0")
    with pytest.raises(BadInput, match="begins a match: call it first"):
        env.render()
    env.reset(seed=1)
    env.step(int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"] == 0)[0]))
    assert env.render()
    assert not any(env.observe(agent)["action_mask"].any() for agent in env.agents)
    while env.agents:
        env.step(None)
    assert not any(env.observe(agent)["action_mask"].any() for agent in env.possible_agents)


@pytest.mark.parametrize("name", IDS)
def test_the_same_seed_gives_the_same_episode(name: str) -> None:
    def record() -> str:
        env: Any = gymnasium.make(name, players=("random", "random")).unwrapped
        rng = np.random.default_rng(5)
        _, info = env.reset(seed=11)
        over = False
        while not over:
            _, _, over, _, info = env.step(random_action(info["action_mask"], rng))
        return str(env.record_text())

    assert record() == record()


def test_bad_settings_are_refused() -> None:
    make: Any = birdtable.lab.envs.gymnasium.SeatEnv
    cases: list[tuple[dict[str, Any], str]] = [
        ({"seat": 2}, "seat is a number from 0 to 1"),
        ({"reward": "gold"}, "reward is 'win' or 'points'"),
        ({"players": ["random"] * 4}, "2 to 4 players"),
        ({"players": ["nobody"]}, "nobody"),
        ({"options": {"experts": True}}, "no option 'experts'"),
        ({"options": "expert"}, "options are values by their names, such as {'expert': True}, not 'expert'"),
        ({"options": {"starter": 3}}, "names seat 3, and there are 2"),
    ]
    for settings, message in cases:
        with pytest.raises(BadInput, match=message):
            make("birdie", **settings)
        if "options" in settings:
            with pytest.raises(BadInput, match=message):
                make_env("birdie", **settings)


def test_players_and_seeds_are_whole_numbers() -> None:
    make: Any = make_env
    for players in ("2", 2.0, None):
        with pytest.raises(BadInput, match="2 to 4 players, not"):
            make("birdie", players=players)
    for seed in (-1, 1.5, "1"):
        with pytest.raises(BadInput, match="a seed is a whole number from 0 on, not"):
            make("birdie").reset(seed=seed)
    make("birdie", players=np.int64(3)).reset(seed=np.int64(4))


def test_only_a_whole_number_is_an_action() -> None:
    """1.7 is not taken for 1."""
    env: Any = birdtable.lab.envs.gymnasium.SeatEnv("cubirds")
    table: Any = make_env("cubirds")
    env.reset(seed=1)
    table.reset(seed=1)
    for wrong in (1.7, np.float64(1), "1", None, np.array([1, 2])):
        with pytest.raises(BadInput, match="an action of CuBirds is a whole number, not "):
            env.step(wrong)
        with pytest.raises(BadInput, match="number"):
            table.step(wrong)
    action = env.action_masks().argmax()
    assert not env.step(np.array(action))[2]
    table.step(np.int16(action))


def test_stepping_before_reset_or_after_the_end_is_refused() -> None:
    env = birdtable.lab.envs.gymnasium.SeatEnv("cubirds")
    with pytest.raises(BadInput, match="reset"):
        env.step(np.int64(0))


@pytest.mark.parametrize("name", GAMES)
def test_pettingzoo_finds_nothing_wrong(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(make_env(name), num_cycles=200)
        parallel_api_test(parallel_env(name), num_cycles=200)
        seed_test(partial(make_env, name), num_cycles=60)
        render_test(partial(make_env, name))


@pytest.mark.parametrize("name", GAMES)
def test_an_episode_is_a_record_and_the_record_gives_the_episode_again(name: str) -> None:
    env, rng = make_env(name, players=3), np.random.default_rng(3)
    env.reset(seed=9)
    seen: list[Any] = []
    for agent in env.agent_iter():
        observation, _, over, _, _ = env.last()
        if over:
            env.step(None)
            continue
        seen.append((agent, observation["observation"].copy(), observation["action_mask"].copy()))
        env.step(random_action(observation["action_mask"], rng))
    record = Record.parse(env.unwrapped.record_text())
    assert record.outcome is not None
    again = step_through(record)
    assert len(again) == len(seen)
    for (agent, observation, mask), (seat, observation_again, mask_again) in zip(seen, again, strict=True):
        assert agent == f"seat_{seat}"
        assert np.array_equal(observation, observation_again)
        assert np.array_equal(mask, mask_again)


def step_through(record: Record) -> list[tuple[int, Any, Any]]:
    """What the seats of a recorded match saw at each of their decisions."""
    chance = [step for line in record.lines if isinstance(line, Play) and line.seat < 0 for step in line.steps]
    steps = [step for line in record.lines if isinstance(line, Play) and line.seat >= 0 for step in line.steps]
    episode = Episode(record.game, len(record.seats), 0, record.options, chance=Recorded(chance))
    seen = []
    for step in steps:
        seat = episode.to_move
        seen.append((seat, episode.observe(seat), episode.mask(seat)))
        episode.play(step)
    assert episode.record().outcome == record.outcome
    assert len(list(Walk(record))) == len(chance) + len(steps)
    return seen


def test_rewards_are_shared_by_winners_and_by_the_rest() -> None:
    env = make_env("birdie", players=4)
    rng = np.random.default_rng(1)
    env.reset(seed=2)
    episode = env.current()
    while not episode.over:
        episode.play(env.encoding.step(random_action(episode.mask(episode.to_move), rng)))
    assert sorted(episode.rewards("win")) == pytest.approx([-1 / 3, -1 / 3, -1 / 3, 1])
    outcome = episode.game.outcome(episode.recorder.state)
    assert outcome is not None
    assert episode.rewards("points") == list(outcome.points)


def test_matches_without_people_have_a_cap_unless_the_options_say_otherwise() -> None:
    given: list[dict[str, Value]] = [{}, {"turn_limit": 5}, {"turn_limit": None}]
    for options, limit in zip(given, (1000, 5, None), strict=True):
        assert Episode("cubirds", 2, 0, options).record().options["turn_limit"] == limit
    assert Episode("birdie", 2, 0).record().options == Episode("birdie", 2, 0).game.complete({})
