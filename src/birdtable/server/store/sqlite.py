"""The store in one SQLite file: write-ahead log, ``synchronous=FULL``, one batching writer, readers beside it.

The file belongs to one server process at a time, which a lock on it makes sure of.
"""

from __future__ import annotations

import asyncio
import secrets
import shutil
import sqlite3
import threading
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from birdtable.game import BadInput
from birdtable.server.store.base import LAST, Result, Space, Stored, TableRow, Unavailable, Versioned, columns, from_row
from birdtable.server.store.files import make_private, reading_only
from birdtable.server.store.writer import Append, Writer, set_members
from birdtable.server.table.person import Person
from birdtable.wire.operator import Ban, Deed, Report
from birdtable.wire.tables import Phase

T = TypeVar("T")

MIGRATIONS = (
    """
    CREATE TABLE tables (
        id TEXT PRIMARY KEY, game TEXT NOT NULL, phase TEXT NOT NULL, public INTEGER NOT NULL, due REAL NOT NULL,
        number INTEGER NOT NULL, changed REAL NOT NULL, secret BLOB NOT NULL, summary TEXT NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX tables_due ON tables (due) WHERE due < 1e12;
    CREATE INDEX tables_public ON tables (changed) WHERE public AND phase IN ('gathering', 'shuffling', 'playing');
    CREATE TABLE entries (
        table_id TEXT NOT NULL, number INTEGER NOT NULL, body TEXT NOT NULL, PRIMARY KEY (table_id, number)
    ) WITHOUT ROWID;
    CREATE TABLE members (person TEXT NOT NULL, table_id TEXT NOT NULL, PRIMARY KEY (person, table_id)) WITHOUT ROWID;
    CREATE INDEX members_table ON members (table_id);
    CREATE TABLE people (
        id TEXT PRIMARY KEY, name TEXT NOT NULL, kind TEXT NOT NULL, owner TEXT NOT NULL, generation INTEGER NOT NULL,
        created REAL NOT NULL, seen REAL NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX people_owner ON people (owner) WHERE owner != '';
    CREATE TABLE mutes (person TEXT NOT NULL, muted TEXT NOT NULL, PRIMARY KEY (person, muted)) WITHOUT ROWID;
    CREATE TABLE facts (name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;
    CREATE TABLE outages (since REAL NOT NULL, until REAL NOT NULL);
    """,
    "CREATE INDEX entries_spoke ON entries (body ->> '$.person') WHERE body ->> '$.kind' = 'spoke'",
    """
    ALTER TABLE people ADD COLUMN hidden INTEGER NOT NULL DEFAULT 0;
    CREATE TABLE bans (
        id TEXT PRIMARY KEY, person TEXT NOT NULL, network TEXT NOT NULL, reason TEXT NOT NULL, since REAL NOT NULL,
        until REAL, address INTEGER NOT NULL, UNIQUE (person, network)
    ) WITHOUT ROWID;
    CREATE TABLE reports (
        id TEXT PRIMARY KEY, table_id TEXT NOT NULL, person TEXT NOT NULL, number INTEGER NOT NULL,
        reason TEXT NOT NULL, by TEXT NOT NULL, at REAL NOT NULL, UNIQUE (by, table_id, person, number)
    ) WITHOUT ROWID;
    CREATE TABLE deeds (
        number INTEGER PRIMARY KEY AUTOINCREMENT, at REAL NOT NULL, by TEXT NOT NULL, what TEXT NOT NULL,
        about TEXT NOT NULL, detail TEXT NOT NULL
    );
    """,
    """
    CREATE TABLE results (
        about TEXT NOT NULL, person TEXT NOT NULL, at REAL NOT NULL, body TEXT NOT NULL, PRIMARY KEY (about, person)
    ) WITHOUT ROWID;
    CREATE INDEX results_person ON results (person);
    """,
    """
    CREATE TABLE evenings (person TEXT PRIMARY KEY, version INTEGER NOT NULL, body TEXT NOT NULL) WITHOUT ROWID;
    """,
)
"""Each brings a file from one version to the next; never changed, only added to."""

COLUMNS = columns(Person)
PLACES = ", ".join("?" * len(COLUMNS.split(", ")))
WORDS = "body ->> '$.kind' = 'spoke' AND body ->> '$.person' = ?"
HUSH = f"UPDATE entries SET body = json_remove(body, '$.text') WHERE {WORDS}"
LIVE = "phase IN ('gathering', 'shuffling', 'playing')"


class SqliteStore:
    alone = True

    def __init__(self, path: Path) -> None:
        self.path = path.resolve()
        """Whichever way it was found: a link must not lead past the lock."""
        self.local = threading.local()
        self.writer = Writer(self.connect)
        self.readers: list[sqlite3.Connection] = []
        self.lock: sqlite3.Connection | None = None

    async def open(self, *, visiting: bool = False) -> None:
        await asyncio.to_thread(self.look if visiting else self.prepare)
        self.writer.start()

    async def close(self) -> None:
        await self.writer.stop()
        for reader in self.readers:
            reader.close()
        self.give_back_lock()

    async def ping(self) -> None:
        """Large enough to need a page of its own."""
        await self.execute("INSERT OR REPLACE INTO facts VALUES ('ping', randomblob(8192))")
        await self.execute("DELETE FROM facts WHERE name = 'ping'")

    def look(self) -> None:
        """A visitor takes no lock, makes no file and changes no version."""
        if not self.path.exists():
            raise BadInput(f"there is no database {self.path}")
        try:
            connection = self.connect()
            (version,) = connection.execute("PRAGMA user_version").fetchone()
            connection.close()
        except sqlite3.Error as error:
            raise BadInput(f"{self.path} cannot be opened: {error}") from None
        if version != len(MIGRATIONS):
            raise BadInput(f"{self.path} is of version {version}, not {len(MIGRATIONS)}")

    def prepare(self) -> None:
        """Takes the file for this process, and only then brings it to the present version."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self.lock = self.take_lock()
            make_private(self.path)
            if self.path.stat().st_nlink > 1:
                # Under another name there is another lock and another write-ahead log.
                raise BadInput(f"{self.path} has several names (hard links): a database needs a single one")
            migrate(self.connect())
        except (OSError, sqlite3.Error) as error:
            self.give_back_lock()
            raise BadInput(f"{self.path} cannot be opened: {error}") from None
        except BadInput:
            self.give_back_lock()
            raise

    def take_lock(self) -> sqlite3.Connection:
        path = self.path.with_name(self.path.name + ".lock")
        make_private(path)
        lock = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=0)
        try:
            lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError:
            lock.close()
            raise BadInput(f"{self.path} is in use by another server") from None
        return lock

    def give_back_lock(self) -> None:
        if self.lock is not None:
            self.lock.close()
            self.lock = None

    def connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self.path, isolation_level=None, check_same_thread=False, timeout=30)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        return connection

    async def read(self, sql: str, *values: Any) -> list[Any]:
        return await asyncio.to_thread(self.fetch, sql, values)

    def fetch(self, sql: str, values: Sequence[Any]) -> list[Any]:
        """Each thread reads through a connection of its own."""
        connection = getattr(self.local, "connection", None)
        if connection is None:
            connection = self.local.connection = self.connect()
            self.readers.append(connection)
        try:
            return list(connection.execute(sql, values))
        except sqlite3.Error as error:
            raise Unavailable(f"the store cannot be read: {error}") from None

    async def write(self, work: Callable[[sqlite3.Connection], T]) -> T:
        result: T = await self.writer.submit(work)
        return result

    async def execute(self, sql: str, *values: Any) -> None:
        await self.write(lambda connection: connection.execute(sql, values).rowcount)

    # --- tables ------------------------------------------------------------------------------------------------------

    async def create(self, row: TableRow, secret: bytes, entry: bytes) -> None:
        def work(connection: sqlite3.Connection) -> None:
            values = (
                row.id,
                row.game,
                row.phase,
                row.public,
                row.due,
                row.number,
                row.changed,
                secret,
                row.summary.decode(),
            )
            connection.execute("INSERT INTO tables VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", values)
            connection.execute("INSERT INTO entries VALUES (?, ?, ?)", (row.id, row.number, entry.decode()))
            set_members(connection, row.id, row.members or ())

        await self.write(work)

    async def append(self, row: TableRow, entries: Sequence[bytes]) -> None:
        await self.writer.submit(Append(row, entries))

    async def load(self, table: str) -> Stored | None:
        rows = await self.read("SELECT secret FROM tables WHERE id = ?", table)
        return Stored(rows[0][0], await self.entries(table)) if rows else None

    async def entries(self, table: str, since: int = 0, until: int = LAST) -> list[bytes]:
        sql = "SELECT body FROM entries WHERE table_id = ? AND number > ? AND number <= ? ORDER BY number"
        return [body.encode() for (body,) in await self.read(sql, table, since, until)]

    async def entries_of_kind(
        self, table: str, kinds: Sequence[str], since: int = 0, most: int = LAST
    ) -> list[tuple[int, bytes]]:
        sql = """SELECT number, body FROM entries WHERE table_id = ? AND number > ?
            AND body ->> '$.kind' IN (SELECT value FROM json_each(?)) ORDER BY number DESC LIMIT ?"""
        rows = await self.read(sql, table, since, msgspec.json.encode(kinds).decode(), most)
        return [(number, body.encode()) for number, body in reversed(rows)]

    async def summary(self, table: str) -> bytes | None:
        rows = await self.read("SELECT summary FROM tables WHERE id = ?", table)
        return rows[0][0].encode() if rows else None

    async def summaries(self, tables: Sequence[str]) -> list[bytes]:
        sql = "SELECT summary FROM tables WHERE id IN (SELECT value FROM json_each(?))"
        return [summary.encode() for (summary,) in await self.read(sql, msgspec.json.encode(list(tables)).decode())]

    async def public(self, game: str | None, limit: int) -> list[bytes]:
        sql = f"""SELECT summary FROM tables WHERE public AND {LIVE} AND (?1 IS NULL OR game = ?1)
            ORDER BY changed DESC LIMIT ?2"""
        return [summary.encode() for (summary,) in await self.read(sql, game, limit)]

    async def of_person(self, person: str, *, live: bool, limit: int = 1000) -> list[bytes]:
        sql = f"""SELECT summary FROM members JOIN tables ON tables.id = members.table_id
            WHERE person = ? AND ({LIVE if live else "1"}) ORDER BY changed DESC LIMIT ?"""
        return [summary.encode() for (summary,) in await self.read(sql, person, limit)]

    async def matches(
        self, person: str, *, phases: Sequence[Phase], game: str | None, after: tuple[float, str] | None, limit: int
    ) -> list[bytes]:
        sql = """SELECT summary FROM members JOIN tables ON tables.id = members.table_id
            WHERE person = ?1 AND phase IN (SELECT value FROM json_each(?2)) AND (?3 IS NULL OR game = ?3)
            AND (?4 IS NULL OR (changed, id) < (?4, ?5)) ORDER BY changed DESC, id DESC LIMIT ?6"""
        wanted = msgspec.json.encode(phases).decode()
        rows = await self.read(sql, person, wanted, game, *(after or (None, None)), limit)
        return [summary.encode() for (summary,) in rows]

    async def postpone(self, table: str, due: float) -> None:
        await self.execute("UPDATE tables SET due = ? WHERE id = ?", due, table)

    async def claim_due(self, now: float, until: float, limit: int) -> list[str]:
        if not await self.read("SELECT 1 FROM tables WHERE due <= ? LIMIT 1", now):
            return []

        def work(connection: sqlite3.Connection) -> list[str]:
            sql = """UPDATE tables SET due = ? WHERE id IN (SELECT id FROM tables WHERE due <= ? ORDER BY due LIMIT ?)
                RETURNING id"""
            return [id for (id,) in connection.execute(sql, (until, now, limit)).fetchall()]

        return await self.write(work)

    async def words(self, person: str) -> list[tuple[str, bytes]]:
        sql = f"SELECT table_id, body FROM entries WHERE {WORDS} ORDER BY table_id, number"
        return [(table, body.encode()) for table, body in await self.read(sql, person)]

    async def hush(self, person: str) -> None:
        await self.execute(HUSH, person)

    async def purge(self, matches: float, guests: float) -> tuple[int, int]:
        def work(connection: sqlite3.Connection) -> tuple[int, int]:
            sql = "DELETE FROM tables WHERE phase IN ('over', 'closed') AND changed < ? RETURNING id"
            gone = connection.execute(sql, (matches,)).fetchall()
            connection.executemany("DELETE FROM entries WHERE table_id = ?", gone)
            connection.executemany("DELETE FROM members WHERE table_id = ?", gone)
            sql = """DELETE FROM people WHERE seen < ? AND kind = 'guest' AND id NOT IN (SELECT person FROM members)
                AND id NOT IN (SELECT owner FROM people) RETURNING id"""
            people = connection.execute(sql, (guests,)).fetchall()
            connection.executemany("DELETE FROM mutes WHERE ?1 IN (person, muted)", people)
            connection.executemany("DELETE FROM reports WHERE by = ?", people)
            connection.executemany("DELETE FROM results WHERE person = ?", people)
            connection.executemany("DELETE FROM evenings WHERE person = ?", people)
            connection.executemany(HUSH, people)
            return len(gone), len(people)

        return await self.write(work)

    # --- people ------------------------------------------------------------------------------------------------------

    async def add_person(self, person: Person) -> None:
        sql = f"INSERT INTO people ({COLUMNS}) VALUES ({PLACES})"
        await self.execute(sql, *msgspec.structs.astuple(person))

    async def person(self, id: str) -> Person | None:
        rows = await self.read(f"SELECT {COLUMNS} FROM people WHERE id = ?", id)
        return from_row(Person, rows[0]) if rows else None

    async def change_person(
        self, id: str, *, name: str | None = None, seen: float | None = None, renew: bool = False
    ) -> Person | None:
        sets = "name = coalesce(?, name), seen = coalesce(?, seen), generation = generation + ?"
        sql = f"UPDATE people SET {sets} WHERE id = ? RETURNING {COLUMNS}"
        rows = await self.write(lambda connection: connection.execute(sql, (name, seen, renew, id)).fetchall())
        return from_row(Person, rows[0]) if rows else None

    async def drop_person(self, id: str) -> None:
        def work(connection: sqlite3.Connection) -> None:
            connection.execute("DELETE FROM people WHERE id = ?", (id,))
            connection.execute("DELETE FROM members WHERE person = ?", (id,))
            connection.execute("DELETE FROM mutes WHERE ? IN (person, muted)", (id,))
            connection.execute("DELETE FROM reports WHERE by = ?", (id,))
            connection.execute("DELETE FROM results WHERE person = ?", (id,))
            connection.execute("DELETE FROM evenings WHERE person = ?", (id,))

        await self.write(work)

    async def bots_of(self, owner: str) -> list[Person]:
        rows = await self.read(f"SELECT {COLUMNS} FROM people WHERE owner = ? ORDER BY created", owner)
        return [from_row(Person, row) for row in rows]

    async def mute(self, person: str, muted: str, *, on: bool) -> None:
        sql = "INSERT OR IGNORE INTO mutes VALUES (?, ?)" if on else "DELETE FROM mutes WHERE person = ? AND muted = ?"
        await self.execute(sql, person, muted)

    async def mutes(self, person: str) -> list[str]:
        return [muted for (muted,) in await self.read("SELECT muted FROM mutes WHERE person = ?", person)]

    async def hide_name(self, person: str, *, on: bool) -> None:
        await self.execute("UPDATE people SET hidden = ? WHERE id = ?", on, person)

    async def find_people(self, search: str, limit: int) -> list[Person]:
        sql = f"""SELECT {COLUMNS} FROM people WHERE id = ?1 OR instr(lower(name), lower(?1))
            ORDER BY seen DESC LIMIT ?2"""
        return [from_row(Person, row) for row in await self.read(sql, search, limit)]

    async def add_result(self, result: Result) -> bool:
        sql = "INSERT OR IGNORE INTO results VALUES (?, ?, ?, ?)"
        values = msgspec.structs.astuple(result)
        return await self.write(lambda connection: connection.execute(sql, values).rowcount) == 1

    async def results(self, about: str, limit: int = 1000) -> list[Result]:
        rows = await self.read("SELECT * FROM results WHERE about = ? ORDER BY at, person LIMIT ?", about, limit)
        return [from_row(Result, row) for row in rows]

    async def count_results(self, about: str) -> int:
        return int((await self.read("SELECT count(*) FROM results WHERE about = ?", about))[0][0])

    async def result(self, about: str, person: str) -> Result | None:
        rows = await self.read("SELECT * FROM results WHERE about = ? AND person = ?", about, person)
        return from_row(Result, rows[0]) if rows else None

    async def results_of(self, person: str) -> list[Result]:
        return [from_row(Result, row) for row in await self.read("SELECT * FROM results WHERE person = ?", person)]

    async def evenings(self, person: str) -> Versioned | None:
        rows = await self.read("SELECT version, body FROM evenings WHERE person = ?", person)
        return Versioned(*rows[0]) if rows else None

    async def put_evenings(self, person: str, after: int, kept: Versioned) -> bool:
        sql = "UPDATE evenings SET version = ?2, body = ?3 WHERE person = ?1 AND version = ?4"
        values: tuple[Any, ...] = (person, *kept, after)
        if not after:
            sql, values = "INSERT OR IGNORE INTO evenings VALUES (?, ?, ?)", (person, *kept)
        return await self.write(lambda connection: connection.execute(sql, values).rowcount) == 1

    async def drop_evenings(self, person: str) -> None:
        await self.execute("DELETE FROM evenings WHERE person = ?", person)

    # --- those who run the server ------------------------------------------------------------------------------------

    async def bans(self) -> list[Ban]:
        return [from_row(Ban, row) for row in await self.read("SELECT * FROM bans ORDER BY since")]

    async def put_ban(self, ban: Ban) -> None:
        await self.execute("INSERT OR REPLACE INTO bans VALUES (?, ?, ?, ?, ?, ?, ?)", *msgspec.structs.astuple(ban))

    async def drop_ban(self, id: str) -> None:
        await self.execute("DELETE FROM bans WHERE id = ?", id)

    async def reports(self, limit: int) -> list[Report]:
        return [from_row(Report, row) for row in await self.read("SELECT * FROM reports ORDER BY at LIMIT ?", limit)]

    async def reports_by(self, person: str) -> list[Report]:
        rows = await self.read("SELECT * FROM reports WHERE by = ? ORDER BY at", person)
        return [from_row(Report, row) for row in rows]

    async def count_reports(self) -> int:
        count: int = (await self.read("SELECT count(*) FROM reports"))[0][0]
        return count

    async def add_report(self, report: Report) -> None:
        sql = "INSERT OR IGNORE INTO reports VALUES (?, ?, ?, ?, ?, ?, ?)"
        await self.execute(sql, *msgspec.structs.astuple(report))

    async def drop_report(self, id: str) -> None:
        await self.execute("DELETE FROM reports WHERE id = ?", id)

    async def deeds(self, since: int, limit: int) -> list[Deed]:
        rows = await self.read("SELECT * FROM deeds WHERE number > ? ORDER BY number DESC LIMIT ?", since, limit)
        return [from_row(Deed, row) for row in reversed(rows)]

    async def add_deed(self, deed: Deed) -> None:
        sql = "INSERT INTO deeds (at, by, what, about, detail) VALUES (?, ?, ?, ?, ?)"
        await self.execute(sql, *msgspec.structs.astuple(deed)[1:])

    # --- the server itself -------------------------------------------------------------------------------------------

    async def signing_key(self) -> bytes:
        def work(connection: sqlite3.Connection) -> bytes:
            connection.execute("INSERT OR IGNORE INTO facts VALUES ('key', ?)", (secrets.token_bytes(32),))
            key: bytes = connection.execute("SELECT value FROM facts WHERE name = 'key'").fetchone()[0]
            return key

        return await self.write(work)

    async def fact(self, name: str) -> bytes | None:
        rows = await self.read("SELECT value FROM facts WHERE name = ?", name)
        return rows[0][0] if rows else None

    async def put_fact(self, name: str, value: bytes) -> None:
        await self.execute("INSERT OR REPLACE INTO facts VALUES (?, ?)", name, value)

    async def claim_chore(self, name: str, now: float, every: float) -> bool:
        sql = """INSERT INTO facts VALUES (?1, ?2) ON CONFLICT (name)
            DO UPDATE SET value = ?2 WHERE value <= ?2 - ?3"""
        values = ("chore " + name, now, every)
        return await self.write(lambda connection: connection.execute(sql, values).rowcount) > 0

    async def beat(self, now: float) -> None:
        await self.execute("INSERT OR REPLACE INTO facts VALUES ('alive', ?)", now)

    async def note_outage(self, now: float) -> None:
        await self.execute("INSERT INTO outages SELECT value, ?1 FROM facts WHERE name = 'alive' AND value < ?1", now)

    async def outages(self, since: float) -> list[tuple[float, float]]:
        return await self.read("SELECT since, until FROM outages WHERE until > ? ORDER BY since", since)

    async def backup(self, path: Path) -> None:
        await asyncio.to_thread(copy_database, self.path, path)

    async def space(self) -> Space:
        return await asyncio.to_thread(self.measure)

    def measure(self) -> Space:
        files = [self.path.with_name(self.path.name + end) for end in ("", "-wal", "-shm")]
        used = sum(file.stat().st_size for file in files if file.exists())
        return Space(used, shutil.disk_usage(self.path.parent).free)


def migrate(connection: sqlite3.Connection) -> None:
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version > len(MIGRATIONS):
        raise BadInput(
            f"the database is of version {version}, made by a newer Birdtable; this one knows {len(MIGRATIONS)}"
        )
    for number in range(version, len(MIGRATIONS)):
        connection.executescript(f"BEGIN; {MIGRATIONS[number]}; PRAGMA user_version = {number + 1}; COMMIT;")
    connection.close()


def copy_database(source: Path, target: Path) -> None:
    """A copy that is whole, also while a server writes. Of a damaged database there is none."""
    if target.exists():
        raise BadInput(f"{target} exists already")
    if not source.exists():
        raise BadInput(f"there is no database {source}")
    unfinished = target.with_name(target.name + ".part")
    try:
        make_private(unfinished)
        reader = sqlite3.connect(reading_only(source), uri=True)
        with closing(reader), closing(sqlite3.connect(unfinished)) as copy:
            reader.backup(copy)
            if found := damage(copy):
                raise BadInput(f"{source} is damaged: {found}")
        unfinished.rename(target)
    except (OSError, sqlite3.Error) as error:
        raise BadInput(f"{source} cannot be copied to {target}: {error}") from None
    finally:
        unfinished.unlink(missing_ok=True)


def damage(connection: sqlite3.Connection) -> str:
    """The first thing that is wrong inside a database; empty if it is whole."""
    try:
        (found,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
    except sqlite3.DatabaseError as error:
        return str(error)
    return "" if found == "ok" else str(found).splitlines()[-1]


def check_copy(path: Path) -> None:
    """Refuses what is not a database of this or an earlier version."""
    if not path.exists():
        raise BadInput(f"there is no copy {path}")
    try:
        with closing(sqlite3.connect(reading_only(path), uri=True)) as connection:
            (version,) = connection.execute("PRAGMA user_version").fetchone()
            connection.execute("SELECT 1 FROM entries LIMIT 1")
            found = damage(connection)
    except sqlite3.Error as error:
        raise BadInput(f"{path} is not a copy of a Birdtable database: {error}") from None
    if found or not 1 <= version <= len(MIGRATIONS):
        raise BadInput(f"{path} is damaged, or of version {version}, which this Birdtable does not know")
