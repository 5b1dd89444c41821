"""What bots ask the exact scorer: the best play of a row with some abilities, and which abilities are better kept."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

import msgspec

from birdtable.bots.birdie.turned_row import TurnedRow
from birdtable.game import Step
from birdtable.games.birdie.solver import Problem, Scorer, Solution, solve
from birdtable.games.birdie.solver.divide import arrange, marks_of
from birdtable.games.birdie.solver.marking import Marked, Rules, best_choice, carry_out, marking_steps
from birdtable.games.birdie.solver.search.board import Board

KEPT = {"woodpecker": 0.6, "owl": 1.2, "pigeon": 0.8, "robin": 0.6}
"""What an ability not used in round 1 is worth."""
REMEMBERED = 64
"""Plans: while sets are marked one by one, the row and with it the best division stay the same."""


class Plan(NamedTuple):
    gain: float
    steps: list[Step]
    """Up to where sets are marked, if they are not marked yet; the rest is in ``sets``."""
    sets: list[Marked]


class Planner:
    """Holds what the scorer needs for one row at a time: not to be shared."""

    def __init__(self) -> None:
        self.scorer = Scorer()
        self.board: Board | None = None
        """The one that the scorer has."""
        self.plans: dict[object, tuple[Plan, set[str]]] = {}

    def gain(self, turned: TurnedRow, row: Iterable[int], abilities: set[str], insert: int = -1) -> float:
        """In points. In the expert game this is only a hint: it takes the row for one of the standard game."""
        board, cards = turned.board, list(row)
        if board != self.board:
            self.scorer.set(board.boxes, board.flaps, board.records, board.flap_values, board.open_value)
            self.board = board
        gain = self.scorer.gain(
            cards,
            insert=insert,
            woodpecker="woodpecker" in abilities and len(cards) > 1,
            pigeon="pigeon" in abilities,
            owl="owl" in abilities,
            owl_moves=turned.owl_moves,
        )
        return gain / 100

    def plan(self, turned: TurnedRow, abilities: set[str], sets: list[Marked] | None = None) -> Plan:
        """The best play of the row as it lies, with one use of each of these abilities at hand."""
        if sets is not None:
            return plan_marked(turned, abilities, sets)
        if turned.expert:
            found = solve_once(msgspec.json.encode(turned.problem(abilities)))
            return Plan(found.gain, found.steps, [])
        gain = self.gain(turned, turned.row, abilities)
        reading = self.scorer.division.reading()
        return Plan(gain, arrange(turned.row, (), reading).steps(), marks_of(reading)[0])

    def best_plan(
        self, turned: TurnedRow, abilities: set[str], sets: list[Marked] | None = None
    ) -> tuple[Plan, set[str]]:
        """The play that gains most, less what the abilities it may use would be worth later; and those abilities."""
        rules = (turned.round, turned.expert, turned.single_removal, turned.owl_moves, turned.sets_chosen)
        key = (turned.row, turned.board, rules, frozenset(abilities), None if sets is None else tuple(sets))
        if key not in self.plans:
            if len(self.plans) == REMEMBERED:
                self.plans.clear()
            self.plans[key] = self.find_plan(turned, abilities, sets)
        return self.plans[key]

    def find_plan(self, turned: TurnedRow, abilities: set[str], sets: list[Marked] | None) -> tuple[Plan, set[str]]:
        every = list(choices(turned, abilities))
        if len(every) > 1 and sets is None and not turned.expert:  # only the best one is read
            every = [max(every, key=lambda each: self.gain(turned, turned.row, each) - kept_value(turned, each))]
        plans = ((self.plan(turned, chosen, sets), chosen) for chosen in every)
        return max(plans, key=lambda each: each[0].gain - kept_value(turned, each[1]))


def plan_marked(turned: TurnedRow, abilities: set[str], sets: list[Marked]) -> Plan:
    row = list(turned.row)
    rules = Rules("pigeon" in abilities, "owl" in abilities, turned.owl_moves, turned.sets_chosen)
    choice = best_choice(sets, turned.board, rules)
    sheet = carry_out(sets, choice, turned.board)
    sheet.finish()
    return Plan(sheet.gain, marking_steps(row, sets, choice, turned.board, rules), sets)


def kept_value(turned: TurnedRow, abilities: Iterable[str]) -> float:
    if turned.round == 2:
        return 0.0
    return sum(KEPT[bird] for bird in sorted(abilities))


def choices(turned: TurnedRow, abilities: set[str]) -> Iterator[set[str]]:
    """In round 2 nothing is kept: all of them. In round 1 every part of them, the smaller first."""
    ordered = sorted(abilities & {"woodpecker", "pigeon", "owl"})
    for size in range(len(ordered) + 1) if turned.round == 1 else [len(ordered)]:
        for chosen in combinations(ordered, size):
            yield set(chosen)


@lru_cache(maxsize=REMEMBERED)
def solve_once(problem: bytes) -> Solution:
    return solve(msgspec.json.decode(problem, type=Problem), counting_clock())


def counting_clock() -> Callable[[], float]:
    """A clock that goes on by one with every look at it."""
    looks = iter(range(1 << 60))
    return lambda: float(next(looks))
