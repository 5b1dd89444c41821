"""A planner that has seen other rows answers as a fresh one does."""

from __future__ import annotations

from birdtable import catalog
from birdtable.bots.birdie.planning import Planner
from birdtable.bots.birdie.turned_row import TurnedRow, row_in_state
from birdtable.engine import Rng
from birdtable.game import CHANCE, NOBODY
from birdtable.games.birdie.cards import MARKING


def rows(matches: int) -> list[TurnedRow]:
    """Rows of random matches before their first set is marked."""
    game, rng, found = catalog.game("birdie"), Rng(2), []
    for _ in range(matches):
        state = game.start(2)
        while state.to_move != NOBODY:
            if state.to_move == CHANCE:
                state.apply(state.roll(rng))
                continue
            if state.phase == MARKING and not state.cursor:
                found.append(row_in_state(state))
            legal = state.legal()
            state.apply(legal[rng.below(len(legal))])
    return found


def test_what_is_remembered_is_of_the_same_row_and_rules() -> None:
    planner, differ = Planner(), 0
    for turned in rows(20):
        plans = []
        for owl_moves in (False, True):
            row = turned._replace(owl_moves=owl_moves)
            plans.append(planner.best_plan(row, {"owl", "pigeon"}))
            assert plans[-1] == Planner().best_plan(row, {"owl", "pigeon"})
        differ += plans[0] != plans[1]
    assert differ
