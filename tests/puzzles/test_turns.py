"""Turn puzzles: every number of the shipped ones holds together, and one is made anew."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from birdtable import catalog
from birdtable.bots.knowledge import untaught_policy
from birdtable.bots.search.policy import Policy
from birdtable.game import AnyGame, BadInput, ends_play
from birdtable.puzzles import checking, pack, tries, turns
from birdtable.puzzles.form import Choice, Margin, TurnPuzzle
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


def test_a_turn_that_claims_another_difficulty_is_no_puzzle() -> None:
    puzzle = shipped("birdie-turn")[0]
    other = replace(puzzle.difficulty, plays=puzzle.difficulty.plays + 1)
    with pytest.raises(BadInput, match="its difficulty is"):
        checking.check_puzzle(replace(puzzle, difficulty=other))


@pytest.fixture
def overlooked() -> TurnPuzzle:
    """All its numbers hold together, but what play-outs rank low, `lay W 1 right`, is the best."""
    position = (
        "seats=2 phase=lay player=2 dealer=1 turn_limit=1000 round=1 turns=7 left=0 shuffles=1 turned=28 "
        "rows=WWWWR,OOF,WWOMMM,PRRR hands=FDDDPPPMMM,RRRW collections=TD,OR pile=F5O4T7D9P9M11R12W13 discard=O2T2 "
        "known=FDDPPP,R notes=8W1.0O1.0P0.0T1.0R1,8D1.2W3.0M3.2O2"
    )
    wins = {"lay R 3 left, keep": 0.454, "lay R 2 right, draw": 0.391, "lay R 4 left": 0.382, "lay W 3 right": 0.375}
    choices = tuple(
        Choice(tuple(play.split(", ")), win, win, QUICK if play == "lay W 3 right" else ())
        for play, win in wins.items()
    )
    return TurnPuzzle(
        game="cubirds",
        rules=1,
        difficulty=turns.grade(choices, 28),
        command="",
        position=position,
        seat=1,
        choices=choices,
        margin=Margin(0.0635, 0.0025, 0.0739, 0.0089, turns.BATCHES, turns.SIMULATIONS),
    )


def test_a_play_that_was_not_among_the_choices_is_found_when_it_is_better(overlooked: TurnPuzzle) -> None:
    assert len(turns.list_plays(catalog.game("cubirds"), tries.state_of(overlooked), 1)) == 28
    with pytest.raises(BadInput, match="another search prefers lay W 1 right"):
        checking.check_puzzle(overlooked)


def test_no_puzzle_is_made_where_play_outs_overlook_the_best(
    overlooked: TurnPuzzle, monkeypatch: pytest.MonkeyPatch
) -> None:
    listed = [choice.steps for choice in overlooked.choices]

    def rank(game: AnyGame, view: Any, plays: turns.Plays, policy: Policy, seed: int) -> turns.Plays:
        return sorted(plays, key=lambda play: listed.index(play) if play in listed else len(listed))

    monkeypatch.setattr(turns, "rank", rank)
    monkeypatch.setattr(turns, "search_policy", untaught_policy)  # whatever bots have learnt
    monkeypatch.setattr(turns, "quick_play", lambda *_: listed[-1])
    assert turns.judge(catalog.game("cubirds"), tries.state_of(overlooked), 1, 5, "") == "overlooked"


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
