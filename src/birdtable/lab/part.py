"""What a game may bring for the lab: an instance of ``LabPart``, named ``PART``, in its package of this room."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from birdtable import catalog
from birdtable.lab.report.statistics import NOTHING_MORE, Statistics


class Field(NamedTuple):
    """Some numbers of an observation."""

    name: str
    width: int
    about: str
    read: Callable[[Any], Sequence[int]]
    """Reads them from a view; missing ones at the end are 0."""


Writer = Callable[[Any, int, Any], None]
"""Writes the observation of a seat straight from the state into an array: ``write(state, seat, numbers)``."""


@dataclass(frozen=True, kw_only=True)
class LabPart:
    fields: tuple[Field, ...] = ()
    """What an observation holds; if empty, the fields of the view (``envs/plain.py``)."""
    write: Writer | None = None
    """Writes the same numbers as ``fields``, many times faster. The vector engine needs it, compiled."""
    actions: int | None = None
    """Codes below this are steps of seats and the rest are chance's; ``None`` if they are mixed: every code then
    counts as an action, and chance's are never legal."""
    longest: int = 10_000
    """No match has more steps, chance's included, while the game's ``caps`` hold."""
    statistics: Statistics = NOTHING_MORE
    """What a report counts beside what all games have."""


DEFAULT = LabPart()


def part_of(name: str) -> LabPart:
    return catalog.part("lab", name, DEFAULT)


def from_seat(view: Any, seats: int = 4) -> list[int]:
    """The seats at the table, counted from the observer on; -1 for empty places."""
    return [(view.seat + i) % view.seats if i < view.seats else -1 for i in range(seats)]


def one_hot(width: int, index: int) -> list[int]:
    return [int(i == index) for i in range(width)]
