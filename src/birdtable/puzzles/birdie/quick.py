"""Obvious ways to score a row: what a puzzle's answer has to beat.

Two players, each with the cards put where that brings them most (Robin's card anywhere, one move of Woodpecker): one
always takes the longest set, the other what brings most points at once. Pigeon and Owl are then used at their best.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from birdtable.games.birdie.points import TROPHY
from birdtable.games.birdie.solver.arrangements import Arrangement, Row, insert_all, move_one
from birdtable.games.birdie.solver.expert import ExpertSearch, Position, Removal
from birdtable.games.birdie.solver.marking import Marked, best_choice, carry_out
from birdtable.games.birdie.solver.problem import Case
from birdtable.games.birdie.solver.sheet import Board
from birdtable.games.birdie.solver.units import POINT

Merit = Callable[[Marked, Board], tuple[int, int]]


def quick_gain(case: Case, enough: int) -> int:
    """The most that an obvious way gains; as soon as one gains ``enough``, that."""
    way = removed_greedily if case.problem.expert else marked_greedily
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


def marked_greedily(case: Case, arrangement: Arrangement) -> int:
    board = case.board
    found = {tuple(mark_greedily(board, arrangement.row, merit)) for merit in (by_length, by_points)}
    return max(gain_of(case, list(sets)) for sets in found)


def gain_of(case: Case, sets: list[Marked]) -> int:
    sheet = carry_out(sets, best_choice(sets, case.board, case.rules), case.board)
    sheet.finish()
    return round(sheet.gain)


def by_length(one: Marked, board: Board) -> tuple[int, int]:
    return one.length, -one.start


def by_points(one: Marked, board: Board) -> tuple[int, int]:
    trophy = one.trait < 4 and one.length > board.records[one.trait]
    return one.length + TROPHY * trophy, -one.start


def mark_greedily(board: Board, row: Row, merit: Merit) -> list[Marked]:
    """The run with most merit, then that of the cards that are left, and so on; one more for Pigeon."""
    full = {trait for trait in range(8) if board.boxes[trait]}
    runs, marked = free_runs(row), list[Marked]()
    while useful := [one for one in runs if one.trait not in full]:
        best = max(useful, key=lambda one: merit(one, board))
        full.add(best.trait)
        marked.append(best)
        runs = [piece for one in runs for piece in left_of(one, best)]
    return sorted([*marked, *runs[:1]])


def left_of(one: Marked, taken: Marked) -> list[Marked]:
    """What is left of a run when another was taken out of the row."""
    if one.end <= taken.start or taken.end <= one.start:
        return [one]
    before, after = taken.start - one.start, one.end - taken.end
    pieces = [Marked(one.start, before, one.trait), Marked(taken.end, after, one.trait)]
    return [piece for piece in pieces if piece.length >= 2]


def free_runs(row: Row) -> list[Marked]:
    found = []
    for traits in ([kind >> 2 for kind in row], [4 + (kind & 3) for kind in row]):
        first = 0
        for place in range(1, len(row) + 1):
            if place == len(row) or traits[place] != traits[first]:
                if place - first >= 2:
                    found.append(Marked(first, place - first, traits[first]))
                first = place
    return found


# The expert game


def removed_greedily(case: Case, arrangement: Arrangement) -> int:
    problem = case.problem
    search = ExpertSearch(case.board, problem.pigeons, problem.owls, problem.expert_removals == "single", lambda: False)
    position = search.start._replace(row=arrangement.row)
    found = [search.greedy(position)[0], search.value_of(position, longest_first(search, position))]
    return max(0, *(-(-value // POINT) for value in found))


def longest_first(search: ExpertSearch, position: Position) -> list[Removal]:
    """Always the removal that takes most cards with it, as long as something is written."""
    removals: list[Removal] = []
    origin = list(range(len(position.row)))
    now = position
    while True:
        ways = [way for way in search.removals(now._replace(pigeons=0)) if way[1] > 0]
        if not ways:
            return removals
        removal, _, now, cards = max(ways, key=lambda way: len(now.row) - len(way[3]))
        removals.append(removal._replace(card=origin[removal.card]))
        origin = [origin[card] for card in cards]
