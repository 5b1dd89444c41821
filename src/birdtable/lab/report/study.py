"""What many matches show, counted from their events and final boards.

Every deal is played in all rotations of the players, so that the luck of the deal can be told from the rest.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from typing import Any, TypeAlias

import msgspec

from birdtable import catalog
from birdtable.bots.interface import Bot, BotFault, ask
from birdtable.bots.intervals import rate_interval
from birdtable.bots.match import Fault, play_on, victory_shares
from birdtable.bots.outside import PATIENCE
from birdtable.bots.roster import Lineup, bots_of
from birdtable.chance import Deal
from birdtable.engine import Rng
from birdtable.game import CHANCE, AnyGame, BirdtableError, Seat, Step, Value
from birdtable.lab.part import part_of
from birdtable.lab.report.deciding import Deciding, what_decides
from birdtable.lab.work import Watch, do_all

CHUNK = 8
"""Deals that a worker plays at a time."""


class Share(msgspec.Struct):
    """How often something went with winning."""

    name: str
    times: int
    wins: float
    interval: tuple[float, float]
    """95 %, of the rate; matches of one deal are not independent, so deals are what is counted."""

    @property
    def rate(self) -> float:
        return self.wins / self.times if self.times else 0.0


class Count:
    """Something that may go with winning, as it is counted."""

    def __init__(self) -> None:
        self.deals: dict[int, tuple[float, int]] = {}
        """Wins and times, by deal."""

    def add(self, deal: int, share: float) -> None:
        wins, times = self.deals.get(deal, (0.0, 0))
        self.deals[deal] = wins + share, times + 1

    def share(self, name: str) -> Share:
        times = sum(times for _, times in self.deals.values())
        wins = sum(wins for wins, _ in self.deals.values())
        return Share(name, times, round(wins, 6), rate_interval(Counter(self.deals.values())))


class MatchFacts(msgspec.Struct):
    """What was counted in one match."""

    deal: int
    shares: list[float]
    """Of the victory, by seat."""
    players: list[int]
    """Which player sat where."""
    decisions: int
    choices: int
    """Legal steps summed over all decisions."""
    sources: list[dict[str, int]]
    """Points by source, by seat."""
    marks: list[list[str]]
    """What each seat did that is compared with winning, each once: passed first, used Owl, flocked owls ..."""
    clause: str
    fault: Fault | None = None
    """Why the match was not played to its end."""


class Study(msgspec.Struct, omit_defaults=True):
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
    deciding: Deciding | None
    """What decides a match between these players; nothing after too few deals."""
    faults: list[dict[str, int]] = []
    """What players did in place of choosing a step, and in how many matches."""
    voided: int = 0
    """Matches that are not counted: all of a deal in which somebody failed."""


Task: TypeAlias = tuple[str, Lineup, dict[str, Value], list[int]]


def study(
    name: str,
    players: Sequence[str],
    options: Mapping[str, Value],
    *,
    deals: int,
    seed: int,
    executor: Executor | None = None,
    patience: float = PATIENCE,
    watch: Watch[list[MatchFacts]] | None = None,
) -> Study:
    """Plays every deal in all rotations; the result does not depend on who does the work."""
    lineup = Lineup.of(players, patience)
    numbers = [seed * 1_000_003 + deal for deal in range(deals)]
    chunks = [numbers[start : start + CHUNK] for start in range(0, deals, CHUNK)]
    tasks: list[Task] = [(name, lineup, dict(options), chunk) for chunk in chunks]
    parts: Iterable[list[MatchFacts]] = do_all(study_chunk, tasks, executor)
    if watch is not None:
        parts = watch(parts, len(tasks), f"{CHUNK} deals each")
    return sum_up(name, players, seed, [facts for part in parts for facts in part])


def study_chunk(task: Task) -> list[MatchFacts]:
    name, lineup, options, deals = task
    game = catalog.game(name)
    bots = bots_of(lineup, name)
    return [
        play_and_note(game, [bots[i] for i in order], order, game.cap(options), deal)
        for deal in deals
        for order in rotations(len(bots))
    ]


def rotations(seats: int) -> list[list[int]]:
    return [[(seat + turn) % seats for seat in range(seats)] for turn in range(seats)]


def play_and_note(
    game: AnyGame, bots: Sequence[Bot], order: list[int], options: Mapping[str, Value], deal: int
) -> MatchFacts:
    """Plays one match and notes what is counted."""
    state, rng, of_interest = game.start(len(bots), options), Rng(deal * 31 + order[0]), part_of(game.name).statistics
    marks: list[dict[str, None]] = [{} for _ in bots]
    decisions = choices = 0

    def decide(state: Any, seat: Seat, legal: list[Step]) -> Step:
        return ask(bots[seat], game.view(state, seat), legal, rng) if len(legal) > 1 else legal[0]

    fault = None
    try:
        for move in play_on(game, state, decide, Deal(deal).choose):
            decisions += move.seat != CHANCE
            choices += len(move.legal)
            for event in game.events(state):
                mark = of_interest.mark(event, len(bots))
                if mark and event.seat >= 0:
                    marks[event.seat][mark] = None
    except BotFault as error:
        fault = Fault(game.to_move(state), error.what)
    outcome = game.outcome(state)
    return MatchFacts(
        deal=deal,
        shares=victory_shares(len(bots), outcome, fault),
        players=order,
        decisions=decisions,
        choices=choices,
        sources=[of_interest.sources(game.view(state, seat), seat) for seat in range(len(bots))],
        marks=[list(each) for each in marks],
        clause=outcome.clause if outcome else "",
        fault=fault,
    )


def sum_up(name: str, players: Sequence[str], seed: int, played: list[MatchFacts]) -> Study:
    seats = len(players)
    faults = [Counter[str]() for _ in players]
    for match in played:
        if match.fault is not None:
            faults[match.players[match.fault.seat]][match.fault.what] += 1
    failed = {match.deal for match in played if match.fault is not None}
    seen = [match for match in played if match.deal not in failed]
    if not seen:
        what = "; ".join(f"{player} {what}" for player, each in zip(players, faults, strict=True) for what in each)
        raise BirdtableError(f"no deal was played to its end in all seats: {what}")
    by_player, by_seat = [Count() for _ in players], [Count() for _ in players]
    marks: dict[str, Count] = defaultdict(Count)
    sources: dict[str, float] = defaultdict(float)
    for match in seen:
        for seat, share in enumerate(match.shares):
            by_player[match.players[seat]].add(match.deal, share)
            by_seat[seat].add(match.deal, share)
            for mark in match.marks[seat]:
                marks[mark].add(match.deal, share)
            for source, points in match.sources[seat].items():
                sources[source] += points / (len(seen) * seats)
    return Study(
        game=name,
        players=list(players),
        games=len(seen),
        seed=seed,
        by_player=[count.share(player) for player, count in zip(players, by_player, strict=True)],
        by_seat=[count.share(f"seat {seat}") for seat, count in enumerate(by_seat, start=1)],
        lengths=[match.decisions for match in seen],
        branching=sum(match.choices for match in seen) / max(1, sum(match.decisions for match in seen)),
        sources=dict(sources),
        marks=[marks[mark].share(mark) for mark in sorted(marks)],
        clauses=dict(Counter(match.clause for match in seen)),
        deciding=what_decides(list(shares_by_deal(seen, seats))),
        faults=[dict(each) for each in faults] if failed else [],
        voided=len(played) - len(seen),
    )


def shares_by_deal(seen: Iterable[MatchFacts], seats: int) -> Iterator[list[list[float]]]:
    """Of the victories, by seat and player."""
    found: dict[int, list[list[float]]] = {}
    for match in seen:
        deal = found.setdefault(match.deal, [[0.0] * seats for _ in range(seats)])
        for seat, share in enumerate(match.shares):
            deal[seat][match.players[seat]] = share
    yield from found.values()
