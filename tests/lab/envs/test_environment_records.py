"""Every environment that keeps a match gives it as a record."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import gymnasium
import pyspiel
import pytest

import birdtable.lab.envs.gymnasium
import birdtable.lab.envs.openspiel  # noqa: F401  (registers its games)
from birdtable.lab.envs.pettingzoo import env, parallel_env
from birdtable.record import Record


def legal(mask: Any, rng: random.Random) -> int:
    return rng.choice([action for action, allowed in enumerate(mask) if allowed])


def play_gymnasium(rng: random.Random) -> str:
    seat = gymnasium.make("birdtable/Birdie-v1")
    _, info = seat.reset(seed=1)
    over = False
    while not over:
        _, _, over, _, info = seat.step(legal(info["action_mask"], rng))
    return str(seat.get_wrapper_attr("record_text")())


def play_pettingzoo(rng: random.Random) -> str:
    table = env("birdie", players=3)
    table.reset(seed=1)
    for agent in table.agent_iter():
        over = table.terminations[agent]
        table.step(None if over else legal(table.observe(agent)["action_mask"], rng))
    return table.record_text()


def play_parallel(rng: random.Random) -> str:
    table = parallel_env("birdie", players=3)
    seen, _ = table.reset(seed=1)
    while table.agents:
        masks = {agent: seen[agent]["action_mask"] for agent in table.agents}
        seen, *_ = table.step({agent: legal(mask, rng) if any(mask) else 0 for agent, mask in masks.items()})
    return str(table.record_text())


def play_openspiel(rng: random.Random) -> str:
    state = pyspiel.load_game("python_birdie(players=3)").new_initial_state()
    while not state.is_terminal():
        chance = state.is_chance_node()
        state.apply_action(rng.choice([a for a, _ in state.chance_outcomes()] if chance else state.legal_actions()))
    return str(state.record_text())


@pytest.mark.parametrize("play", [play_gymnasium, play_pettingzoo, play_parallel, play_openspiel])
def test_an_episode_is_a_record(play: Callable[[random.Random], str]) -> None:
    record = Record.parse(play(random.Random(2)))
    assert record.outcome is not None
    assert record.game == "birdie"
