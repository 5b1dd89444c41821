"""Obvious ways to score a row: what a puzzle's answer has to beat.

Two players, each with the cards put where that brings them most (Robin's card anywhere, one move of Woodpecker): one
always takes the longest set, the other what brings most points at once. Of several that are alike each is tried, and
Pigeon and Owl are used at their best.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from birdtable.games.birdie.cards import LEAST_SET
from birdtable.games.birdie.points import trophy_points
from birdtable.games.birdie.runs import find_runs
from birdtable.games.birdie.solver.marking import Marked, best_choice, carry_out
from birdtable.games.birdie.solver.problem import Case
from birdtable.games.birdie.solver.search.arrangements import Arrangement, Row, insert_all, move_one
from birdtable.games.birdie.solver.search.board import Board
from birdtable.games.birdie.solver.search.expert import ExpertSearch, Removal, RestingRow
from birdtable.games.birdie.solver.search.units import POINT

Merit = Callable[[Marked, Board], int]
Way = tuple[Removal, int, RestingRow, list[int]]
"""A removal with its cascade, what it gains at once, the position after it, and the cards that are left."""


def quick_gain(case: Case, enough: int) -> int:
    """The most that an obvious way gains; as soon as one gains ``enough``, that."""
    way = gain_by_removing if case.problem.expert else gain_by_marking
    best = 0
    for arrangement in arrangements(case):
        best = max(best, way(case, arrangement))
        if best >= enough:
            break
    return best


def arrangements(case: Case) -> Iterator[Arrangement]:
    level = insert_all(case.row, case.insert)
    yield from level
    if case.problem.woodpeckers:
        yield from move_one(level, {arrangement.row for arrangement in level})


# The standard game


def gain_by_marking(case: Case, arrangement: Arrangement) -> int:
    board, runs = case.board, free_runs(arrangement.row)
    full = frozenset(trait for trait in range(8) if board.boxes[trait])
    ways = {way for merit in (by_length, by_points) for way in mark_greedily(board, runs, full, merit)}
    return max(gain_of(case, list(sets)) for sets in ways)


def gain_of(case: Case, sets: list[Marked]) -> int:
    sheet = carry_out(sets, best_choice(sets, case.board, case.rules), case.board)
    sheet.finish()
    return round(sheet.gain)


def by_length(one: Marked, board: Board) -> int:
    return one.length


def by_points(one: Marked, board: Board) -> int:
    return one.length + (trophy_points(one.length, board.records[one.trait]) if one.trait < 4 else 0)


def mark_greedily(board: Board, runs: list[Marked], full: frozenset[int], merit: Merit) -> set[tuple[Marked, ...]]:
    """A run with most merit, then one of the cards that are left, and so on; one more for Pigeon."""
    useful = [one for one in runs if one.trait not in full]
    if not useful:
        return {tuple(runs[:1])}
    most = max(merit(one, board) for one in useful)
    return {
        tuple(sorted((best, *others)))
        for best in useful
        if merit(best, board) == most
        for others in mark_greedily(
            board, [piece for one in runs for piece in remains_of(one, best)], full | {best.trait}, merit
        )
    }


def remains_of(one: Marked, taken: Marked) -> list[Marked]:
    """What is left of a run when another was taken out of the row."""
    if one.end <= taken.start or taken.end <= one.start:
        return [one]
    before, after = taken.start - one.start, one.end - taken.end
    pieces = [Marked(one.start, before, one.trait), Marked(taken.end, after, one.trait)]
    return [piece for piece in pieces if piece.length >= LEAST_SET]


def free_runs(row: Row) -> list[Marked]:
    """Those of a bird, then those of a season."""
    found = sorted(Marked(*run) for run in find_runs(row))
    return sorted(found, key=lambda run: run.trait >= 4)


# The expert game


def gain_by_removing(case: Case, arrangement: Arrangement) -> int:
    problem = case.problem
    search = ExpertSearch(case.board, problem.pigeons, problem.owls, problem.expert_removals == "single", lambda: False)
    position = search.start._replace(row=arrangement.row)
    found = [Removing(search, merit).best(position) for merit in (by_cards, by_gain)]
    return max(-(-value // POINT) for value in found)


def by_cards(now: RestingRow, way: Way) -> int:
    return len(now.row) - len(way[3])


def by_gain(now: RestingRow, way: Way) -> int:
    return way[1]


class Removing:
    """Always a removal with most merit, as long as something is written; Pigeon may be used on any set of it."""

    def __init__(self, search: ExpertSearch, merit: Callable[[RestingRow, Way], int]) -> None:
        self.search = search
        self.merit = merit
        self.known: dict[RestingRow, int] = {}

    def best(self, now: RestingRow) -> int:
        """In units, with Owl at its best."""
        if now not in self.known:
            ways = (gain + self.after(then) for _, gain, then, _ in self.best_ways(now))
            self.known[now] = max([self.copies(now), *ways])
        return self.known[now]

    def after(self, then: RestingRow) -> int:
        return self.copies(then) if self.search.single else self.best(then)

    def copies(self, now: RestingRow) -> int:
        return sum(gain for gain, _ in self.search.copies(now.full, now.lowest))

    def best_ways(self, now: RestingRow) -> list[Way]:
        """Of the removals that write something those with most merit; without any, those that Pigeon gains by."""
        writing = [way for way in self.search.removals(now._replace(pigeons=0)) if way[1] > 0]
        ways = self.search.removals(now) if now.pigeons else iter(writing)
        if not writing:
            return [way for way in ways if way[1] > 0]
        most = max(self.merit(now, way) for way in writing)
        best = {sets_of(way) for way in writing if self.merit(now, way) == most}
        return [way for way in ways if sets_of(way) in best]


def sets_of(way: Way) -> tuple[int, tuple[int, ...]]:
    """The removal, whatever Pigeon is used on."""
    removal = way[0]
    return removal.card, tuple(trait for trait, _ in removal.sets)
