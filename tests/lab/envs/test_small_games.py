"""The small games: the whole tree can be walked, what is hidden has its odds, and the published figures are right."""

from __future__ import annotations

from typing import Any

import msgspec
import pyspiel
import pytest

from birdtable.lab import exploitability
from birdtable.lab.envs.small import SMALL, read_trees
from birdtable.lab.exploitability import nash_conv, size, small_game


@pytest.fixture(scope="module", params=list(SMALL))
def name(request: Any) -> str:
    return str(request.param)


def test_openspiel_finds_nothing_wrong(name: str) -> None:
    pyspiel.random_sim_test(small_game(name), num_sims=3, serialize=True, verbose=False)


def test_the_tree_is_as_large_as_published(name: str) -> None:
    tree = read_trees()[name]
    assert size(small_game(name)) == (tree.nodes, tree.information_states)


def test_a_figure_is_as_published(name: str) -> None:
    assert nash_conv(small_game(name), "greedy") == read_trees()[name].nash_conv["greedy"]


@pytest.mark.long
def test_all_figures_are_as_published(name: str) -> None:
    assert exploitability.measure(name) == read_trees()[name]


def test_hidden_hands_are_dealt_by_their_odds() -> None:
    state = small_game("birdie").new_initial_state()
    hands = {}
    for number, odds in state.chance_outcomes():
        match = state.child(number).match
        hands["".join(msgspec.to_builtins(state.rules.view(match, 0).hand + state.rules.view(match, 1).hand))] = odds
    assert hands == pytest.approx({"WsWs": 2 / 12, "WsRw": 4 / 12, "RwWs": 4 / 12, "RwRw": 2 / 12})


def test_nobody_knows_the_hand_of_the_other(name: str) -> None:
    root = small_game(name).new_initial_state()
    starts = [root.child(number) for number, _ in root.chance_outcomes()]
    for player in range(2):
        hands = {tuple(state.rules.view(state.match, player).hand) for state in starts}
        assert len({state.information_state_string(player) for state in starts}) == len(hands) == 2


def test_what_is_hidden_is_dealt_anew(name: str) -> None:
    sampler = pyspiel.UniformProbabilitySampler(0.0, 1.0)
    root = small_game(name).new_initial_state()
    assert str(root.resample_from_infostate(0, sampler)) == str(root)
    state = root.child(0)
    seen = set()
    for _ in range(40):
        twin = state.resample_from_infostate(0, sampler)
        assert twin.information_state_string(0) == state.information_state_string(0)
        seen.add(twin.information_state_string(1))
    assert len(seen) == 2
