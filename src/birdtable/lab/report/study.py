"""What many matches show, counted from their events and final boards.

Every deal is played in all rotations of the players, so that the luck of the deal can be told from the rest.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from typing import Any

import msgspec

from birdtable import catalog
from birdtable.bots.interface import Bot
from birdtable.bots.match import play_on
from birdtable.bots.roster import bot
from birdtable.chance import Deal
from birdtable.engine import Rng
from birdtable.game import CHANCE, AnyGame, Seat, Step, Value
from birdtable.lab.part import part_of

CHUNK = 8
"""Deals that a worker plays at a time."""


class Share(msgspec.Struct):
    """How often something went with winning."""

    name: str
    times: int = 0
    wins: float = 0.0

    @property
    def rate(self) -> float:
        return self.wins / self.times if self.times else 0.0

    def interval(self) -> tuple[float, float]:
        """Wilson's 95 % interval."""
        if not self.times:
            return 0.0, 1.0
        z, n, p = 1.96, self.times, self.rate
        middle, spread = p + z * z / (2 * n), z * (p * (1 - p) / n + z * z / (4 * n * n)) ** 0.5
        return max(0.0, (middle - spread) / (1 + z * z / n)), min(1.0, (middle + spread) / (1 + z * z / n))


class MatchFacts(msgspec.Struct):
    """What was counted in one match."""

    deal: int
    shares: list[float]
    """Of the victory, by seat."""
    players: list[int]
    """Which player sat where."""
    points: list[int]
    decisions: int
    choices: int
    """Legal steps summed over all decisions."""
    sources: list[dict[str, int]]
    """Points by source, by seat."""
    marks: list[list[str]]
    """What each seat did that is compared with winning, each once: passed first, used Owl, flocked owls ..."""
    clause: str


class Study(msgspec.Struct):
    """What many matches showed, as ``--json`` prints it."""

    game: str
    players: list[str]
    games: int
    seed: int
    by_player: list[Share]
    by_seat: list[Share]
    lengths: list[int]
    """Decisions of each match."""
    branching: float
    """Legal steps a decision, on average."""
    sources: dict[str, float]
    """Mean points by source."""
    marks: list[Share]
    clauses: dict[str, int]
    luck: float
    """The part of the variance of winning that the deal and the seat explain, whoever sits there."""


def study(
    name: str,
    players: Sequence[str],
    options: Mapping[str, Value],
    *,
    deals: int,
    seed: int,
    executor: Executor | None = None,
) -> Study:
    """Plays every deal in all rotations; the result does not depend on who does the work."""
    numbers = [seed * 1_000_003 + deal for deal in range(deals)]
    chunks = [numbers[start : start + CHUNK] for start in range(0, deals, CHUNK)]
    tasks = [(name, tuple(players), dict(options), chunk) for chunk in chunks]
    parts = executor.map(study_chunk, tasks) if executor else map(study_chunk, tasks)
    return sum_up(name, players, seed, [facts for part in parts for facts in part])


def study_chunk(task: tuple[str, tuple[str, ...], dict[str, Value], list[int]]) -> list[MatchFacts]:
    name, players, options, deals = task
    game = catalog.game(name)
    bots = [bot(player, name) for player in players]
    return [
        watch(game, [bots[i] for i in order], order, game.cap(options), deal)
        for deal in deals
        for order in rotations(len(players))
    ]


def rotations(seats: int) -> list[list[int]]:
    return [[(seat + turn) % seats for seat in range(seats)] for turn in range(seats)]


def watch(game: AnyGame, bots: Sequence[Bot], order: list[int], options: Mapping[str, Value], deal: int) -> MatchFacts:
    """Plays one match and notes what is counted."""
    state, rng, of_interest = game.start(len(bots), options), Rng(deal * 31 + order[0]), part_of(game.name).statistics
    marks: list[dict[str, None]] = [{} for _ in bots]
    decisions = choices = 0

    def decide(state: Any, seat: Seat, legal: list[Step]) -> Step:
        return bots[seat].choose(game.view(state, seat), legal, rng) if len(legal) > 1 else legal[0]

    for move in play_on(game, state, decide, Deal(deal).choose):
        decisions += move.seat != CHANCE
        choices += len(move.legal)
        for event in game.events(state):
            mark = of_interest.mark(event, len(bots))
            if mark and event.seat >= 0:
                marks[event.seat][mark] = None
    outcome = game.outcome(state)
    assert outcome is not None
    return MatchFacts(
        deal=deal,
        shares=[1 / len(outcome.winners) if seat in outcome.winners else 0.0 for seat in range(len(bots))],
        players=order,
        points=list(outcome.points),
        decisions=decisions,
        choices=choices,
        sources=[of_interest.sources(game.view(state, seat), seat) for seat in range(len(bots))],
        marks=[list(each) for each in marks],
        clause=outcome.clause,
    )


def sum_up(name: str, players: Sequence[str], seed: int, seen: list[MatchFacts]) -> Study:
    seats = len(players)
    by_player, by_seat = [Share(player) for player in players], [Share(f"seat {seat + 1}") for seat in range(seats)]
    marks: dict[str, Share] = {}
    sources: dict[str, float] = defaultdict(float)
    for match in seen:
        for seat, share in enumerate(match.shares):
            for counter in (by_player[match.players[seat]], by_seat[seat]):
                counter.times += 1
                counter.wins += share
            for mark in match.marks[seat]:
                counter = marks.setdefault(mark, Share(mark))
                counter.times += 1
                counter.wins += share
            for source, points in match.sources[seat].items():
                sources[source] += points / (len(seen) * seats)
    return Study(
        game=name,
        players=list(players),
        games=len(seen),
        seed=seed,
        by_player=by_player,
        by_seat=by_seat,
        lengths=[match.decisions for match in seen],
        branching=sum(match.choices for match in seen) / max(1, sum(match.decisions for match in seen)),
        sources=dict(sources),
        marks=sorted(marks.values(), key=lambda share: share.name),
        clauses=dict(Counter(match.clause for match in seen)),
        luck=luck_of(seen, seats),
    )


def luck_of(seen: list[MatchFacts], seats: int) -> float:
    """Variance of winning between (deal, seat) pairs over its whole variance, corrected for the few rotations."""
    groups: dict[tuple[int, int], list[float]] = defaultdict(list)
    for match in seen:
        for seat, share in enumerate(match.shares):
            groups[match.deal, seat].append(share)
    mean = 1 / seats
    every = [share for group in groups.values() for share in group]
    whole = sum((share - mean) ** 2 for share in every) / len(every)
    within = [
        sum((share - sum(group) / len(group)) ** 2 for share in group) / (len(group) - 1) for group in groups.values()
    ]
    return max(0.0, 1 - sum(within) / len(within) / whole) if whole else 0.0
