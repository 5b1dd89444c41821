"""Is the best sheet the only one? Proved by one more search.

Two plays are *equal cuts* if they write the same values into the same boxes. A play that gains as much as the best one
and is no equal cut writes a higher value somewhere, or marks more of the Flap column: all else being equal or lower, it
would gain less. So the search is repeated with a hundredth of a point more for everything above the best sheet. If it
finds no more than before, every play that gains as much writes that sheet.
"""

from __future__ import annotations

from birdtable.games.birdie.cards import MAX_RUN, MOST_COPIED, TRAITS
from birdtable.games.birdie.solver.problem import Case, Problem, parse_case
from birdtable.games.birdie.solver.search.arrangements import Arrangement, insert_all, move_one
from birdtable.games.birdie.solver.search.expert import ExpertSearch, cost_of
from birdtable.games.birdie.solver.search.standard import Division
from birdtable.games.birdie.solver.search.units import ABILITY, HUNDREDTH, MOST_MARKS, NOTHING, POINT
from birdtable.games.birdie.solver.search.worth import Worth
from birdtable.games.birdie.solver.solution import Solution

MOST_USES = 8
"""Abilities that a play can use: each twice in the expert game."""
assert MOST_USES * ABILITY < HUNDREDTH


def is_only_best(problem: Problem, best: Solution) -> bool:
    """Does every play that gains as much as ``best`` write the same values into the same boxes?

    ``best`` was proved. In the expert game a doubt that only a longer search would settle counts as a no.
    """
    case = parse_case(problem)
    worth = worth_above(case, best)
    limit = round(best.gain * POINT) - value_at_start(case) + HUNDREDTH - MOST_USES * ABILITY
    if problem.expert:
        return all_promise_less(case, worth, limit)
    division = Division(worth)
    insert = case.insert[0] if case.insert else -1
    uses = (problem.woodpeckers > 0, problem.pigeons > 0, problem.owls > 0, problem.owl == "move")
    division.load(list(case.row), insert, *uses)
    return division.best() < limit


def value_at_start(case: Case) -> int:
    """Of the boxes that are empty, in units: searches count from there."""
    board = case.board
    return HUNDREDTH * sum(value for value, box in zip(board.open_value, board.boxes, strict=True) if not box)


def worth_above(case: Case, best: Solution) -> Worth:
    """A hundredth more for each value above that of ``best``, and for more Flap marks."""
    worth = case.board.worth()
    written, copied, marks = worth.written, worth.copied, worth.marks
    for trait, name in enumerate(TRAITS):
        for value in range(best.boxes.get(name, 0) + 1, MAX_RUN + 1):
            if written[trait * (MAX_RUN + 1) + value] != NOTHING:
                written[trait * (MAX_RUN + 1) + value] += HUNDREDTH
            if value <= MOST_COPIED and copied[trait * (MOST_COPIED + 1) + value] != NOTHING:
                copied[trait * (MOST_COPIED + 1) + value] += HUNDREDTH
    for more in range(best.flaps - case.board.flaps + 1, MOST_MARKS + 1):
        marks[more] += HUNDREDTH
    worth.written, worth.copied, worth.marks = written, copied, marks
    return worth


def all_promise_less(case: Case, worth: Worth, limit: int) -> bool:
    """No row that insertions and moves can make promises as much as ``limit``."""
    problem = case.problem
    search = ExpertSearch(case.board, problem.pigeons, problem.owls, problem.expert_removals == "single", lambda: False)
    search.worth = worth
    search.worths[search.start.full, search.start.flaps] = worth

    def is_less(arrangement: Arrangement) -> bool:
        cost, position = cost_of(arrangement), search.start._replace(row=arrangement.row)
        if search.single:
            return search.best_single(position)[0] - cost < limit
        return search.promise(position, limit + cost - ABILITY) - cost < limit

    level = insert_all(case.row, case.insert)
    known = {arrangement.row for arrangement in level}
    for moves in range(problem.woodpeckers + 1):
        level = level if moves == 0 else list(move_one(level, known))
        if not all(map(is_less, level)):
            return False
    return True
