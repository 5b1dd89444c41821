"""Rows as puzzles: made, laid on a table, and told line by line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from birdtable.bots.advice.assessment import PointsLine
from birdtable.game import BadInput, Event, Step
from birdtable.games.birdie.rules import BirdieState
from birdtable.games.birdie.solver import Problem, next_step
from birdtable.games.birdie.solver.happened import note
from birdtable.games.birdie.solver.problem import parse_case
from birdtable.games.birdie.solver.sheet import Sheet
from birdtable.puzzles.birdie.position import state_of
from birdtable.puzzles.birdie.rows import grade, judge, make_row
from birdtable.puzzles.form import Kind, RowPuzzle, check_grade
from birdtable.puzzles.part import PuzzlePart


class BirdiePuzzles(PuzzlePart):
    kinds: tuple[Kind, ...] = ("row", "turn")

    def make_row(self, seed: int, number: int, command: str) -> RowPuzzle:
        return make_row(seed, number, command)

    def row_state(self, problem: dict[str, Any]) -> BirdieState:
        return state_of(parse_problem(problem))

    def next_step(self, plan: list[Step], legal: Sequence[Step]) -> Step:
        return next_step(plan, legal)

    def check_row(self, puzzle: RowPuzzle) -> None:
        """By the rules that puzzles are made by."""
        problem = parse_problem(puzzle.problem)
        found = judge(problem)
        if isinstance(found, str):
            raise BadInput(f"this is no puzzle: {found}")
        best, quick = found
        said = (puzzle.gain, puzzle.proof.bound, puzzle.proof.quick, puzzle.proof.only)
        if (proved := (best.gain, best.bound, quick, True)) != said:
            raise BadInput(f"gain, bound, quick and only are {proved}, not {said}")
        check_grade(puzzle, grade(problem, best, quick))

    def row_lines(self, problem: dict[str, Any], events: Sequence[Event]) -> Sequence[PointsLine]:
        sheet = Sheet(parse_case(parse_problem(problem)).board)
        note(sheet, events)
        sheet.finish()
        return sheet.lines


def parse_problem(problem: dict[str, Any]) -> Problem:
    try:
        return msgspec.convert(problem, Problem)
    except msgspec.ValidationError as error:
        raise BadInput(f"this is no row to be scored: {error}") from None
