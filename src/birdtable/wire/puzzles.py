"""Puzzles: of all tries the server stores only whether the first one was right."""

from __future__ import annotations

from typing import Literal

from birdtable.game import Step
from birdtable.wire.base import Steps, Told, Wire
from birdtable.wire.past import ScoreLine
from birdtable.wire.play import Considered, Position, Refused
from birdtable.wire.tables import TableInfo


class PuzzleTry(Wire, frozen=True):
    """A whole play, or the beginning of one to be considered."""

    steps: Steps


class PuzzleSeries(Told, frozen=True):
    name: str
    game: str
    kind: Literal["row", "turn"]
    level: int
    """Of today's, from 1 to 5."""


class PuzzleDays(Told, frozen=True):
    """What there is today."""

    today: str
    """By the clock of the server, in UTC."""
    first: str
    """The oldest day in the archive."""
    series: tuple[PuzzleSeries, ...]


class PuzzleInfo(Told, frozen=True):
    """A puzzle to be solved, with the table as its solver sees it."""

    series: str
    day: str
    number: int
    """How many days there have been, this one included."""
    game: str
    kind: Literal["row", "turn"]
    level: int
    """From 1 to 5: by how people fare here, as soon as enough have tried; before that from what solving it takes."""
    tried: int
    """People here who have tried."""
    solved: int
    """Those of them whose first try was right."""
    table: TableInfo
    position: Position


class PuzzleConsidered(Told, frozen=True):
    said: Considered | Refused


class PuzzlePlay(Told, frozen=True):
    """A play and what it is worth."""

    steps: tuple[Step, ...]
    points: float = 0.0
    """Of a row."""
    lines: tuple[ScoreLine, ...] = ()
    win: float = 0.0
    """The share of the victory to expect after a turn."""
    cost: float = 0.0
    """What the best play is worth more: points, or a share of the victory."""
    reason: str = ""
    """What speaks for a turn, as a message id."""
    details: dict[str, str | int] = {}
    bots: tuple[str, ...] = ()
    """Quick bots that choose it."""
    estimate: bool = False
    """Compared with the best in a hurry, not searched for long."""


class PuzzleAnswer(Told, frozen=True):
    """What is said to a try. The best play is told with a right try, and to whoever gives up."""

    right: bool
    own: PuzzlePlay
    best: PuzzlePlay | None = None
    others: tuple[PuzzlePlay, ...] = ()
    """What else could have been chosen, the better first."""
    search: int = 0
    """Simulations that each choice of a turn was searched with, twice."""


class PuzzleTried(Told, frozen=True):
    answer: PuzzleAnswer | None = None
    refused: Refused | None = None
    """The rules forbid it, or it is no whole play."""
