"""The best play as a list of engine steps, with what it gains and why."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from birdtable.game import BadInput, BirdtableError, Step
from birdtable.games.birdie.cards import BIRDS, KINDS, OWL, PIGEON, TRAITS, WOODPECKER, cards_text
from birdtable.games.birdie.solver.arrangements import Arrangement
from birdtable.games.birdie.solver.expert import ExpertSearch, Found, after_removal
from birdtable.games.birdie.solver.marking import Choice, Marked, best_choice, marking_steps, parse_sets, settled
from birdtable.games.birdie.solver.problem import Case, Problem, parse_case
from birdtable.games.birdie.solver.sheet import Line, Sheet, number
from birdtable.games.birdie.solver.standard import INSERTED, Division, Reading
from birdtable.games.birdie.solver.units import ABILITY, DROPPED, HELD, HUNDREDTH


class Reason(msgspec.Struct, frozen=True):
    """A line of an explanation as people read it."""

    points: int | float
    clause: str
    text: str


class Solution(msgspec.Struct, frozen=True, kw_only=True):
    """A play and what it gains."""

    gain: int | float
    """Points written, Flap points gained, 3 for each trophy taken, and what boxes are worth that stay empty."""
    proved: bool
    """No play gains more."""
    bound: int | float
    """No play gains more than this."""
    boxes: dict[str, int]
    """What is written now."""
    flaps: int
    """Places marked afterwards."""
    trophies: list[str]
    steps: list[Step]
    """For a hand with one card for each use at hand and no other; ``use W`` leaves open which card pays."""
    why: list[Reason]
    row: str
    """After insertions and moves."""
    sets: list[str] = []
    """The sets marked in this row, in the standard game."""
    lines: list[Line] = []
    """``why`` as data, to be said in any language."""


def solve(problem: Problem, now: Callable[[], float] | None = None) -> Solution:
    """The best play, or with ``sets`` the best use of that division.

    ``now`` tells the seconds of some clock (``time.monotonic``); without one there is no limit of time.
    """
    case = parse_case(problem)
    if problem.sets is not None:
        return checked(case, problem.sets)
    if problem.expert:
        return solved_expert(case, deadline(problem.time, now))
    return solved_standard(case)


def check(problem: Problem, sets: str) -> Solution:
    """The score of a division that a person chose, with Pigeon and Owl used at their best."""
    return checked(parse_case(problem), sets)


def answer(line: str | bytes, now: Callable[[], float] | None = None) -> dict[str, Any]:
    """The answer to a problem given as JSON, ready to be encoded; ``{"error": ...}`` if it makes no sense."""
    try:
        problem = msgspec.json.decode(line, type=Problem)
        solution = solve(problem, now)
    except (msgspec.DecodeError, BirdtableError) as error:
        return {"error": " ".join(str(error).split())}
    told: dict[str, Any] = msgspec.to_builtins(solution)
    del told["lines"]
    return told


def next_step(plan: list[Step], legal: Sequence[Step]) -> Step:
    """The next step of a match that follows a solution, which is taken off ``plan``.

    The hand may hold more than the solution knew of: what the engine asks in vain is answered ``done``. Of several
    cards that could pay for an ability the first is taken.
    """
    while plan:
        wanted = [step for step in legal if step == plan[0] or (plan[0][:4] == "use " and step.startswith(plan[0]))]
        if wanted:
            del plan[0]
            return wanted[0]
        if "done" in legal:
            return "done"
        if plan[0] != "done":
            raise BadInput(f"{plan[0]!r} cannot follow here: it is {', '.join(legal)}")
        del plan[0]
    if "done" not in legal:
        raise BadInput(f"nothing is planned here: it is {', '.join(legal)}")
    return "done"


def deadline(seconds: float, now: Callable[[], float] | None) -> Callable[[], bool]:
    if now is None:
        return lambda: False
    clock, end = now, now() + seconds
    return lambda: clock() > end


# The standard game


def solved_standard(case: Case) -> Solution:
    problem = case.problem
    division = Division(case.board.worth())
    insert = case.insert[0] if case.insert else -1
    uses = (problem.woodpeckers > 0, problem.pigeons > 0, problem.owls > 0, problem.owl == "move")
    division.load(list(case.row), insert, *uses)
    division.best()
    reading = division.reading()
    row = [insert if card == INSERTED else case.row[card] for card in reading.cards]
    sets, choice = marks_of(reading)
    arrangement = arrangement_of(case, reading)
    sheet = settled(row, sets, choice, case.board)
    steps = marking_steps(row, sets, choice, case.board, case.rules)
    unused = {
        WOODPECKER: problem.woodpeckers - len(arrangement.moves),
        PIGEON: problem.pigeons - (choice.dropped >= 0),
        OWL: problem.owls - (choice.box >= 0),
    }
    lines = [*arrangement_lines(case, arrangement), *sheet.lines, *unused_lines(unused)]
    return solution(case, sheet, before_steps(case, arrangement) + steps, lines, row, sets)


def marks_of(reading: Reading) -> tuple[list[Marked], Choice]:
    """The sets of a reading where they lie in its row, from left to right, and what is done with them."""
    place_of = {card: place for place, card in enumerate(reading.cards)}
    sets, counting, dropped, held = [], [], -1, -1
    for i, part in enumerate(reading.parts):
        sets.append(Marked(min(place_of[card] for card in part.cards), len(part.cards), part.trait))
        if part.fate == DROPPED:
            dropped = i
        else:
            counting.append(i)
        if part.fate == HELD:
            held = i
    return sets, Choice(tuple(counting), dropped, held, reading.owl)


def arrangement_of(case: Case, reading: Reading) -> Arrangement:
    """Robin's card goes where it belongs among the cards that stay, then Woodpecker's card is moved."""
    order = [card for card in reading.cards if card not in (INSERTED, reading.moved)]
    lying = list(range(len(case.row)))
    inserts: tuple[int, ...] = ()
    if case.insert:
        before = [card for card in reading.cards[: reading.cards.index(INSERTED)] if card != reading.moved]
        place = lying.index(before[-1]) + 1 if before else 0
        lying.insert(place, INSERTED)
        inserts = (place,)
        order.insert(len(before), INSERTED)
    moves: tuple[tuple[int, int], ...] = ()
    if reading.moved >= 0:
        moves = ((lying.index(reading.moved), reading.cards.index(reading.moved)),)
    kinds = tuple(case.insert[0] if card == INSERTED else case.row[card] for card in reading.cards)
    return Arrangement(kinds, inserts, moves)


def checked(case: Case, text: str) -> Solution:
    problem = case.problem
    if problem.expert:
        raise BadInput("the expert game has no division to check: sets are taken out one after the other [B8.2]")
    if case.insert:
        raise BadInput("a division is of the row as it lies: put Robin's card into it first [B5.3]")
    row = list(case.row)
    sets = parse_sets(text, row)
    choice = best_choice(row, sets, case.board, case.rules)
    sheet = settled(row, sets, choice, case.board, free=False)
    steps = before_steps(case, Arrangement(case.row)) + marking_steps(row, sets, choice, case.board, case.rules)
    return solution(case, sheet, steps, sheet.lines, row, sets)


# The expert game


def solved_expert(case: Case, is_late: Callable[[], bool]) -> Solution:
    problem = case.problem
    single = problem.expert_removals == "single"
    search = ExpertSearch(case.board, problem.pigeons, problem.owls, single, is_late)
    found = search.best(case.row, case.insert, problem.woodpeckers)
    sheet, steps, drops = played(case, found)
    copied = [trait for _, trait in search.copies(filled(sheet), sheet.lowest)]
    for trait in copied:
        sheet.copy(trait)
        steps += ["use O", f"box {TRAITS[trait]}"]
    if len(copied) < problem.owls and sheet.lowest and 0 in sheet.boxes:
        steps.append("done")
    sheet.finish()
    unused = {
        WOODPECKER: problem.woodpeckers - len(found.arrangement.moves),
        PIGEON: problem.pigeons - drops,
        OWL: problem.owls - len(copied),
    }
    lines = [*arrangement_lines(case, found.arrangement), *sheet.lines]
    if found.is_proved:
        lines += unused_lines(unused)
    steps = before_steps(case, found.arrangement) + steps
    return solution(case, sheet, steps, lines, list(found.arrangement.row), [], found)


def filled(sheet: Sheet) -> int:
    return sum(1 << trait for trait in range(8) if sheet.boxes[trait])


def played(case: Case, found: Found) -> tuple[Sheet, list[Step], int]:
    """The sheet after all removals, the steps from the first removal on, and how often Pigeon was used."""
    sheet = Sheet(case.board)
    steps: list[Step] = []
    drops = 0
    row = list(found.arrangement.row)
    cards = list(range(len(row)))
    for removal in found.removals:
        place = cards.index(removal.card)
        steps.append(f"remove {place + 1}")
        sheet.lines.append(Line(0, "B8.2", "removed", card=KINDS[row[removal.card]], place=place + 1))
        for one in after_removal(row, cards, removal) or []:
            if one.chosen:
                steps.append("by bird" if one.trait < 4 else "by season")
            if drops < case.problem.pigeons:
                steps.append("use P" if one.dropped else "done")
            take(sheet, one.trait, len(one.cards), dropped=one.dropped)
            drops += one.dropped
    if cards and not (found.removals and case.problem.expert_removals == "single"):
        steps.append("done")
    if cards:
        sheet.say(0, "B8.5", "left", count=len(cards))
    return sheet, steps, drops


def take(sheet: Sheet, trait: int, length: int, *, dropped: bool) -> None:
    """[B8.3] Pigeon, or written at once, or lost."""
    if dropped:
        sheet.drop(trait, length, "B8.3")
    elif sheet.boxes[trait]:
        sheet.say(0, "B8.3", "lost", trait, length)
    else:
        sheet.write(trait, length, "B8.3")


# What both games have in common


def before_steps(case: Case, arrangement: Arrangement) -> list[Step]:
    """Insertions and moves, and the end of them if Woodpecker could still be used."""
    left = case.problem.woodpeckers - len(arrangement.moves)
    return arrangement.steps() + (["done"] if left and len(arrangement.row) >= 2 else [])


def arrangement_lines(case: Case, arrangement: Arrangement) -> list[Line]:
    lines = []
    row = list(case.row)
    for kind, place in zip(case.insert, arrangement.inserts, strict=True):
        row.insert(place, kind)
        lines.append(Line(0, "B7.2", "inserted", card=KINDS[kind], place=place + 1))
    for source, place in arrangement.moves:
        kind = row.pop(source)
        row.insert(place, kind)
        lines.append(Line(0, "B7.2", "moved", card=KINDS[kind], place=place + 1, from_place=source + 1))
    return lines


def unused_lines(unused: Mapping[int, int]) -> list[Line]:
    return [Line(0, "B7.1", "unused", trait=bird) for bird, count in unused.items() if count > 0]


def solution(
    case: Case,
    sheet: Sheet,
    steps: list[Step],
    lines: list[Line],
    row: list[int],
    sets: list[Marked],
    found: Found | None = None,
) -> Solution:
    gain = number(sheet.gain)
    proved = found is None or found.is_proved
    return Solution(
        gain=gain,
        proved=proved,
        bound=gain if proved or found is None else max(gain, bound_points(case, found.bound)),
        boxes={TRAITS[trait]: value for trait, value in sheet.written.items()},
        flaps=sheet.flaps,
        trophies=[BIRDS[bird] for bird in sheet.trophies],
        steps=steps,
        why=[Reason(number(line.points), line.clause, line.text()) for line in lines],
        row=cards_text(row),
        sets=[str(one) for one in sets],
        lines=lines,
    )


def bound_points(case: Case, units: int) -> int | float:
    """A bound in units as points, with what the boxes are worth that are empty now."""
    board = case.board
    at_start = sum(value for value, box in zip(board.open_value, board.boxes, strict=True) if not box)
    hundredths = (units + 6 * ABILITY) // HUNDREDTH + at_start  # at most 6 uses of abilities were taken off
    if all(value % 100 == 0 for value in board.open_value):
        return hundredths // 100
    return number(hundredths / 100)
