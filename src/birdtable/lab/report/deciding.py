"""What decides a match between given players: who plays, the deal with the seat, or neither.

The variance of winning is taken apart. Every deal was played in all rotations, so that each player had each seat of it
once. What players' rates explain is due to the players; what two different players have in common in the same seat of
the same deal, beyond their rates, is due to deal and seat; the rest is how play happened to go. All estimates are
without bias: sums over different deals, or different players, leave out what comes from one match alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import hypot, sqrt
from typing import NamedTuple

import msgspec

from birdtable.bots.intervals import Z_95, middle_and_half

FEWEST = 20
"""Deals below which nothing is said."""

Shares = Sequence[Sequence[float]]
"""Of the victories of one deal: by seat, then by player."""


class VariancePart(msgspec.Struct):
    """Of the variance of winning."""

    part: float
    interval: tuple[float, float]
    """95 %."""


class Deciding(msgspec.Struct):
    players: VariancePart
    deal: VariancePart
    """The deal and the seat, whoever sits there."""
    rest: VariancePart


class Sums(NamedTuple):
    """What the parts are computed from, of one deal or of many."""

    deals: int
    rates: tuple[float, ...]
    """By player."""
    squares: float
    """Of the rates in each deal."""
    together: float
    """Products of the shares of different players in the same seat."""
    whole: float
    """Squared distances of the shares from an even one."""

    def plus(self, other: Sums, sign: int = 1) -> Sums:
        return Sums(
            self.deals + sign * other.deals,
            tuple(a + sign * b for a, b in zip(self.rates, other.rates, strict=True)),
            self.squares + sign * other.squares,
            self.together + sign * other.together,
            self.whole + sign * other.whole,
        )

    def parts(self) -> tuple[float, float, float]:
        n, seats = self.deals, len(self.rates)
        squares = (sum(rate * rate for rate in self.rates) - self.squares) / (n * (n - 1))
        players = squares / seats - 1 / seats**2
        deal = self.together / n - (1 - squares) / (seats * (seats - 1))
        whole = self.whole / n
        return players / whole, deal / whole, 1 - (players + deal) / whole


def what_decides(deals: Sequence[Shares]) -> Deciding | None:
    """Nothing if there are too few deals, or if all matches were won by all.

    The intervals of deal and rest are the jackknife's over deals, with a few deals added that the players decide, and
    as many that the seat decides: else they would have no width where every deal came to the same.
    """
    each = [sums_of(deal) for deal in deals]
    whole = add_up(each) if each else None
    if len(each) < FEWEST or whole is None or not whole.whole:
        return None
    players, deal, rest = whole.parts()
    each += [sums_of(clear) for clear in clear_deals(len(whole.rates))]
    more = add_up(each)
    without = [more.plus(sums, -1).parts() for sums in each]
    return Deciding(
        variance_part(players, *bounds_of_players(deals, whole.whole / whole.deals)),
        *(
            variance_part(part, *jackknife(more.parts()[i], [parts[i] for parts in without]))
            for i, part in ((1, deal), (2, rest))
        ),
    )


def bounds_of_players(deals: Sequence[Shares], whole: float) -> tuple[float, float]:
    """How far the players' rates are from even ones lies within the intervals of the rates."""
    seats = len(deals[0])
    rates = [
        middle_and_half(Counter((sum(seat[player] for seat in deal), seats) for deal in deals))
        for player in range(seats)
    ]
    distance = hypot(*(middle - 1 / seats for middle, _ in rates))
    reach = hypot(*(half for _, half in rates))
    low, high = max(0.0, distance - reach), distance + reach
    return low * low / seats / whole, high * high / seats / whole


def jackknife(middle: float, without: Sequence[float]) -> tuple[float, float]:
    mean = sum(without) / len(without)
    half = Z_95 * sqrt(sum((each - mean) ** 2 for each in without) * (len(without) - 1) / len(without))
    return middle - half, middle + half


def variance_part(part: float, low: float, high: float) -> VariancePart:
    part = clip(part)
    return VariancePart(part, (min(part, clip(low)), max(part, clip(high))))


def clip(part: float) -> float:
    return min(1.0, max(0.0, part))


def sums_of(deal: Shares) -> Sums:
    seats = len(deal)
    rates = tuple(sum(seat[player] for seat in deal) / seats for player in range(seats))
    together = sum(sum(seat) ** 2 - sum(share * share for share in seat) for seat in deal)
    whole = sum((share - 1 / seats) ** 2 for seat in deal for share in seat)
    return Sums(1, rates, sum(rate * rate for rate in rates), together / (seats**2 * (seats - 1)), whole / seats**2)


def add_up(each: Sequence[Sums]) -> Sums:
    whole = each[0]
    for sums in each[1:]:
        whole = whole.plus(sums)
    return whole


def clear_deals(seats: int) -> list[Shares]:
    """In which one player wins everything, or one seat."""
    by_player = [[[float(player == winner) for player in range(seats)]] * seats for winner in range(seats)]
    by_seat = [[[float(seat == winner)] * seats for seat in range(seats)] for winner in range(seats)]
    return [*by_player, *by_seat]
