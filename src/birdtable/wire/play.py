"""The WebSocket of a table: what a client says, and what the server says."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from birdtable.game import Event, Outcome, Seat, Step
from birdtable.wire.base import Hex, Id, Number, Place, Steps, Told, Wire
from birdtable.wire.tables import TableInfo


class Said(Wire, tag_field="type", kw_only=True, frozen=True):
    """Every message is answered. An ``id`` other than 0 comes back as ``re``."""

    id: Number = 0


class Play(Said, tag="play", frozen=True):
    """My steps up to the next chance step or the end of my turn, after what I saw last (``after``)."""

    after: Number
    steps: Steps


class Consider(Said, tag="consider", frozen=True):
    """What would these steps lead to? Nothing is stored and nobody is told."""

    after: Number
    steps: Steps


class Undo(Said, tag="undo", frozen=True):
    """Take back my last play up to ``after``: at once where nobody learnt anything, else by consent."""

    after: Number


class UndoReply(Said, tag="undo_reply", frozen=True):
    agree: bool
    after: Number


class Call(Said, tag="call", frozen=True):
    """Several seats at one device: show this seat, which must be to move, or (null) none of them."""

    seat: Place | None


class Chat(Said, tag="chat", frozen=True):
    """One of the phrases that translate, or free text (not at public tables)."""

    phrase: Annotated[str, Meta(max_length=40)] = ""
    text: Annotated[str, Meta(max_length=300)] = ""


class Mute(Said, tag="mute", frozen=True):
    """Hear no more of this person's chat, at any table."""

    person: Id
    on: bool = True


class Nudge(Said, tag="nudge", frozen=True):
    """Ask the person to move to come back, wherever they have a page open."""

    seat: Place


class Reveal(Said, tag="reveal", frozen=True):
    """The 32 bytes I committed to, when the table is ``shuffling``."""

    nonce: Hex
    next: Hex | None = None
    """SHA-256 of 32 fresh bytes, for another attempt if somebody does not reveal. Without it I have no part in that."""


class AskHint(Said, tag="hint", frozen=True):
    """What would a good player do after these steps of my play? Against bots, and at assisted tables."""

    after: Number
    steps: Steps = ()


class Hurry(Said, tag="hurry", frozen=True):
    """The bot to move shall think no longer and play, where nobody else plays."""


class Ping(Said, tag="ping", frozen=True):
    pass


FromClient = Play | Consider | Undo | UndoReply | Call | Chat | Mute | Nudge | Reveal | AskHint | Hurry | Ping


class Answer(Told, tag_field="type", omit_defaults=True, kw_only=True, frozen=True):
    re: int = 0
    """``id`` of the message this answers."""


class News(Told, omit_defaults=True, frozen=True):
    """One thing that happened in the match, as this seat may know it."""

    number: int
    what: Literal[
        "started", "played", "undone", "stood_in", "came_back", "ran_out", "forfeited", "asked", "agreed", "declined"
    ]
    at: float
    seat: Seat = -2
    events: tuple[Event, ...] = ()
    back_to: int = 0
    """Of ``undone`` and ``asked``: everything after this number is (to be) withdrawn."""


class Clocks(Told, frozen=True):
    """Milliseconds left by seat at the time of the message; the clock of ``running`` goes."""

    left: tuple[int, ...]
    running: int = -2
    waits: bool = False
    """The seat to move lost its connection, and its clock waits."""
    patience: int = 0
    """For how many milliseconds more."""


class UndoInfo(Told, omit_defaults=True, frozen=True):
    can: Literal["no", "free", "ask"] = "no"
    """What ``undo`` would do for my seat now: nothing is asked where nobody else has a say."""
    back_to: int = 0
    """Everything after this number would be withdrawn with it."""
    asked_by: int = -2
    waiting_for: tuple[Seat, ...] = ()
    """Seats whose consent is still missing."""
    redrawn: int = 0
    """How many take-backs in this match made chance draw anew."""


class Position(Answer, tag="position", omit_defaults=False, frozen=True):
    """The match as the seat on my screen may know it, with what happened since the last one."""

    number: int
    """Send it back as ``after``."""
    seat: Seat
    """Whose view this is: my seat, or -1 for an onlooker."""
    seats: tuple[Seat, ...]
    """My seats at this table."""
    to_move: int
    legal: tuple[Step, ...]
    """What ``seat`` may do now; empty when another is to move."""
    view: msgspec.Raw
    """The game's own view (``views.ts``)."""
    undo: UndoInfo
    clocks: Clocks | None = None
    outcome: Outcome | None = None
    decided_by: str = ""
    """How the match was decided, as a message id."""
    news: tuple[News, ...] = ()
    """Numbered, in order. At a strict table they reach back to the seat's own last play at most."""


class Considered(Answer, tag="considered", omit_defaults=False, frozen=True):
    """What the steps would lead to, as far as the seat can know."""

    after: int
    steps: tuple[Step, ...]
    events: tuple[Event, ...]
    """What the seat itself would be seen to do."""
    complete: bool
    """These steps are a whole play: chance or another seat would be next."""
    chance: bool
    """Chance would be next."""
    legal: tuple[Step, ...]
    """Steps that could follow."""
    view: msgspec.Raw | None
    """The view after the steps, null when the play is complete."""


class Refused(Answer, tag="refused", frozen=True):
    """Nothing was changed. ``reason`` has places for ``details``; ``clause`` is the rule, if it is one of the game."""

    reason: str
    details: dict[str, str | int] = {}
    clause: str = ""


class Stale(Answer, tag="stale", frozen=True):
    """The match had gone on: nothing was changed. A fresh position follows at once."""

    after: int
    number: int


class TableNews(Answer, tag="table", frozen=True):
    number: int
    table: TableInfo
    seats: tuple[Seat, ...] = ()
    """My seats."""


class ChatNews(Answer, tag="chat", frozen=True):
    """Somebody said something; or, if nobody did, a message is no longer to be seen (``hides``)."""

    number: int
    person: str
    name: str
    """Empty if the name is hidden, or the person was deleted."""
    seat: int
    """-1 for an onlooker."""
    at: float
    phrase: str = ""
    text: str = ""
    muted: bool = False
    hidden: bool = False
    """Those who run the server have hidden what was said."""
    hides: int = 0
    """The number of the message that has just been hidden."""


class Here(Answer, tag="here", omit_defaults=False, frozen=True):
    """Who is connected, and what that means for the clocks."""

    seats: tuple[Seat, ...]
    onlookers: int
    """People without a seat, and connections of nobody in particular."""
    away: tuple[int, ...] = ()
    """By seat: for how many seconds its person has not been connected; 0 where nobody is missing."""
    clocks: Clocks | None = None


class Nudged(Answer, tag="nudged", frozen=True):
    """Somebody at ``table``, where it is my move, asks me to come back."""

    table: Id
    person: Id
    name: str
    """Empty if it is hidden."""


class Thinking(Answer, tag="thinking", frozen=True):
    """A bot thinks about its play in this seat."""

    seat: Seat


class Hint(Told, frozen=True):
    """A whole play, how good it is, and why."""

    steps: tuple[Step, ...]
    """They follow those that were asked about, up to the end of my play or to where chance comes in."""
    value: float
    """An estimate: the share of the victory to expect, or where a row is scored the points it leads to and ``kept``."""
    unit: Literal["win", "points"]
    reason: str
    """About its first step."""
    details: dict[str, str | int] = {}
    kept: float = 0.0
    """Where a row is scored: an estimate of what boxes and abilities are worth that it keeps for round 2."""
    spends: dict[str, float] = {}
    """Where a row is scored: the abilities it uses, each with an estimate of what it would be worth later."""


class Hints(Answer, tag="hints", omit_defaults=False, frozen=True):
    """The best plays, the best first, by nothing but what the seat knows."""

    after: int
    steps: tuple[Step, ...]
    hints: tuple[Hint, ...]


class Ok(Answer, tag="ok", frozen=True):
    """Done, and no other message says so."""


class Bye(Answer, tag="bye", omit_defaults=False, frozen=True):
    """The server is going down; connect again after ``seconds``. Nothing is lost."""

    reason: str
    seconds: float


FromServer = (
    Position | Considered | Refused | Stale | TableNews | ChatNews | Here | Nudged | Thinking | Hints | Ok | Bye
)


class Unseen(Told, frozen=True):
    """Cards that the seat has not seen, by card."""

    number: int
    cards: dict[str, int]


PHRASES = (
    "Hello!",
    "Good luck!",
    "Well played!",
    "Thank you!",
    "Nice!",
    "Oops!",
    "One moment, please.",
    "Your turn.",
    "Shall we play again?",
    "I have to go. Goodbye!",
)
"""What can be said at every table; the page shows them in its language."""
REACTIONS = ("Bravo!", "Wow!", "Ha ha!", "Oh no!", "Phew!")
"""Phrases that the page shows for a moment beside who said them, as pictures."""
decode_client = msgspec.json.Decoder(FromClient).decode
