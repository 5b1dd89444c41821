"""Our games in OpenSpiel."""

from __future__ import annotations

import random

import pyspiel
import pytest
from open_spiel.python.algorithms import mcts

import birdtable.lab.envs.openspiel  # noqa: F401 (registers)

GAMES = ["python_birdie", "python_cubirds"]


@pytest.mark.parametrize("name", [*GAMES, "python_birdie(players=4)"])
def test_openspiel_finds_nothing_wrong(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=2, serialize=False, verbose=False)


@pytest.mark.parametrize("name", GAMES)
def test_its_search_plays_our_games(name: str) -> None:
    game = pyspiel.load_game(name)
    state, pick = game.new_initial_state(), random.Random(1)
    while state.is_chance_node():
        actions, odds = zip(*state.chance_outcomes(), strict=True)
        assert sum(odds) == pytest.approx(1)
        state.apply_action(pick.choices(actions, odds)[0])
    bot = mcts.MCTSBot(game, 1.5, 5, mcts.RandomRolloutEvaluator(1))
    assert bot.step(state) in state.legal_actions()


@pytest.mark.parametrize("name", GAMES)
def test_a_clone_goes_its_own_way(name: str) -> None:
    state = pyspiel.load_game(name).new_initial_state()
    before = str(state)
    state.clone().apply_action(0)
    assert str(state) == before
