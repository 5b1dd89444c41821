"""How certain means and rates of winning are: 95 % intervals after a fixed number of matches; and Elo.

For a run that may be stopped at any time the interval is that of ``lab/arena/sequences.py``.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import inf, log10, sqrt

Z_95 = 1.959964

Deals = Mapping[tuple[float, int], int]
"""How often a deal came to so many wins in so many matches; shared wins count as fractions."""


def rate_interval(deals: Deals) -> tuple[float, float]:
    """The 95 % interval of wins over matches."""
    middle, half = middle_and_half(deals)
    return max(0.0, middle - half), min(1.0, middle + half)


def middle_and_half(deals: Deals) -> tuple[float, float]:
    """The middle of the interval, and half its width. Matches of one deal are not independent: deals are counted.

    Two deals with nothing but wins and two without any are added, each of the mean size, as Agresti and Coull add two
    successes and two failures (*The American Statistician* 52, 1998): so the interval holds near 0 and 1 too, and if
    all deals came to the same. With few deals Student's distribution takes the place of the normal one.
    """
    size = sum(matches * times for (_, matches), times in deals.items()) / max(1, sum(deals.values()))
    if not size:
        return 0.5, 0.5
    seen = [(wins, float(matches), times) for (wins, matches), times in deals.items()]
    seen += [(size, size, 2), (0.0, size, 2)]
    number = sum(times for _, _, times in seen)
    rate = sum(wins * times for wins, _, times in seen) / (number * size)
    squares = sum((wins - rate * matches) ** 2 * times for wins, matches, times in seen)
    return rate, student_95(number - 1) * sqrt(squares * number / (number - 1)) / (number * size)


def elo(rate: float, seats: int) -> float:
    """By how many Elo points a player who wins at this rate is above the others, were they all alike.

    It is 0 for the fair share. Infinite for players who always win or never.
    """
    if not 0 < rate < 1:
        return inf if rate > 0 else -inf
    return 400 * log10((seats - 1) * rate / (1 - rate))


class Spread:
    """The mean and the variance of numbers, one after the other (Welford)."""

    def __init__(self) -> None:
        self.number = 0
        self.mean = 0.0
        self.squares = 0.0

    def add(self, value: float) -> None:
        self.number += 1
        before = value - self.mean
        self.mean += before / self.number
        self.squares += before * (value - self.mean)

    @property
    def variance(self) -> float:
        return self.squares / (self.number - 1) if self.number > 1 else 0.0

    @property
    def error(self) -> float:
        """Standard error of the mean."""
        return sqrt(self.variance / self.number) if self.number else 0.0

    def interval(self) -> tuple[float, float]:
        """Student's, of the mean, 95 %."""
        if self.number < 2:
            return -inf, inf
        half = student_95(self.number - 1) * self.error
        return self.mean - half, self.mean + half


def student_95(freedom: int) -> float:
    """Student's quantile for a 95 % interval (Fisher's expansion: within 2 % from 4 degrees of freedom on)."""
    z = Z_95
    return z + (z**3 + z) / (4 * freedom) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
