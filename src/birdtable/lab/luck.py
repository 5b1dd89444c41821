"""How well a player does, with luck taken out: an estimator for matches of any players, recorded or as they are played.

``docs/luck.md`` explains it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from statistics import fmean

import msgspec

from birdtable.bots.intervals import Spread
from birdtable.bots.luck import LIMIT, Valuer, luck_of
from birdtable.bots.match import victory_shares
from birdtable.game import AnyGame, BadInput, Seat
from birdtable.lab.arena.adjusted import Adjustment
from birdtable.lab.arena.sequences import Interval
from birdtable.record import Record

__all__ = ["Estimate", "Measured", "estimate", "luck_of"]


class Measured(msgspec.Struct, frozen=True):
    mean: float
    error: float
    """Standard error."""
    interval: Interval
    """95 %."""


class Estimate(msgspec.Struct, frozen=True):
    """Of a player's share of the victory in a match."""

    matches: int
    raw: Measured
    adjusted: Measured
    luck: Measured
    """Its mean is 0, but for chance."""
    variance_ratio: float | None
    """How many times lower the variance is with luck taken out."""


def estimate(
    records: Iterable[Record],
    player: str | Seat,
    *,
    players: Mapping[str, object] | None = None,
    value: Valuer | None = None,
    seed: int = 0,
    together: int = 1,
    game: AnyGame | None = None,
) -> Estimate:
    """How well ``player``, a name in the records or a seat, does in finished matches.

    Each ``together`` matches that follow each other share a deal, and count as one. The others are as for ``luck_of``.
    """
    adjustment, matches = Adjustment(0.0, LIMIT), 0
    ahead = iter(records)
    while deal := list(islice(ahead, together)):
        pairs = []
        for record in deal:
            if record.outcome is None:
                raise BadInput("only a match that was played to its end can be measured")
            matches += 1
            shares = victory_shares(len(record.seats), record.outcome)
            numbers = seed + matches
            luck = luck_of(record, players=players, value=value, seed=numbers, game=game, sampled=value is None)
            pairs += [(shares[seat], luck[seat]) for seat in seats_of(record, player)]
        adjustment.add(fmean(share for share, _ in pairs), fmean(luck for _, luck in pairs))
    if not matches:
        raise BadInput("there is no match to measure")
    return Estimate(
        matches=matches,
        raw=measure(adjustment.raw),
        adjusted=measure(adjustment.adjusted),
        luck=measure(adjustment.luck),
        variance_ratio=adjustment.variance_ratio,
    )


def seats_of(record: Record, player: str | Seat) -> Sequence[Seat]:
    seats = [seat for seat, name in enumerate(record.seats) if player in (seat, name)]
    if not seats:
        raise BadInput(f"there is no {player!r} in a match of {', '.join(record.seats)}")
    return seats


def measure(spread: Spread) -> Measured:
    return Measured(spread.mean, spread.error, spread.interval())
