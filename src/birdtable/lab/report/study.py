"""What there is to tell about many matches: counted from their events and final boards.

Every deal is played in all rotations of the players, so that the luck of the deal can be told from the rest.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from typing import Any

import msgspec

from birdtable import catalog
from birdtable.bots.match import limited
from birdtable.bots.roster import bot
from birdtable.chance import Deal
from birdtable.engine import Rng
from birdtable.game import CHANCE, NOBODY, AnyGame, Event, Value
from birdtable.games.birdie.cards import BIRDS
from birdtable.games.birdie.points import TROPHY, flap_points

ORDER = ("first", "second", "third")
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


class Seen(msgspec.Struct):
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
    parts = executor.map(play_chunk, tasks) if executor else map(play_chunk, tasks)
    seen = [match for part in parts for match in part]
    return counted(name, players, seed, seen)


def play_chunk(task: tuple[str, tuple[str, ...], dict[str, Value], list[int]]) -> list[Seen]:
    name, players, options, deals = task
    game = catalog.game(name)
    bots = [bot(player, name) for player in players]
    return [
        watch(game, [bots[i] for i in order], order, limited(game, options), deal)
        for deal in deals
        for order in rotations(len(players))
    ]


def rotations(seats: int) -> list[list[int]]:
    return [[(seat + turn) % seats for seat in range(seats)] for turn in range(seats)]


def watch(game: AnyGame, bots: list[Any], order: list[int], options: Mapping[str, Value], deal: int) -> Seen:
    """Plays one match and notes what is counted."""
    state, chance, rng = game.start(len(bots), options), Deal(deal), Rng(deal * 31 + order[0])
    marks: list[dict[str, None]] = [{} for _ in bots]
    decisions = choices = 0
    while (seat := game.to_move(state)) != NOBODY:
        if seat == CHANCE:
            step = chance.choose(game, state)
        else:
            legal = game.legal_steps(state)
            step = bots[seat].choose(game.view(state, seat), legal, rng) if len(legal) > 1 else legal[0]
            decisions += 1
            choices += len(legal)
        game.apply(state, step)
        for event in game.events(state):
            mark = mark_of(event, len(bots))
            if mark and event.seat >= 0:
                marks[event.seat][mark] = None
    outcome = game.outcome(state)
    assert outcome is not None
    return Seen(
        deal=deal,
        shares=[1 / len(outcome.winners) if seat in outcome.winners else 0.0 for seat in range(len(bots))],
        players=order,
        points=list(outcome.points),
        decisions=decisions,
        choices=choices,
        sources=[sources_of(game.name, game.view(state, seat), seat) for seat in range(len(bots))],
        marks=[list(each) for each in marks],
        clause=outcome.clause,
    )


def mark_of(event: Event, seats: int) -> str:
    """What is compared with winning, in words."""
    match event.what:
        case "passed":  # [B4.1] the points tell how many had not passed yet
            place = seats - event.points // 2
            return "passed last" if place == seats else f"passed {ORDER[place - 1]}"
        case "used":
            return f"used {event.place.title()}"
        case "won trophy":
            return f"won the {event.place} trophy"
        case "flocked":
            return f"flocked {event.cards[:1]}"
        case _:
            return ""


def sources_of(name: str, view: Any, seat: int) -> dict[str, int]:
    if name != "birdie":
        return {"collection": len(view.collections[seat])}
    board = view.boards[seat]
    birds = sum(points for trait, points in board.boxes.items() if trait in BIRDS)
    return {
        "birds": birds,
        "seasons": sum(board.boxes.values()) - birds,
        "Pass": sum(board.passes),
        "Flap": flap_points(view.options["flap_values"], board.flaps),
        "trophies": TROPHY * sum(holder == seat for holder in view.trophies.values()),
    }


def counted(name: str, players: Sequence[str], seed: int, seen: list[Seen]) -> Study:
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


def luck_of(seen: list[Seen], seats: int) -> float:
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
