"""How a view of a game is drawn as text, for every client of the terminal alike.

A game brings a drawing of its own; one that brings none is shown by the fields of its view.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from textwrap import wrap
from typing import Any, Generic, TypeVar

import msgspec
from rich.text import Text

from birdtable.game import Event, Step, View
from birdtable.terminal.speech import Speech

V = TypeVar("V", bound=View)


class Drawing(ABC, Generic[V]):
    """One view in words and letters. Seats are called by ``names``."""

    def __init__(self, view: V, names: Sequence[str], say: Speech) -> None:
        self.view = view
        self.names = names
        self.say = say

    @abstractmethod
    def headline(self) -> str:
        """Where the match stands, on one short line."""

    @abstractmethod
    def table(self, width: int, marked: frozenset[int] = frozenset()) -> list[Text]:
        """All that lies on the table, in lines of at most ``width``; ``marked`` are cards of a row, counted from 1."""

    @abstractmethod
    def question(self) -> tuple[str, str]:
        """What is asked of the seat to move, and the clause about it."""

    @abstractmethod
    def label(self, step: Step, events: Sequence[Event] = ()) -> str:
        """A legal step in words; ``events`` are what it would make happen, as far as that is known."""

    def rank(self, step: Step, events: Sequence[Event] = ()) -> tuple[int, int]:
        """Where a step stands in a list for people; the smallest comes first."""
        return 0, 0

    def places_of(self, step: Step) -> frozenset[int]:
        """Cards of the row that a step concerns, counted from 1."""
        return frozenset()

    def steps_at(self, pick: str, legal: Sequence[Step]) -> list[Step]:
        """The legal steps that a click on this part of the table can mean."""
        return [step for step in legal if step.endswith(pick.partition(" ")[2])]

    def queries(self) -> Mapping[str, Callable[[str], list[str]]]:
        """Words that can be typed to look at something, each with a function of what follows it."""
        return {}


class PlainDrawing(Drawing[View]):
    """For any game: who plays, and the fields of the view by their names."""

    def headline(self) -> str:
        return ""

    def table(self, width: int, marked: frozenset[int] = frozenset()) -> list[Text]:
        fields: dict[str, Any] = msgspec.to_builtins(self.view)
        players = [f"{'>' if seat == self.view.to_move else ' '}{name}" for seat, name in enumerate(self.names)]
        lines = ["".join(players)]
        for name, value in fields.items():
            if name not in View.__struct_fields__:
                lines += wrap(f"{name}: {'-' if value in ('', None) else value}", width, subsequent_indent="  ")
        return [Text(line) for line in lines]

    def question(self) -> tuple[str, str]:
        return self.say.t("Choose a step"), ""

    def label(self, step: Step, events: Sequence[Event] = ()) -> str:
        return step


def seat_of(text: str, names: Sequence[str], default: int) -> int | None:
    """A seat by its number, counted from 1; without a number the person's own."""
    if not text:
        return default
    return int(text) - 1 if text.isdecimal() and 0 < int(text) <= len(names) else None


def columns(rows: Sequence[Sequence[str | Text]], *, first_left: bool = True) -> list[Text]:
    """Rows of cells as a table: the first column aligned left, the others right."""
    widths = [max(len(row[place]) for row in rows) for place in range(len(rows[0]))]
    return [join_cells(row, widths, first_left) for row in rows]


def join_cells(row: Sequence[str | Text], widths: Sequence[int], first_left: bool) -> Text:
    line, plain = Text(no_wrap=True), ""
    for place, (cell, width) in enumerate(zip(row, widths, strict=True)):
        blanks, between = " " * (width - len(cell)), " " if place else ""
        before, after = (between, blanks) if place == 0 and first_left else (between + blanks, "")
        if isinstance(cell, Text):
            line.append(plain + before).append_text(cell)
            plain = after
        else:
            plain += f"{before}{cell}{after}"
    return line.append(plain)
