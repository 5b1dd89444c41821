"""Everything that travels between a server and its clients, as types.

Decoding is strict: an unknown field, a wrong type or a value out of bounds is refused whole. Texts for people are
message ids with named places, never translated here. ``docs/protocol.md`` shows every message; ``web/src/wire.ts`` is
made from this file.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from birdtable.game import Event, Memory, Option, Outcome, Seat, Step, Value

Id = Annotated[str, Meta(min_length=1, max_length=32, pattern="^[a-z0-9]+$")]
Name = Annotated[str, Meta(min_length=1, max_length=40)]
Level = Annotated[str, Meta(min_length=1, max_length=60)]
Number = Annotated[int, Meta(ge=0, le=2**31)]
Place = Annotated[int, Meta(ge=0, le=9)]
"""A seat that a client names."""
Steps = Annotated[tuple[Annotated[Step, Meta(max_length=40)], ...], Meta(max_length=200)]
Hex = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
"""32 bytes: a hash or a nonce."""

Phase = Literal["gathering", "shuffling", "playing", "over", "closed"]
"""``shuffling``: everybody sits, the seats' entropy is being revealed. ``closed``: ended without an outcome."""


class Wire(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, frozen=True):
    """Base of all that comes from outside."""


class Told(msgspec.Struct, kw_only=True, frozen=True):
    """Base of all that the server says."""


# --- settings of a table ---------------------------------------------------------------------------------------------


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
    memory: Memory = "assisted"
    clock: Clock = Clock()
    public: bool = False
    """Listed for everybody; otherwise known to those who have the link."""
    pace: Annotated[float, Meta(ge=0, le=10)] = 1.0
    """Seconds between the plays of bots."""
    commitment: Hex | None = None
    """SHA-256 of the 32 bytes that this person will add to the shuffle."""


class ChangedTable(Wire, frozen=True):
    """What the host changes before the start; what is left out stays."""

    options: dict[str, Value] | None = None
    memory: Memory | None = None
    clock: Clock | None = None
    public: bool | None = None
    pace: Annotated[float, Meta(ge=0, le=10)] | None = None
    seat_count: Annotated[int, Meta(ge=1, le=10)] | None = None


class Join(Wire, frozen=True):
    """Take ``seat``, or the first that is free. Who sits already takes one more, for another person at the device."""

    seat: Place | None = None
    name: Annotated[str, Meta(max_length=40)] = ""
    commitment: Hex | None = None


class Swap(Wire, frozen=True):
    """Two seats change places."""

    a: Place
    b: Place


class Start(Wire, frozen=True):
    fill: Annotated[str, Meta(max_length=60)] = ""
    """Level of the bots that take the open seats; empty: all seats must be taken."""


# --- people ----------------------------------------------------------------------------------------------------------


class NewGuest(Wire, frozen=True):
    name: Name


class Return(Wire, frozen=True):
    """The code of a private link, which carries an identity to another device."""

    code: Annotated[str, Meta(min_length=1, max_length=200)]


class NewBot(Wire, frozen=True):
    name: Name


class Me(Told, frozen=True):
    person: Id
    name: str
    code: str
    """For the private link ``/#/me/<code>``. Whoever has it is this person."""
    bot: bool = False


class RemoteBot(Told, frozen=True):
    person: Id
    name: str
    token: str
    """Sent as ``Authorization: Bearer <token>``."""


# --- what there is to play -------------------------------------------------------------------------------------------


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
    options: tuple[Option, ...]
    presets: dict[str, dict[str, Value]]
    levels: tuple[BotLevel, ...]


# --- a table as everybody may know it --------------------------------------------------------------------------------


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
    outcome: Outcome | None = None
    next: str = ""
    """The table of the rematch."""
    reason: str = ""
    """Why it was closed."""
    trial: bool = False
    """The match began in the middle of another one, to see what would have been: it leaves no record."""


class Mine(Told, frozen=True):
    """My tables that are not over, those where I am to move first."""

    tables: tuple[TableInfo, ...]
    waiting: int
    """At how many of them it is my move."""


# --- WebSocket: what a client says -----------------------------------------------------------------------------------


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


class Reveal(Said, tag="reveal", frozen=True):
    """The 32 bytes I committed to, when the table is ``shuffling``."""

    nonce: Hex


class AskHint(Said, tag="hint", frozen=True):
    """What would a good player do after these steps of my play? Against bots, and at assisted tables."""

    after: Number
    steps: Steps = ()


class Ping(Said, tag="ping", frozen=True):
    pass


FromClient = Play | Consider | Undo | UndoReply | Call | Chat | Mute | Reveal | AskHint | Ping


# --- WebSocket: what the server says ---------------------------------------------------------------------------------


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
    """The seat to move lost the line and its clock waits."""


class UndoInfo(Told, omit_defaults=True, frozen=True):
    can: Literal["no", "free", "ask"] = "no"
    """What ``undo`` would do for my seat now."""
    asked_by: int = -2
    waiting_for: tuple[Seat, ...] = ()
    """Seats whose consent is still missing."""


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
    number: int
    person: str
    name: str
    seat: int
    """-1 for an onlooker."""
    at: float
    phrase: str = ""
    text: str = ""
    muted: bool = False


class Here(Answer, tag="here", omit_defaults=False, frozen=True):
    """Who is connected."""

    seats: tuple[Seat, ...]
    onlookers: int


class Thinking(Answer, tag="thinking", frozen=True):
    """A bot thinks about its play in this seat."""

    seat: Seat


class Hint(Told, frozen=True):
    """A step, how good it is, and why."""

    step: Step
    value: float
    """An estimate: the part of the victory to expect, or where a row is scored the points it leads to."""
    unit: Literal["win", "points"]
    reason: str
    details: dict[str, str | int] = {}


class Hints(Answer, tag="hints", omit_defaults=False, frozen=True):
    """The best steps, the best first, by nothing but what the seat knows."""

    after: int
    steps: tuple[Step, ...]
    hints: tuple[Hint, ...]


class Ok(Answer, tag="ok", frozen=True):
    """Done, and nothing else happened that would say so."""


class Bye(Answer, tag="bye", omit_defaults=False, frozen=True):
    """The server goes; connect again after ``seconds``. Nothing is lost."""

    reason: str
    seconds: float


FromServer = Position | Considered | Refused | Stale | TableNews | ChatNews | Here | Thinking | Hints | Ok | Bye


class Notice(msgspec.Struct, frozen=True, kw_only=True):
    """What the people who run the server announce (``GET /api/notice``). An empty text is nothing."""

    text: str = ""
    """A message id, or words of their own."""
    since: float = 0.0


# --- records and the shuffle -----------------------------------------------------------------------------------------


class Moment(Told, omit_defaults=True, frozen=True):
    """A point of a match to which one can go back in a replay."""

    number: int
    seat: Seat
    at: float
    events: tuple[Event, ...]
    withdrawn: bool = False
    steps: int = 0
    """Of the record, until after it. Told when the match is over: before, it would tell what somebody could have done
    and did not, and so what they hold."""


class Replay(Told, frozen=True):
    """A match for looking back: as one seat may know it while it is played, whole afterwards."""

    table: TableInfo
    seat: Seat
    moments: tuple[Moment, ...]


class PastPosition(Told, frozen=True):
    number: int
    seat: Seat
    to_move: int
    legal: tuple[Step, ...]
    view: msgspec.Raw
    outcome: Outcome | None


class Draw(Told, frozen=True):
    n: int
    odds: tuple[tuple[Step, int], ...]
    step: Step
    withdrawn: bool = False


class Shuffle(Told, frozen=True):
    """All that is needed to check a shuffle. Secret, nonces and draws are there once the match is over."""

    match: str
    commitment: str
    commitments: tuple[str, ...]
    """By seat; empty for seats that gave no entropy."""
    secret: str = ""
    nonces: tuple[str, ...] = ()
    draws: tuple[Draw, ...] = ()


class ScoreLine(Told, frozen=True):
    """Why some points, perhaps none, were gained: in English, and as what a sentence in any language is made of."""

    points: float
    clause: str
    text: str
    message: str
    """Its id in the catalogues; ``plural`` too, if it is one that counts."""
    what: str
    plural: str = ""
    trait: int = -1
    count: int = 0
    card: str = ""
    place: int = 0
    from_place: int = 0


class Score(Told, frozen=True):
    """The scorer's answer for a row of Birdie."""

    gain: float
    proved: bool
    bound: float
    boxes: dict[str, int]
    flaps: int
    trophies: tuple[str, ...]
    steps: tuple[Step, ...]
    row: str
    sets: tuple[str, ...]
    lines: tuple[ScoreLine, ...]


# --- looking back ----------------------------------------------------------------------------------------------------


RecordText = Annotated[str, Meta(min_length=1, max_length=60_000)]
"""A record in either of its forms."""
Eyes = Annotated[int, Meta(ge=-1, le=9)]
"""A seat, or -1 for an onlooker."""


class LookBack(Wire, frozen=True):
    """A record, as one seat knew it then."""

    record: RecordText
    seat: Eyes = -1


class LookAt(Wire, frozen=True):
    """The position after so many steps of a record, as one seat knew it then."""

    record: RecordText
    number: Number
    seat: Eyes = -1


class ReviewWish(Wire, frozen=True):
    """What did each decision of this seat cost?"""

    record: RecordText
    seat: Place


class Trial(Wire, frozen=True):
    """Play on in this seat after so many steps of a record; the hidden cards are dealt anew."""

    record: RecordText
    number: Number
    seat: Place
    level: Level
    pace: Annotated[float, Meta(ge=0, le=10)] = 1.0


class RecordMoment(Told, omit_defaults=True, frozen=True):
    """A play with what chance did after it; the first one is the deal."""

    number: int
    """Steps of the record until after it."""
    seat: Seat
    events: tuple[Event, ...]


class RecordReplay(Told, frozen=True):
    game: str
    options: dict[str, Value]
    names: tuple[str, ...]
    """Who sat where."""
    seat: Seat
    steps: int
    outcome: Outcome | None
    moments: tuple[RecordMoment, ...]


class RowScore(Told, frozen=True):
    """A way to score a row of Birdie, point by point."""

    points: float
    """All that it is worth, ``kept`` included."""
    kept: float
    """An estimate: what boxes and abilities are worth that are kept for round 2."""
    lines: tuple[ScoreLine, ...]


class Decision(Told, omit_defaults=True, frozen=True):
    """What one decision was worth, judged by what the seat knew."""

    number: int
    """The step of the record, counted from 1."""
    before: int
    """The moment in which the play began: steps of the record until then."""
    step: Step
    best: str
    """The best step; for a row the best way to score it, its steps with commas between them."""
    cost: float
    """A part of the victory, or points in scoring."""
    unit: Literal["win", "points"]
    reason: str
    """About the best step."""
    details: dict[str, str | int]
    hindsight: str
    """What would have been best with all cards open, which nobody could know."""
    hindsight_cost: float
    scored: RowScore | None = None
    """A row as it was scored; and as it could have been, if that is better."""
    better: RowScore | None = None


class ReviewReport(Told, frozen=True):
    """``start + luck + others + own`` is ``result``: parts of the victory."""

    seat: Seat
    result: float
    start: float
    luck: float
    others: float
    own: float
    decisions: tuple[Decision, ...]
    moments: tuple[int, ...]
    """The numbers of the decisions most worth playing again, the costliest first."""


class ReviewNews(Told, omit_defaults=True, frozen=True):
    """A line of the answer to a review: how far it is, and at last the report."""

    done: int
    steps: int
    report: ReviewReport | None = None


# --- lessons ---------------------------------------------------------------------------------------------------------


Plays = Annotated[tuple[Steps, ...], Meta(max_length=40)]
"""What a learner did at each stop that lies behind; nothing where there was only something to read."""


class LessonPlays(Wire, frozen=True):
    plays: Plays = ()


class LessonTry(Wire, frozen=True):
    plays: Plays
    steps: Steps


class LessonInfo(Told, frozen=True):
    name: str
    game: str
    title: str
    text: str
    minutes: int
    stops: int


class LessonStop(Told, frozen=True):
    """Where a lesson stands, with the table as the learner sees it."""

    stop: int
    stops: int
    text: str
    clause: str
    asks: bool
    """There is something to play; otherwise to read."""
    table: TableInfo
    position: Position


class LessonAnswer(Told, frozen=True):
    """What is said to a play: nothing to the right one; why the rules forbid it, or why it is not meant here."""

    right: bool
    text: str = ""
    details: dict[str, str | int] = {}
    clause: str = ""


class Unseen(Told, frozen=True):
    """Cards that the seat has not seen, by card."""

    number: int
    cards: dict[str, int]


class Problem(Told, frozen=True):
    """The body of every HTTP error."""

    reason: str
    details: dict[str, Any] = {}
    clause: str = ""


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

decode_client = msgspec.json.Decoder(FromClient).decode
encode = msgspec.json.Encoder().encode
