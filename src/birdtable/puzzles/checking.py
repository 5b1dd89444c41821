"""Puzzles solved again: rows by the exact scorer, turns by another search."""

from __future__ import annotations

from birdtable import catalog
from birdtable.game import BadInput
from birdtable.puzzles import tries, turns
from birdtable.puzzles.form import Margin, Puzzle, RowPuzzle, TurnPuzzle, check_grade
from birdtable.puzzles.part import part_of

ROUNDED = 0.001
"""What rounding takes off a margin, at most."""


def check_puzzle(puzzle: Puzzle) -> None:
    """Solves it again, as far as that can be proved; what does not hold is refused."""
    if puzzle.rules != (rules := catalog.game(puzzle.game).rules_version):
        raise BadInput(f"made for version {puzzle.rules} of the rules, not {rules}")
    found = tries.answer(puzzle)
    if not found.right:
        raise BadInput(f"its answer gains {found.own.points:g}, not {getattr(puzzle, 'gain', 0)}")
    if isinstance(puzzle, RowPuzzle):
        part_of(puzzle.game).check_row(puzzle)
    else:
        check_choices(puzzle)
        check_margin(puzzle.margin)
        search_choices(puzzle)


def check_choices(puzzle: TurnPuzzle) -> None:
    """The numbers of a turn puzzle agree with each other, and every choice is a play."""
    game = catalog.game(puzzle.game)
    for choice in puzzle.choices:
        tries.play_all(game, tries.state_of(puzzle), puzzle.seat, choice.steps)
    wins, again = ([choice.win for choice in puzzle.choices], [choice.again for choice in puzzle.choices])
    if len(wins) < 2 or wins != sorted(wins, reverse=True) or again[0] != max(again) or puzzle.choices[0].bots:
        raise BadInput("its choices are not in order, or a quick player finds the best")
    plays = turns.list_plays(game, tries.state_of(puzzle), puzzle.seat)
    check_grade(puzzle, turns.grade(puzzle.choices, len(plays)))


def check_margin(margin: Margin) -> None:
    for by, error in ((margin.by, margin.error), (margin.by_again, margin.error_again)):
        if by < turns.MARGIN or by < turns.ERRORS * error - ROUNDED:
            raise BadInput(f"a margin of {by:g} with a standard error of {error:g} is not clear")


def search_choices(puzzle: TurnPuzzle) -> None:
    """With numbers that neither of its searches had: the same play must be the best."""
    found = turns.search_again(puzzle, tries.state_of(puzzle), int(puzzle.id, 16))
    if found.best != puzzle.steps:
        raise BadInput(f"another search prefers {', '.join(found.best)}")
