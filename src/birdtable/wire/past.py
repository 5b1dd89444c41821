"""Looking back: records, replays, shuffles and reviews."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from birdtable.game import Event, Memory, Outcome, Seat, Step, Value
from birdtable.wire.base import Level, Number, Place, Told, Wire
from birdtable.wire.tables import SeatWish, TableInfo


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


class Decisive(Told, frozen=True):
    """The play after which those who won were ahead until the end; ``number`` is 0 if nobody was."""

    number: int = 0
    seat: Seat = -2
    """Who made it."""
    events: tuple[Event, ...] = ()
    before: tuple[int, ...] = ()
    """What each seat had that counts: points, or cards in the collection."""
    after: tuple[int, ...] = ()


class PastPosition(Told, frozen=True):
    number: int
    seat: Seat
    to_move: int
    legal: tuple[Step, ...]
    view: msgspec.Raw
    outcome: Outcome | None


class Draw(Told, omit_defaults=True, frozen=True):
    n: int
    odds: tuple[tuple[Step, int], ...]
    step: Step
    withdrawn: bool = False
    follows: int = -1
    """The draw before it that had not been taken back then; -1: none."""
    since: tuple[Event, ...] = ()
    """What everybody saw since that draw of cards leaving the pile and coming back (``Game.draw_pile``)."""


class Shuffle(Told, frozen=True):
    """All that is needed to check a shuffle. Secret, nonces and draws are there once the match is over."""

    match: str
    commitment: str
    commitments: tuple[str, ...]
    """By seat; empty for seats that gave no entropy."""
    secret: str = ""
    nonces: tuple[str, ...] = ()
    draws: tuple[Draw, ...] = ()
    attempts: int = 0
    """To shuffle, the last one included; 0: not counted, in older matches."""
    silent: tuple[Seat, ...] = ()
    """Seats that committed to entropy and did not reveal it."""
    carried: int = 0
    """The first draws, made at another table before the match was carried on: that table's secret checks them."""


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


class CarryOn(Wire, frozen=True):
    """Go on with a match that broke off, from the end of its record: as it was, hidden cards included."""

    record: RecordText
    seats: Annotated[tuple[SeatWish, ...], Meta(min_length=1, max_length=10)]
    """Who plays on in each seat: I, or a bot."""
    memory: Memory | None = None
    """By default as the rules of the game have it."""
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


class Claim(Told, omit_defaults=True, frozen=True):
    """A sentence about a costly decision: facts that the record bears out."""

    kind: str
    """What it says, whatever the details."""
    text: str
    details: dict[str, str | int]
    plural: str = ""
    """Of a sentence that counts: ``count`` in the details chooses the form."""
    seat: Seat = -2
    """Who is the ``{name}`` in it."""


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
    """A share of the victory, or points in scoring."""
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
    claims: tuple[Claim, ...] = ()
    """At most three, the most telling first."""


class LuckyDraw(Told, frozen=True):
    """A step of chance that mattered: shares of the victory, more or less than the mean of all that could have come."""

    number: int
    before: int
    """The play that it follows ends with this step."""
    step: Step
    luck: float
    error: float
    """Standard error of ``luck``."""
    odds: float
    better: float
    """How likely it was, and how likely something better was."""
    likely: Step
    """What was most likely in its place."""
    likely_odds: float
    likely_luck: float


class ReviewReport(Told, frozen=True):
    """``start + luck + others + own`` is ``result``: shares of the victory."""

    seat: Seat
    result: float
    start: float
    luck: float
    others: float
    own: float
    luck_error: float
    others_error: float
    own_error: float
    """Standard errors."""
    lucky: tuple[LuckyDraw, ...]
    unlucky: tuple[LuckyDraw, ...]
    """At most three each, the most extreme first."""
    place: float | None
    """The part of many matches of equal bots in which a seat had less luck; nothing for a game without a table."""
    decisions: tuple[Decision, ...]
    moments: tuple[int, ...]
    """The numbers of the decisions most worth playing again, the costliest first."""


class Measure(Told, omit_defaults=True, frozen=True):
    """A mean over matches with its 95 % interval, which takes two matches at least."""

    mean: float
    low: float | None = None
    high: float | None = None


class Span(Told, frozen=True):
    """Matches that followed each other."""

    matches: int
    skill: Measure
    luck: Measure


class Loss(Told, frozen=True):
    """What decisions of a kind lost in a match, in shares of the victory."""

    area: str
    """What they were about, as a message id."""
    lost: Measure


class Opponents(Told, frozen=True):
    who: str
    """The level of a bot, or ``person``."""
    matches: int
    result: Measure
    """The share of the victory that the player had against them."""


class Career(Told, frozen=True):
    """A player's matches of one game together. Skill and luck are shares of the victory, as in a ``ReviewReport``."""

    matches: int
    skill: Measure
    luck: Measure
    spans: tuple[Span, ...]
    """The earliest first."""
    losses: tuple[Loss, ...]
    """The largest first."""
    against: tuple[Opponents, ...]


class CareerNews(Told, omit_defaults=True, frozen=True):
    """A line of the answer to a ``CareerWish``: how many matches are reviewed, and at last what they show."""

    done: int
    matches: int
    career: Career | None = None


class CareerWish(Wire, frozen=True):
    """What do my latest matches of this game show?"""

    game: Annotated[str, Meta(max_length=40)]


class ReviewNews(Told, omit_defaults=True, frozen=True):
    """A line of the answer to a review: how far it is, and at last the report."""

    done: int
    steps: int
    report: ReviewReport | None = None
