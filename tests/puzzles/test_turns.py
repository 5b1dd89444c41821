"""Turn puzzles: every number of the shipped ones holds together, and one is made anew."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from birdtable import catalog
from birdtable.game import BadInput, ends_play
from birdtable.puzzles import checking, pack, tries, turns
from birdtable.puzzles.form import TurnPuzzle
from birdtable.puzzles.turns import QUICK, make_turn, quick_play


def shipped(series: str) -> list[TurnPuzzle]:
    return [puzzle for puzzle in pack.puzzles(series) if isinstance(puzzle, TurnPuzzle)]


@pytest.mark.parametrize("series", ["birdie-turn", "cubirds-turn"])
def test_every_shipped_turn_is_clear_by_both_searches_and_quick_bots_miss_it(series: str) -> None:
    puzzles = shipped(series)
    assert len({puzzle.id for puzzle in puzzles}) == len(puzzles) == 100
    for puzzle in puzzles:
        assert tries.answer(puzzle).right
        checking.check_choices(puzzle)
        checking.check_margin(puzzle.margin)
        assert {name for choice in puzzle.choices for name in choice.bots} == set(QUICK)


@pytest.mark.parametrize("series", ["birdie-turn", "cubirds-turn"])
def test_some_shipped_turns_are_searched_again_whatever_bots_have_learnt_since(
    series: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(turns, "search_policy", None)  # nothing learnt is asked
    for puzzle in shipped(series)[::25]:
        checking.check_puzzle(puzzle)


@pytest.mark.long
@pytest.mark.parametrize("series", ["birdie-turn", "cubirds-turn"])
def test_every_shipped_turn_is_searched_again(series: str) -> None:
    for puzzle in shipped(series):
        checking.check_puzzle(puzzle)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"margin": {"by": 0.02}}, "not clear"),
        ({"margin": {"by_again": 0.04, "error_again": 0.02}}, "not clear"),
        ({"choices": (0,)}, "not in order"),
        ({"choices": (1, 0)}, "not in order"),
    ],
)
def test_a_turn_that_is_not_clear_is_no_puzzle(wrong: dict[str, Any], said: str) -> None:
    puzzle = shipped("birdie-turn")[0]
    if "margin" in wrong:
        other = replace(puzzle, margin=replace(puzzle.margin, **wrong["margin"]))
    else:
        other = replace(puzzle, choices=tuple(puzzle.choices[place] for place in wrong["choices"]))
    with pytest.raises(BadInput, match=said):
        checking.check_puzzle(other)


def test_another_play_called_the_best_is_found_out_by_the_search() -> None:
    puzzle = shipped("cubirds-turn")[0]
    best, other, *rest = puzzle.choices
    swapped = replace(best, steps=other.steps), replace(other, steps=best.steps, bots=other.bots)
    with pytest.raises(BadInput, match="another search prefers"):
        checking.check_puzzle(replace(puzzle, choices=(*swapped, *rest)))


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
