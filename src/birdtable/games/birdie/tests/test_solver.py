"""The scorer against a brute force, and against the engine that plays its steps."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from birdtable.games.birdie.solver import Problem, solve
from birdtable.games.birdie.solver.problem import parse_case
from birdtable.games.birdie.solver.search.expert import ExpertSearch
from kit.birdie.problems import brute_best, mismatches, random_problem, uses


def compare_with_brute_force(seed: int, *, expert: bool, rows: int, most: int) -> None:
    rng = Random(seed)
    for _ in range(rows):
        problem = random_problem(rng, expert=expert, most=most)
        solution = solve(problem)
        gain, abilities = brute_best(problem)
        assert (solution.gain, -uses(solution)) == (round(gain, 2), abilities), problem
        assert solution.proved and solution.bound == solution.gain
        assert mismatches(problem, solution) == [], problem


@pytest.mark.parametrize("seed", range(20))
def test_the_standard_game_is_solved_exactly_and_the_engine_agrees(seed: int) -> None:
    compare_with_brute_force(seed, expert=False, rows=100, most=9)


@pytest.mark.parametrize("seed", range(20))
def test_the_expert_game_is_solved_exactly_and_the_engine_agrees(seed: int) -> None:
    compare_with_brute_force(seed, expert=True, rows=75, most=9)


DOUBTFUL: list[dict[str, Any]] = [
    {
        "row": "Ra Rs Os Ws Oa Rs Pa",
        "owls": 1,
        "flaps": 6,
        "flap_values": (1, 1, 2, 4, 7, 11, 16, 16, 16, 16, 20),
        "records": {"woodpecker": 3, "owl": 4, "pigeon": 2, "robin": 2},
    },
    {"row": "Wu Os Ru Ow Ws Wu Wu", "pigeons": 1, "owls": 2, "flaps": 9, "records": {"owl": 1, "robin": 2}},
    {
        "row": "Ow Os Wa Ps Wa Os",
        "owls": 2,
        "boxes": {"spring": 3, "summer": 3},
        "flaps": 5,
        "records": {"woodpecker": 2, "owl": 2, "pigeon": 1, "robin": 2},
    },
    {"row": "Pw Wa Ww Ra Pw Pw Ps Pw", "pigeons": 2, "owls": 2, "flaps": 10, "records": {"woodpecker": 3, "owl": 3}},
    {
        "row": "Pu Rs Pu Wu Os Wu Ps Pu Rs Wu Oa",
        "pigeons": 1,
        "owls": 1,
        "boxes": {"robin": 5, "spring": 5, "summer": 4},
        "flaps": 10,
        "records": {"woodpecker": 2, "owl": 4, "pigeon": 4},
        "open_value": {"woodpecker": 4, "owl": 1, "pigeon": -1, "autumn": 0.5, "winter": -1},
    },
    {
        "row": "Ow Pu Pw Pa Ou",
        "flaps": 9,
        "records": {"owl": 3, "pigeon": 3},
        "open_value": {"owl": -1, "pigeon": 4, "summer": 1, "winter": 4},
    },
]
"""The first plan for these rows counts on losing a set that must be written."""


@pytest.mark.parametrize("fields", DOUBTFUL)
def test_rows_whose_first_plan_cannot_be_played_are_solved_too(
    fields: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("birdtable.games.birdie.solver.search.expert.MOST_KNOWN", 1)
    problem = Problem(expert=True, **fields)
    search = ExpertSearch(parse_case(problem).board, problem.pigeons, problem.owls, False, lambda: False)
    position = search.start._replace(row=parse_case(problem).row)
    promise = search.promise(position, 0)
    assert search.follow(position)[0] < promise
    solution = solve(problem)
    assert (solution.gain, -uses(solution)) == brute_best(problem)
    assert mismatches(problem, solution) == []


@pytest.mark.long
@pytest.mark.parametrize("seed", range(100, 140))
def test_many_more_rows_are_solved_exactly(seed: int) -> None:
    compare_with_brute_force(seed, expert=False, rows=500, most=10)
    compare_with_brute_force(seed, expert=True, rows=400, most=11)
