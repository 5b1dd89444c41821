"""Deals that several people play: that of the day, the same for everybody, and those that somebody hands on."""

from __future__ import annotations

from birdtable.game import Value
from birdtable.wire.base import Told


class DealPar(Told, frozen=True):
    """What a strong bot made of the deal in the person's seat."""

    bot: str
    matches: int
    mean: float
    """Points."""
    spread: float
    """Standard deviation of a single match."""
    wins: int


class DealResult(Told, frozen=True):
    name: str
    points: int
    won: bool
    mine: bool
    late: bool = False
    """Of yesterday's deal: the match ended when its secret was shown already. Told of mine only."""


class LastDeal(Told, frozen=True):
    """Yesterday's deal, which nobody can begin any more."""

    day: str
    secret: str
    """So that its records can be checked."""
    par: DealPar | None
    results: tuple[DealResult, ...]
    """The best first; a late one comes last."""


class DealInfo(Told, frozen=True):
    game: str
    day: str
    bots: tuple[str, ...]
    """The levels of the others."""
    dated: bool
    """There is no server, and the date makes the deal: there is no secret."""
    commitment: str
    """SHA-256 of the secret that makes the deal, as it was shown the day before."""
    next_commitment: str
    """That of tomorrow's."""
    last: LastDeal | None
    """Nothing on the first day, and where the date makes the deal."""
    table: str
    """My match, if I have begun it."""
    over: bool
    par_matches: int
    """That par is the mean of, when all are played."""
    par: DealPar | None
    """Told once my match is over."""
    results: tuple[DealResult, ...]
    """The best first; told once my match is over."""
    count: int
    """People here who have played it to the end, or are at it."""


class SameDealResult(Told, frozen=True):
    name: str
    points: tuple[int, ...]
    """By seat; empty if the match was not played to its end."""
    won: bool
    mine: bool
    first: bool
    """Of the match that was handed on."""
    redrawn: int
    """After so many take-backs cards were drawn anew: in the first match only."""
    table: str


class SameDealInfo(Told, frozen=True):
    """The deal of a match against bots, handed on as a link."""

    code: str
    game: str
    seat: int
    """Where everybody sits who plays it."""
    bots: tuple[str, ...]
    """The levels of the others, in the order of their seats."""
    options: dict[str, Value]
    by: str
    """The name of the one who handed it on."""
    first: bool
    """I have handed it on."""
    table: str
    """My match, if I have begun it."""
    over: bool
    """My match is over."""
    results: tuple[SameDealResult, ...]
    """The first match, then those that are over; told once mine is over."""
    count: int
    """People to whom it was handed on and who have begun."""
