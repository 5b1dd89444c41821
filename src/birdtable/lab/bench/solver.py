"""How fast the exact scorer is, on random rows and on rows from greedy play."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from itertools import permutations
from random import Random
from statistics import median
from time import monotonic, perf_counter

from birdtable.games.birdie.cards import ALL_CARDS, cards_text, members
from birdtable.games.birdie.solver import Problem, Scorer, Solution, solve
from birdtable.games.birdie.solver.problem import parse_case
from birdtable.games.birdie.solver.search.cascades import Cascades
from birdtable.lab.bench.measure import Figure, rate

Rows = Iterator[list[int]]
LONG_TIME = 2.0


def solver_figures() -> list[Figure]:
    kinds: dict[str, Callable[[int, bool], Rows]] = {"random": random_rows, "greedy": greedy_rows}
    figures: list[Figure] = []
    for kind, rows in kinds.items():
        figures += standard_figures(kind, rows(21, False))
        figures += expert_figures(kind, rows)
        figures.append(long_figure(kind, rows(41, True)))
    figures += ability_figures([row for rows in kinds.values() for row in take_first(50, rows(16, True))])
    figures.append(Figure("standard, 12 cards: gain alone", gains_per_second(), "rows/s"))
    figures.append(Figure("memory at most", memory(), "MB", "bar", 500))
    return figures


# Rows


def random_rows(length: int, expert: bool) -> Rows:
    rng = Random(1)
    while True:
        yield rng.sample(members(ALL_CARDS), length)


def greedy_rows(length: int, expert: bool) -> Rows:
    """Always the two cards of the display, in the order, that let the row so far gain most."""
    rng = Random(2)
    gain = expert_gain() if expert else Scorer().gain
    while True:
        deck = members(ALL_CARDS)
        rng.shuffle(deck)
        display, row = deck[:4], list[int]()
        del deck[:4]
        while len(row) < length and len(display) > 1:
            pair = max(permutations(display, 2), key=lambda pair: (gain([*row, *pair]), rng.random()))
            row += pair
            for card in pair:
                display.remove(card)
            display += deck[:2]
            del deck[:2]
        yield row[:length]


def expert_gain() -> Callable[[list[int]], int]:
    cascades = Cascades(parse_case(Problem(row="")).board.worth())

    def gain(row: list[int]) -> int:
        cascades.load(row, 0, 0, 0)
        return cascades.promise(0, lambda: False)

    return gain


def take_first(count: int, rows: Rows) -> Rows:
    for _ in range(count):
        yield next(rows)


# Figures


def with_one_of_each(row: list[int], *, expert: bool, time: float = 10.0) -> Problem:
    """The last card is the one that Robin has drawn."""
    return Problem(
        row=cards_text(row[:-1]),
        insert=cards_text(row[-1:]),
        expert=expert,
        woodpeckers=1,
        pigeons=1,
        owls=1,
        time=time,
    )


def time_solve(problem: Problem, tries: int = 1) -> tuple[float, Solution]:
    """Seconds and solution; the best of so many tries, as others use this machine too."""
    best = float("inf")
    for _ in range(tries):
        start = perf_counter()
        solution = solve(problem, monotonic)
        best = min(best, perf_counter() - start)
    return best, solution


def standard_figures(kind: str, rows: Rows) -> Iterator[Figure]:
    times = [1000 * time_solve(with_one_of_each(row, expert=False), 3)[0] for row in take_first(1000, rows)]
    yield Figure(f"standard, 20 {kind} cards, one of each: median", median(times), "ms", "bar", 5)
    yield Figure(f"standard, 20 {kind} cards, one of each: worst of 1,000", max(times), "ms", "bar", 50)


def expert_figures(kind: str, rows: Callable[[int, bool], Rows]) -> Iterator[Figure]:
    for length, count, bar in ((15, 200, 30), (20, 100, 1000)):
        times = []
        for row in take_first(count, rows(length, True)):
            seconds, solution = time_solve(Problem(row=cards_text(row), expert=True), 3)
            times.append(1000 * seconds if solution.proved else float("inf"))
        what = f"expert, {length} {kind} cards: worst of {count}, all proved"
        yield Figure(what, max(times), "ms", "bar", bar)


def long_figure(kind: str, rows: Rows) -> Figure:
    times = [time_solve(with_one_of_each(row, expert=True, time=LONG_TIME))[0] for row in take_first(5, rows)]
    return Figure(f"expert, 40 {kind} cards, time {LONG_TIME:g}: worst of 5", max(times), "s", "bar", LONG_TIME)


def ability_figures(rows: list[list[int]]) -> Iterator[Figure]:
    times, proved = [], 0
    for row in rows:
        seconds, solution = time_solve(with_one_of_each(row, expert=True))
        times.append(seconds)
        proved += solution.proved and seconds < 5
    what = "expert, 15 cards of both kinds, one of each"
    yield Figure(f"{what}: proved in 5 s", 100 * proved / len(rows), "of 100", "bar", 95)
    yield Figure(f"{what}: median", median(times), "s")


def gains_per_second() -> float:
    scorer, rows = Scorer(), list(take_first(500, greedy_rows(12, False)))

    def gains() -> int:
        for row in rows:
            scorer.gain(row, pigeon=True, owl=True)
        return len(rows)

    return rate(gains)


def memory() -> float:
    """The most this process has had, in megabytes."""
    if sys.platform == "win32":
        return 0.0
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1024 if sys.platform == "linux" else 1024**2)
