"""For those who run a server: who is banned, what was reported, what was done about it."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from birdtable.wire.base import Id, Number, Told, Wire
from birdtable.wire.tables import TableInfo

REASON = 200
"""Characters of a reason."""
Reason = Annotated[str, Meta(max_length=REASON)]


class NewReport(Wire, frozen=True):
    """Somebody at a table reports a person there, or one message of theirs."""

    person: Id
    reason: Annotated[str, Meta(min_length=1, max_length=REASON)]
    number: Number = 0
    """Of the message; 0 is about the person."""


class NewBan(Wire, frozen=True):
    who: Annotated[str, Meta(min_length=1, max_length=64)]
    """A person's id, an address, or a range of addresses such as ``192.0.2.0/24``."""
    reason: Reason = ""
    """Shown to whoever is banned."""
    seconds: Annotated[float, Meta(gt=0, le=100 * 366 * 86_400)] | None = None
    """How long; null is for ever."""
    address: bool = False
    """With a person: ban the address they come from as well."""


class Hide(Wire, frozen=True):
    on: bool = True
    """False shows it again."""


class Kick(Wire, frozen=True):
    person: Id


class Ban(Told, frozen=True):
    id: str
    person: str
    """Who is banned; of a range, whose address it was, if anybody's."""
    network: str
    """The banned range; empty if a person is."""
    reason: str
    since: float
    until: float | None
    address: bool = False
    """The address of the person is to be banned as well, wherever they are connected."""


class Report(Told, frozen=True):
    id: str
    table: str
    person: str
    """Who is reported."""
    number: int
    reason: str
    by: str
    at: float


class Deed(Told, frozen=True):
    """Something that was done by those who run the server."""

    number: int
    at: float
    by: Literal["page", "command", "server"]
    what: Literal[
        "banned",
        "lifted ban",
        "hid name",
        "showed name",
        "hid message",
        "showed message",
        "kicked",
        "closed table",
        "settled report",
        "rotated key",
        "dropped keys",
    ]
    about: str
    """The id of what it was done to."""
    detail: str = ""


class KnownPerson(Told, frozen=True):
    """A person as those who run the server see them."""

    person: str
    name: str
    """The real one, also if it is hidden."""
    hidden: bool
    bot: bool
    owner: str
    created: float
    seen: float
    bans: tuple[Ban, ...] = ()


class Remark(Told, frozen=True):
    """Something said at a table."""

    number: int
    person: str
    name: str
    at: float
    text: str
    """A phrase or free text, also if it is hidden."""
    hidden: bool


class WatchedTable(Told, frozen=True):
    """A table with its people and the last things said there; no card is among it."""

    table: TableInfo
    people: tuple[KnownPerson, ...]
    """Those who sit there, and those who spoke."""
    kicked: tuple[str, ...]
    talk: tuple[Remark, ...]


class Case(Told, frozen=True):
    """A report with who it is about and whose it is; null for people who were deleted."""

    report: Report
    person: KnownPerson | None
    reporter: KnownPerson | None
