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
