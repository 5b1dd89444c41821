"""What a player's matches show together: skill and luck over time, where decisions lose most, and against whom.

*Skill* is what reviews call ``own``: what the player's decisions were worth compared with those of an ordinary player,
in shares of the victory. Losses are what decisions cost, judged by what could be known then; points count as reviews
weigh them.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from math import ceil, inf, isfinite
from statistics import fmean

import msgspec

from birdtable import catalog
from birdtable.bots.advice.review import Review, weight
from birdtable.bots.intervals import Spread, rate_interval
from birdtable.bots.knowledge import knowledge
from birdtable.wire.past import Career, Loss, Measure, Opponents, Span

SPANS = 6
"""Stretches of time that are told apart, at most."""
FEWEST = 5
"""Matches of each stretch but the last, at least."""


class PlayedMatch(msgspec.Struct, frozen=True):
    """What is kept of the review of a match."""

    result: float
    luck: float
    own: float
    losses: dict[str, float]
    """What decisions lost, in shares of the victory, by what they were about."""
    against: tuple[str, ...] = ()
    """What the others were: levels of bots, or names."""


def played_of(review: Review, against: Iterable[str]) -> PlayedMatch:
    known = knowledge(catalog.game(review.game))
    losses = dict.fromkeys(known.areas, 0.0)
    for each in review.decisions:
        if each.cost > 0:
            losses[each.area] += weight(each, known.match_width)
    return PlayedMatch(review.result, review.luck, review.own, losses, tuple(sorted(set(against))))


def career(played: Sequence[PlayedMatch]) -> Career:
    """All that is known of these matches of one game, the earliest first."""
    size = max(FEWEST, ceil(len(played) / SPANS))
    spans = [played[start : start + size] for start in range(0, len(played), size)]
    by_area: dict[str, list[float]] = defaultdict(list)
    by_opponent: dict[str, list[float]] = defaultdict(list)
    for each in played:
        for area, lost in each.losses.items():
            by_area[area].append(lost)
        for other in each.against:
            by_opponent[other].append(each.result)
    losses = [Loss(area=area, lost=measure(lost, least=0.0)) for area, lost in by_area.items()]
    return Career(
        matches=len(played),
        skill=measure(each.own for each in played),
        luck=measure(each.luck for each in played),
        spans=tuple(
            Span(
                matches=len(span),
                skill=measure(each.own for each in span),
                luck=measure(each.luck for each in span),
            )
            for span in spans
        ),
        losses=tuple(sorted(losses, key=lambda loss: -loss.lost.mean)),
        against=tuple(
            Opponents(who=who, matches=len(results), result=rate(results))
            for who, results in sorted(by_opponent.items())
        ),
    )


def measure(values: Iterable[float], least: float = -inf) -> Measure:
    spread = Spread()
    for value in values:
        spread.add(value)
    low, high = spread.interval()
    return Measure(mean=spread.mean, low=max(low, least), high=high) if isfinite(low) else Measure(mean=spread.mean)


def rate(results: Sequence[float]) -> Measure:
    """Of victories, shared ones counted in parts."""
    low, high = rate_interval(Counter((result, 1) for result in results))
    return Measure(mean=fmean(results), low=low, high=high)
