"""What the score sheets of all games have in common.

Seats are counted from 0 and sit in the order in which the players are named. Texts are in the language asked for.
"""

from __future__ import annotations

from typing import Annotated

import msgspec

from birdtable.wire.base import Told

PlayerName = Annotated[str, msgspec.Meta(max_length=40)]
Count = Annotated[int, msgspec.Meta(ge=0, le=1000)]
SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=4)]


class Entered(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Base of all that people enter."""


class Fault(Told, frozen=True):
    """An entry that is impossible, and the clause that says so. What does not depend on it is computed all the same."""

    round: int
    seat: int
    """-1 if it concerns nobody in particular."""
    text: str
    clause: str


class Why(Told, frozen=True):
    """Points, perhaps none, and the clause that they rest on."""

    points: float
    clause: str
    text: str
    trait: str = ""
    what: str = ""


class Change(Told, frozen=True):
    """What a correction would make of one player's row, or of the total."""

    round: int
    """-1 for the total."""
    seat: int
    before: float | None
    """Points; nothing if there were none yet."""
    after: float | None
    lost: tuple[Why, ...] = ()
    """Lines that were there before and would be gone."""
    gained: tuple[Why, ...] = ()


class Changes(Told, frozen=True):
    """All that a correction would change, and nothing that it would leave as it is."""

    rows: tuple[Change, ...]
    totals: tuple[Change, ...]
    faults: tuple[Fault, ...]
    """Entries that would become impossible."""
    won: tuple[int, ...]
    """Who had won before."""
    wins: tuple[int, ...]
    """Who would win."""
