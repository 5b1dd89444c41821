"""Tables: what there is to play, how a table is set up, and what everybody may know of it."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from birdtable.game import Memory, Option, Outcome, Value
from birdtable.wire.base import Hex, Id, Place, Told, Wire

Phase = Literal["gathering", "shuffling", "playing", "over", "closed"]
"""``shuffling``: everybody sits, the seats' entropy is being revealed. ``closed``: ended without an outcome."""


class Clock(Wire, frozen=True):
    """Time to think. ``total``: ``seconds`` for the match plus ``increment`` for every play."""

    kind: Literal["none", "turn", "total", "days"] = "none"
    seconds: Annotated[int, Meta(ge=0, le=60 * 86_400)] = 0
    increment: Annotated[int, Meta(ge=0, le=3600)] = 0
    forfeit: bool = False
    """Whoever runs out of time loses the match; otherwise a bot plays on in that seat."""


class SeatWish(Wire, frozen=True):
    """Who shall sit in a seat: I (the one who asks), a bot, or whoever comes."""

    player: Literal["me", "open", "bot"] = "open"
    name: Annotated[str, Meta(max_length=40)] = ""
    """A name for this seat only, for several people at one device."""
    level: Annotated[str, Meta(max_length=60)] = ""


class NewTable(Wire, frozen=True):
    game: Annotated[str, Meta(max_length=40)]
    seats: Annotated[tuple[SeatWish, ...], Meta(min_length=1, max_length=10)]
    options: dict[str, Value] = {}
    memory: Memory | None = None
    """By default as the rules of the game have it (``GameInfo.memory``)."""
    clock: Clock = Clock()
    public: bool = False
    """Listed for everybody; otherwise known to those who have the link."""
    pace: Annotated[float, Meta(ge=0, le=10)] = 1.0
    """Seconds between the plays of bots."""
    redraws: bool = True
    """Plays can be taken back though cards were drawn since, which are then drawn anew."""
    commitment: Hex | None = None
    """SHA-256 of the 32 bytes that this person will add to the shuffle."""


class ChangedTable(Wire, frozen=True):
    """What the host changes before the start; what is left out stays."""

    options: dict[str, Value] | None = None
    memory: Memory | None = None
    clock: Clock | None = None
    public: bool | None = None
    pace: Annotated[float, Meta(ge=0, le=10)] | None = None
    redraws: bool | None = None
    seat_count: Annotated[int, Meta(ge=1, le=10)] | None = None


class Join(Wire, frozen=True):
    """Take ``seat``, or the first that is free. Who sits already takes one more, for another person at the device."""

    seat: Place | None = None
    name: Annotated[str, Meta(max_length=40)] = ""
    commitment: Hex | None = None


class Rematch(Wire, frozen=True):
    """The same table once more."""

    commitment: Hex | None = None


class Swap(Wire, frozen=True):
    """Two seats change places."""

    a: Place
    b: Place


class Start(Wire, frozen=True):
    fill: Annotated[str, Meta(max_length=60)] = ""
    """Level of the bots that take the open seats; empty: all seats must be taken."""


class BotLevel(Told, frozen=True):
    level: str
    """What a seat asks for."""
    label: str
    """How strong it is, as a message id."""
    name: str
    """Of the character, the same in all languages."""
    sentence: str
    """Its character, as a message id."""


class GameInfo(Told, frozen=True):
    name: str
    title: str
    min_seats: int
    max_seats: int
    rules_version: int
    memory: Memory
    """Of a table that does not choose."""
    options: tuple[Option, ...]
    presets: dict[str, dict[str, Value]]
    levels: tuple[BotLevel, ...]


class SeatInfo(Told, frozen=True):
    player: Literal["open", "person", "bot"]
    """Who the seat belongs to."""
    name: str = ""
    person: str = ""
    level: str = ""
    """Of the bot that plays: its own seat, or the one it stands in for."""
    stand_in: bool = False
    """A bot plays for a person who left or ran out of time; the person may come back unless ``forfeited``."""
    forfeited: bool = False
    kept_for: str = ""
    """The person for whom an open seat of a rematch is kept."""
    remote: bool = False
    """The person is a remote bot."""


class TableInfo(Told, frozen=True):
    id: Id
    game: str
    options: dict[str, Value]
    memory: Memory
    clock: Clock
    public: bool
    pace: float
    phase: Phase
    number: int
    """Of the last thing that happened here."""
    host: str
    seats: tuple[SeatInfo, ...]
    to_move: int
    """A seat, -1 chance, -2 nobody."""
    opened: float
    """Seconds since 1970."""
    changed: float
    commitment: str
    """SHA-256 of the server's secret for the shuffle, known before the first card."""
    committed: tuple[bool, ...] = ()
    """By seat: has its person committed to entropy of their own?"""
    commitments: tuple[str, ...] = ()
    """By seat: SHA-256 of that entropy, or empty. Note them before you reveal yours: they must not change any more."""
    attempt: int = 1
    """To shuffle with the reveals of all who committed."""
    outcome: Outcome | None = None
    next: str = ""
    """The table of the rematch."""
    reason: str = ""
    """Why it was closed."""
    trial: bool = False
    """The match began in the middle of another one, to see what would have been: it leaves no record."""
    redraws: bool = True
    deal: str = ""
    """The day, if this is a match of the deal of the day."""
    same_deal: str = ""
    """The code of the link, if somebody has handed on these cards."""


class Matches(Told, frozen=True):
    """Matches of mine that are played or over, the latest first."""

    tables: tuple[TableInfo, ...]
    more: str = ""
    """Send it back as ``after`` for the next ones; empty if there are none."""


class Mine(Told, frozen=True):
    """My tables that are not over, those where I am to move first."""

    tables: tuple[TableInfo, ...]
    waiting: int
    """At how many of them it is my move."""
    nudged: dict[Id, Id] = {}
    """Those where somebody asked me lately to come back, with that person."""
