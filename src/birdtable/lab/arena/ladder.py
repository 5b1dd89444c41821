"""A ladder: many bots on one scale, for each number of seats.

Every combination of bots plays the same deals, in all rotations of the seats. The scale is that of Bradley and Terry,
for tables of any size: a player wins with odds of 10 ** (Elo / 400) against the sum of all at the table. It is 0 for
the player in the middle: measured from the mean, everybody's place would be as uncertain as that of somebody who never
wins. Matches of one deal are not independent, so the intervals are computed by deal (Huber's sandwich, and the
intervals of rates).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Executor
from itertools import combinations
from math import inf, isinf, log
from typing import Any, NamedTuple

import msgspec
import numpy as np

from birdtable import catalog
from birdtable.bots.intervals import rate_interval, student_95
from birdtable.bots.outside import PATIENCE
from birdtable.bots.roster import Lineup
from birdtable.chance import require_seed
from birdtable.engine import Rng
from birdtable.game import BadInput
from birdtable.lab.arena.arena import DealJob, Totals, check, play_deal
from birdtable.lab.arena.sequences import Interval
from birdtable.lab.work import do_all

ELO = 400 / log(10)
"""Elo points in a unit of natural logarithms."""
ROUNDS = 60
"""Steps of Newton's method, amply."""
DRAWN = 1.0
"""Matches, shared by all, that are added at every table: so nobody is infinitely bad."""

FEWEST = 2
"""Deals."""
FAR = 20_000.0
"""Elo beyond anybody's."""

Floats = np.ndarray[Any, np.dtype[np.float64]]


class TableResult(NamedTuple):
    """One deal at one table, in all rotations."""

    table: tuple[int, ...]
    """Who played, as numbers of players."""
    wins: tuple[float, ...]
    """Of each of them; shared wins count as fractions."""


class Rung(msgspec.Struct):
    """A player of a ladder."""

    player: str
    rate: float
    """The part of its matches that it won, at all tables."""
    elo: float
    """Above the player in the middle, or the mean of the two in the middle."""
    interval: Interval
    """95 %."""
    above: float | None = None
    """The part of the matches for two that it won against the one before it, in the order in which they were named."""
    above_interval: Interval | None = None
    """95 %, of ``above``."""


class Ladder(msgspec.Struct):
    """As ``--json`` prints it, one for each number of seats."""

    game: str
    seats: int
    seed: int
    deals: int
    games: int
    rungs: list[Rung]
    faults: dict[str, int]
    """Matches that a player forfeited, if any."""


class Climb:
    """A ladder in progress."""

    def __init__(self, game: str, players: Sequence[str], seats: int, seed: int) -> None:
        self.game = game
        self.players = players
        self.seats = seats
        self.seed = seed
        self.tables = list(combinations(range(len(players)), seats))
        self.deals: list[list[TableResult]] = []
        """What was played at every table."""
        self.faults: Counter[str] = Counter()

    def add(self, tables: Sequence[Totals]) -> None:
        """A deal, by table."""
        self.deals.append(
            [
                TableResult(table, tuple(totals.wins[player] for player in table))
                for table, totals in zip(self.tables, tables, strict=True)
            ]
        )
        for totals in tables:
            for player, faults in zip(self.players, totals.faults, strict=True):
                self.faults[player] += faults.total()

    def ladder(self) -> Ladder:
        """From the second deal on: intervals need two."""
        return Ladder(
            self.game,
            self.seats,
            self.seed,
            deals=len(self.deals),
            games=len(self.deals) * len(self.tables) * self.seats,
            rungs=rank(self.players, self.deals),
            faults={player: faults for player, faults in self.faults.items() if faults},
        )


def climb(
    game_name: str,
    players: Sequence[str],
    *,
    seats: int,
    deals: int,
    seed: int,
    executor: Executor | None = None,
    patience: float = PATIENCE,
) -> Iterator[Climb]:
    """How far it is after each deal."""
    game, lineup = catalog.game(game_name), Lineup.of(players, patience)
    if deals < FEWEST:
        raise BadInput(f"a ladder needs at least {FEWEST} deals for its intervals, not {deals}")
    check(game, lineup, deals, seats, None)
    found, seeds = Climb(game_name, players, seats, seed), Rng(require_seed(seed))
    jobs = (
        DealJob(game_name, lineup, game.cap({}), table, deal_seed)
        for deal_seed in (seeds.word() >> 1 for _ in range(deals))
        for table in found.tables
    )
    tables = []
    for totals in do_all(play_deal, jobs, executor):
        tables.append(totals)
        if len(tables) == len(found.tables):
            found.add(tables)
            tables = []
            yield found


def rank(players: Sequence[str], deals: Sequence[Sequence[TableResult]]) -> list[Rung]:
    """The players in their order, with what the deals tell of them."""
    rungs = []
    for player, (name, (elo, interval)) in enumerate(zip(players, place(len(players), deals), strict=True)):
        low, high = interval
        rung = Rung(name, round(win_rate(player, deals), 6), round(elo, 1), (round_elo(low), round_elo(high)))
        if player and len(deals[0][0].table) == 2:
            rung.above, rung.above_interval = duel(player, player - 1, deals)
        rungs.append(rung)
    return rungs


def round_elo(elo: float) -> float:
    return elo if isinf(elo) else round(elo, 1)


def place(players: int, deals: Sequence[Sequence[TableResult]]) -> list[tuple[float, Interval]]:
    """The Elo of each player above the middle one, and its 95 % interval.

    The sandwich trusts the spread that was seen, which is none for players who won hardly ever, or nearly always. So
    an interval is never narrower than that of the player's rate, converted with the others as they are. Its end is
    infinite where the rate may be 0 or 1.
    """
    strengths, errors = fit(players, deals)
    half = student_95(len(deals) - 1)
    tables = [result.table for result in deals[0]]
    found = []
    for player, (elo, error) in enumerate(zip(strengths, errors, strict=True)):
        low, high = (convert_rate(rate, player, strengths, tables) for rate in rate_bounds(player, deals))
        found.append((elo, (min(low, elo - half * error), max(high, elo + half * error))))
    return found


def rate_bounds(player: int, deals: Iterable[Iterable[TableResult]]) -> Interval:
    """Of the part of its matches that a player wins."""
    found: Counter[tuple[float, int]] = Counter()
    for deal in deals:
        results = [result for result in deal if player in result.table]
        wins = sum(result.wins[result.table.index(player)] for result in results)
        found[round(wins, 9), sum(len(result.table) for result in results)] += 1
    return rate_interval(found)


def convert_rate(rate: float, player: int, strengths: Sequence[float], tables: Sequence[tuple[int, ...]]) -> float:
    """The Elo with which a player would win at this rate at its tables, were the others as strong as they are."""
    if not 0 < rate < 1:
        return inf if rate > 0 else -inf
    against = [
        sum(10 ** (strengths[other] / 400) for other in table if other != player) for table in tables if player in table
    ]

    def expected_rate(elo: float) -> float:
        odds = 10 ** (elo / 400)
        return sum(odds / (odds + others) for others in against) / len(against)

    low, high = -FAR, FAR
    while high - low > 0.01:
        middle = (low + high) / 2
        low, high = (middle, high) if expected_rate(middle) < rate else (low, middle)
    return middle


def win_rate(player: int, deals: Iterable[Iterable[TableResult]]) -> float:
    wins, games = 0.0, 0
    for result in (result for deal in deals for result in deal if player in result.table):
        wins += result.wins[result.table.index(player)]
        games += len(result.table)
    return wins / games


def duel(player: int, other: int, deals: Iterable[Iterable[TableResult]]) -> tuple[float, Interval]:
    """The rate of matches for two that ``player`` won against ``other``, and its interval."""
    pair = tuple(sorted((player, other)))
    found = Counter((result.wins[pair.index(player)], 2) for deal in deals for result in deal if result.table == pair)
    wins = sum(each * times for (each, _), times in found.items())
    low, high = rate_interval(found)
    return round(wins / (2 * sum(found.values())), 6), (round(low, 6), round(high, 6))


def fit(players: int, deals: Sequence[Sequence[TableResult]]) -> tuple[list[float], list[float]]:
    """The Elo of each player above the middle one, and its standard error."""
    tables = np.array([result.table for result in deals[0]])
    wins = np.array([[result.wins for result in deal] for deal in deals])
    seats = tables.shape[1]
    all_wins = wins.sum(0) + DRAWN / seats
    games = np.full(len(tables), len(deals) * seats + DRAWN)
    strengths = np.zeros(players)
    for _ in range(ROUNDS):
        slope, bend = slopes(strengths, tables, all_wins, games)
        strengths += np.clip(np.linalg.solve(bend, slope), -1.0, 1.0)
        strengths -= strengths.mean()
    _, bend = slopes(strengths, tables, all_wins, games)
    inverse = np.linalg.inv(bend)
    each = [slopes(strengths, tables, deal, np.full(len(tables), seats))[0] for deal in wins]
    spread = np.array(each) - np.mean(each, 0)
    spread *= (len(deals) / (len(deals) - 1)) ** 0.5
    above_middle = np.eye(players) - middle_of(strengths)
    moves = above_middle @ inverse @ spread.T
    errors = np.sqrt((moves**2).sum(1))
    return [float(each) for each in ELO * above_middle @ strengths], [float(each) for each in ELO * errors]


def middle_of(strengths: Floats) -> Floats:
    """What part each player has in the median: it is that of one, or the mean of two."""
    order, players = np.argsort(strengths), len(strengths)
    parts = np.zeros(players)
    for place in (players - 1) // 2, players // 2:
        parts[order[place]] += 0.5
    return parts


def slopes(strengths: Floats, tables: Any, wins: Floats, games: Floats) -> tuple[Floats, Floats]:
    """The slope of the log-likelihood by strength, and how it bends, with the mean strength held at 0."""
    players = len(strengths)
    odds = np.exp(strengths[tables])
    odds /= odds.sum(1, keepdims=True)
    slope, bend = np.zeros(players), np.full((players, players), 1.0 / players)
    np.add.at(slope, tables, wins - odds * games[:, None])
    seats = tables.shape[1]
    for i in range(seats):
        for j in range(seats):
            bent = games * odds[:, i] * ((1.0 if i == j else 0.0) - odds[:, j])
            np.add.at(bend, (tables[:, i], tables[:, j]), bent)
    return slope, bend
