"""What only a close look at the scorer shows: ties, limits, and play without time."""

from __future__ import annotations

from itertools import count
from random import Random
from typing import Any

import msgspec
import pytest

from birdtable.games.birdie.cards import TRAITS, cards_text, parse_cards
from birdtable.games.birdie.solver import Problem, Scorer, Solution, check, solve
from birdtable.games.birdie.solver.problem import parse_case
from birdtable.games.birdie.solver.search.arrangements import Arrangement, move_one
from birdtable.games.birdie.solver.search.cascades import TimeIsUp
from birdtable.games.birdie.solver.search.expert import ExpertSearch, RestingRow
from birdtable.games.birdie.solver.search.standard import Division
from birdtable.games.birdie.solver.search.units import POINT
from birdtable.games.birdie.solver.sheet import Line
from birdtable.testing import clause
from kit.birdie.problems import DECK, mismatches, random_problem, uses

RECORDS = dict.fromkeys(("woodpecker", "owl", "pigeon", "robin"), 9)


def full_but(*traits: str) -> dict[str, int]:
    return {trait: 2 for trait in TRAITS if trait not in traits}


def fates(solution: Solution) -> list[str]:
    return [group.fate for group in solution.stages[0].groups]


@clause("B7.2")
def test_woodpecker_takes_out_a_card_that_helps_nowhere_else() -> None:
    solution = solve(Problem(row="Rs Ra Ow Ru Rs", woodpeckers=1, boxes=full_but("robin")))
    assert (solution.gain, solution.steps) == (8, ["use W", "move 3", "insert 5", "bird 4"])
    assert solution.lines[0] == Line(0, "B7.2", "moved", card="Ow", place=5, from_place=3)


@clause("B5.6")
def test_of_two_sets_as_large_the_first_counts() -> None:
    assert fates(check(Problem(row="Rs Ra Pu Ru Rw"), "1-2:robin 4-5:robin")) == ["written", "lost"]


def test_a_run_at_the_left_end_that_was_not_marked_is_pointed_out() -> None:
    robin = TRAITS.index("robin")
    told = check(Problem(row="Rs Ra Pu"), "").lines
    assert told == [Line(0, "B5.4", "unmarked", robin, 2), Line(0, "B5.4", "single", count=1)]


def test_no_card_is_removed_in_the_standard_game() -> None:
    assert [stage.removed for stage in check(Problem(row="Rs Ra"), "1-2:robin").stages] == [0]


@clause("B9.2")
def test_owl_may_not_hold_back_a_set_that_is_not_the_lowest() -> None:
    fields: dict[str, Any] = {"boxes": full_but("robin", "pigeon", "winter"), "owl": "move", "owls": 1}
    problem = Problem(row="Rs Ra Ru Ps Pa", records=RECORDS, open_value={"robin": 9}, **fields)
    solution = check(problem, "1-3:robin 4-5:pigeon")
    assert fates(solution) == ["written", "written"] and uses(solution) == 0


def test_of_equal_choices_on_ones_own_division_the_one_with_fewer_abilities_is_best() -> None:
    """Pigeon on the first set and then Owl, or only Pigeon on the second: both bring 1 more than the open boxes."""
    fields: dict[str, Any] = {"boxes": full_but("woodpecker", "robin", "owl"), "pigeons": 1, "owls": 1}
    worth: dict[str, float] = {"woodpecker": 3, "robin": 4, "owl": 7}
    problem = Problem(row="Rs Ra Os Oa Ou Ow", records=RECORDS, open_value=worth, **fields)
    solution = check(problem, "1-2:robin 3-6:owl")
    assert (solution.gain, fates(solution), uses(solution)) == (14 + 1, ["written", "dropped"], 1)


def test_a_scorer_uses_no_ability_that_it_was_not_given() -> None:
    row = parse_cards("Rs Ra Pu Ow Rs Ra")
    assert Scorer().gain(row) == 100 * (2 + 3 + 1) < Scorer().gain(row, pigeon=True)


def read(problem: Problem, division: Division | None = None) -> Division:
    """Looks for the best of the problem, with a division that may have been used before."""
    case = parse_case(problem)
    division = division or Division(case.board.worth())
    division.worth = case.board.worth()
    insert = case.insert[0] if case.insert else -1
    uses = (problem.woodpeckers > 0, problem.pigeons > 0, problem.owls > 0, problem.owl == "move")
    division.load(list(case.row), insert, *uses)
    division.best()
    return division


def test_what_cannot_be_best_any_more_is_given_up() -> None:
    """Woodpecker makes many more rows; what can come at most is estimated closely enough to look at few of them."""
    rng = Random(3)
    problems = [random_problem(rng, expert=False, most=12) for _ in range(120)]
    division = read(problems[0])
    states = [read(problem, division).used for problem in problems if problem.woodpeckers]
    assert len(states) == 44 and sum(states) <= 6800


def test_woodpecker_brings_as_much_as_the_best_row_that_it_can_make() -> None:
    """With a card in the hand more can come than lies ahead."""
    worth: dict[str, float] = {"owl": -1, "pigeon": 4, "spring": 2.25, "summer": 2.25, "winter": 1}
    column = (1, 1, 2, 4, 7, 11, 16, 16, 16, 16, 20)
    records = {"woodpecker": 3, "pigeon": 2}
    board: dict[str, Any] = {"flaps": 8, "flap_values": column, "records": records, "open_value": worth}
    row = "Ww Ww Ra Oa Wu Oa Oa Pu Wu Ra Ra Rw"
    case = parse_case(Problem(row=row, boxes={"robin": 2, "autumn": 2}, **board))
    scorer = Scorer(*msgspec.structs.astuple(case.board))
    moved = [list(each.row) for each in move_one([Arrangement(case.row)], set())]
    assert scorer.gain(list(case.row), woodpecker=True) == max(map(scorer.gain, moved)) > scorer.gain(list(case.row))


def test_without_woodpecker_no_stretch_lacks_a_card() -> None:
    division = read(Problem(row="Rs Ra Ow Ru Rs Ra"))
    stretches = range(division.first[division.length + 1])
    assert len(stretches) == 4 and all(division.span_gone[stretch] == -1 for stretch in stretches)


# The expert game


def solve_in_haste(problem: Problem) -> Solution:
    """By a clock that always says it is too late."""
    return solve(problem, count(step=10**6).__next__)


def test_one_pigeon_is_less_than_two_woodpeckers_for_as_many_points() -> None:
    records, boxes = {"woodpecker": 2, "owl": 4, "pigeon": 3, "robin": 1}, full_but("owl", "pigeon", "summer", "winter")
    abilities: dict[str, Any] = {"woodpeckers": 2, "pigeons": 1, "owls": 1}
    problem = Problem(row="Wa Ou Ww Oa Oa Ww", expert=True, boxes=boxes, flaps=7, records=records, **abilities)
    solution = solve(problem)
    assert solution.gain == 9 and [step for step in solution.steps if step[:3] == "use"] == ["use P", "use O"]


def test_in_haste_too_no_ability_is_used_that_is_not_there() -> None:
    problem = Problem(row="Rs Rs Rs", expert=True, boxes=full_but("owl"))
    solution = solve_in_haste(problem)
    assert (solution.gain, solution.steps) == (0, ["done"])
    assert mismatches(problem, solution) == []


@clause("B7.1")
def test_an_owl_that_would_cost_more_than_it_brings_is_declined() -> None:
    fields: dict[str, Any] = {"boxes": full_but("robin", "winter"), "open_value": {"winter": 9}}
    problem = Problem(row="Rs Ra Ru", expert=True, owls=1, **fields)
    solution = solve(problem)
    assert (solution.gain, solution.steps) == (2 + 3 + 1 + 9, ["remove 2", "done"])
    assert mismatches(problem, solution) == []


def test_in_haste_the_removal_that_gains_most_comes_first() -> None:
    """3 woodpeckers, then 2 robins: each with a trophy and a Flap mark. The last card stays."""
    search, position = search_of(Problem(row="Rs Pa Ru Ws Ou Wa Ww Ow", expert=True))
    value, removals = search.greedy(position)
    assert ([removal.card for removal in removals], value) == ([4, 1], (3 + 2 + 2 * (3 + 1)) * POINT)


def test_a_bound_has_hundredths_where_open_boxes_are_worth_some() -> None:
    problem = Problem(row="Rs Pu Ra Pw Rw Wa Ps Wu", expert=True, woodpeckers=1, open_value={"owl": 1.01})
    solution = solve_in_haste(problem)
    assert not solution.proved and round(solution.bound % 1, 2) == 0.01


def test_as_many_rows_as_may_be_kept_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("birdtable.games.birdie.solver.search.expert.MOST_ROWS", 1)
    assert solve(Problem(row="Rs Pu Ou Rw Wa", expert=True, woodpeckers=1)).proved


def test_what_a_row_promises_is_seldom_more_than_it_holds() -> None:
    """Else everything would be searched twice."""
    rng = Random(7)
    problems = [random_problem(rng, expert=True, most=9) for _ in range(120)]
    plain = [each for each in problems if each.expert_removals == "repeat" and not each.insert and not each.woodpeckers]
    assert len(plain) == 26 and sum(promises_too_much(problem) for problem in plain) == 0


def promises_too_much(problem: Problem) -> bool:
    search, position = search_of(problem)
    return search.promise(position, 0) > search.follow(position)[0]


def search_of(problem: Problem) -> tuple[ExpertSearch, RestingRow]:
    """A search that has not begun, and the row at rest."""
    case = parse_case(problem)
    search = ExpertSearch(case.board, problem.pigeons, problem.owls, False, lambda: False)
    return search, search.start._replace(row=case.row)


DOUBTFUL = Problem(row="Wu Os Ru Ow Ws Wu Wu", expert=True, pigeons=1, owls=2, flaps=9, records={"owl": 1, "robin": 2})
"""Its first plan counts on losing a set that must be written."""


def test_a_position_whose_best_play_is_known_is_not_searched_again(monkeypatch: pytest.MonkeyPatch) -> None:
    search, position = search_of(Problem(row="Rs Ra Ru", expert=True))
    found = search.search(position, 0)
    monkeypatch.setattr(search, "promise", None)
    assert search.search(position, 0) == found


def test_no_more_positions_are_remembered_than_may_be(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("birdtable.games.birdie.solver.search.expert.MOST_KNOWN", 5)
    search, position = search_of(DOUBTFUL)
    search.search(position, 0)
    assert 0 < len(search.solved) <= 6


def test_a_bound_holds_when_the_time_runs_out_while_doubts_are_settled(monkeypatch: pytest.MonkeyPatch) -> None:
    def run_out(*_: object) -> None:
        raise TimeIsUp

    search, position = search_of(DOUBTFUL)
    best = search.best(position.row, (), 0)
    monkeypatch.setattr(search, "search", run_out)
    found = search.best(position.row, (), 0)
    assert found.value < best.value <= found.bound


def test_a_promise_is_made_for_the_boxes_that_are_empty_by_then() -> None:
    search, position = search_of(Problem(row="Rs Pu Ra", expert=True))
    assert search.promise(position, 0) > search.promise(position._replace(full=255), 0) == 0


@clause("B8.3")
def test_a_set_is_written_dropped_or_lost_where_it_arises() -> None:
    row = "Rs Ra Ru"
    assert fates(solve(Problem(row=row, expert=True))) == ["written"]
    assert fates(solve(Problem(row=row, expert=True, boxes=full_but(), pigeons=1))) == ["dropped"]
    assert fates(solve(Problem(row="Os Rs Pu Rs Ow", expert=True, boxes=full_but("owl")))) == ["lost", "written"]


@clause("B8.2")
def test_a_card_that_is_removed_scores_nothing() -> None:
    search, position = search_of(Problem(row="Rs Pu Oa Ww", expert=True))
    assert [gain for _, gain, _, _ in search.removals(position)] == [0, 0, 0, 0]


def test_no_row_of_the_same_cards_is_worth_more_than_its_ceiling() -> None:
    """Of 3 robins one is removed at least: 2 points, a trophy and a Flap mark."""
    search, position = search_of(Problem(row="Rs Ra Ru", expert=True))
    assert search.ceiling(position.row) == (2 + 3 + 1) * POINT


def test_all_cards_there_are_can_lie_in_a_row() -> None:
    cards = Random(1).sample(DECK, len(DECK))
    solution = solve(Problem(row=cards_text(cards), expert=True, boxes=full_but()))
    assert (solution.gain, solution.proved) == (0, True)
