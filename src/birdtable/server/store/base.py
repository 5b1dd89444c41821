"""What the server keeps, and the promises every store makes.

- A table's log is append-only. ``append`` returns when the entries are safe on disk, and never before.
- ``(table, number)`` is unique: of two who append the same number one gets ``Taken``, and nothing of theirs is kept.
- Beside each log stands its summary, changed in the same transaction.
- ``claim_due`` gives a table to one asker at a time.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol, TypeVar

import msgspec

from birdtable.game import BirdtableError
from birdtable.server.table.person import Person
from birdtable.server.table.refusal import NotDone
from birdtable.wire.operator import Ban, Deed, Report
from birdtable.wire.tables import Phase

T = TypeVar("T")

LAST = 2**31 - 1
"""No number of an entry is higher."""
NEVER = 1e12
"""When a table is due where nothing will ever be."""


class Taken(BirdtableError):
    """Another process has appended this number."""


class Unavailable(NotDone):
    """The store cannot be read or written now; nothing was kept."""

    status = 503
    reason = "the store cannot be reached: try again"


class TableRow(msgspec.Struct, frozen=True, kw_only=True):
    """What is found without replaying a log."""

    id: str
    game: str
    phase: Phase
    public: bool
    due: float
    """When the server has something to do here if nothing happens before; ``NEVER`` if not."""
    number: int
    changed: float
    summary: bytes
    members: tuple[str, ...] | None = None
    """The people who sit there; ``None`` leaves them as they are."""


class Stored(msgspec.Struct, frozen=True):
    secret: bytes
    entries: list[bytes]
    """From number 1 on."""


class Result(msgspec.Struct, frozen=True):
    """What somebody did that counts once, such as the first try at a puzzle."""

    about: str
    person: str
    at: float
    body: str
    """JSON; what it is about says of which form."""


class Versioned(NamedTuple):
    """What somebody wishes to have kept on the server: the evenings of a device."""

    version: int
    body: str


class Space(NamedTuple):
    """Bytes on disk."""

    used: int
    free: int | None
    """``None`` where the database does not say."""


def columns(kind: type[msgspec.Struct]) -> str:
    return ", ".join(kind.__struct_fields__)


def from_row(kind: type[T], row: Sequence[Any]) -> T:
    """What was stored by its fields, in their order. SQLite has numbers for truth values."""
    fields: tuple[str, ...] = kind.__struct_fields__  # type: ignore[attr-defined]
    return msgspec.convert(dict(zip(fields, row, strict=True)), kind, strict=False)


class Store(Protocol):
    alone: bool
    """No other process writes here."""

    async def open(self, *, visiting: bool = False) -> None:
        """``visiting`` is for commands that come by while a server uses the store."""

    async def close(self) -> None: ...
    async def ping(self) -> None:
        """Raises ``Unavailable`` if nothing can be written now."""

    # tables
    async def create(self, row: TableRow, secret: bytes, entry: bytes) -> None: ...
    async def append(self, row: TableRow, entries: Sequence[bytes]) -> None:
        """Appends entries, the last of which has the number of ``row``, or raises ``Taken``."""

    async def load(self, table: str) -> Stored | None: ...
    async def entries(self, table: str, since: int = 0, until: int = LAST) -> list[bytes]:
        """The entries with numbers above ``since``, up to ``until``."""

    async def entries_of_kind(
        self, table: str, kinds: Sequence[str], since: int = 0, most: int = LAST
    ) -> list[tuple[int, bytes]]:
        """The last so many of some kinds, with their numbers: most entries of a long table are plays."""

    async def summary(self, table: str) -> bytes | None: ...
    async def summaries(self, tables: Sequence[str]) -> list[bytes]:
        """Of those that there are, in any order."""

    async def public(self, game: str | None, limit: int) -> list[bytes]:
        """Summaries of public tables that gather or are played, the latest first."""

    async def of_person(self, person: str, *, live: bool, limit: int = 1000) -> list[bytes]:
        """Summaries of the tables where a person sits or sat, the latest first."""

    async def matches(
        self, person: str, *, phases: Sequence[Phase], game: str | None, after: tuple[float, str] | None, limit: int
    ) -> list[bytes]:
        """Summaries of a person's tables in these phases, the latest first; ``after`` is when the last one seen was
        changed, and its id."""

    async def postpone(self, table: str, due: float) -> None: ...
    async def claim_due(self, now: float, until: float, limit: int) -> list[str]:
        """Tables that are due, each given to nobody else before ``until``."""

    async def words(self, person: str) -> list[tuple[str, bytes]]:
        """All that a person ever said, seated or not: tables and entries."""

    async def hush(self, person: str) -> None:
        """Blanks what a person wrote, at whatever table."""

    async def purge(self, matches: float, guests: float) -> tuple[int, int]:
        """Deletes tables that ended before one time, and guests without tables not seen since another; how many."""

    # people
    async def add_person(self, person: Person) -> None: ...
    async def person(self, id: str) -> Person | None: ...
    async def change_person(
        self, id: str, *, name: str | None = None, seen: float | None = None, renew: bool = False
    ) -> Person | None:
        """Changes what is named, and nothing that somebody else changes at the same time; as they are then, if they
        exist. ``renew`` makes their badges void."""

    async def drop_person(self, id: str) -> None:
        """With their mutes and what they reported; what they said is hushed apart."""

    async def add_result(self, result: Result) -> bool:
        """Once for a person and what it is about: whether it was the first."""

    async def results(self, about: str, limit: int = 1000) -> list[Result]:
        """The first ones come first."""

    async def count_results(self, about: str) -> int: ...
    async def result(self, about: str, person: str) -> Result | None: ...
    async def results_of(self, person: str) -> list[Result]: ...

    async def evenings(self, person: str) -> Versioned | None: ...
    async def put_evenings(self, person: str, after: int, kept: Versioned) -> bool:
        """In place of the version ``after``, 0 for none: whether that was still the one here."""

    async def drop_evenings(self, person: str) -> None: ...

    async def bots_of(self, owner: str) -> list[Person]: ...
    async def mute(self, person: str, muted: str, *, on: bool) -> None: ...
    async def mutes(self, person: str) -> list[str]: ...

    async def hide_name(self, person: str, *, on: bool) -> None: ...
    async def find_people(self, search: str, limit: int) -> list[Person]:
        """Whose name has the text in it, or whose id it is; those seen last come first."""

    # those who run the server
    async def bans(self) -> list[Ban]: ...
    async def put_ban(self, ban: Ban) -> None:
        """In place of an earlier one for the same person and range."""

    async def drop_ban(self, id: str) -> None: ...
    async def reports(self, limit: int) -> list[Report]:
        """Those that wait, the oldest first."""

    async def reports_by(self, person: str) -> list[Report]: ...
    async def count_reports(self) -> int: ...

    async def add_report(self, report: Report) -> None:
        """Once: what the same person has reported already is not reported again."""

    async def drop_report(self, id: str) -> None: ...
    async def deeds(self, since: int, limit: int) -> list[Deed]:
        """The last ones with numbers above ``since``, in order."""

    async def add_deed(self, deed: Deed) -> None:
        """It gets the next number, whatever number it has."""

    # the server itself
    async def signing_key(self) -> bytes:
        """Made when it is first asked for, the same for all processes."""

    async def fact(self, name: str) -> bytes | None: ...
    async def put_fact(self, name: str, value: bytes) -> None: ...
    async def claim_chore(self, name: str, now: float, every: float) -> bool:
        """Whether the asker is to do something that is done once in so many seconds, by one process."""

    async def beat(self, now: float) -> None:
        """Notes that the server is alive."""

    async def note_outage(self, now: float) -> None:
        """Notes that nobody was alive from the last beat until now."""

    async def outages(self, since: float) -> list[tuple[float, float]]: ...
    async def backup(self, path: Path) -> None: ...
    async def space(self) -> Space: ...
