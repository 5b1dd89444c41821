"""Evenings: games one after another, and what they add up to for those who played them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import Annotated

import msgspec

from birdtable.companion.base import Count, Entered, PlayerName, SeatNumber
from birdtable.game import BadInput
from birdtable.wire.base import Told

MOST_GAMES = 500
MOST_PLAYERS = 100
"""In all games together."""
Luck = Annotated[float, msgspec.Meta(ge=-1, le=1)]


class Finished(Entered, frozen=True):
    """A game that is over, by its final sheet or by a table at which bots sat; everything is by seat."""

    game: Annotated[str, msgspec.Meta(max_length=40)]
    players: Annotated[tuple[PlayerName, ...], msgspec.Meta(max_length=5)]
    points: Annotated[tuple[Count, ...], msgspec.Meta(max_length=5)]
    winners: Annotated[tuple[SeatNumber, ...], msgspec.Meta(max_length=5)]
    rows: Annotated[tuple[Count, ...], msgspec.Meta(max_length=5)] = ()
    """The best row of each, where a game has rows."""
    trophies: Annotated[tuple[Count, ...], msgspec.Meta(max_length=5)] = ()
    luck: Annotated[tuple[Luck, ...], msgspec.Meta(max_length=5)] = ()
    """In shares of the victory, where the cards that came are known: at tables with bots."""
    bots: Annotated[tuple[SeatNumber, ...], msgspec.Meta(max_length=5)] = ()


class AskEvenings(Entered, frozen=True):
    games: Annotated[tuple[Finished, ...], msgspec.Meta(max_length=MOST_GAMES)]
    """In the order in which they were played."""


class Standing(Told, frozen=True):
    name: str
    games: int
    wins: float
    """A shared victory is shared out."""
    points: int
    running: tuple[float, ...]
    """Wins after each game."""
    bot: bool
    """In the last game under this name."""
    luck: float
    """Of all games of which it can be told, in victories."""
    judged: int
    """How many these are."""


class Pair(Told, frozen=True):
    """Two players, over the games that both played: how often one came out ahead of the other."""

    one: str
    other: str
    games: int
    ahead: int
    behind: int


class Best(Told, frozen=True):
    what: str
    """``points``, ``row`` or ``trophies``."""
    game: str
    names: tuple[str, ...]
    value: int


class Evenings(Told, frozen=True):
    standings: tuple[Standing, ...]
    """Most wins first, then most points."""
    pairs: tuple[Pair, ...]
    records: tuple[Best, ...]


def tally(ask: AskEvenings) -> Evenings:
    names = list(dict.fromkeys(name for game in ask.games for name in game.players))
    check(ask.games, names)
    standings = sorted((standing(name, ask.games) for name in names), key=lambda each: (-each.wins, -each.points))
    places = {each.name: place for place, each in enumerate(standings)}
    return Evenings(
        standings=tuple(standings), pairs=tuple(head_to_head(ask.games, places)), records=tuple(records(ask.games))
    )


def check(games: Sequence[Finished], names: Sequence[str]) -> None:
    if len(names) > MOST_PLAYERS:
        raise BadInput(f"{len(names)} players are more than the {MOST_PLAYERS} that are counted together")
    for number, game in enumerate(games, start=1):
        seats = len(game.players)
        if len(game.points) != seats or any(seat >= seats for seat in (*game.winners, *game.bots)):
            raise BadInput(f"game {number}: every player has points, and only players win")
        if any(len(each) not in (0, seats) for each in (game.rows, game.trophies, game.luck)):
            raise BadInput(f"game {number}: rows, trophies and luck are told of everybody or of nobody")


def standing(name: str, games: Sequence[Finished]) -> Standing:
    running, wins = [], 0.0
    for game in games:
        if name in game.players and game.players.index(name) in game.winners:
            wins += 1 / len(game.winners)
        running.append(wins)
    mine = [game for game in games if name in game.players]
    luck = [game.luck[game.players.index(name)] for game in mine if game.luck]
    return Standing(
        name=name,
        games=len(mine),
        wins=wins,
        points=sum(game.points[game.players.index(name)] for game in mine),
        running=tuple(running),
        bot=mine[-1].players.index(name) in mine[-1].bots,
        luck=round(sum(luck), 3),
        judged=len(luck),
    )


def head_to_head(games: Sequence[Finished], places: Mapping[str, int]) -> Iterable[Pair]:
    """Who won comes before who did not; else points decide, and equal points count for nobody. In the order of the
    standings."""
    counts: defaultdict[tuple[int, int], Counter[int]] = defaultdict(Counter)
    for game in games:
        ranks = {places[name]: rank(game, game.players.index(name)) for name in game.players}
        for one, other in combinations(sorted(ranks), 2):
            counts[one, other][(ranks[one] > ranks[other]) - (ranks[one] < ranks[other])] += 1
    names = list(places)
    for (one, other), count in sorted(counts.items()):
        yield Pair(one=names[one], other=names[other], games=count.total(), ahead=count[1], behind=count[-1])


def rank(game: Finished, seat: int) -> tuple[bool, int]:
    return seat in game.winners, game.points[seat]


def records(games: Sequence[Finished]) -> Iterable[Best]:
    for name in dict.fromkeys(game.game for game in games):
        played = [game for game in games if game.game == name]
        for what in ("points", "row", "trophies"):
            found = [
                (value, game.players[seat])
                for game in played
                for seat, value in enumerate({"points": game.points, "row": game.rows, "trophies": game.trophies}[what])
            ]
            best = max((value for value, _ in found), default=0)
            if best:
                holders = tuple(dict.fromkeys(player for value, player in found if value == best))
                yield Best(what=what, game=name, names=holders, value=best)
