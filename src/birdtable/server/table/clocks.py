"""Time to think: arithmetic in milliseconds, without looking at any clock.

How long a seat thought is written into the entry that ends its thinking, so that a match replays without knowing when
the server was down. What was spent stays spent; an increment is earned by a play that stands.
"""

from __future__ import annotations

import msgspec

from birdtable.game import Seat
from birdtable.wire.tables import Clock

CREDIT = 60_000
"""How long a match waits in all for a seat that lost its connection."""
GRACE = 10_000
"""The least time of a seat after its stand-in has played, or after others' plays were taken back with its own."""


class Timing(msgspec.Struct, frozen=True):
    bank: tuple[int, ...]
    """``total``: what is left of the match's time, by seat."""
    credit: tuple[int, ...]
    """What is left of ``CREDIT``, by seat."""
    spent: tuple[int, ...]
    """All thinking of the match so far, by seat, in withdrawn plays too."""
    turn: int
    """What the seat to move has used of its turn before ``since``."""
    since: float
    """When the seat to move began to think, in seconds."""


def start_timing(clock: Clock, seats: int, at: float) -> Timing:
    return Timing((clock.seconds * 1000,) * seats, (CREDIT,) * seats, (0,) * seats, 0, at)


def charge(timing: Timing, seat: Seat, spent: int, waited: int, at: float) -> Timing:
    """The clocks when the seat to move stops thinking, after ``spent`` and being waited for ``waited``."""
    return Timing(
        bank=add_to_seat(timing.bank, seat, -spent),
        credit=add_to_seat(timing.credit, seat, -waited),
        spent=add_to_seat(timing.spent, seat, spent),
        turn=timing.turn + spent,
        since=at,
    )


def charge_play(
    timing: Timing,
    clock: Clock,
    seat: Seat,
    spent: int,
    waited: int,
    *,
    turn_ends: bool,
    at: float,
    stand_in: bool = False,
) -> Timing:
    """The clocks after a play. A stand-in earns no increment, but its person can come back to ``GRACE``."""
    timing = charge(timing, seat, spent, waited, at)
    earned = max(0, least_time(clock) - timing.bank[seat]) if stand_in else clock.increment * 1000
    bank = add_to_seat(timing.bank, seat, earned)
    return msgspec.structs.replace(timing, bank=bank, turn=0 if turn_ends else timing.turn)


def restore(timing: Timing, before: Timing, clock: Clock, seat: Seat, at: float, *, others_played: bool) -> Timing:
    """The clocks when ``seat`` is back where it was at ``before``: without the increments of the withdrawn plays, but
    also without all the time that was spent since.

    Where others' plays were withdrawn too they have agreed, and nobody runs out of time by that.
    """
    spent = tuple(now - then for now, then in zip(timing.spent, before.spent, strict=True))
    bank = tuple(max(0, had - used) for had, used in zip(before.bank, spent, strict=True))
    turn = before.turn + spent[seat]
    if others_played:
        least = least_time(clock)
        bank = tuple(max(new, min(least, old)) for new, old in zip(bank, timing.bank, strict=True))
        turn = min(turn, max(before.turn, clock.seconds * 1000 - least))
    return msgspec.structs.replace(timing, bank=bank, turn=turn, since=at)


def least_time(clock: Clock) -> int:
    return min(GRACE, clock.seconds * 1000)


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
    return (*values[:seat], max(0, values[seat] + by), *values[seat + 1 :]) if by else values


def overlap(outages: list[tuple[float, float]], start: float, end: float) -> float:
    """How many seconds between ``start`` and ``end`` the server was down."""
    return sum(max(0.0, min(end, until) - max(start, since)) for since, until in outages)
