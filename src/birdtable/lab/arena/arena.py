"""Matches of bots against each other on equal terms: every deal is played in all rotations of the seats.

What comes out depends on the seed, the players and the options, not on how many processes play, as long as no player
looks at a clock. Work is handed to an ``Executor``: processes of this machine, or anything else of that kind.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from itertools import combinations
from math import ceil, comb, floor, inf, isinf
from time import perf_counter
from typing import Any, NamedTuple

import msgspec

from birdtable import catalog
from birdtable.bots.interface import Bot, BotFault, ask
from birdtable.bots.intervals import elo, rate_interval
from birdtable.bots.luck import choice_odds, sampled_fortune
from birdtable.bots.match import Fault, Move, play_on, victory_shares
from birdtable.bots.outside import PATIENCE, OutsideBot
from birdtable.bots.roster import Lineup, bots_of
from birdtable.chance import Deal, require_seed
from birdtable.engine import Rng
from birdtable.game import CHANCE, AnyGame, BadInput, Seat, Step, Value
from birdtable.lab.arena.adjusted import AdjustedResult, AdjustedScores, Adjustment
from birdtable.lab.arena.sequences import BettingSequence, Interval
from birdtable.lab.work import do_all

EVERYTHING: Interval = (-inf, inf)


class DealJob(NamedTuple):
    """One deal at one table, in all rotations."""

    game: str
    lineup: Lineup
    options: Mapping[str, Value]
    table: tuple[int, ...]
    """Who plays, as numbers of players."""
    seed: int
    void: bool = False
    """Whether a fault leaves the deal out at this table, in all rotations; else it forfeits the match."""
    adjusted: bool = False
    """Whether luck is measured."""


class Totals(msgspec.Struct):
    """What matches came to, by player."""

    games: list[int]
    wins: list[float]
    ended: list[int]
    """Matches that were played to their end."""
    points: list[int]
    """Of those."""
    decisions: list[int]
    seconds: list[float]
    luck: list[float]
    """In shares of the victory, if it is measured."""
    faults: list[Counter[str]]
    """What was done in place of choosing a step: each time the end of a match."""
    voided: int = 0
    """Matches that were left out."""
    measuring: float = 0.0
    """Seconds that it took to measure luck."""

    @classmethod
    def none(cls, players: int) -> Totals:
        def zeros() -> list[int]:
            return [0] * players

        def parts() -> list[float]:
            return [0.0] * players

        return cls(zeros(), parts(), zeros(), zeros(), zeros(), parts(), parts(), [Counter() for _ in range(players)])

    def add(self, more: Totals) -> None:
        for player in range(len(self.games)):
            self.games[player] += more.games[player]
            self.wins[player] += more.wins[player]
            self.ended[player] += more.ended[player]
            self.points[player] += more.points[player]
            self.decisions[player] += more.decisions[player]
            self.seconds[player] += more.seconds[player]
            self.luck[player] += more.luck[player]
            self.faults[player] += more.faults[player]
        self.voided += more.voided
        self.measuring += more.measuring


class ArenaResult(msgspec.Struct, omit_defaults=True, kw_only=True):
    """What an arena found, as ``--json`` prints it; lists are by player. JSON has ``null`` for an infinite number."""

    game: str
    players: list[str]
    games: int
    deals: int
    wins: list[float]
    """Shared wins count as fractions; a forfeited match is shared by all but the player who forfeited it."""
    rate: list[float | None]
    """Of the matches that the player was in; the mean over deals."""
    interval: list[Interval]
    """95 %, of the rate. Each holds by itself, not all of them together."""
    points: list[float | None]
    """Means of the matches that were played to their end."""
    elo: list[float | None]
    """Above the others at the table, were they all alike: the rate, converted."""
    elo_interval: list[Interval]
    """The interval of the rate, converted."""
    seats: int
    seed: int
    anytime: bool = False
    """Whether the intervals are a confidence sequence: then the run may have stopped at any time for any reason. Else
    they are for a number of deals that was fixed beforehand."""
    stopped: bool = False
    """Whether the first player's interval was clear of the bar before all matches were played."""
    interrupted: bool = False
    faults: list[dict[str, int]] = []
    """What players did in place of choosing a step, and in how many matches; missing if nobody did."""
    voided: int = 0
    """Matches that are not counted because of a fault."""
    points_interval: list[Interval] = []
    """95 %, of the points, like ``adjusted`` only if that was asked for."""
    adjusted: AdjustedResult | None = None


class Scoreboard:
    """An arena in progress."""

    def __init__(
        self, game: str, lineup: Lineup, seats: int, seed: int, bar: float | None, *, adjusted: bool = False
    ) -> None:
        players = len(lineup.specs)
        self.game = game
        self.lineup = lineup
        self.seats = seats
        self.seed = seed
        self.bar = bar
        self.deals = 0
        self.stopped = False
        self.tally = Totals.none(players)
        self.by_deal: list[Counter[tuple[float, int]]] = [Counter() for _ in range(players)]
        """Wins and matches of each deal."""
        self.scores = [BettingSequence() for _ in range(players)]
        self.adjusted = [AdjustedScores() for _ in range(players)] if adjusted else []

    def add(self, deal: Totals) -> None:
        """What a deal came to at all tables."""
        self.deals += 1
        self.tally.add(deal)
        for player, games in enumerate(deal.games):
            if games:
                wins = round(deal.wins[player], 9)
                self.by_deal[player][wins, games] += 1
                score = min(1.0, wins / games)
                self.scores[player].add(score)
                if self.adjusted:
                    points = deal.points[player] / (deal.ended[player] or 1)
                    self.adjusted[player].add(score, points, deal.luck[player] / games, games)
        if self.bar is not None:
            decisive = self.adjusted[0].sequence if self.adjusted else self.scores[0]
            self.stopped = decisive.excludes(self.bar)

    def result(self, *, interrupted: bool = False) -> ArenaResult:
        tally, players = self.tally, range(len(self.lineup.specs))
        anytime = interrupted or self.bar is not None
        bounds = [self.scores[i].interval() if anytime else rate_interval(self.by_deal[i]) for i in players]
        rates = [self.scores[i].mean if self.scores[i].number else None for i in players]
        return ArenaResult(
            game=self.game,
            players=list(self.lineup.specs),
            games=sum(tally.games) // self.seats,
            deals=self.deals,
            wins=[round(wins, 6) for wins in tally.wins],
            rate=[None if rate is None else round(rate, 6) for rate in rates],
            interval=[round_outwards(each) for each in bounds],
            points=[round(tally.points[i] / tally.ended[i], 6) if tally.ended[i] else None for i in players],
            elo=[None if rate is None else round_elo(rate, self.seats) for rate in rates],
            elo_interval=[(round_elo(low, self.seats), round_elo(high, self.seats)) for low, high in bounds],
            seats=self.seats,
            seed=self.seed,
            anytime=anytime,
            stopped=self.stopped,
            interrupted=interrupted,
            faults=[dict(faults) for faults in tally.faults] if any(tally.faults) else [],
            voided=tally.voided,
            points_interval=[round_outwards(self.points_bounds(i, anytime)[0]) for i in players]
            if self.adjusted
            else [],
            adjusted=self.adjusted_result(anytime=anytime) if self.adjusted else None,
        )

    def adjusted_result(self, *, anytime: bool) -> AdjustedResult:
        rates = [each.rates for each in self.adjusted]
        points = [Adjustment() if any(self.tally.faults) else each.points for each in self.adjusted]
        bounds = [each.sequence.interval() if anytime else rate_interval(each.deals) for each in self.adjusted]
        return AdjustedResult(
            rate=[round_mean(each) for each in rates],
            interval=[round_outwards((max(0.0, low), min(1.0, high))) for low, high in bounds],
            variance_ratio=[round_ratio(each) for each in rates],
            points=[round_mean(each) for each in points],
            points_interval=[round_outwards(self.points_bounds(i, anytime)[1]) for i in range(len(points))],
            points_variance_ratio=[round_ratio(each) for each in points],
        )

    def points_bounds(self, player: int, anytime: bool) -> tuple[Interval, Interval]:
        """The intervals of a player's points, raw and adjusted; of any width if a match was forfeited."""
        scores = self.adjusted[player]
        if any(self.tally.faults):
            return EVERYTHING, EVERYTHING
        if anytime:
            return scores.raw_points_sequence.interval(), scores.points_sequence.interval()
        return scores.points.raw.interval(), scores.points.adjusted.interval()

    def decisions_per_second(self) -> list[float]:
        """By player, views included."""
        pairs = zip(self.tally.decisions, self.tally.seconds, strict=True)
        return [decisions / seconds if seconds else 0.0 for decisions, seconds in pairs]


def round_outwards(bounds: Interval) -> Interval:
    low, high = bounds
    return (low if isinf(low) else floor(low * 1e6) / 1e6, high if isinf(high) else ceil(high * 1e6) / 1e6)


def round_mean(scores: Adjustment) -> float | None:
    return round(scores.adjusted.mean, 6) if scores.adjusted.number else None


def round_ratio(scores: Adjustment) -> float | None:
    return None if scores.variance_ratio is None else round(scores.variance_ratio, 3)


def round_elo(rate: float, seats: int) -> float:
    number = elo(rate, seats)
    return number if abs(number) == inf else round(number, 1)


def arena(
    game_name: str,
    players: Sequence[str],
    *,
    games: int,
    seed: int,
    options: Mapping[str, Value] | None = None,
    seats: int = 0,
    bar: float | None = None,
    executor: Executor | None = None,
    patience: float = PATIENCE,
    void: bool = False,
    adjusted: bool = False,
) -> Iterator[Scoreboard]:
    """Plays ``games`` matches or a few more, so that every deal has all rotations; the scoreboard after each deal.

    With fewer ``seats`` than players every choice of that many plays. A ``bar`` stops the run when the first player's
    confidence sequence is clear of it, with ``adjusted`` the one of the rate with luck taken out. A player who fails to
    choose a step forfeits the match, or with ``void`` makes the deal count for nothing at that table. Without an
    executor this process plays.
    """
    game = catalog.game(game_name)
    seats = seats or len(players)
    lineup = Lineup.of(players, patience)
    check(game, lineup, games, seats, bar)
    chosen = game.cap(options or {})
    game.start(seats, chosen)
    tables = list(combinations(range(len(players)), seats))
    seeds = Rng(require_seed(seed))
    jobs = (
        DealJob(game_name, lineup, chosen, table, deal_seed, void, adjusted)
        for deal_seed in (seeds.word() >> 1 for _ in range(deals_of(games, len(players), seats)))
        for table in tables
    )
    board = Scoreboard(game_name, lineup, seats, seed, bar, adjusted=adjusted)
    deal = Totals.none(len(players))
    for number, totals in enumerate(do_all(play_deal, jobs, executor), start=1):
        deal.add(totals)
        if number % len(tables):
            continue
        board.add(deal)
        deal = Totals.none(len(players))
        yield board
        if board.stopped:
            return


def measure_rate(game_name: str, players: Sequence[Bot], *, deals: int, seed: int) -> tuple[float, tuple[float, float]]:
    """The part of the matches that the first of these bots wins, and its 95 % interval: all rotations of each deal, in
    this process. For bots that have no name, such as one that is being trained; a fault is raised."""
    game, seeds = catalog.game(game_name), Rng(require_seed(seed))
    found: Counter[tuple[float, int]] = Counter()
    for _ in range(deals):
        totals, deal = Totals.none(len(players)), seeds.word() >> 1
        for rotation in range(len(players)):
            table = tuple((rotation + seat) % len(players) for seat in range(len(players)))
            play_match(game, players, table, game.cap(), deal, totals)
        for what in (what for faults in totals.faults for what in faults):
            raise BotFault(what)
        found[totals.wins[0], totals.games[0]] += 1
    return sum(wins * times for (wins, _), times in found.items()) / (deals * len(players)), rate_interval(found)


def deals_of(games: int, players: int, seats: int) -> int:
    """How many deals there are for at least so many matches, in all rotations, by all choices of players."""
    seats = seats or players
    check_table(seats, players)
    return -(-games // (seats * comb(players, seats)))


def check(game: AnyGame, lineup: Lineup, games: int, seats: int, bar: float | None) -> None:
    """Refuses before anything is played."""
    if games < 1:
        raise BadInput(f"an arena plays at least 1 match, not {games}")
    game.check_seats(seats)
    check_table(seats, len(lineup.specs))
    if bar is not None and not 0 <= bar <= 1:
        raise BadInput(f"a bar is a rate from 0 to 1, not {bar:g}")
    for made in lineup.bots(game.name):
        if isinstance(made, OutsideBot):
            made.close()


def check_table(seats: int, players: int) -> None:
    if seats > players:
        raise BadInput(f"{seats} seats need as many players, not {players}")


def play_deal(job: DealJob) -> Totals:
    """All rotations of one deal. Runs wherever the executor likes."""
    game, bots = catalog.game(job.game), bots_of(job.lineup, job.game)
    totals = Totals.none(len(bots))
    for rotation in range(len(job.table)):
        table = job.table[rotation:] + job.table[:rotation]
        play_match(game, bots, table, job.options, job.seed, totals, adjusted=job.adjusted)
    if job.void and any(totals.faults):
        return msgspec.structs.replace(
            Totals.none(len(bots)),
            decisions=totals.decisions,
            seconds=totals.seconds,
            faults=totals.faults,
            voided=len(job.table),
            measuring=totals.measuring,
        )
    return totals


def play_match(
    game: AnyGame,
    bots: Sequence[Bot],
    table: tuple[int, ...],
    options: Mapping[str, Value],
    seed: int,
    totals: Totals,
    *,
    adjusted: bool = False,
    watch: Callable[[Any, Move], None] | None = None,
) -> None:
    """One match; ``table`` has the players by seat. ``watch`` is called after each step, with the state."""
    state = game.start(len(table), options)
    rngs = [Rng(seed * 31 + seat * 7919 + table[0]) for seat in range(len(table))]
    deal = Deal(seed)
    fortune = sampled_fortune(game, len(table), seed) if adjusted else None

    def measure(see: Callable[..., None], *seen: Any) -> None:
        began = perf_counter()
        see(*seen)
        totals.measuring += perf_counter() - began

    def decide(state: Any, seat: Seat, legal: list[Step]) -> Step:
        player = table[seat]
        if fortune:
            measure(fortune.rest, state)
        began = perf_counter()
        step = ask(bots[player], game.view(state, seat), legal, rngs[seat])
        totals.seconds[player] += perf_counter() - began
        if fortune and (odds := choice_odds(game, bots[player], state, seat)):
            measure(fortune.see, state, odds, game.codes[step])
        return step

    def draw(game: AnyGame, state: Any) -> Step:
        step = deal.choose(game, state)
        if fortune:
            measure(fortune.see, state, state.odds(), game.codes[step])
        return step

    fault = None
    try:
        for move in play_on(game, state, decide, draw):
            if move.seat != CHANCE:
                totals.decisions[table[move.seat]] += 1
            if watch is not None:
                watch(state, move)
    except BotFault as error:
        fault = Fault(game.to_move(state), error.what)
        totals.faults[table[fault.seat]][fault.what] += 1
    if fortune:
        measure(fortune.rest, state)
    outcome = game.outcome(state)
    for seat, share in enumerate(victory_shares(len(table), outcome, fault)):
        totals.games[table[seat]] += 1
        totals.wins[table[seat]] += share
        totals.luck[table[seat]] += fortune.luck[seat] if fortune else 0.0
    if outcome is not None:
        for player, points in zip(table, outcome.points, strict=True):
            totals.ended[player] += 1
            totals.points[player] += points
