"""Confidence sequences: intervals of a mean that hold from beginning to end.

An ordinary 95 % interval is wrong in 5 % of the runs that look at it once. Anyone who looks after every score, and
stops when the interval suits them, is wrong far more often. A confidence sequence is ever wrong in at most 5 % of the
runs, so that one may look as often as one likes and stop for any reason.

``BettingSequence`` is for scores between two known bounds, and holds for every number of scores. Against each mean m a
gambler bets that scores are higher, and another that they are lower, at odds that would be fair if m were the mean: the
capital of neither could then be expected to grow. A mean against which a gambler multiplied their capital by 2 / alpha
is refuted: by Ville's inequality that happens to the true mean, ever, with a probability of alpha / 2 at most for each
of the two. See Waudby-Smith and Ramdas, *Estimating means of bounded random variables by betting*, Journal of the Royal
Statistical Society B 86 (2024). The gambler spreads the capital over constant stakes by the arcsine law, as Cover's
universal portfolio does: Orabona and Jun, *Tight concentrations and confidence sequences from the regret of universal
portfolio*, IEEE Transactions on Information Theory 70 (2024).

``AsymptoticSequence`` is for scores without bounds, and holds the better, the later the first look: Waudby-Smith,
Arbour, Sinha, Kennedy and Ramdas, *Time-uniform central limit theory and asymptotic confidence sequences*, Annals of
Statistics 52 (2024), theorem 2.2.

Both take scores that are independent, or at least have the same mean whatever came before. Matches that share a deal
are not independent: one score is then the mean of all of them.
"""

from __future__ import annotations

from collections import Counter
from math import cos, exp, inf, isfinite, log, log1p, pi, sqrt

from birdtable.game import BadInput

ALPHA = 0.05
"""How often a sequence may be wrong: 95 % is 1 - ALPHA."""
STAKES = tuple((1 - cos((2 * number + 1) * pi / 256)) / 2 for number in range(128))
"""Parts of the capital that are staked. The same at each of these points is the arcsine law, by Chebyshev's rule."""
PRECISION = 1e-7
"""Of a bound, as a part of the whole range; it is rounded outwards."""

Interval = tuple[float, float]


class Gambler:
    """Bets that scores from 0 to 1 have a mean above ``mean``, with a part of the capital at each stake."""

    def __init__(self, mean: float) -> None:
        self.mean = mean
        self.logs = [0.0] * len(STAKES)

    def see(self, score: float, times: int = 1) -> None:
        if self.mean > 0:
            gain = score / self.mean - 1
            self.logs = [
                capital + times * log1p(stake * gain) for capital, stake in zip(self.logs, STAKES, strict=True)
            ]
        elif score > 0:
            self.logs = [inf] * len(STAKES)

    def log_capital(self) -> float:
        """Of the whole, which was 1 at the start."""
        most = max(self.logs)
        if most == inf:
            return inf
        return most + log(sum(exp(each - most) for each in self.logs) / len(STAKES))


class BettingSequence:
    """The mean of scores between ``lowest`` and ``highest``."""

    def __init__(self, lowest: float = 0.0, highest: float = 1.0, alpha: float = ALPHA) -> None:
        if not lowest < highest:
            raise BadInput(f"scores lie between a lower and a higher bound, not between {lowest:g} and {highest:g}")
        self.lowest = lowest
        self.width = highest - lowest
        self.bar = log(2 / alpha)
        """The logarithm of a capital that refutes a mean."""
        self.counts: Counter[float] = Counter()
        """How often each score came, from 0 for the lowest to 1 for the highest."""
        self.rivals: dict[float, tuple[Gambler, Gambler]] = {}
        """Who bets against the means that were asked about: that scores are higher, and lower."""

    def add(self, score: float) -> None:
        scaled = (score - self.lowest) / self.width
        if not 0 <= scaled <= 1:
            raise BadInput(f"a score is from {self.lowest:g} to {self.lowest + self.width:g}, not {score:g}")
        self.counts[scaled] += 1
        for higher, lower in self.rivals.values():
            higher.see(scaled)
            lower.see(1 - scaled)

    @property
    def number(self) -> int:
        """Of scores."""
        return self.counts.total()

    @property
    def mean(self) -> float:
        return self.lowest + self.width * mean_of(self.counts)

    def excludes(self, mean: float) -> bool:
        """Whether that mean is refuted by now. Costs the same after many scores as after few."""
        scaled = (mean - self.lowest) / self.width
        if not 0 <= scaled <= 1:
            return True
        if scaled not in self.rivals:
            self.rivals[scaled] = gamble(scaled, self.counts), gamble(1 - scaled, mirror(self.counts))
        return any(gambler.log_capital() >= self.bar for gambler in self.rivals[scaled])

    def interval(self) -> Interval:
        """The means that are not refuted. The mean of the scores is among them."""
        low, high = self.lower(self.counts), 1 - self.lower(mirror(self.counts))
        return self.lowest + self.width * low, self.lowest + self.width * high

    def lower(self, counts: Counter[float]) -> float:
        """The highest mean that is refuted from below, or 0: the capital falls as the mean rises, and no gambler wins
        against the mean of the scores."""
        refuted, possible = 0.0, mean_of(counts)
        while possible - refuted > PRECISION:
            middle = (refuted + possible) / 2
            if gamble(middle, counts).log_capital() >= self.bar:
                refuted = middle
            else:
                possible = middle
        return refuted


def gamble(mean: float, counts: Counter[float]) -> Gambler:
    gambler = Gambler(mean)
    for score, times in counts.items():
        gambler.see(score, times)
    return gambler


def mirror(counts: Counter[float]) -> Counter[float]:
    """The scores as somebody sees them who wants them low."""
    return Counter({1 - score: times for score, times in counts.items()})


def mean_of(counts: Counter[float]) -> float:
    whole = counts.total()
    return sum(score * times for score, times in counts.items()) / whole if whole else 0.0


class AsymptoticSequence:
    """The mean of scores of any size, with a finite variance.

    Before ``first`` scores nothing is excluded; around that number the interval is at its narrowest for the variance.
    """

    def __init__(self, first: int = 50, alpha: float = ALPHA) -> None:
        self.first = max(2, first)
        self.alpha = alpha
        self.number = 0
        self.mean = 0.0
        self.squares = 0.0
        """Sum of the squared distances from the mean (Welford)."""

    def add(self, score: float) -> None:
        if not isfinite(score):
            raise BadInput(f"a score is a finite number, not {score:g}")
        self.number += 1
        before = score - self.mean
        self.mean += before / self.number
        self.squares += before * (score - self.mean)

    def excludes(self, mean: float) -> bool:
        low, high = self.interval()
        return not low <= mean <= high

    def interval(self) -> Interval:
        if self.number < self.first:
            return -inf, inf
        tuned = -2 * log(self.alpha)
        rho2 = (tuned + log(tuned + 1)) / self.first
        scale = self.number * rho2 + 1
        spread = self.squares / (self.number - 1)
        half = sqrt(spread * 2 * scale / (self.number**2 * rho2) * log(sqrt(scale) / self.alpha))
        return self.mean - half, self.mean + half
