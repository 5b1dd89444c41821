"""Lessons: the learner's plays come with every question."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from birdtable.wire.base import Steps, Told, Wire
from birdtable.wire.play import Considered, Position, Refused
from birdtable.wire.tables import TableInfo

Plays = Annotated[tuple[Steps, ...], Meta(max_length=40)]
"""What a learner did at each stop that lies behind; nothing where there was only something to read."""


class LessonPlays(Wire, frozen=True):
    plays: Plays = ()


class LessonTry(Wire, frozen=True):
    plays: Plays
    steps: Steps


class LessonInfo(Told, frozen=True):
    name: str
    game: str
    title: str
    text: str
    minutes: int
    stops: int


class LessonAct(Told, frozen=True):
    """One of several things to do in a play."""

    text: str
    spot: tuple[str, ...]


class LessonStop(Told, frozen=True):
    """Where a lesson stands, with the table as the learner sees it."""

    stop: int
    stops: int
    text: str
    clause: str
    asks: bool
    """There is something to play; otherwise to read."""
    acts: tuple[LessonAct, ...]
    """The play in parts; ``text`` is for when all of them are done."""
    spot: tuple[str, ...]
    """What the text points at: a part of the board, or a card in it, such as ``feeder Rw``."""
    cards: str
    """Cards shown with the text, such as the row that was scored."""
    table: TableInfo
    position: Position


class LessonConsidered(Told, frozen=True):
    """What steps would lead to, and how many of the acts of the stop they do; -1: the play has an act unfinished."""

    said: Considered | Refused
    acts: int = -1


class LessonAnswer(Told, frozen=True):
    """What is said to a play: nothing to the right one; why the rules forbid it, or why it is not meant here."""

    right: bool
    text: str = ""
    details: dict[str, str | int] = {}
    clause: str = ""
