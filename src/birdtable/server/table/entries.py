"""What a table's log is made of. An entry is appended once and never changed; a table is what its entries lead to."""

from __future__ import annotations

from typing import Literal

import msgspec

from birdtable.game import Memory, Seat, Step, Value
from birdtable.wire.tables import Clock


class Chair(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who sits in a seat: a person, a bot of a level, or nobody."""

    person: str = ""
    name: str = ""
    """A name for this seat only; else the person's own is shown."""
    level: str = ""
    """Of the bot that plays here."""
    stand_in: bool = False
    """The bot plays for ``person``, who is away."""
    left: bool = False
    """``person`` gave the seat to the bot that stands in, and was not replaced by it."""
    forfeited: bool = False
    kept_for: str = ""
    remote: bool = False
    """The person is a program with a token."""

    @property
    def is_open(self) -> bool:
        return not self.person and not self.level

    @property
    def is_present(self) -> bool:
        """A person holds the seat, and no bot stands in."""
        return bool(self.person) and not self.stand_in

    @property
    def has_say(self) -> bool:
        """Nothing is taken back without the person: one who was replaced did not agree to anything by that."""
        return bool(self.person) and not self.left and not self.forfeited


class Setting(msgspec.Struct, frozen=True, kw_only=True):
    """How a table is set up, until the match starts."""

    game: str
    rules: int
    options: dict[str, Value]
    memory: Memory
    clock: Clock
    public: bool
    pace: float
    host: str
    chairs: tuple[Chair, ...]
    commitments: dict[str, str] = {}
    """Hashes of the entropy of those who sit, by person."""
    begins: str = ""
    """The state that a trial begins in; empty: a fresh match."""
    redraws: bool = True
    """Plays can be taken back though cards were drawn since."""
    deal: str = ""
    """The day of a deal that is the same for everybody: the secret alone fixes the order of every pile."""

    @property
    def people(self) -> set[str]:
        """Whose table it is: the host, those who sit there, and those for whom a seat is kept."""
        return {self.host, *(chair.person or chair.kept_for for chair in self.chairs)} - {""}


class SameDeal(msgspec.Struct, frozen=True):
    """The cards of a match that somebody has played and handed on. All of it is secret but the code."""

    code: str
    """Of the link that was handed on."""
    match: str
    """That was played before."""
    settled: dict[int, Step]
    """What chance did there (``birdtable.chance``)."""


class LogEntry(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", omit_defaults=True, gc=False):
    at: float


class Opened(LogEntry, tag="opened", frozen=True):
    setting: Setting
    commitment: str
    """The hash of the server's secret."""
    same_deal: SameDeal | None = None


class Arranged(LogEntry, tag="arranged", frozen=True):
    """People came, went or changed places, or the host changed the settings."""

    setting: Setting


class Shuffling(LogEntry, tag="shuffling", frozen=True):
    """Everybody sits; those who committed to entropy are asked for it."""


class Revealed(LogEntry, tag="revealed", frozen=True):
    person: str
    nonce: str
    next: str = ""
    """What the person commits to in case that not everybody reveals; empty: nothing."""


class Retried(LogEntry, tag="retried", frozen=True):
    """Somebody did not reveal in time: another attempt, in which those who did take part with what they committed to
    meanwhile."""

    commitment: str
    """The hash of the server's secret for this attempt."""


class Started(LogEntry, tag="started", frozen=True):
    draws: tuple[Step, ...]
    carried: int = 0
    """Draws, here and in the entries after it, that were made at another table, before the match was carried on."""


class EndOfThinking(LogEntry, frozen=True, kw_only=True):
    """If a person was to move, this entry ends their thinking."""

    spent: int = 0
    """Milliseconds of the clock of the seat that was to move."""
    waited: int = 0
    """Milliseconds that the clock waited because the person had lost the connection."""


class Played(EndOfThinking, tag="played", frozen=True):
    seat: Seat
    steps: tuple[Step, ...]
    draws: tuple[Step, ...] = ()
    """What chance did right after."""


class Asked(LogEntry, tag="asked", frozen=True):
    """A seat asks the others to take back everything after ``back_to``."""

    seat: Seat
    back_to: int


class Agreed(LogEntry, tag="agreed", frozen=True):
    seat: Seat


class Declined(LogEntry, tag="declined", frozen=True):
    seat: Seat


class Undone(EndOfThinking, tag="undone", frozen=True):
    """Everything after ``back_to`` is withdrawn."""

    seat: Seat
    back_to: int
    asker_pays: bool = False
    """Somebody else was thinking, about a play that is taken back unasked: the time is of ``seat``."""


class StoodIn(EndOfThinking, tag="stood_in", frozen=True):
    seat: Seat
    level: str
    why: Literal["left", "away", "time"]


class CameBack(EndOfThinking, tag="came_back", frozen=True):
    """A person takes the seat back. The time that the stand-in had, if it did not play, is theirs."""

    seat: Seat


class Forfeited(EndOfThinking, tag="forfeited", frozen=True):
    """A seat ran out of time where that loses the match; a bot plays on if at least two others are in it."""

    seat: Seat
    level: str


class Spoke(LogEntry, tag="spoke", frozen=True):
    person: str
    seat: Seat
    phrase: str = ""
    text: str = ""


class Hid(LogEntry, tag="hid", frozen=True):
    """Those who run the server hid something that was said, or show it again."""

    said: int
    """The number of the entry."""
    on: bool = True


class Kicked(LogEntry, tag="kicked", frozen=True):
    """Those who run the server sent somebody away from this table for good."""

    person: str


class Rematched(LogEntry, tag="rematched", frozen=True):
    table: str


class Closed(LogEntry, tag="closed", frozen=True):
    reason: str


AnyEntry = (
    Opened
    | Arranged
    | Shuffling
    | Revealed
    | Retried
    | Started
    | Played
    | Asked
    | Agreed
    | Declined
    | Undone
    | StoodIn
    | CameBack
    | Forfeited
    | Spoke
    | Hid
    | Kicked
    | Rematched
    | Closed
)


decode = msgspec.json.Decoder(AnyEntry).decode
encode = msgspec.json.Encoder().encode
