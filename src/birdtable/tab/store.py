"""What a device keeps of its tables, with the promises of every store, on a ``Shelf`` of texts by name.

``table/ID`` has a table's row, ``entry/ID/NUMBER`` what happened there, ``person/ID`` a person, ``fact/NAME`` the rest.
An entry is acknowledged once the shelf has it. When the shelf can keep nothing more, play goes on: what it refused
waits here and goes along with the next change; until then ``lacking`` says that it would be lost with the tab.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

import msgspec

from birdtable.game import BadInput
from birdtable.server.store.base import LAST, NEVER, Result, Space, Stored, TableRow, Taken, Versioned
from birdtable.server.table.person import Person
from birdtable.tab.shelf import NameTaken, NotKept, Shelf
from birdtable.wire.operator import Ban, Deed, Report
from birdtable.wire.tables import Phase

log = logging.getLogger("birdtable")
T = TypeVar("T")

LIVE: tuple[Phase, ...] = ("gathering", "shuffling", "playing")


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """A table as it is kept."""

    id: str
    game: str
    phase: Phase
    due: float
    number: int
    changed: float
    summary: str
    members: tuple[str, ...]
    secret: str


class Spoken(msgspec.Struct):
    """What is read of an entry to find what was said, and by whom."""

    kind: str
    person: str = ""


decode_row = msgspec.json.Decoder(Row).decode
decode_person = msgspec.json.Decoder(Person).decode
decode_kind = msgspec.json.Decoder(Spoken).decode


def encode(thing: object) -> str:
    return msgspec.json.encode(thing).decode()


def entry_name(table: str, number: int) -> str:
    return f"entry/{table}/{number:08}"


class TabStore:
    alone = True

    def __init__(self, shelf: Shelf, tell: Callable[[bool], None] = lambda lacking: None) -> None:
        self.shelf = shelf
        self.tell = tell
        """Told when ``lacking`` changes."""
        self.lacking = False
        """Something is in memory only."""
        self.tables: dict[str, Row] = {}
        self.bodies: dict[str, list[bytes]] = {}
        """Of the tables that were asked for."""
        self.people: dict[str, Person] = {}
        self.facts: dict[str, str] = {}
        self.new: dict[str, str] = {}
        self.changed: dict[str, str] = {}
        self.dropped: set[str] = set()
        self.turn = asyncio.Lock()
        """One change after the other: whatever waits belongs to the next one."""

    async def open(self, *, visiting: bool = False) -> None:
        await self.read_all("table/", self.tables, decode_row)
        await self.read_all("person/", self.people, decode_person)
        for name, text in await self.read("fact/"):
            self.facts[name.removeprefix("fact/")] = text

    async def read_all(self, prefix: str, found: dict[str, T], decode: Callable[[str], T]) -> None:
        """What cannot be read stays where it is, and keeps nobody from the rest."""
        for name, text in await self.read(prefix):
            try:
                found[name.removeprefix(prefix)] = decode(text)
            except msgspec.MsgspecError as error:
                log.warning("%s is damaged: %s", name, error)

    async def read(self, prefix: str) -> list[tuple[str, str]]:
        try:
            return await self.shelf.read(prefix)
        except NotKept:
            self.note_lack(True)
            return []

    async def write(
        self, new: Mapping[str, str] = {}, changed: Mapping[str, str] = {}, dropped: Sequence[str] = ()
    ) -> None:
        """Keeps these and whatever waits from before, in one transaction."""
        async with self.turn:
            changes = {**self.changed, **changed}
            gone = (self.dropped | set(dropped)) - {*new, *changed}
            fresh = {name: text for name, text in {**self.new, **new}.items() if name not in gone}
            changes = {name: text for name, text in changes.items() if name not in gone}
            try:
                await self.shelf.write(fresh, changes, sorted(gone))
            except NameTaken:
                raise Taken("this number is taken") from None
            except NotKept:
                self.new, self.changed, self.dropped = fresh, changes, gone
                self.note_lack(True)
            else:
                self.new, self.changed, self.dropped = {}, {}, set()
                self.note_lack(False)

    def note_lack(self, lacking: bool) -> None:
        if lacking != self.lacking:
            self.lacking = lacking
            self.tell(lacking)

    async def close(self) -> None:
        pass

    async def ping(self) -> None:
        pass

    # --- tables ------------------------------------------------------------------------------------------------------

    async def create(self, row: TableRow, secret: bytes, entry: bytes) -> None:
        kept = kept_row(row, row.members or (), secret.hex())
        await self.write(new={f"table/{row.id}": encode(kept), entry_name(row.id, row.number): entry.decode()})
        self.tables[row.id] = kept
        self.bodies[row.id] = [entry]

    async def append(self, row: TableRow, entries: Sequence[bytes]) -> None:
        before = self.tables[row.id]
        if before.number != row.number - len(entries):
            raise Taken("this number is taken")
        kept = kept_row(row, before.members if row.members is None else row.members, before.secret)
        numbers = range(before.number + 1, row.number + 1)
        named = {entry_name(row.id, number): body.decode() for number, body in zip(numbers, entries, strict=True)}
        stored = await self.entries(row.id)
        await self.write(new=named, changed={f"table/{row.id}": encode(kept)})
        self.tables[row.id] = kept
        self.bodies[row.id] = [*stored, *entries]

    async def load(self, table: str) -> Stored | None:
        row = self.tables.get(table)
        return Stored(bytes.fromhex(row.secret), await self.entries(table)) if row else None

    async def entries(self, table: str, since: int = 0, until: int = LAST) -> list[bytes]:
        if table not in self.bodies:
            found = [text.encode() for _, text in await self.read(f"entry/{table}/")]
            # What was written while a crash came has its row in the same transaction: there is never more or less.
            self.bodies[table] = found
        return self.bodies[table][since:until]

    async def entries_of_kind(
        self, table: str, kinds: Sequence[str], since: int = 0, most: int = LAST
    ) -> list[tuple[int, bytes]]:
        found = enumerate(await self.entries(table, since), since + 1)
        return [(number, body) for number, body in found if decode_kind(body).kind in kinds][-most:]

    async def summary(self, table: str) -> bytes | None:
        row = self.tables.get(table)
        return row.summary.encode() if row else None

    async def summaries(self, tables: Sequence[str]) -> list[bytes]:
        return [self.tables[table].summary.encode() for table in tables if table in self.tables]

    async def public(self, game: str | None, limit: int) -> list[bytes]:
        return []

    async def of_person(self, person: str, *, live: bool, limit: int = 1000) -> list[bytes]:
        phases: Sequence[Phase] = LIVE if live else ("gathering", "shuffling", "playing", "over", "closed")
        return await self.matches(person, phases=phases, game=None, after=None, limit=limit)

    async def matches(
        self, person: str, *, phases: Sequence[Phase], game: str | None, after: tuple[float, str] | None, limit: int
    ) -> list[bytes]:
        found = [
            row
            for row in self.tables.values()
            if person in row.members
            and row.phase in phases
            and game in (None, row.game)
            and (after is None or (row.changed, row.id) < after)
        ]
        found.sort(key=lambda row: (row.changed, row.id), reverse=True)
        return [row.summary.encode() for row in found[:limit]]

    async def postpone(self, table: str, due: float) -> None:
        self.tables[table] = msgspec.structs.replace(self.tables[table], due=due)

    async def claim_due(self, now: float, until: float, limit: int) -> list[str]:
        found = [row.id for row in self.tables.values() if row.due <= now][:limit]
        for table in found:
            await self.postpone(table, until)
        return found

    async def words(self, person: str) -> list[tuple[str, bytes]]:
        return [
            (table, body)
            for table in sorted(self.tables)
            for body in await self.entries(table)
            if is_word_of(body, person)
        ]

    async def hush(self, person: str) -> None:
        """People who are deleted here are deleted with all that they did: ``forget_all``."""

    async def purge(self, matches: float, guests: float) -> tuple[int, int]:
        return 0, 0

    async def forget_all(self) -> None:
        """Empties the shelf, and everything here."""
        names = [name for name, _ in await self.read("")]
        self.tables, self.bodies, self.people, self.facts = {}, {}, {}, {}
        self.new, self.changed, self.dropped = {}, {}, set()
        await self.write(dropped=names)

    # --- people ------------------------------------------------------------------------------------------------------

    async def add_person(self, person: Person) -> None:
        await self.write(changed={f"person/{person.id}": encode(person)})
        self.people[person.id] = person

    async def person(self, id: str) -> Person | None:
        return self.people.get(id)

    async def change_person(
        self, id: str, *, name: str | None = None, seen: float | None = None, renew: bool = False
    ) -> Person | None:
        found = self.people.get(id)
        if found is None:
            return None
        person = msgspec.structs.replace(
            found,
            name=found.name if name is None else name,
            seen=found.seen if seen is None else seen,
            generation=found.generation + renew,
        )
        await self.add_person(person)
        return person

    async def drop_person(self, id: str) -> None:
        await self.write(dropped=[f"person/{id}"])
        self.people.pop(id, None)

    async def bots_of(self, owner: str) -> list[Person]:
        return []

    async def mute(self, person: str, muted: str, *, on: bool) -> None:
        pass

    async def mutes(self, person: str) -> list[str]:
        return []

    async def add_result(self, result: Result) -> bool:
        there = await self.results(result.about)
        if any(each.person == result.person for each in there):
            return False
        await self.put_fact(f"result {result.about}", msgspec.json.encode([*there, result]))
        return True

    async def results(self, about: str, limit: int = 1000) -> list[Result]:
        kept = await self.fact(f"result {about}")
        return msgspec.json.decode(kept, type=list[Result])[:limit] if kept else []

    async def count_results(self, about: str) -> int:
        return len(await self.results(about))

    async def result(self, about: str, person: str) -> Result | None:
        return next((each for each in await self.results(about) if each.person == person), None)

    async def results_of(self, person: str) -> list[Result]:
        about = [name.removeprefix("result ") for name in self.facts if name.startswith("result ")]
        return [each for one in about for each in await self.results(one) if each.person == person]

    async def evenings(self, person: str) -> Versioned | None:
        return None  # what is played on this device is on it already

    async def put_evenings(self, person: str, after: int, kept: Versioned) -> bool:
        return False

    async def drop_evenings(self, person: str) -> None:
        pass

    async def hide_name(self, person: str, *, on: bool) -> None:
        pass

    async def find_people(self, search: str, limit: int) -> list[Person]:
        return []

    # --- those who run a server; nobody does -------------------------------------------------------------------------

    async def bans(self) -> list[Ban]:
        return []

    async def put_ban(self, ban: Ban) -> None:
        pass

    async def drop_ban(self, id: str) -> None:
        pass

    async def reports(self, limit: int) -> list[Report]:
        return []

    async def reports_by(self, person: str) -> list[Report]:
        return []

    async def count_reports(self) -> int:
        return 0

    async def add_report(self, report: Report) -> None:
        pass

    async def drop_report(self, id: str) -> None:
        pass

    async def deeds(self, since: int, limit: int) -> list[Deed]:
        return []

    async def add_deed(self, deed: Deed) -> None:
        pass

    # --- the device itself -------------------------------------------------------------------------------------------

    async def signing_key(self) -> bytes:
        if "key" not in self.facts:
            await self.put_fact("key", secrets.token_bytes(32))
        return bytes.fromhex(self.facts["key"])

    async def fact(self, name: str) -> bytes | None:
        return bytes.fromhex(self.facts[name]) if name in self.facts else None

    async def put_fact(self, name: str, value: bytes) -> None:
        await self.write(changed={f"fact/{name}": value.hex()})
        self.facts[name] = value.hex()

    async def claim_chore(self, name: str, now: float, every: float) -> bool:
        return True

    async def beat(self, now: float) -> None:
        """Nobody plays against the clock here: clocks need others."""

    async def note_outage(self, now: float) -> None:
        pass

    async def outages(self, since: float) -> list[tuple[float, float]]:
        return []

    async def backup(self, path: Path) -> None:
        raise BadInput("a device is copied with its file of everything")

    async def space(self) -> Space:
        return Space(0, None)


def kept_row(row: TableRow, members: Sequence[str], secret: str) -> Row:
    return Row(
        id=row.id,
        game=row.game,
        phase=row.phase,
        due=min(row.due, NEVER),
        number=row.number,
        changed=row.changed,
        summary=row.summary.decode(),
        members=tuple(members),
        secret=secret,
    )


def is_word_of(body: bytes, person: str) -> bool:
    said = decode_kind(body)
    return said.kind == "spoke" and said.person == person
