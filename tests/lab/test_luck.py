"""Luck has the mean 0 whatever it is judged by, and what is left when it is taken out means the same as before."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from fractions import Fraction
from hashlib import sha256
from math import inf
from typing import Any

import msgspec
import pytest

from birdtable import catalog
from birdtable.bots.intervals import Spread
from birdtable.bots.luck import Foresight, Fortune, SampledFortune, choice_odds, luck_of, sampled_fortune
from birdtable.bots.match import matches
from birdtable.bots.players.random import RandomBot
from birdtable.engine import Rng
from birdtable.game import CHANCE, NOBODY, BadInput
from birdtable.lab.arena.adjusted import Adjustment
from birdtable.lab.arena.arena import ArenaResult, arena
from birdtable.lab.bench.luck import play_with_luck, quick_figures, thinking_figures
from birdtable.lab.envs.opponents import Opponent
from birdtable.lab.luck import estimate
from birdtable.lab.work import open_executor
from birdtable.record import Record, Recorder
from kit.kuhn import GAME, KuhnState
from test_kuhn import ALWAYS, SOMETIMES
from test_kuhn import value as exact_value

GAMES = ["birdie", "cubirds"]


class GoodPlayer:
    """Plays Kuhn poker as well as can be, and says how."""

    def odds(self, view: Any, legal: Sequence[str]) -> list[Fraction]:
        known = view.hand + view.bets
        boldness = Fraction(1 if known in ALWAYS else 0) + Fraction(1 if known in SOMETIMES else 0, 3)
        return [boldness if step in ("bet", "call") else 1 - boldness for step in legal]


def exact(state: Any, numbers: int) -> list[Fraction]:
    worth = exact_value(state)
    return [worth, -worth]


def wild(state: Any, numbers: int) -> list[float]:
    """Worth nothing: any numbers from 0 to 1, decided by what has just happened and by nothing else."""
    happened = GAME.state_text(state) if isinstance(state, KuhnState) else state.happened()
    return [byte / 255 for byte in sha256(repr(happened).encode()).digest()[: state.seats]]


def ways(state: KuhnState, odds: Fraction = Fraction(1), path: tuple[tuple[Any, Any, int], ...] = ()) -> Iterator[Any]:
    """Every match of Kuhn poker between good players: how likely it is, how it ends, and what was drawn on the way."""
    if state.to_move == NOBODY:
        yield odds, state, path
        return
    drawn = state.odds() if state.to_move == CHANCE else choice_odds(GAME, GoodPlayer(), state, state.to_move)
    whole = sum(weight for _, weight in drawn)
    for code, weight in drawn:
        after = state.copy()
        after.apply(code)
        yield from ways(after, odds * Fraction(weight) / Fraction(whole), (*path, (state, drawn, code)))


def spread(value: Any, *, choices: bool) -> tuple[Any, Any]:
    """The mean and the variance of the chips that the first player wins, less luck, over the whole tree."""
    found = []
    for odds, end, path in ways(GAME.start(2)):
        fortune = Fortune(2, value, 0, inf)
        for state, drawn, came in path:
            if choices or state.to_move == CHANCE:
                fortune.see(state, drawn, came)
        found.append((odds, end.points[0] - fortune.luck[0]))
    assert sum(odds for odds, _ in found) == 1
    mean = sum(odds * chips for odds, chips in found)
    return mean, sum(odds * (chips - mean) ** 2 for odds, chips in found)


def test_in_kuhn_poker_exact_values_leave_nothing_but_the_value_of_the_game() -> None:
    mean, variance = spread(exact, choices=True)
    assert mean == pytest.approx(-1 / 18)
    assert variance == pytest.approx(0, abs=1e-12)


def test_in_kuhn_poker_the_luck_of_the_deal_alone_leaves_the_variance_of_the_choices() -> None:
    """By the law of total variance: the mean over deals of the variance within a deal."""
    mean, variance = spread(exact, choices=False)
    within: Any = 0
    by_deal: dict[str, list[tuple[Fraction, int]]] = {}
    for odds, end, _ in ways(GAME.start(2)):
        by_deal.setdefault(end.hands, []).append((odds * 6, end.points[0]))
    for played in by_deal.values():
        middle = sum(odds * chips for odds, chips in played)
        within += sum(odds * (chips - middle) ** 2 for odds, chips in played) / 6
    assert mean == pytest.approx(-1 / 18)
    assert variance == pytest.approx(float(within))
    assert variance < spread(lambda state, numbers: [0, 0], choices=False)[1]


@pytest.mark.parametrize("choices", [False, True])
def test_a_value_function_that_is_worth_nothing_leaves_the_mean_where_it_was(choices: bool) -> None:
    assert spread(wild, choices=choices)[0] == pytest.approx(-1 / 18)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("own", [False, True])
def test_the_mean_of_luck_is_0(name: str, own: bool) -> None:
    """In matches of unequal players, with values that are worth nothing as with our own."""
    lucks = Spread()
    value = Foresight(catalog.game(name), playouts=1) if own else wild
    for number, record in enumerate(records(name, ["hasty", "random"], 30)):
        lucks.add(luck_of(record, value=value, seed=number)[0])
    assert lucks.variance > 0
    assert abs(lucks.mean) < 3 * (lucks.variance / lucks.number) ** 0.5


def records(name: str, players: list[str], games: int, seed: int = 5) -> Iterator[Record]:
    options = {"turn_limit": 40} if name == "cubirds" else {}
    for match in matches(catalog.game(name), players, options, games=games, seed=seed, recorded="whole"):
        assert match.record is not None
        yield match.record


def test_luck_never_leaves_its_limits() -> None:
    for record in records("birdie", ["random", "random"], 4):
        luck = luck_of(record, value=lambda state, numbers: [100 * each for each in wild(state, numbers)], limit=150)
        assert any(luck) and all(-150 <= each <= 150 for each in luck)
        assert luck_of(record, value=lambda state, numbers: [1e9 * each for each in wild(state, numbers)]) == [0, 0]


class WildForesight(Foresight):
    """Play-outs that end where chance has had its say, and are worth nothing."""

    def play_out(self, state: Any, rng: Rng) -> list[float]:
        world = state.copy()
        while world.to_move == CHANCE:
            world.apply(world.roll(rng))
        return wild(world, 0)


def sampled_luck(record: Record, fortune: SampledFortune) -> Iterator[list[float]]:
    """As it stands before each step, and in the end."""
    game = catalog.game(record.game)
    state = game.start(len(record.seats), record.options)
    for step in record.steps():
        if game.to_move(state) == CHANCE:
            fortune.see(state, state.odds(), game.codes[step])
        else:
            fortune.rest(state)
        yield fortune.luck
        game.apply(state, step)
    fortune.rest(state)
    yield fortune.luck


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("own", [False, True])
def test_the_mean_of_sampled_luck_is_0(name: str, own: bool) -> None:
    """In matches of unequal players, with values that are worth nothing as with our own."""
    lucks, game = Spread(), catalog.game(name)
    for number, record in enumerate(records(name, ["hasty", "random"], 40, seed=6)):
        if own:
            lucks.add(luck_of(record, seed=number, sampled=True)[0])
        else:
            *_, luck = sampled_luck(record, SampledFortune(2, WildForesight(game, playouts=2), number))
            lucks.add(luck[0])
    assert lucks.variance > 0
    assert abs(lucks.mean) < 3 * lucks.error


@pytest.mark.parametrize("limit", [0.1, 1.0])
def test_sampled_luck_never_leaves_its_limits(limit: float) -> None:
    game = catalog.game("birdie")
    for number, record in enumerate(records("birdie", ["random", "random"], 4)):
        courses = list(sampled_luck(record, SampledFortune(2, WildForesight(game, playouts=1), number, limit)))
        assert max(abs(luck) for lucks in courses for luck in lucks) <= limit + 1e-9
        assert max(abs(luck) for luck in courses[-1]) > limit / 100, "something counts"


class SettledForesight(Foresight):
    """Knows the winner."""

    winner = 0

    def __call__(self, state: Any, numbers: int) -> list[float]:
        return [float(seat == self.winner) for seat in range(state.seats)]


@pytest.mark.parametrize("luck", [0.9, -0.9, 0.3])
def test_how_much_of_sampled_luck_counts_is_settled_before_it_comes(luck: float) -> None:
    """Otherwise its mean would not be 0: victory and defeat, equally likely, count equally."""
    game, moved = catalog.game("cubirds"), []
    for winner in range(2):
        value = SettledForesight(game, playouts=1)
        value.winner = winner
        fortune = SampledFortune(2, value, 0)
        fortune.luck, fortune.expected = [luck, -luck], [0.5, 0.5]
        fortune.rest(game.start(2))
        moved.append(fortune.luck[0] - luck)
    assert moved[0] == pytest.approx(-moved[1]) == pytest.approx(0.5 * (1 - abs(luck)))


class DoubtfulForesight(Foresight):
    """Cannot tell who will win, and is sure of somebody each time."""

    def __call__(self, state: Any, numbers: int) -> list[float]:
        winner = Rng(numbers).below(2)
        return [float(seat == winner) for seat in range(2)]


@pytest.mark.parametrize("luck", [0.6, -0.6])
def test_what_is_expected_by_mistake_does_not_move_the_mean_of_sampled_luck(luck: float) -> None:
    """However much luck there has been. If the mistake had a say in how much counts, it would be 0.15 nearer to 0."""
    game, moved = catalog.game("cubirds"), Spread()
    state = game.start(2)
    for seed in range(2000):
        fortune = SampledFortune(2, DoubtfulForesight(game, playouts=1), seed)
        fortune.luck = [luck, -luck]
        fortune.see(state, state.odds(), 0)
        fortune.rest(state)
        moved.add(fortune.luck[0] - luck)
    assert abs(moved.mean) < 3 * moved.error < 0.03


@pytest.mark.parametrize("name", GAMES)
def test_what_one_seat_has_in_sampled_luck_the_others_lack(name: str) -> None:
    for record in records(name, ["hasty", "random", "hasty"], 2):
        luck = luck_of(record, seed=1, sampled=True)
        assert any(luck) and sum(luck) == pytest.approx(0, abs=1e-9)
        assert luck_of(record, seed=1, sampled=True) == luck != luck_of(record, seed=2, sampled=True)


def test_sampled_luck_takes_no_other_value() -> None:
    (record,) = records("birdie", ["random", "random"], 1)
    for wrong in ({"value": wild}, {"unseen": {1}}):
        with pytest.raises(BadInput):
            luck_of(record, sampled=True, **wrong)


def test_the_value_before_a_draw_is_the_mean_of_the_values_after_it() -> None:
    """What a play-out does after the draw does not depend on whether the draw was a part of it."""
    game, rng = catalog.game("birdie"), Rng(4)
    state = game.start(2)
    while state.to_move == CHANCE and state.display_count < 3:
        state.apply(state.roll(rng))
    foresight = Foresight(game, playouts=1000)
    whole = sum(weight for _, weight in state.odds())
    after = 0.0
    for code, weight in state.odds():
        drawn = state.copy()
        drawn.apply(code)
        after += weight / whole * foresight(drawn, 7)[0]
    assert foresight(state, 7)[0] == pytest.approx(after, abs=0.03)


def test_a_random_player_knows_its_odds_and_a_searching_one_does_not() -> None:
    game = catalog.game("cubirds")
    state = game.start(2)
    rng = Rng(1)
    while state.to_move == CHANCE:
        state.apply(state.roll(rng))
    odds = choice_odds(game, RandomBot(), state, state.to_move)
    assert [code for code, _ in odds] == state.legal()
    assert sum(weight for _, weight in odds) == pytest.approx(1)
    assert not choice_odds(game, object(), state, state.to_move)


# Arenas


def standing(players: list[str], name: str = "cubirds", **more: Any) -> ArenaResult:
    *_, last = arena(name, players, seed=1, adjusted=True, **more)
    return last.result()


def test_an_arena_tells_both_raw_and_adjusted() -> None:
    result = standing(["hasty", "random"], games=8)
    plain = json.loads(msgspec.json.encode(result))
    adjusted = plain.pop("adjusted")
    assert {"rate", "interval", "variance_ratio"} <= adjusted.keys()
    assert all(len(each) == 2 for each in adjusted.values())
    assert sum(adjusted["rate"]) == pytest.approx(1)
    assert len(plain.pop("points_interval")) == 2
    *_, last = arena("cubirds", ["hasty", "random"], seed=1, games=8)
    assert plain == json.loads(msgspec.json.encode(last.result())), "measuring luck changes nothing else"


def test_an_arena_tells_the_same_whoever_does_the_work() -> None:
    with open_executor(2) as executor:
        there = standing(["hasty", "random"], games=8, executor=executor)
    assert msgspec.json.encode(there) == msgspec.json.encode(standing(["hasty", "random"], games=8))


def test_a_bar_is_held_against_the_adjusted_rate() -> None:
    result = standing(["greedy", "random"], games=400, bar=0.5)
    assert result.stopped and result.anytime and result.games < 400
    assert result.adjusted is not None
    low, high = result.adjusted.interval[0]
    assert 0.5 < low <= result.adjusted.rate[0] <= high <= 1  # type: ignore[operator]


def test_points_are_not_adjusted_if_a_match_was_forfeited(tmp_path: Any) -> None:
    path = tmp_path / "faulty.py"
    path.write_text("def choose(view, legal, rng):\n    raise RuntimeError('no idea')", encoding="utf-8")
    result = standing([str(path), "random"], games=4)
    assert result.adjusted is not None
    assert result.adjusted.points == [None, None]
    assert json.loads(msgspec.json.encode(result))["adjusted"]["points_interval"][0] == [None, None]
    assert result.adjusted.rate[0] is not None and result.adjusted.rate[0] < 0.5


def test_the_share_of_luck_is_settled_before_the_score_is_seen() -> None:
    """Else the mean would move: a fit to the scores that it is used on is biased."""
    adjustment = Adjustment(0.0, 1.0)
    for number in range(200):
        score = (number * 7919 % 11) / 10
        luck = score - 0.5
        share = adjustment.share
        assert adjustment.add(score, luck) == score - share * luck
    assert 0.9 < adjustment.share <= 1
    assert adjustment.variance_ratio is not None and adjustment.variance_ratio > 2


def test_luck_that_says_nothing_is_left_in() -> None:
    adjustment, rng = Adjustment(0.0, 1.0), Rng(3)
    for _ in range(2000):
        adjustment.add(rng.below(2), rng.below(3) - 1)
    assert adjustment.variance_ratio == pytest.approx(1, abs=0.01)
    assert adjustment.adjusted.mean == pytest.approx(adjustment.raw.mean, abs=0.01)


# The estimator


def test_records_are_measured_by_player_or_by_seat() -> None:
    played = list(records("cubirds", ["greedy", "hasty"], 6))
    found = estimate(played, "greedy")
    assert found == estimate(played, 0) == estimate(played, "greedy")
    assert found.matches == 6
    assert found.raw.mean + estimate(played, "hasty").raw.mean == 1
    assert estimate(played, "greedy", together=2).raw.mean == pytest.approx(found.raw.mean)
    with pytest.raises(BadInput, match="no 'random'"):
        estimate(played, "random")
    with pytest.raises(BadInput, match="no match"):
        estimate([], "random")
    with pytest.raises(BadInput, match="to its end"):
        estimate([msgspec.structs.replace(played[0], outcome=None)], 0)


def test_the_choices_of_a_known_player_count_as_luck() -> None:
    (record,) = records("birdie", ["random", "random"], 1)
    assert luck_of(record) != luck_of(record, players={"random": RandomBot()})


def test_the_benchmark_tells_the_mean_of_luck_and_what_it_is_worth() -> None:
    luck, ratio = quick_figures("cubirds", ["greedy", "hasty"], 20)
    assert abs(luck.value) < luck.peer_value, "within three standard errors"
    assert ratio.value > 0


def test_the_benchmark_counts_the_time_that_luck_takes() -> None:
    luck, ratio, time = thinking_figures("cubirds", ["hasty", "hasty"], 20)
    assert abs(luck.value) < luck.peer_value, "within three standard errors"
    assert ratio.value > 0 and 0 < time.value < ratio.value


class Noting(SampledFortune):
    """Notes what chance does, for bots that note what they do."""

    steps: list[int]

    def see(self, state: Any, odds: Any, came: int) -> None:
        self.steps.append(came)
        super().see(state, odds, came)


class NotingBot(Opponent):
    steps: list[int]

    def choose(self, state: Any, rng: Rng) -> int:
        self.steps.append(super().choose(state, rng))
        return self.steps[-1]


@pytest.mark.parametrize("name", GAMES)
def test_luck_seen_while_playing_is_that_of_the_record(name: str) -> None:
    game, bots = catalog.game(name), [NotingBot(spec, name) for spec in ("greedy", "hasty")]
    value = sampled_fortune(game, 2, 5).value
    assert isinstance(value, Foresight)
    fortune = Noting(2, value, 5)
    fortune.steps = bots[0].steps = bots[1].steps = []
    play_with_luck(game, bots, fortune, Rng(3))
    match = Recorder(game, ["greedy", "hasty"], game.cap())
    for code in fortune.steps:
        match.apply(game.steps[code])
    assert any(fortune.luck)
    assert fortune.luck == luck_of(match.record(), seed=5, sampled=True)
