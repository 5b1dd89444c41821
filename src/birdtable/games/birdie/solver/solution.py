"""A play as a list of engine steps, with what it gains and why."""

from __future__ import annotations

import msgspec

from birdtable.game import Step
from birdtable.games.birdie.cards import BIRDS, KINDS, OWL, PIGEON, TRAITS, WOODPECKER, cards_text
from birdtable.games.birdie.solver.problem import Case
from birdtable.games.birdie.solver.search.arrangements import Arrangement
from birdtable.games.birdie.solver.sheet import Line, Sheet, number
from birdtable.games.birdie.solver.stages import Stage


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
    sets: list[str]
    """The sets marked in this row, in the standard game."""
    lines: list[Line]
    """``why`` as data, to be said in any language."""
    stages: list[Stage]
    """The row with its sets, to be drawn."""


def before_steps(case: Case, arrangement: Arrangement) -> list[Step]:
    """Insertions and moves, and the end of them if Woodpecker could still be used."""
    left = case.problem.woodpeckers - len(arrangement.moves)
    return arrangement.steps() + (["done"] if left and len(arrangement.row) >= 2 else [])


def arrangement_lines(case: Case, arrangement: Arrangement) -> list[Line]:
    """What became of Robin's cards, and what Woodpecker did."""
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


def unused_lines(case: Case, woodpeckers: int, pigeons: int, owls: int) -> list[Line]:
    """The abilities at hand that so many uses have left over."""
    problem = case.problem
    left = {WOODPECKER: problem.woodpeckers - woodpeckers, PIGEON: problem.pigeons - pigeons, OWL: problem.owls - owls}
    return [Line(0, "B7.1", "unused", trait=bird) for bird, count in left.items() if count > 0]


def solution(
    sheet: Sheet,
    arrangement: Arrangement,
    *,
    bound: float,
    steps: list[Step],
    lines: list[Line],
    stages: list[Stage],
    sets: list[str],
) -> Solution:
    return Solution(
        gain=number(sheet.gain),
        proved=sheet.gain >= bound,
        bound=number(max(bound, sheet.gain)),
        boxes={TRAITS[trait]: value for trait, value in sheet.written.items()},
        flaps=sheet.flaps,
        trophies=[BIRDS[bird] for bird in sheet.trophies],
        steps=steps,
        why=[Reason(number(line.points), line.clause, line.text()) for line in lines],
        row=cards_text(arrangement.row),
        sets=sets,
        lines=lines,
        stages=stages,
    )
