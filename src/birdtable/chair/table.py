"""What people enter at a table with real cards where bots have seats, and what they are told of it."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from birdtable.companion.base import Entered, PlayerName
from birdtable.companion.birdie.sheet import Scored, Scoring
from birdtable.companion.evenings import Finished
from birdtable.game import Outcome, Step, Value
from birdtable.wire.base import Told

Tap = Annotated[str, msgspec.Meta(min_length=1, max_length=400)] | Scoring
"""Something seen at the table, in the notation of the game, as far as it was seen: ``deal Rs``, ``take Rs``, ``stack Rs
Pu 1`` (two cards of the display and one of the hand), ``lay P 2 left 3``, ``flock M 7``, ``hand 2 FFO``; the play of a
bot as its steps with commas between them; the row that somebody turned over, with its scoring."""


class ChairTable(Entered, frozen=True):
    game: Annotated[str, msgspec.Meta(max_length=40)]
    players: Annotated[tuple[PlayerName, ...], msgspec.Meta(max_length=5)]
    """In seating order."""
    levels: Annotated[tuple[Annotated[str, msgspec.Meta(max_length=40)], ...], msgspec.Meta(max_length=5)]
    """By seat: a level for a bot, nothing for a person."""
    options: dict[str, Value] = msgspec.field(default_factory=dict)
    taps: Annotated[tuple[Tap, ...], msgspec.Meta(max_length=2000)] = ()


class AskChair(Entered, frozen=True):
    table: ChairTable
    language: Literal["en", "it", "es", "de", "ru"] = "en"
    think: bool = True
    """Whether a bot whose turn it is should choose."""


class Wanted(Told, frozen=True):
    """What is to be entered next."""

    what: Literal["starter", "opening", "display", "refill", "draw", "turn", "row", "hand", "first bird", "bot", "over"]
    seat: int
    """Whose it is; -1 for nobody in particular."""
    left: int
    """How many cards of this kind follow each other; in a turn, how many hand cards may be added."""
    legal: tuple[Step, ...]
    """Steps of the rules that can be entered, where the rules can tell: without what only the player knows."""
    amid: bool = False
    """The last tap was the beginning of a bot's play; the rest of it is missing."""


class TapTold(Told, frozen=True):
    """One tap in words, for those who look for a mistake."""

    seat: int
    text: str


class Said(Told, frozen=True):
    """A part of what a bot does."""

    text: str
    cards: str
    """The cards that it is about, in notation, in the order in which they are laid."""


class ChairAnswer(Told, frozen=True):
    taken: int
    """So many of the taps could be followed; the next one, if there is one, is impossible."""
    fault: str
    clause: str
    view: Any
    """The table as anybody at it sees it: a view of the game."""
    hands: dict[int, tuple[str, ...]]
    """The cards of the bots, by seat."""
    wanted: Wanted
    play: tuple[Step, ...]
    """What the bot does whose turn it is."""
    says: tuple[Said, ...]
    """The same in words."""
    story: tuple[TapTold, ...]
    """Every tap that could be followed, in words."""
    scored: Scored | None
    """The row that was entered last, or is being entered; when a bot is to play, its own row, if it scores that."""
    outcome: Outcome | None
    finished: Finished | None
    """The game as evenings count it, once it is over."""
    record: str
    """The match so far as a record. Where nobody at the device saw a card, one is assumed, and named in its header."""
