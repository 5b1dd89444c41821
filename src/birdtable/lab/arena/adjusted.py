"""Scores with luck taken out, deal by deal: ``docs/luck.md``."""

from __future__ import annotations

from math import inf

import msgspec

from birdtable.bots.intervals import Spread
from birdtable.bots.luck import LIMIT
from birdtable.lab.arena.sequences import AsymptoticSequence, BettingSequence, Interval

CAUTION = 10
"""After so many deals half of what they say about the share of luck is believed."""


class AdjustedResult(msgspec.Struct):
    """What an arena found with luck taken out; lists are by player."""

    rate: list[float | None]
    """Without bias, so it can lie a little outside 0 and 1."""
    interval: list[Interval]
    """95 %, of the rate."""
    variance_ratio: list[float | None]
    """The variance of the scores of deals, over that with luck taken out: as many times fewer matches are needed."""
    points: list[float | None]
    """Nothing if a match was forfeited."""
    points_interval: list[Interval]
    points_variance_ratio: list[float | None]


class Adjustment:
    """Takes a share of the luck out of each score.

    The share is the one that would have lessened the variance of the scores so far most. It is settled before a score
    is seen, so that the mean stays what it was: a deal's luck has the mean 0 whatever came before. A value function
    that is worth little thus does little harm.
    """

    def __init__(self, lowest: float = -inf, highest: float = inf) -> None:
        self.lowest = lowest
        self.highest = highest
        self.raw = Spread()
        self.adjusted = Spread()
        self.luck = Spread()
        self.lucks = 0.0
        """Sum of squares."""
        self.products = 0.0

    @property
    def share(self) -> float:
        if not self.lucks:
            return max(self.lowest, min(self.highest, 0.0))
        trust = self.raw.number / (self.raw.number + CAUTION)
        return max(self.lowest, min(self.highest, trust * self.products / self.lucks))

    def add(self, score: float, luck: float) -> float:
        adjusted = score - self.share * luck
        self.products += (score - self.raw.mean) * luck if self.raw.number else 0.0
        self.lucks += luck * luck
        self.raw.add(score)
        self.luck.add(luck)
        self.adjusted.add(adjusted)
        return adjusted

    @property
    def variance_ratio(self) -> float | None:
        return self.raw.variance / self.adjusted.variance if self.adjusted.variance else None


class AdjustedScores:
    """A player's rates and points in an arena, raw and with luck taken out."""

    def __init__(self) -> None:
        self.rates = Adjustment(0.0, 1.0)
        self.points = Adjustment()
        self.deals: dict[tuple[float, int], int] = {}
        """As ``rates.Deals``, of adjusted scores."""
        self.sequence = BettingSequence(-LIMIT, 1 + LIMIT)
        self.raw_points_sequence = AsymptoticSequence()
        self.points_sequence = AsymptoticSequence()

    def add(self, score: float, points: float, luck: float, games: int) -> None:
        """A deal: means over the player's matches."""
        adjusted = self.rates.add(score, luck)
        key = adjusted * games, games
        self.deals[key] = self.deals.get(key, 0) + 1
        self.sequence.add(adjusted)
        self.raw_points_sequence.add(points)
        self.points_sequence.add(self.points.add(points, luck))
