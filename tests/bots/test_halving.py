"""Few simulations are spent on the likeliest steps: equally at first, then on the better half of them, and so on."""

from __future__ import annotations

from typing import Any

import pytest

from birdtable import catalog
from birdtable.bots.knowledge import knowledge, search_policy
from birdtable.bots.players.search import HALVED_FROM, SearchBot
from birdtable.bots.roster import bot
from birdtable.bots.search.budget import Budget
from birdtable.bots.search.tree import Tree, search
from birdtable.engine import Rng
from birdtable.game import CHANCE

GAME = catalog.game("cubirds")
CANDIDATES = 8


def opening(seats: int = 2) -> Any:
    """The first lay of a match."""
    state, rng = GAME.start(seats, {}), Rng(4)
    while state.to_move == CHANCE:
        state.apply(state.roll(rng))
    return state


def grow(simulations: int, candidates: int) -> Tree:
    state = opening()
    imagine = GAME.imaginer(GAME.view(state, state.to_move))
    return search(imagine, search_policy(GAME), Rng(7), simulations=simulations, candidates=candidates)


def test_half_of_the_steps_go_on_each_time_until_one_is_left() -> None:
    tree = grow(121, CANDIDATES)
    tries = [visits for _, visits, _ in tree.findings() if visits]
    assert abs(tree.simulations - 121) <= CANDIDATES
    assert sum(tries) == tree.simulations
    assert len(tries) <= CANDIDATES + 1
    first, second, third, fourth, fifth, *_ = tries
    assert abs(first - second) <= 1, "two are left for the last comparison"
    assert second > third and abs(third - fourth) <= 1, "and four for the one before"
    assert fourth > fifth


def test_the_step_that_is_left_is_among_those_tried_most() -> None:
    tree = grow(121, CANDIDATES)
    most = tree.findings()[0][1]
    chosen = {code for code, visits, _ in tree.findings() if visits >= most - 1}
    assert tree.best_step() in chosen


@pytest.mark.parametrize(("simulations", "is_halved"), [(16, False), (100, True)])
def test_a_champion_of_few_simulations_searches_as_always(simulations: int, is_halved: bool) -> None:
    state = opening()
    view = GAME.view(state, state.to_move)
    trees: list[Tree] = []
    for candidates in (0, knowledge(GAME).candidates):
        player = SearchBot(GAME, search_policy(GAME), Budget(simulations), candidates=candidates)
        player.watcher = trees.append
        player.choose(view, GAME.legal_steps(state), Rng(5))
    plain, halved = (tree.tries(state.legal()) for tree in trees)
    assert (plain != halved) == is_halved == (simulations * 0.7 >= HALVED_FROM)


def test_a_champion_with_a_clock_knows_no_number_to_halve() -> None:
    state = opening()
    view = GAME.view(state, state.to_move)
    trees: list[Tree] = []
    player = bot("champion:5ms", "cubirds")
    assert isinstance(player, SearchBot)
    player.watcher = trees.append
    assert player.choose(view, GAME.legal_steps(state), Rng(5)) in GAME.legal_steps(state)
    (tree,) = trees
    assert 1 <= tree.simulations < 100_000
