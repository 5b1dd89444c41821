"""Intervals hold as often as they say: looked at once, or after every score."""

from __future__ import annotations

import random
from collections import Counter
from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from birdtable.bots.intervals import elo, rate_interval
from birdtable.game import BadInput
from birdtable.lab.arena.sequences import AsymptoticSequence, BettingSequence

EVEN = ((0.0, 0.25), (0.5, 0.5), (1.0, 0.25))
"""Scores of a deal for two and their probabilities: players who are alike."""
STRONG = ((0.0, 0.02), (0.5, 0.06), (1.0, 0.92))
SETTLED = ((0.0, 0.02), (0.5, 0.96), (1.0, 0.02))
"""Most deals are won once by either."""
COIN = ((0.0, 0.5), (1.0, 0.5))

Scores = tuple[tuple[float, float], ...]


def mean(scores: Scores) -> float:
    return sum(score * chance for score, chance in scores)


def draw(scores: Scores, number: int, rng: random.Random) -> list[float]:
    return rng.choices([score for score, _ in scores], [chance for _, chance in scores], k=number)


def part_ever_wrong(scores: Scores, *, runs: int, deals: int) -> float:
    """The part of runs in which the true mean is excluded after any of the deals."""
    rng, wrong = random.Random(1), 0
    for _ in range(runs):
        sequence = BettingSequence()
        for score in draw(scores, deals, rng):
            sequence.add(score)
            if sequence.excludes(mean(scores)):
                wrong += 1
                break
    return wrong / runs


def part_ever_wrong_without(scores: Scores, *, runs: int, deals: int) -> float:
    """The same for somebody who looks at an ordinary interval after each deal."""
    rng, wrong = random.Random(1), 0
    for _ in range(runs):
        seen: Counter[tuple[float, int]] = Counter()
        for score in draw(scores, deals, rng):
            seen[2 * score, 2] += 1
            low, high = rate_interval(seen)
            if not low <= mean(scores) <= high:
                wrong += 1
                break
    return wrong / runs


def test_with_the_true_rate_on_the_bar_few_runs_of_400_matches_stop() -> None:
    assert part_ever_wrong(EVEN, runs=100, deals=200) <= 0.05
    assert part_ever_wrong_without(EVEN, runs=100, deals=200) >= 0.2


@pytest.mark.long
@pytest.mark.parametrize("scores", [EVEN, STRONG, SETTLED, COIN])
@pytest.mark.parametrize(("runs", "deals"), [(2000, 200), (500, 2000)])
def test_with_the_true_rate_on_the_bar_few_runs_stop_whatever_the_scores(scores: Scores, runs: int, deals: int) -> None:
    assert part_ever_wrong(scores, runs=runs, deals=deals) <= 0.05


@pytest.mark.parametrize("scores", [EVEN, STRONG, SETTLED, COIN])
@pytest.mark.parametrize("deals", [1, 5, 50, 200])
def test_the_interval_of_a_fixed_number_of_deals_holds(scores: Scores, deals: int) -> None:
    rng, wrong, runs = random.Random(2), 0, 400
    for _ in range(runs):
        low, high = rate_interval(Counter((2 * score, 2) for score in draw(scores, deals, rng)))
        wrong += not low <= mean(scores) <= high
    assert wrong / runs <= 0.07  # 5 %, and what 400 runs leave to chance


@pytest.mark.parametrize("heavy", [False, True])
def test_an_asymptotic_sequence_holds_for_scores_without_bounds(heavy: bool) -> None:
    rng, wrong, runs = random.Random(3), 0, 200
    for _ in range(runs):
        sequence, ever = AsymptoticSequence(), False
        for _ in range(300):
            sequence.add(rng.gauss(3, 2) * (rng.expovariate(1) if heavy else 1))
            ever = ever or sequence.excludes(3)
        wrong += ever
    assert wrong / runs <= 0.08


scores = st.lists(st.sampled_from([0.0, 0.25, 1 / 3, 0.5, 0.75, 1.0]), min_size=1, max_size=60)


@given(scores)
def test_the_interval_holds_the_mean_and_ends_where_means_are_refuted(seen: list[float]) -> None:
    sequence = BettingSequence()
    for score in seen:
        sequence.add(score)
    low, high = sequence.interval()
    assert 0 <= low <= sequence.mean <= high <= 1
    assert not sequence.excludes(sequence.mean)
    for bound, outwards in ((low, -1e-6), (high, 1e-6)):
        assert sequence.excludes(bound + outwards) or bound in (0, 1)
        assert not sequence.excludes(bound - outwards) or bound in (0, 1)


@given(scores, st.randoms(use_true_random=False))
def test_the_order_of_scores_does_not_matter(seen: list[float], order: random.Random) -> None:
    first, second = BettingSequence(), BettingSequence()
    for score in seen:
        first.add(score)
    order.shuffle(seen)
    for score in seen:
        second.add(score)
    assert first.interval() == pytest.approx(second.interval(), abs=1e-6)


def test_a_question_may_come_before_the_scores_or_after_them() -> None:
    early, late = BettingSequence(), BettingSequence()
    early.excludes(0.3)
    for score in [1.0] * 9 + [0.5] * 3:
        early.add(score)
        late.add(score)
    assert early.excludes(0.3) == late.excludes(0.3) is True
    assert early.rivals[0.3][0].log_capital() == pytest.approx(late.rivals[0.3][0].log_capital())


def test_rates_of_0_and_1_are_refuted_by_what_cannot_be() -> None:
    sequence = BettingSequence()
    assert not sequence.excludes(0) and not sequence.excludes(1)
    sequence.add(0.0)
    assert not sequence.excludes(0) and sequence.excludes(1)
    sequence.add(0.5)
    assert sequence.excludes(0) and sequence.excludes(1)
    assert sequence.excludes(-0.1) and sequence.excludes(1.1)


def test_nothing_is_certain_before_there_are_scores() -> None:
    assert BettingSequence().interval() == (0, 1)
    assert AsymptoticSequence().interval() == (-inf, inf)
    assert rate_interval({}) == (0, 1)


def test_scores_of_another_range_are_only_scaled() -> None:
    unit, other = BettingSequence(), BettingSequence(lowest=-1, highest=3)
    for score in (0.0, 0.5, 1.0, 1.0):
        unit.add(score)
        other.add(4 * score - 1)
    assert other.mean == pytest.approx(4 * unit.mean - 1)
    assert other.interval() == pytest.approx([4 * bound - 1 for bound in unit.interval()])
    for score in (-1.1, 3.1, float("nan")):
        with pytest.raises(BadInput, match="a score is from -1 to 3"):
            other.add(score)
    with pytest.raises(BadInput, match="not between 1 and 1"):
        BettingSequence(1, 1)
    with pytest.raises(BadInput, match="finite"):
        AsymptoticSequence().add(inf)


def test_matches_of_one_deal_count_as_one() -> None:
    apart = rate_interval({(1.0, 1): 50, (0.0, 1): 50})
    in_pairs = rate_interval({(2.0, 2): 25, (0.0, 2): 25})
    balanced = rate_interval({(1.0, 2): 50})
    widths = [high - low for low, high in (in_pairs, apart, balanced)]
    assert widths == sorted(widths, reverse=True)


def test_elo_is_the_odds_of_winning() -> None:
    assert [elo(1 / seats, seats) for seats in (2, 3, 4)] == pytest.approx([0, 0, 0])
    assert elo(10 / 11, 2) == pytest.approx(400)
    assert elo(0.64, 2) == pytest.approx(100, abs=0.1)
    assert (elo(0, 2), elo(1, 4)) == (-inf, inf)
