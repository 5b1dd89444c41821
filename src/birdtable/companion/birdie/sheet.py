"""What people enter of a game of Birdie at their own table, and what they are told of it."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from birdtable.companion.base import Changes, Count, Entered, Fault, PlayerName, SeatNumber, Why
from birdtable.game import Step, Value
from birdtable.games.birdie.solver import Stage
from birdtable.wire.base import Told

Cards = Annotated[str, msgspec.Meta(max_length=200)]


Places = Annotated[tuple[Count, ...], msgspec.Meta(max_length=40)]
"""Cards of a row, counted from 1."""
Steps = Annotated[tuple[Annotated[str, msgspec.Meta(min_length=1, max_length=20)], ...], msgspec.Meta(max_length=200)]


class Settled(Entered, frozen=True):
    """The scoring that counts, once people went on from it: later corrections elsewhere do not change it."""

    row: Cards = ""
    """The row that it is about: with Robin's card in its place, if that was entered apart."""
    spent: dict[str, Count] = msgspec.field(default_factory=dict)
    cuts: Places | None = None
    by_season: Places = ()
    steps: Steps = ()


class Scoring(Entered, frozen=True):
    """One player's scoring of a round. Without ``cuts``, ``steps`` and ``wrote`` the best one is found."""

    row: Cards = ""
    """As the pile was turned over: ``Rs Ra Pu``. Nothing for an empty pile."""
    hand: Cards = ""
    """Cards in hand that may be spent on abilities."""
    drawn: Cards = ""
    """Cards that Robin drew, which have yet to find their place in the row."""
    spent: dict[str, Count] = msgspec.field(default_factory=dict)
    """Abilities, by bird, that were used before the row was entered, or with what was written."""
    cuts: Places | None = None
    """The player's own division: the row is cut after these cards."""
    by_season: Places = ()
    """First cards of the pieces that count by season though they share the bird as well."""
    steps: Steps | None = None
    """The player's own scoring in the steps of the game, with ``deal Rs`` for what Robin drew; cuts may mark the sets.

    With cuts but without steps Pigeon and Owl are used at their best.
    """
    wrote: dict[str, Count] | None = None
    """What the player wrote, by trait, taken as it is."""
    marks: Count = 0
    """Flap marks made with what was written."""
    settled: Settled | None = None
    """The scoring that people went on from; nothing while the row is still being entered."""


class Round(Entered, frozen=True):
    order: Annotated[tuple[SeatNumber, ...], msgspec.Meta(max_length=4)] = ()
    """Seats in the order in which they passed, as far as it is known."""
    scorings: Annotated[tuple[Scoring | None, ...], msgspec.Meta(max_length=4)] = ()
    """By seat; nothing for those who have yet to score."""


class BirdieSheet(Entered, frozen=True, tag="birdie", tag_field="game"):
    players: Annotated[tuple[PlayerName, ...], msgspec.Meta(max_length=4)]
    options: dict[str, Value] = msgspec.field(default_factory=dict)
    rounds: Annotated[tuple[Round, ...], msgspec.Meta(max_length=2)] = ()


class Piece(Told, frozen=True):
    """A piece of a row that a player cut."""

    start: int
    """Its first card, counted from 1."""
    length: int
    trait: str
    """Empty if its cards share nothing."""
    other: str
    """The other trait that they share, if they do."""


class OwnPlay(Told, frozen=True):
    """A scoring that was entered step by step, and how it can go on."""

    accepted: int
    """So many of the steps entered could be played; the next one, if there is one, is a fault."""
    phase: str
    """What the game asks now, as in a view of it."""
    legal: tuple[Step, ...]
    """Steps that can be entered next; those of ``uses`` go without being listed here."""
    uses: tuple[Step, ...]
    """Cards that can be spent on abilities, now or at their time."""
    asks: bool
    """Something has to be decided before the scoring can be finished."""
    held: str
    """A card on its way into the row."""
    taking: tuple[int, ...]
    """The first and last card of the set just taken, counted from 1."""
    lost: bool
    """Its box is full: unless Pigeon takes it, it brings nothing."""
    trait: str
    hand: tuple[str, ...]
    """What is left of it."""
    refused: str = ""
    """Why the next step could not be played."""
    clause: str = ""


class Scored(Told, frozen=True):
    """What a scoring brought."""

    how: Literal["best", "own", "entered"]
    gain: float
    best: float
    """The most that was possible, as far as it is proved; the gain itself for what was entered."""
    proved: bool
    sure: bool
    """Everybody who scored before is entered too: nothing of this can change by what is still missing."""
    row: str
    """After Robin and Woodpecker."""
    lines: tuple[Why, ...]
    stages: tuple[Stage, ...]
    pieces: tuple[Piece, ...]
    boxes: dict[str, int]
    flaps: int
    """Places marked afterwards."""
    trophies: tuple[str, ...]
    used: dict[str, int]
    """Abilities used in it, by bird."""
    settled: bool = False
    """It is stored in the sheet, and no longer changes when something else is corrected."""
    play: OwnPlay | None = None
    """Of a scoring that was entered in steps."""
    proposal: Scoring | None = None
    """What is scored here as it would be entered in steps: where one's own can begin, and what is settled."""


class BoardTotals(Told, frozen=True):
    """A player's board, with the sums of its parts."""

    boxes: dict[str, int]
    flaps: int
    used: dict[str, int]
    passes: tuple[int | None, ...]
    trophies: tuple[str, ...]
    seasons: int
    birds: int
    passing: int
    flap_points: int
    trophy_points: int
    points: int
    """All of it [B6.1]."""


class BirdieAnswer(Told, frozen=True, tag="birdie", tag_field="game"):
    flap_values: tuple[int, ...]
    assumed: bool
    """[B1.5] The column is our assumption, not what somebody's board shows."""
    boards: tuple[BoardTotals, ...]
    rounds: tuple[tuple[Scored | None, ...], ...]
    after: tuple[tuple[int, ...], ...]
    """Points of every seat after each round."""
    starter: int
    """[B2.5] Who starts round 2, or -1."""
    over: bool
    winners: tuple[int, ...]
    tie: bool
    """The winner had as many points as another [B6.2]."""
    faults: tuple[Fault, ...]
    changes: Changes | None = None
    """What is different from the sheet that was given to compare with."""
