"""What a report counts of a game beside what all games have. A game may bring its own."""

from __future__ import annotations

from typing import Any, NamedTuple

from birdtable.game import Event, Seat


class Section(NamedTuple):
    """A section of the page about marks that begin alike."""

    title: str
    begins: str
    about: str


class Statistics:
    comparisons: tuple[Section, ...] = ()

    def mark(self, event: Event, seats: int) -> str:
        """What the seat of the event did, in words, if that is worth comparing with winning."""
        return ""

    def sources(self, view: Any, seat: Seat) -> dict[str, int]:
        """A seat's points at the end, by where they come from."""
        return {}


NOTHING_MORE = Statistics()
