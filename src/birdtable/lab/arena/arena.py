"""Matches of bots against each other on equal terms: every deal is played in all rotations of the seats.

What comes out depends on the seed, the players and the options, not on how many processes play, as long as no player
looks at a clock. Work is handed to an ``Executor``: processes of this machine, or anything else of that kind.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future
from functools import cache
from itertools import combinations
from math import comb
from time import perf_counter
from typing import Any, NamedTuple

import msgspec

from birdtable import catalog
from birdtable.bots.interface import Bot
from birdtable.bots.match import play_on
from birdtable.bots.outside import OutsideBot
from birdtable.bots.roster import bot
from birdtable.chance import Deal, require_seed
from birdtable.engine import Rng
from birdtable.game import CHANCE, AnyGame, BadInput, Seat, Step, Value
from birdtable.lab.arena.elo import elo, interval

MIN_GAMES = 40
"""Before so many matches no run is stopped early."""


class DealJob(NamedTuple):
    """One deal at one table, in all rotations."""

    game: str
    players: tuple[str, ...]
    options: Mapping[str, Value]
    table: tuple[int, ...]
    """Who plays, as numbers of players."""
    seed: int


class Totals(msgspec.Struct):
    """What matches came to, by player."""

    games: list[int]
    wins: list[float]
    points: list[int]
    decisions: list[int]
    seconds: list[float]
    faults: list[Counter[str]]

    @classmethod
    def none(cls, players: int) -> Totals:
        empty = [0] * players
        return cls(
            empty[:], [0.0] * players, empty[:], empty[:], [0.0] * players, [Counter[str]() for _ in range(players)]
        )

    def add(self, more: Totals) -> None:
        for player in range(len(self.games)):
            self.games[player] += more.games[player]
            self.wins[player] += more.wins[player]
            self.points[player] += more.points[player]
            self.decisions[player] += more.decisions[player]
            self.seconds[player] += more.seconds[player]
            self.faults[player] += more.faults[player]


class ArenaResult(msgspec.Struct, omit_defaults=True):
    """What an arena found, as ``--json`` prints it; lists are by player."""

    game: str
    players: list[str]
    games: int
    wins: list[float]
    """Shared wins count as fractions."""
    rate: list[float]
    """Of the matches that the player was in."""
    interval: list[tuple[float, float]]
    """95 %, of the rate."""
    points: list[float]
    """Means."""
    elo: list[float]
    seats: int
    seed: int
    stopped: bool = False
    """Whether the first player's interval was clear of the bar before all matches were played."""
    faults: dict[str, dict[str, int]] = {}
    """What players of other makers did wrong; a stand-in, greedy where it can, played those steps for them."""


class Scoreboard(NamedTuple):
    """An arena in progress."""

    result: ArenaResult
    decisions_per_second: list[float]
    """By player, views included."""


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
) -> Iterator[Scoreboard]:
    """Plays ``games`` matches or a few more, so that every deal has all rotations; the scoreboard after each deal.

    With fewer ``seats`` than players every choice of that many plays. A ``bar`` stops the run when the first player's
    interval is clear of it. Without an executor this process plays.
    """
    game = catalog.game(game_name)
    seats = seats or len(players)
    check(game, players, games, seats)
    chosen = game.cap(options or {})
    game.start(seats, chosen)
    tables = list(combinations(range(len(players)), seats))
    deals = deals_of(games, len(players), seats)
    tally = Totals.none(len(players))
    won: dict[tuple[int, ...], list[float]] = {table: [0.0] * seats for table in tables}
    seeds = Rng(require_seed(seed))
    jobs = (
        DealJob(game_name, tuple(players), chosen, table, deal_seed)
        for deal_seed in (seeds.word() >> 1 for _ in range(deals))
        for table in tables
    )
    result = ArenaResult(game_name, list(players), 0, [], [], [], [], [], seats, seed)
    for number, (job, totals) in enumerate(play_all(jobs, executor), start=1):
        tally.add(totals)
        won[job.table] = [sum(pair) for pair in zip(won[job.table], (totals.wins[i] for i in job.table), strict=True)]
        result.games += seats
        if number % len(tables):
            continue
        fill(result, tally, won)
        low, high = result.interval[0]
        result.stopped = bar is not None and result.games >= MIN_GAMES and not low <= bar <= high
        yield Scoreboard(result, [ratio(*pair) for pair in zip(tally.decisions, tally.seconds, strict=True)])
        if result.stopped:
            return


def deals_of(games: int, players: int, seats: int) -> int:
    """How many deals there are for at least so many matches, in all rotations, by all choices of players."""
    seats = seats or players
    return -(-games // (seats * comb(players, seats)))


def check(game: AnyGame, players: Sequence[str], games: int, seats: int) -> None:
    """Refuses before anything is played."""
    if games < 1:
        raise BadInput(f"an arena plays at least 1 match, not {games}")
    game.check_seats(seats)
    if seats > len(players):
        raise BadInput(f"{seats} seats need as many players, not {len(players)}")
    for spec in players:
        made = bot(spec, game.name)
        if isinstance(made, OutsideBot):
            made.close()


def fill(result: ArenaResult, tally: Totals, won: Mapping[tuple[int, ...], Sequence[float]]) -> None:
    players = range(len(result.players))
    result.wins = [round(wins, 6) for wins in tally.wins]
    result.rate = [round(ratio(tally.wins[player], tally.games[player]), 6) for player in players]
    result.points = [round(ratio(tally.points[player], tally.games[player]), 6) for player in players]
    bounds = [interval(tally.wins[player], tally.games[player]) for player in players]
    result.interval = [(round(low, 6), round(high, 6)) for low, high in bounds]
    result.elo = [round(number, 1) for number in elo(len(result.players), won)]
    result.faults = {result.players[player]: dict(tally.faults[player]) for player in players if tally.faults[player]}


def ratio(amount: float, whole: float) -> float:
    return amount / whole if whole else 0.0


def play_all(jobs: Iterator[DealJob], executor: Executor | None) -> Iterator[tuple[DealJob, Totals]]:
    """In the order of the jobs; a few are under way ahead of the one waited for."""
    if executor is None:
        for job in jobs:
            yield job, play_deal(job)
        return
    ahead = 4 * (getattr(executor, "_max_workers", None) or 8)
    waiting: deque[tuple[DealJob, Future[Totals]]] = deque()
    try:
        for job in jobs:
            waiting.append((job, executor.submit(play_deal, job)))
            if len(waiting) >= ahead:
                first, future = waiting.popleft()
                yield first, future.result()
        while waiting:
            first, future = waiting.popleft()
            yield first, future.result()
    finally:
        for _, future in waiting:
            future.cancel()


@cache
def bots_of(game: str, players: tuple[str, ...]) -> list[Bot]:
    """Kept from job to job: a bot of another maker is a process."""
    return [bot(spec, game) for spec in players]


def play_deal(job: DealJob) -> Totals:
    """All rotations of one deal. Runs wherever the executor likes."""
    game, bots = catalog.game(job.game), bots_of(job.game, job.players)
    totals = Totals.none(len(bots))
    for rotation in range(len(job.table)):
        table = job.table[rotation:] + job.table[:rotation]
        play_match(game, bots, table, job, totals)
    for player, each in enumerate(bots):
        if isinstance(each, OutsideBot):
            totals.faults[player] += each.faults
            each.faults.clear()
    return totals


def play_match(game: AnyGame, bots: Sequence[Bot], table: tuple[int, ...], job: DealJob, totals: Totals) -> None:
    """One match; ``table`` has the players by seat."""
    state = game.start(len(table), job.options)
    rngs = [Rng(job.seed * 31 + seat * 7919 + table[0]) for seat in range(len(table))]

    def decide(state: Any, seat: Seat, legal: list[Step]) -> Step:
        player = table[seat]
        began = perf_counter()
        step = bots[player].choose(game.view(state, seat), legal, rngs[seat])
        totals.seconds[player] += perf_counter() - began
        return step

    for move in play_on(game, state, decide, Deal(job.seed).choose):
        if move.seat != CHANCE:
            totals.decisions[table[move.seat]] += 1
    outcome = game.outcome(state)
    assert outcome is not None
    for seat, player in enumerate(table):
        totals.games[player] += 1
        totals.points[player] += outcome.points[seat]
        if seat in outcome.winners:
            totals.wins[player] += 1 / len(outcome.winners)
