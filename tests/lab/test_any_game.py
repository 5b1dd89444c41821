"""A game that brings nothing but its rules plays in every environment."""

from __future__ import annotations

import random
import warnings
from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import Any

import gymnasium
import numpy as np
import pyspiel
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, seed_test

import birdtable
from birdtable import catalog
from birdtable.bots.match import matches
from birdtable.game import BadInput
from birdtable.lab.data.arrays import stack, transitions
from birdtable.lab.data.rows import decisions
from birdtable.lab.envs import gymnasium as gymnasium_envs
from birdtable.lab.envs import openspiel, pettingzoo
from birdtable.lab.envs.encoding import encoding
from birdtable.lab.envs.vector import VectorTable
from birdtable.record import Play, Record
from kit.kuhn import GAME, KuhnState
from test_kuhn import ALWAYS, SOMETIMES


@pytest.fixture(autouse=True, scope="module")
def kuhn() -> Iterator[None]:
    """Kuhn poker, registered after the environments were imported."""
    catalog.register("kuhn", "kit.kuhn")
    yield
    del catalog.GAMES["kuhn"]


def test_gymnasium_finds_nothing_wrong() -> None:
    name = gymnasium_envs.register("kuhn")
    assert name == "birdtable/Kuhnpoker-v1" == gymnasium_envs.register("kuhn")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(gymnasium.make(name, render_mode="ansi").unwrapped)


@pytest.mark.parametrize("seat", [0, 1])
def test_a_learner_plays_against_a_bot_for_chips(seat: int) -> None:
    env: Any = gymnasium.make(gymnasium_envs.register("kuhn"), seat=seat, reward="points").unwrapped
    rng, won = np.random.default_rng(1), set()
    for seed in range(60):
        _, info = env.reset(seed=seed)
        over = False
        while not over:
            _, reward, over, _, info = env.step(rng.choice(np.flatnonzero(info["action_mask"])))
        record = Record.parse(env.record_text())
        assert record.outcome is not None
        assert reward == record.outcome.points[seat]
        won.add(reward)
    assert won == {-2, -1, 1, 2}


def test_an_illegal_action_names_the_rule() -> None:
    env = gymnasium_envs.SeatEnv("kuhn")
    env.reset(seed=1)
    _, reward, terminated, _, info = env.step(np.int64(GAME.codes["fold"]))
    assert (reward, terminated) == (-1.0, True)
    assert "[K3]" in info["illegal"]


def test_pettingzoo_finds_nothing_wrong() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(pettingzoo.env("kuhn"), num_cycles=100)
        parallel_api_test(pettingzoo.parallel_env("kuhn"), num_cycles=100)
        seed_test(partial(pettingzoo.env, "kuhn"), num_cycles=60)
    assert pettingzoo.env("kuhn").metadata["name"] == "kuhn_v1"


def test_openspiel_finds_nothing_wrong() -> None:
    name = openspiel.register("kuhn")
    assert name == "python_kuhn" == openspiel.register("kuhn")
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=10, serialize=True, verbose=False)


def test_openspiel_walks_the_whole_tree() -> None:
    nodes: Counter[str] = Counter()

    def walk(state: Any) -> None:
        nodes["chance" if state.is_chance_node() else "terminal" if state.is_terminal() else "decision"] += 1
        for action in state.legal_actions():
            walk(state.child(action))

    walk(pyspiel.load_game(openspiel.register("kuhn")).new_initial_state())
    assert nodes == {"chance": 4, "decision": 24, "terminal": 30}


def test_in_openspiel_well_played_the_first_player_loses_an_eighteenth_of_a_chip() -> None:
    def value(state: Any) -> float:
        """Chips that the first player wins on average."""
        if state.is_terminal():
            outcome = GAME.outcome(state.match)
            assert outcome is not None
            assert state.returns() == [1.0 if seat in outcome.winners else -1.0 for seat in range(2)]
            return float(outcome.points[0])
        odds = state.chance_outcomes() if state.is_chance_node() else policy(state)
        assert sum(chance for _, chance in odds) == pytest.approx(1)
        return sum(chance * value(state.child(action)) for action, chance in odds)

    def policy(state: Any) -> list[tuple[int, float]]:
        player = state.current_player()
        known = state.match.hands[player] + state.match.bets
        boldness = 1.0 if known in ALWAYS else 1 / 3 if known in SOMETIMES else 0.0
        texts = {state.action_to_string(player, action): action for action in state.legal_actions()}
        bold, timid = ("bet", "check") if "bet" in texts else ("call", "fold")
        return [(texts[bold], boldness), (texts[timid], 1 - boldness)]

    assert value(pyspiel.load_game(openspiel.register("kuhn")).new_initial_state()) == pytest.approx(-1 / 18)


def test_every_information_state_has_an_observation_of_its_own() -> None:
    coding = encoding("kuhn")
    seen: dict[tuple[str, str], bytes] = {}
    pick = random.Random(1)
    for _ in range(200):
        state = GAME.start(2)
        while legal := state.legal():
            state.apply(pick.choice(legal))
            for seat in range(2):
                text = GAME.view_text(GAME.view(state, seat))
                numbers = coding.observe_seat(state, seat).tobytes()
                assert seen.setdefault(("view", text), numbers) == numbers
                assert seen.setdefault(("numbers", numbers.hex()), text.encode()) == text.encode()


def test_an_observation_does_not_tell_the_other_hand() -> None:
    coding = encoding("kuhn")
    queen, king = (coding.observe_seat(KuhnState(hands, "b"), 1) for hands in ("QJ", "KJ"))
    assert np.array_equal(queen, king)


def test_its_decisions_become_rows() -> None:
    played = [each.record for each in matches(GAME, ["random"] * 2, {}, games=20, seed=5, recorded="whole")]
    records = [record for record in played if record]
    rows = [row for number, record in enumerate(records) for row in decisions(record, number)]
    steps = [line.steps for record in records for line in record.lines if isinstance(line, Play) and line.seat >= 0]
    assert [GAME.steps[row.action] for row in rows] == [step for play in steps for step in play]
    assert all(row.action in row.legal and len(row.legal) == 2 for row in rows)
    assert sum(row.reward for row in rows if row.last) == 0
    assert transitions(stack(rows, encoding("kuhn").actions)).done.sum() == 2 * len(records)


@pytest.mark.skipif(birdtable.speed() != "compiled", reason="the vector engine is compiled code")
def test_the_vector_engine_refuses_a_game_that_is_not_compiled() -> None:
    with pytest.raises(BadInput, match="Kuhn poker has no compiled rules"):
        VectorTable("kuhn", 4)
