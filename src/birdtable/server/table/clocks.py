"""Time to think: arithmetic in milliseconds, without looking at any clock.

How long a seat thought is written into its play, so that a match replays without knowing when the server was down.
"""

from __future__ import annotations

import msgspec

from birdtable.game import Seat
from birdtable.wire.tables import Clock

CREDIT = 60_000
"""How long a match waits in all for a seat that lost its connection."""


class Timing(msgspec.Struct, frozen=True):
    bank: tuple[int, ...]
    """``total``: what is left of the match's time, by seat."""
    credit: tuple[int, ...]
    """What is left of ``CREDIT``, by seat."""
    turn: int
    """What the seat to move has used of its turn in earlier plays."""
    since: float
    """When the seat to move began to think, in seconds."""


def start_timing(clock: Clock, seats: int, at: float) -> Timing:
    return Timing((clock.seconds * 1000,) * seats, (CREDIT,) * seats, 0, at)


def charge_play(
    timing: Timing, clock: Clock, seat: Seat, spent: int, waited: int, *, turn_ends: bool, at: float
) -> Timing:
    """The clocks after a play for which the seat used ``spent`` and was waited for ``waited``."""
    return Timing(
        bank=add_to_seat(timing.bank, seat, clock.increment * 1000 - spent),
        credit=add_to_seat(timing.credit, seat, -waited),
        turn=0 if turn_ends else timing.turn + spent,
        since=at,
    )


def time_left(timing: Timing, clock: Clock, seat: Seat, used: int) -> int:
    """What remains for ``seat`` when it has been thinking for ``used`` since the last play."""
    match clock.kind:
        case "none":
            return 0
        case "total":
            return max(0, timing.bank[seat] - used)
        case "turn" | "days":
            return max(0, clock.seconds * 1000 - timing.turn - used)


def add_to_seat(values: tuple[int, ...], seat: Seat, by: int) -> tuple[int, ...]:
    return *values[:seat], max(0, values[seat] + by), *values[seat + 1 :]


def overlap(outages: list[tuple[float, float]], start: float, end: float) -> float:
    """How many seconds between ``start`` and ``end`` the server was down."""
    return sum(max(0.0, min(end, until) - max(start, since)) for since, until in outages)
