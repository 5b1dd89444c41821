"""Puzzles as they are kept: a line of JSON each. ``docs/puzzles.md`` has the form.

A *row* puzzle is a row of cards to be scored, with the proved best; a *turn* puzzle is a position in which one play is
clearly best. What is in a row's ``problem`` only its own game knows.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from hashlib import sha256
from typing import Annotated, Any, Literal

import msgspec

from birdtable.game import BadInput, Seat, Step

Kind = Literal["row", "turn"]
KINDS: tuple[Kind, ...] = ("row", "turn")
LEVELS = 5


class Difficulty(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What solving it takes: ``level`` from 1 to 5, and what that was made of."""

    level: int
    cards: int = 0
    """In the row."""
    plays: int = 0
    """That there are to choose from."""
    close: int = 0
    """Ways that come near the best."""
    abilities: int = 0
    """That the answer uses."""
    short: float = 0
    """What quick players fall short by: points, or a share of the victory."""


class RowProof(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the exact scorer has proved."""

    bound: int
    """No play gains more."""
    only: bool
    """Every play that gains as much writes the same values into the same boxes."""
    quick: int
    """What obvious play gains."""


class Choice(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A play that could be chosen, and what two long searches make of it."""

    steps: Annotated[tuple[Step, ...], msgspec.Meta(min_length=1)]
    win: float
    """The share of the victory to expect after it."""
    again: float
    """The same by the fresh search."""
    bots: tuple[str, ...] = ()
    """The quick players who choose it."""


class Margin(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How clearly the best play is the best, by a search and by a fresh one with other numbers."""

    by: float
    """What it is worth more than the next best."""
    error: float
    """Standard error of that."""
    by_again: float
    error_again: float
    batches: int
    """Searches after every choice, each time."""
    simulations: int
    """Of each of them."""


class PuzzleLine(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
    tag_field="kind",
    dict=True,
):
    game: str
    rules: int
    """Version of the rules."""
    difficulty: Difficulty
    dropped: dict[str, int] = {}
    """Candidates that were rejected before this one, by reason."""
    command: str
    """What makes it again."""


class RowPuzzle(PuzzleLine, tag="row", frozen=True, kw_only=True):
    problem: dict[str, Any]
    """What a line of ``birdtable score --json`` takes."""
    gain: int
    """The proved best."""
    steps: tuple[Step, ...]
    """A way to it."""
    proof: RowProof

    @cached_property
    def id(self) -> str:
        return short_hash(self.game, "row", msgspec.json.encode(self.problem, order="sorted"))

    @property
    def seat(self) -> Seat:
        return 0


class TurnPuzzle(PuzzleLine, tag="turn", frozen=True, kw_only=True):
    position: str
    """The whole state; what the seat to move may know of it is shown."""
    seat: Seat
    choices: Annotated[tuple[Choice, ...], msgspec.Meta(min_length=1)]
    """The best first."""
    margin: Margin

    @cached_property
    def id(self) -> str:
        return short_hash(self.game, "turn", self.position.encode())

    @property
    def steps(self) -> tuple[Step, ...]:
        return self.choices[0].steps


Puzzle = RowPuzzle | TurnPuzzle
decoder = msgspec.json.Decoder(Puzzle)


def check_grade(puzzle: Puzzle, found: Difficulty) -> None:
    if puzzle.difficulty != found:
        raise BadInput(f"its difficulty is {found.level}, by {found}, not {puzzle.difficulty.level}")


def short_hash(game: str, kind: str, content: bytes) -> str:
    """The name of a puzzle, which stays with it wherever it stands in a file."""
    return sha256(b"\0".join((game.encode(), kind.encode(), content))).hexdigest()[:10]


def encode(puzzle: Puzzle) -> bytes:
    return msgspec.json.encode(puzzle) + b"\n"


def decode(content: bytes, name: str) -> Iterator[Puzzle]:
    """The puzzles of a file; one that cannot be read is refused with the number of its line."""
    for number, line in enumerate(content.splitlines(), start=1):
        try:
            found = decoder.decode(line)
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            raise BadInput(f"{name}, line {number}: {error}") from None
        if not 1 <= found.difficulty.level <= LEVELS:
            raise BadInput(f"{name}, line {number}: a level is from 1 to {LEVELS}, not {found.difficulty.level}")
        yield found
