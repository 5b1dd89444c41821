"""Turn puzzles: every number of the shipped ones holds together, and one is made anew."""

from __future__ import annotations

import pytest

from birdtable import catalog
from birdtable.game import ends_play
from birdtable.puzzles import pack, tries
from birdtable.puzzles.form import TurnPuzzle
from birdtable.puzzles.turns import ERRORS, MARGIN, QUICK, make_turn, quick_play


def shipped(series: str) -> list[TurnPuzzle]:
    return [puzzle for puzzle in pack.puzzles(series) if isinstance(puzzle, TurnPuzzle)]


@pytest.mark.parametrize("series", ["birdie-turn", "cubirds-turn"])
def test_every_shipped_turn_is_clear_by_both_searches_and_quick_bots_miss_it(series: str) -> None:
    puzzles = shipped(series)
    assert len({puzzle.id for puzzle in puzzles}) == len(puzzles) > 30
    for puzzle in puzzles:
        tries.check_puzzle(puzzle)
        margin = puzzle.margin
        for by, error in ((margin.by, margin.error), (margin.by_again, margin.error_again)):
            assert by >= MARGIN and by >= ERRORS * error - 0.001
        again = [choice.again for choice in puzzle.choices]
        assert again[0] == max(again)
        assert {name for choice in puzzle.choices for name in choice.bots} == set(QUICK)


def test_a_play_that_was_not_searched_is_estimated_and_never_accepted() -> None:
    puzzle = shipped("cubirds-turn")[0]
    game, state = catalog.game("cubirds"), tries.state_of(puzzle)
    known = {choice.steps for choice in puzzle.choices}
    other = next(step for step in game.legal_steps(state) if (step,) not in known and quick_ends(puzzle, step))
    verdict = tries.judge(puzzle, [other])
    assert not verdict.right and verdict.own.is_estimate and verdict.own.cost > 0
    assert verdict.own.why is not None


def quick_ends(puzzle: TurnPuzzle, step: str) -> bool:
    game, state = catalog.game(puzzle.game), tries.state_of(puzzle)
    return ends_play(state, puzzle.seat, game.play(state, step))


@pytest.mark.long
@pytest.mark.parametrize("name", ["birdie", "cubirds"])
def test_the_same_seed_makes_the_same_turn(name: str) -> None:
    game = catalog.game(name)
    one = make_turn(game, 7, "c")
    assert one == make_turn(game, 7, "c")
    view = game.view(tries.state_of(one), one.seat)
    assert all(quick_play(game, view, each, 1) != one.steps for each in ("greedy",))
