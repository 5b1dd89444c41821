"""What a game may bring for the lab: an instance of ``LabPart``, named ``PART``, in its package of this room."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from birdtable import catalog
from birdtable.lab.report.statistics import NOTHING_MORE, Statistics

LARGEST = 32_767
"""Of 16 bits, with a sign."""


class Field(NamedTuple):
    """Some numbers of an observation, each from ``low`` to ``high``."""

    name: str
    width: int
    about: str
    read: Callable[[Any], Sequence[int]]
    """Reads them from a view; missing ones at the end are 0."""
    high: int
    low: int = 0
    digits: tuple[int, ...] = ()
    """What a number is made of, where it names something and is no amount: one of so many, plus so many times one of so
    many, and so on. What is left above the last digit is an amount."""


def starts_of(fields: Iterable[Field]) -> dict[str, int]:
    """Where each field begins in an observation; and under ``""`` how many numbers there are."""
    starts: dict[str, int] = {}
    place = 0
    for field in fields:
        starts[field.name] = place
        place += field.width
    return {**starts, "": place}


Writer = Callable[[Any, int, Any], None]
"""Writes the observation of a seat straight from the state into an array: ``write(state, seat, numbers)``."""


@dataclass(frozen=True, kw_only=True)
class LabPart:
    fields: tuple[Field, ...] = ()
    """What an observation holds; if empty, the fields of the view (``envs/forms/plain.py``)."""
    write: Writer | None = None
    """Writes the same numbers as ``fields``, many times faster. The vector engine needs it, compiled."""
    cards: tuple[str, ...] = ()
    """Every kind of card as events write it; if empty, histories hold digests of cards."""
    places: tuple[str, ...] = ()
    """Every ``Event.place``; if empty, histories hold digests of places."""
    actions: int | None = None
    """Codes below this are steps of seats and the rest are chance's; ``None`` if they are mixed: every code then
    counts as an action, and chance's are never legal."""
    longest: int = 10_000
    """No match has more steps, chance's included, while the game's ``caps`` hold."""
    guide: Callable[[Any], Any] | None = None
    """Says what may have happened unseen (``envs/spiel/retelling.py``); without one it is tried out at random."""
    small: str = ""
    """Where a small game begins (``envs/small.py``), if there is one."""
    statistics: Statistics = NOTHING_MORE
    """What a report counts beside what all games have."""


DEFAULT = LabPart()


def part_of(name: str) -> LabPart:
    return catalog.part("lab", name, DEFAULT)


def from_seat(view: Any, seats: int = 4) -> list[int]:
    """The seats at the table, counted from the observer on; -1 for empty places."""
    return [(view.seat + i) % view.seats if i < view.seats else -1 for i in range(seats)]


def distance(view: Any, seat: int) -> int:
    """How many places on from the observer a seat is, plus 1; 0 for nobody."""
    return (seat - view.seat) % view.seats + 1 if seat >= 0 else 0


def one_hot(width: int, index: int) -> list[int]:
    return [int(i == index) for i in range(width)]
