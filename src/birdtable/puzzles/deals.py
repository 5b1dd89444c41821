"""Deals that several people play: that of the day, compared with par, and that of a match which was handed on.

The deal of the day is one match against fixed bots, with the same cards for everybody.

Where there is a server, a secret of its own makes the deal: its hash is shown the day before and the secret the day
after. Where there is none, the deal follows from the date, and anyone who reads the program can know it.

A match that is handed on is itself the deal: every card comes where it came there, and what was never turned is ordered
by a secret derived from that of the match. So its record is all it takes to check the matches of the others.

The same deal compares what people make of it. It does not remove luck: other plays turn up other cards.
"""

from __future__ import annotations

from datetime import date
from hashlib import sha256
from hmac import digest as hmac
from math import sqrt
from statistics import fmean, stdev

import msgspec

from birdtable import catalog
from birdtable.bots.knowledge import search_policy
from birdtable.chance import Deal, deal_seed, settle
from birdtable.game import CHANCE, AnyGame, BadInput, Outcome, Seat, View
from birdtable.puzzles.days import FIRST
from birdtable.record import Record, Walk

GAMES = ("birdie", "cubirds")
SEAT: Seat = 0
"""Where the person sits."""
OPPONENTS = ("intermediate",)
"""The levels of the others, in their order: bots that leave nothing to chance."""
PAR_PLAYER = "champion:100"
PAR_MATCHES = 100


def secret_of_date(game: str, day: date) -> bytes:
    """For those who play without a server."""
    return sha256(f"birdtable deal {game} {day.isoformat()}".encode()).digest()


def check_game(game: str, day: date) -> None:
    if game not in GAMES:
        raise BadInput("there is no deal of the day for {game}", game=game)
    if day < FIRST:
        raise BadInput("the first puzzle was that of {day}", day=FIRST.isoformat())


def check_hint(game: AnyGame, view: View) -> None:
    """Par and the others were not told what to do either; what can be worked out, such as the best cut, is told."""
    if not search_policy(game).settles(view):
        raise BadInput("there are no hints in the deal of the day")


class Par(msgspec.Struct, frozen=True):
    """What a strong bot made of a deal in the person's seat."""

    points: tuple[int, ...] = ()
    """Of each match."""
    wins: int = 0

    @property
    def mean(self) -> float:
        return fmean(self.points) if self.points else 0.0

    @property
    def spread(self) -> float:
        """Standard deviation of a single match."""
        return stdev(self.points) if len(self.points) > 1 else 0.0

    @property
    def error(self) -> float:
        """Of the mean."""
        return self.spread / sqrt(len(self.points)) if self.points else 0.0

    def __add__(self, other: Par) -> Par:
        return Par(self.points + other.points, self.wins + other.wins)


def handed_on_secret(secret: bytes) -> bytes:
    """What orders the cards that were never turned in a match with this secret."""
    return hmac(secret, b"birdtable same deal", "sha256")


def deal_of_match(original: Record) -> Deal:
    """What those play to whom this match was handed on."""
    if "shuffle secret" not in original.extra:
        raise BadInput("the record has no line 'shuffle secret: ...': nobody was handed this deal")
    game = catalog.game(original.game)
    steps = [here.step for here in Walk(original, game=game)]
    settled = settle(game, game.start(len(original.seats), original.options), steps)
    return Deal(deal_seed(handed_on_secret(bytes.fromhex(original.extra["shuffle secret"]))), settled)


def verify_handed_on(record: Record, original: Record) -> Outcome:
    """The same for a match whose deal was handed on: a card that the original does not lead to raises ``BadInput``."""
    match = original.extra.get("match", "")
    if record.extra.get("same deal as") != match:
        raise BadInput(f"the record has no line 'same deal as: {match}': it is not a match with the cards of that one")
    if (record.game, len(record.seats), record.options) != (original.game, len(original.seats), original.options):
        raise BadInput("the two matches differ in the game, the number of seats or the options")
    return draw_again(record, deal_of_match(original))


def verify(record: Record, secret: bytes) -> Outcome:
    """Draws every card of a record again; a difference raises ``BadInput``. The outcome is what the rules say."""
    return draw_again(record, Deal(deal_seed(secret)))


def draw_again(record: Record, deal: Deal) -> Outcome:
    game = catalog.game(record.game)
    walk = Walk(record, game=game, before=True)
    for here in walk:
        if here.mover == CHANCE and here.step != (drawn := deal.choose(game, here.before)):
            raise BadInput(f"step {here.number}: the deal has {drawn!r}, not {here.step!r}")
    outcome = game.outcome(walk.state)
    if outcome is None:
        raise BadInput("the match was not played to its end")
    return outcome
