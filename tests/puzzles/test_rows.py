"""Row puzzles: their answers are proved, the only best, and hard to see."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from birdtable import catalog
from birdtable.game import BadInput
from birdtable.games.birdie.cards import TRAITS, parse_cards
from birdtable.games.birdie.solver import Problem, solve
from birdtable.games.birdie.solver.only import is_only_best
from birdtable.games.birdie.solver.problem import parse_case
from birdtable.puzzles import checking, pack, tries
from birdtable.puzzles.birdie.quick import quick_gain
from birdtable.puzzles.birdie.rows import judge, make_row
from birdtable.puzzles.form import RowPuzzle
from kit.birdie.problems import brute_of, random_problem
from kit.birdie.sheets import best_sheets


def shipped() -> list[RowPuzzle]:
    return [puzzle for puzzle in pack.puzzles("birdie-row") if isinstance(puzzle, RowPuzzle)]


def problem_of(puzzle: RowPuzzle) -> Problem:
    return msgspec.convert(puzzle.problem, Problem)


def brute_sheets(problem: Problem) -> tuple[float, set[frozenset[tuple[str, int]]]]:
    row, insert = tuple(parse_cards(problem.row)), tuple(parse_cards(problem.insert))
    gain, sheets = best_sheets(brute_of(problem), row, insert, expert=problem.expert)
    return gain, {frozenset((TRAITS[trait], value) for trait, value in sheet) for sheet in sheets}


def check_by_force(problem: Problem) -> bool:
    """Whether the best sheet is the only one; what the solver says must agree."""
    best = solve(problem)
    gain, sheets = brute_sheets(problem)
    assert gain == best.gain
    assert frozenset(best.boxes.items()) in sheets
    only = is_only_best(problem, best)
    if only:
        assert len(sheets) == 1, f"{problem}: {sheets}"
    elif not problem.expert and problem.flaps + 10 <= len(problem.flap_values):
        assert len(sheets) > 1, f"{problem}: doubted without a reason"
    return only


COLUMN = tuple(range(1, 21))
"""A Flap column that no play comes to the end of: there a doubt always has a reason."""


def random_plain_problem(rng: Random, *, expert: bool, most: int) -> Problem:
    problem = random_problem(rng, expert=expert, most=most)
    return msgspec.structs.replace(
        problem,
        open_value={},
        owl="copy",
        same_trait_sets="largest",
        expert_removals="repeat",
        flap_values=COLUMN,
        flaps=min(problem.flaps, 9),
    )


def check_many(count: int, most: int) -> None:
    rng, only = Random(11), 0
    for number in range(count):
        only += check_by_force(random_plain_problem(rng, expert=bool(number % 2), most=most))
    assert count / 5 < only < count * 4 / 5


def test_the_only_best_sheet_is_what_brute_force_finds() -> None:
    check_many(400, 7)


@pytest.mark.long
def test_the_only_best_sheet_is_what_brute_force_finds_in_many_rows() -> None:
    check_many(3000, 8)


def test_two_ways_that_gain_as_much_are_told_apart() -> None:
    # 3 spring and 2 robins, or 2 spring and 3 robins.
    either = Problem(row="Ws Os Rs Ra Ru", records={"robin": 5})
    assert not is_only_best(either, solve(either))
    one = Problem(row="Ws Os Rs Ra Ru", records={"robin": 2})
    assert is_only_best(one, solve(one))


def test_what_obvious_play_solves_is_no_puzzle() -> None:
    # Three robins, three winter birds, three pigeons: nothing is gained by cutting elsewhere.
    assert judge(Problem(row="Rs Ra Ru Ow Ww Ow Pu Pa Ps")) == "obvious"
    assert judge(Problem(row="Rs Ra Ou Wu")) == "few"
    full = dict.fromkeys(("woodpecker", "owl", "spring", "summer", "autumn"), 3)
    assert judge(Problem(row="Rs Ra Ru Ow Ww Ow Pu Pa Ps", boxes=full, owls=1)) == "few", "Owl finds no empty box"


def test_quick_players_fall_for_the_longest_set() -> None:
    # Three robins are the longest set; two of them and two winter birds bring more.
    case = parse_case(Problem(row="Os Oa Ra Ru Rw Ww", records={"robin": 5, "owl": 5, "woodpecker": 5}))
    assert quick_gain(case, 99) < solve(case.problem).gain


@pytest.mark.parametrize(
    "obvious",
    [
        # Of sets that are as long, or bring as much, one must be taken first: quick players try each.
        Problem(
            row="Rs Ra Wa Ou Ow Rw Ra Pw",
            boxes={"pigeon": 3, "winter": 3},
            flaps=2,
            records={"woodpecker": 4, "pigeon": 5},
        ),
        Problem(row="Ru Wa Ra Ru Pu Wu Ru Rw", boxes={"spring": 2, "winter": 5}, flaps=2, records={"woodpecker": 4}),
        # Always the removal that takes most, and one of its sets goes for Pigeon.
        Problem(
            row="Rs Os Pa Rs Ws Rs Wa Ow Ws",
            expert=True,
            pigeons=1,
            boxes={"woodpecker": 5, "pigeon": 2, "spring": 4},
            flaps=3,
            records={"woodpecker": 5, "pigeon": 2, "robin": 2},
        ),
    ],
)
def test_quick_players_try_all_that_is_alike_and_use_pigeon(obvious: Problem) -> None:
    gain = int(solve(obvious).gain)
    assert quick_gain(parse_case(obvious), gain) == gain


def test_the_same_seed_makes_the_same_puzzle() -> None:
    assert make_row(5, 2, "c") == make_row(5, 2, "c")
    assert make_row(5, 2, "c").problem["expert"]
    assert "expert" not in make_row(5, 1, "c").problem


def test_every_shipped_row_is_solved_again_and_its_answer_is_the_only_best() -> None:
    puzzles = shipped()
    assert len(puzzles) == 365
    assert len({puzzle.id for puzzle in puzzles}) == 365
    for puzzle in puzzles:
        problem = problem_of(puzzle)
        best = solve(problem)
        assert (best.gain, best.bound, best.proved) == (puzzle.gain, puzzle.proof.bound, True)
        assert puzzle.proof.quick < puzzle.gain
        assert is_only_best(problem, best)
        answer = tries.answer(puzzle)
        assert answer.right and answer.own.points == puzzle.gain


def test_some_shipped_rows_are_made_by_the_rules_from_the_first_to_the_last() -> None:
    for puzzle in shipped()[::30]:
        checking.check_puzzle(puzzle)


def is_small(puzzle: RowPuzzle, most: int) -> bool:
    problem = problem_of(puzzle)
    cards = len(problem.row.split()) + 2 * problem.expert + 3 * len(problem.insert.split()) + 6 * problem.woodpeckers
    return cards <= most


def test_small_shipped_rows_are_what_brute_force_finds() -> None:
    small = [puzzle for puzzle in shipped() if is_small(puzzle, 11)]
    assert len(small) > 10
    for puzzle in small:
        assert check_by_force(problem_of(puzzle))


@pytest.mark.long
def test_all_shipped_rows_within_reach_are_what_brute_force_finds() -> None:
    for puzzle in shipped():
        checking.check_puzzle(puzzle)
        if is_small(puzzle, 15):
            assert check_by_force(problem_of(puzzle))


@pytest.mark.parametrize("more", [-1, 1])
def test_a_row_that_claims_another_gain_is_no_puzzle(more: int) -> None:
    puzzle = shipped()[0]
    with pytest.raises(BadInput, match=f"gains {puzzle.gain}"):
        checking.check_puzzle(msgspec.structs.replace(puzzle, gain=puzzle.gain + more))


def test_a_row_that_claims_another_difficulty_is_no_puzzle() -> None:
    puzzle = shipped()[0]
    other = msgspec.structs.replace(puzzle.difficulty, level=puzzle.difficulty.level % 5 + 1)
    with pytest.raises(BadInput, match="its difficulty is"):
        checking.check_puzzle(msgspec.structs.replace(puzzle, difficulty=other))


def test_a_wrong_answer_is_scored_and_explained_and_never_accepted() -> None:
    puzzle = next(puzzle for puzzle in shipped() if "expert" not in puzzle.problem and "insert" not in puzzle.problem)
    game_steps = tries.engine_steps(puzzle)
    wrong = play_leaving(puzzle)
    verdict = tries.judge(puzzle, wrong)
    assert not verdict.right
    assert verdict.own.points < puzzle.gain
    assert verdict.own.points == sum(line.points for line in verdict.own.lines)
    assert verdict.best.points == puzzle.gain and verdict.best.steps == game_steps
    assert all(line.clause.startswith("B") for line in verdict.best.lines)


def play_leaving(puzzle: RowPuzzle) -> list[str]:
    """The play of somebody who marks nothing."""
    game, state, steps = catalog.game("birdie"), tries.state_of(puzzle), list[str]()
    while state.to_move == 0:
        legal = game.legal_steps(state)
        steps.append("done" if "done" in legal else "leave")
        game.play(state, steps[-1])
    return steps


def test_half_an_answer_and_one_too_long_are_refused() -> None:
    puzzle = shipped()[0]
    steps = tries.engine_steps(puzzle)
    with pytest.raises(BadInput, match="not complete"):
        tries.judge(puzzle, steps[:-1])
    with pytest.raises(BadInput, match="after the end"):
        tries.judge(puzzle, [*steps, "done"])
