"""The scorer against a brute force, and against the engine that plays its steps."""

from __future__ import annotations

from random import Random

import pytest

from birdtable.games.birdie.solver import solve
from solver_problems import brute_best, mismatches, random_problem, uses


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


@pytest.mark.long
@pytest.mark.parametrize("seed", range(100, 140))
def test_many_more_rows_are_solved_exactly(seed: int) -> None:
    compare_with_brute_force(seed, expert=False, rows=500, most=10)
    compare_with_brute_force(seed, expert=True, rows=400, most=11)
