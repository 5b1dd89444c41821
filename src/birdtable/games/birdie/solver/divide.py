"""The standard game answered: the best division of a row, or the score of one that a person chose."""

from __future__ import annotations

from birdtable.game import BadInput
from birdtable.games.birdie.cards import TRAITS, cards_text
from birdtable.games.birdie.solver.marking import Choice, Marked, best_choice, marking_steps, parse_sets, settle
from birdtable.games.birdie.solver.problem import Case
from birdtable.games.birdie.solver.search.arrangements import Arrangement, Row
from birdtable.games.birdie.solver.search.standard import INSERTED, Division, Reading
from birdtable.games.birdie.solver.search.units import DROPPED, HELD
from birdtable.games.birdie.solver.solution import Solution, arrangement_lines, before_steps, solution, unused_lines
from birdtable.games.birdie.solver.stages import Group, Stage


def best_division(case: Case) -> Solution:
    reading = best_reading(case)
    arrangement = arrange(case.row, case.insert, reading)
    row = list(arrangement.row)
    sets, choice = marks_of(reading)
    sheet = settle(row, sets, choice, case.board)
    unused = unused_lines(case, len(arrangement.moves), choice.dropped >= 0, choice.box >= 0)
    return solution(
        sheet,
        arrangement,
        bound=sheet.gain,
        steps=before_steps(case, arrangement) + marking_steps(row, sets, choice, case.board, case.rules),
        lines=[*arrangement_lines(case, arrangement), *sheet.lines, *unused],
        stages=[stage(row, sets, choice)],
        sets=[str(one) for one in sets],
    )


def checked_division(case: Case, text: str) -> Solution:
    """With Pigeon and Owl at their best; the bound is what the best division gains."""
    if case.problem.expert:
        raise BadInput("the expert game has no division to check: sets are taken out one after the other [B8.2]")
    if case.insert:
        raise BadInput("a division is of the row as it lies: put Robin's card into it first [B5.3]")
    row = list(case.row)
    sets = parse_sets(text, row)
    choice = best_choice(sets, case.board, case.rules)
    sheet = settle(row, sets, choice, case.board, free=False)
    arrangement = Arrangement(case.row)
    return solution(
        sheet,
        arrangement,
        bound=best_division(case).gain,
        steps=before_steps(case, arrangement) + marking_steps(row, sets, choice, case.board, case.rules),
        lines=sheet.lines,
        stages=[stage(row, sets, choice)],
        sets=[str(one) for one in sets],
    )


def best_reading(case: Case) -> Reading:
    problem = case.problem
    division = Division(case.board.worth())
    insert = case.insert[0] if case.insert else -1
    uses = (problem.woodpeckers > 0, problem.pigeons > 0, problem.owls > 0, problem.owl == "move")
    division.load(list(case.row), insert, *uses)
    division.best()
    return division.reading()


def marks_of(reading: Reading) -> tuple[list[Marked], Choice]:
    """The sets of a reading where they lie in its row, from left to right, and what is done with them."""
    place_of = {card: place for place, card in enumerate(reading.cards)}
    sets = [Marked(min(place_of[card] for card in part.cards), len(part.cards), part.trait) for part in reading.parts]
    fates = [part.fate for part in reading.parts]
    counting = tuple(i for i, fate in enumerate(fates) if fate != DROPPED)
    dropped = fates.index(DROPPED) if DROPPED in fates else -1
    held = fates.index(HELD) if HELD in fates else -1
    return sets, Choice(counting, dropped, held, reading.owl)


def arrange(row: Row, insert: Row, reading: Reading) -> Arrangement:
    """Robin's card goes where it belongs among the cards that stay, then Woodpecker's card is moved."""
    lying = list(range(len(row)))
    inserts: tuple[int, ...] = ()
    moves: tuple[tuple[int, int], ...] = ()
    if insert:
        before = [card for card in reading.cards[: reading.cards.index(INSERTED)] if card != reading.moved]
        inserts = (lying.index(before[-1]) + 1 if before else 0,)
        lying.insert(inserts[0], INSERTED)
    if reading.moved >= 0:
        moves = ((lying.index(reading.moved), reading.cards.index(reading.moved)),)
    after = tuple(insert[0] if card == INSERTED else row[card] for card in reading.cards)
    return Arrangement(after, inserts, moves)


def stage(row: list[int], sets: list[Marked], choice: Choice) -> Stage:
    groups = []
    for i, one in enumerate(sets):
        places = list(range(one.start + 1, one.end + 1))
        groups.append(Group(TRAITS[one.trait], places, choice.fate(i)))
    return Stage(cards_text(row), groups=groups)
