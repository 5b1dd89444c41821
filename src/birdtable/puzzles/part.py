"""What a game may bring for puzzles: an instance of ``PuzzlePart``, named ``PART``, in its package of this room.

Turn puzzles need nothing of it. Row puzzles, whose best score can be proved, are the game's own.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from birdtable import catalog
from birdtable.bots.advice.assessment import PointsLine
from birdtable.game import BadInput, Event, Step
from birdtable.puzzles.form import Kind, RowPuzzle


class PuzzlePart:
    kinds: tuple[Kind, ...] = ("turn",)

    def make_row(self, seed: int, number: int, command: str) -> RowPuzzle:
        raise BadInput("this game has no row puzzles")

    def row_state(self, problem: dict[str, Any]) -> Any:
        """The position that the problem describes; a problem that makes no sense is refused."""
        raise BadInput("this game has no row puzzles")

    def next_step(self, plan: list[Step], legal: Sequence[Step]) -> Step:
        """The next step of an answer, which is taken off ``plan``."""
        raise BadInput("this game has no row puzzles")

    def check_row(self, puzzle: RowPuzzle) -> None:
        """Solves it again; what does not hold is refused."""
        raise BadInput("this game has no row puzzles")

    def row_lines(self, problem: dict[str, Any], events: Sequence[Event]) -> Sequence[PointsLine]:
        """What happened to the row, a line for every point."""
        raise BadInput("this game has no row puzzles")


def part_of(game: str) -> PuzzlePart:
    return catalog.part("puzzles", game, PuzzlePart())
