"""The store in PostgreSQL, for several server processes at once.

Every process has a name of its own here. The one that wrote to a table last is its keeper, and the first to be asked
when something is due there; when it does not take it within ``GRACE``, any other may.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import asyncpg
import msgspec

from birdtable.game import BadInput
from birdtable.server.store.base import Stored, TableRow, Taken, Unavailable
from birdtable.server.store.batches import LOST, Batches, set_members
from birdtable.server.table.person import Person
from birdtable.wire.tables import Phase

GRACE = 3.0
"""Seconds for which whatever is due is left to the table's keeper."""
ANSWER = 5.0
"""Seconds after which the database is not waited for any more."""
CONNECTIONS = 8
"""To the database, by process."""

MIGRATIONS = (
    """
    CREATE TABLE tables (
        id text PRIMARY KEY, game text NOT NULL, phase text NOT NULL, public boolean NOT NULL, due float8 NOT NULL,
        number int NOT NULL, changed float8 NOT NULL, secret bytea NOT NULL, summary text NOT NULL,
        keeper text NOT NULL DEFAULT ''
    ) WITH (fillfactor = 80);
    CREATE INDEX tables_due ON tables (due) WHERE due < 1e12;
    CREATE INDEX tables_public ON tables (changed) WHERE public AND phase IN ('gathering', 'shuffling', 'playing');
    CREATE TABLE entries (
        table_id text NOT NULL, number int NOT NULL, body text NOT NULL, PRIMARY KEY (table_id, number)
    );
    CREATE TABLE members (person text NOT NULL, table_id text NOT NULL, PRIMARY KEY (person, table_id));
    CREATE INDEX members_table ON members (table_id);
    CREATE TABLE people (
        id text PRIMARY KEY, name text NOT NULL, kind text NOT NULL, owner text NOT NULL, generation int NOT NULL,
        created float8 NOT NULL, seen float8 NOT NULL
    );
    CREATE INDEX people_owner ON people (owner) WHERE owner != '';
    CREATE TABLE mutes (person text NOT NULL, muted text NOT NULL, PRIMARY KEY (person, muted));
    CREATE TABLE facts (name text PRIMARY KEY, value bytea, at float8);
    CREATE TABLE outages (since float8 NOT NULL, until float8 NOT NULL);
    CREATE UNLOGGED TABLE presence (
        table_id text NOT NULL, process text NOT NULL, person text NOT NULL, lines int NOT NULL, until float8 NOT NULL,
        PRIMARY KEY (table_id, process, person)
    );
    CREATE INDEX presence_process ON presence (process);
    """,
    "CREATE INDEX entries_spoke ON entries ((body::json ->> 'person')) WHERE body::json ->> 'kind' = 'spoke'",
)
"""Each brings a database from one version to the next; never changed, only added to."""

COLUMNS = "id, name, kind, owner, generation, created, seen"
WORDS = "body::json ->> 'kind' = 'spoke' AND body::json ->> 'person' = ANY($1::text[])"
LIVE = "phase IN ('gathering', 'shuffling', 'playing')"


class PresenceRow(msgspec.Struct, frozen=True):
    """That a person is, or was, connected to a table through some process; ``""`` stands for all who have no name."""

    table: str
    person: str
    lines: int
    until: float
    """Here until then if nothing more is heard; without ``lines``, gone since then."""


class PostgresStore:
    alone = False

    def __init__(self, address: str) -> None:
        self.address = address
        self.process = secrets.token_hex(6)

    async def open(self, *, visiting: bool = False) -> None:
        try:
            self.pool = await asyncpg.create_pool(
                self.address,
                min_size=1 if visiting else CONNECTIONS // 2,
                max_size=CONNECTIONS,
                command_timeout=ANSWER,
                timeout=ANSWER,
                reset=leave_as_it_is,
            )
            async with self.pool.acquire() as connection, connection.transaction():
                await migrate(connection)
        except (*LOST, ValueError) as error:
            raise BadInput(f"{without_password(self.address)} cannot be opened: {error}") from None
        self.batches = Batches(self.pool, self.process)

    async def close(self) -> None:
        await self.batches.stop()
        try:
            async with asyncio.timeout(ANSWER):
                await self.pool.close()
        except TimeoutError:
            self.pool.terminate()

    async def read(self, sql: str, *values: Any) -> list[Any]:
        async with store_errors("read"), self.pool.acquire(timeout=ANSWER) as connection:
            return list(await connection.fetch(sql, *values))

    async def execute(self, sql: str, *values: Any) -> None:
        async with store_errors("written"), self.pool.acquire(timeout=ANSWER) as connection:
            await connection.execute(sql, *values)

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Any]:
        async with (
            store_errors("written"),
            self.pool.acquire(timeout=ANSWER) as connection,
            connection.transaction(),
        ):
            yield connection

    async def ping(self) -> None:
        await self.execute("""INSERT INTO facts (name, at) VALUES ('ping', random())
            ON CONFLICT (name) DO UPDATE SET at = excluded.at""")

    # --- tables ------------------------------------------------------------------------------------------------------

    async def create(self, row: TableRow, secret: bytes, entry: bytes) -> None:
        values = (row.id, row.game, row.phase, row.public, row.due, row.number, row.changed, secret)
        async with self.transaction() as connection:
            sql = "INSERT INTO tables VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)"
            await connection.execute(sql, *values, row.summary.decode(), self.process)
            await connection.execute("INSERT INTO entries VALUES ($1, $2, $3)", row.id, row.number, entry.decode())
            await set_members(connection, row.id, row.members or ())

    async def append(self, row: TableRow, entries: Sequence[bytes]) -> None:
        await self.batches.append(row, entries)

    async def load(self, table: str) -> Stored | None:
        rows = await self.read("SELECT secret FROM tables WHERE id = $1", table) if is_id(table) else []
        return Stored(rows[0][0], await self.entries(table)) if rows else None

    async def entries(self, table: str, since: int = 0) -> list[bytes]:
        sql = "SELECT body FROM entries WHERE table_id = $1 AND number > $2 ORDER BY number"
        return [body.encode() for (body,) in await self.read(sql, table, since)]

    async def summary(self, table: str) -> bytes | None:
        rows = await self.read("SELECT summary FROM tables WHERE id = $1", table) if is_id(table) else []
        return rows[0][0].encode() if rows else None

    async def public(self, game: str | None, limit: int) -> list[bytes]:
        sql = f"""SELECT summary FROM tables WHERE public AND {LIVE} AND ($1::text IS NULL OR game = $1)
            ORDER BY changed DESC LIMIT $2"""
        return [summary.encode() for (summary,) in await self.read(sql, game, limit)]

    async def of_person(self, person: str, *, live: bool, limit: int = 1000) -> list[bytes]:
        sql = f"""SELECT summary FROM members JOIN tables ON tables.id = members.table_id
            WHERE person = $1 AND ({LIVE if live else "true"}) ORDER BY changed DESC LIMIT $2"""
        return [summary.encode() for (summary,) in await self.read(sql, person, limit)]

    async def matches(
        self, person: str, *, phases: Sequence[Phase], game: str | None, after: tuple[float, str] | None, limit: int
    ) -> list[bytes]:
        sql = """SELECT summary FROM members JOIN tables ON tables.id = members.table_id
            WHERE person = $1 AND phase = ANY($2::text[]) AND ($3::text IS NULL OR game = $3)
            AND ($4::float8 IS NULL OR (changed, id) < ($4, $5::text)) ORDER BY changed DESC, id DESC LIMIT $6"""
        rows = await self.read(sql, person, list(phases), game, *(after or (None, None)), limit)
        return [summary.encode() for (summary,) in rows]

    async def postpone(self, table: str, due: float) -> None:
        await self.execute("UPDATE tables SET due = $2, keeper = $3 WHERE id = $1", table, due, self.process)

    async def hasten(self, table: str, due: float) -> None:
        """Asks the keeper of a table to look after it by then, and others if it does not."""
        await self.execute("UPDATE tables SET due = $2 WHERE id = $1 AND due > $2", table, due)

    async def numbers(self, tables: Sequence[str]) -> dict[str, int]:
        """How far these tables have come."""
        return dict(await self.read("SELECT id, number FROM tables WHERE id = ANY($1::text[])", list(tables)))

    async def claim_due(self, now: float, until: float, limit: int) -> list[str]:
        sql = """WITH mine AS (
                SELECT id FROM tables WHERE due <= $1 AND due < 1e12 AND (keeper = $4 OR due <= $1 - $5::float8)
                ORDER BY due LIMIT $3 FOR UPDATE SKIP LOCKED
            )
            UPDATE tables SET due = $2, keeper = $4 FROM mine WHERE tables.id = mine.id RETURNING tables.id"""
        return [id for (id,) in await self.read(sql, now, until, limit, self.process, GRACE)]

    async def words(self, person: str) -> list[tuple[str, bytes]]:
        sql = f"SELECT table_id, body FROM entries WHERE {WORDS} ORDER BY table_id, number"
        return [(table, body.encode()) for table, body in await self.read(sql, [person])]

    async def hush(self, person: str) -> None:
        async with self.transaction() as connection:
            await blank_words(connection, [person])

    async def purge(self, matches: float, guests: float) -> tuple[int, int]:
        async with self.transaction() as connection:
            sql = "DELETE FROM tables WHERE phase IN ('over', 'closed') AND changed < $1 RETURNING id"
            gone = [id for (id,) in await connection.fetch(sql, matches)]
            await connection.execute("DELETE FROM entries WHERE table_id = ANY($1::text[])", gone)
            await connection.execute("DELETE FROM members WHERE table_id = ANY($1::text[])", gone)
            sql = """DELETE FROM people WHERE seen < $1 AND kind = 'guest'
                AND NOT EXISTS (SELECT 1 FROM members WHERE members.person = people.id)
                AND NOT EXISTS (SELECT 1 FROM people AS bots WHERE bots.owner = people.id) RETURNING id"""
            people = [id for (id,) in await connection.fetch(sql, guests)]
            sql = "DELETE FROM mutes WHERE person = ANY($1::text[]) OR muted = ANY($1::text[])"
            await connection.execute(sql, people)
            await blank_words(connection, people)
        return len(gone), len(people)

    # --- people ------------------------------------------------------------------------------------------------------

    async def add_person(self, person: Person) -> None:
        values = msgspec.structs.astuple(person)
        order = [msgspec.structs.fields(Person)[place].name for place in range(len(values))]
        await self.execute(f"INSERT INTO people ({', '.join(order)}) VALUES ($1, $2, $3, $4, $5, $6, $7)", *values)

    async def person(self, id: str) -> Person | None:
        rows = await self.read(f"SELECT {COLUMNS} FROM people WHERE id = $1", id) if is_id(id) else []
        return Person(**dict(rows[0])) if rows else None

    async def put_person(self, person: Person) -> None:
        sql = "UPDATE people SET name = $2, generation = $3, seen = $4 WHERE id = $1"
        await self.execute(sql, person.id, person.name, person.generation, person.seen)

    async def drop_person(self, id: str) -> None:
        async with self.transaction() as connection:
            await connection.execute("DELETE FROM people WHERE id = $1", id)
            await connection.execute("DELETE FROM members WHERE person = $1", id)
            await connection.execute("DELETE FROM mutes WHERE $1 IN (person, muted)", id)

    async def bots_of(self, owner: str) -> list[Person]:
        rows = await self.read(f"SELECT {COLUMNS} FROM people WHERE owner = $1 ORDER BY created", owner)
        return [Person(**dict(row)) for row in rows]

    async def mute(self, person: str, muted: str, *, on: bool) -> None:
        insert = "INSERT INTO mutes VALUES ($1, $2) ON CONFLICT DO NOTHING"
        await self.execute(insert if on else "DELETE FROM mutes WHERE person = $1 AND muted = $2", person, muted)

    async def mutes(self, person: str) -> list[str]:
        return [muted for (muted,) in await self.read("SELECT muted FROM mutes WHERE person = $1", person)]

    # --- the server itself -------------------------------------------------------------------------------------------

    async def signing_key(self) -> bytes:
        sql = "INSERT INTO facts (name, value) VALUES ('key', $1) ON CONFLICT DO NOTHING"
        await self.execute(sql, secrets.token_bytes(32))
        key = await self.fact("key")
        assert key is not None
        return key

    async def fact(self, name: str) -> bytes | None:
        rows = await self.read("SELECT value FROM facts WHERE name = $1", name)
        return rows[0][0] if rows else None

    async def put_fact(self, name: str, value: bytes) -> None:
        sql = "INSERT INTO facts (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = $2"
        await self.execute(sql, name, value)

    async def claim_chore(self, name: str, now: float, every: float) -> bool:
        sql = """INSERT INTO facts (name, at) VALUES ($1, $2) ON CONFLICT (name)
            DO UPDATE SET at = $2 WHERE facts.at <= $2 - $3::float8 RETURNING 1"""
        return bool(await self.read(sql, "chore " + name, now, every))

    async def beat(self, now: float) -> None:
        sql = """INSERT INTO facts (name, at) VALUES ('alive', $1)
            ON CONFLICT (name) DO UPDATE SET at = greatest(facts.at, $1)"""
        await self.execute(sql, now)

    async def note_outage(self, now: float) -> None:
        await self.execute(
            "INSERT INTO outages SELECT at, $1::float8 FROM facts WHERE name = 'alive' AND at < $1::float8", now
        )

    async def outages(self, since: float) -> list[tuple[float, float]]:
        rows = await self.read("SELECT since, until FROM outages WHERE until > $1 ORDER BY since", since)
        return [(row[0], row[1]) for row in rows]

    async def backup(self, path: Path) -> None:
        from birdtable.server.store.portable import write_copy

        await write_copy(self, path)

    # --- who is connected, through any process -----------------------------------------------------------------------

    async def note_presence(self, lines: Sequence[PresenceRow]) -> None:
        sql = """INSERT INTO presence (table_id, process, person, lines, until)
            SELECT t, $1, p, l, u FROM unnest($2::text[], $3::text[], $4::int[], $5::float8[]) AS new (t, p, l, u)
            ON CONFLICT (table_id, process, person) DO UPDATE SET lines = excluded.lines, until = excluded.until"""
        columns = zip(*((line.table, line.person, line.lines, line.until) for line in lines), strict=True)
        await self.execute(sql, self.process, *map(list, columns))

    async def renew_presence(self, now: float, until: float) -> None:
        """What this process has noted stays true; what is long over is forgotten."""
        await self.execute("UPDATE presence SET until = $2 WHERE process = $1 AND lines > 0", self.process, until)
        await self.execute("DELETE FROM presence WHERE until < $1", now - 86_400.0)

    async def presence(self, tables: Sequence[str]) -> list[PresenceRow]:
        """Through other processes than this one."""
        sql = """SELECT table_id, person, lines, until FROM presence
            WHERE table_id = ANY($1::text[]) AND process != $2"""
        return [PresenceRow(*row) for row in await self.read(sql, list(tables), self.process)]


async def blank_words(connection: Any, people: Sequence[str]) -> None:
    sql = f"SELECT table_id, number, body FROM entries WHERE {WORDS} FOR UPDATE"
    for table, number, body in await connection.fetch(sql, people):
        said = msgspec.json.decode(body)
        said.pop("text", None)
        blanked = msgspec.json.encode(said).decode()
        await connection.execute(
            "UPDATE entries SET body = $3 WHERE table_id = $1 AND number = $2", table, number, blanked
        )


@asynccontextmanager
async def store_errors(what: str) -> AsyncIterator[None]:
    """Turns what the driver raises into a store's errors."""
    try:
        yield
    except asyncpg.UniqueViolationError:
        raise Taken("this number is taken") from None
    except asyncpg.DataError as error:
        raise BadInput(f"this cannot be stored: {error}") from None
    except LOST as error:
        raise Unavailable(f"the store cannot be {what}: {error!r}") from None


async def leave_as_it_is(connection: Any) -> None:
    """Nothing is ever set on a connection, so nothing has to be reset, which would cost a round trip."""


def is_id(text: str) -> bool:
    """No other text is an id, and some could not even be sent to the database."""
    return text.isascii() and text.isprintable()


def without_password(address: str) -> str:
    """An address without what is secret in it."""
    scheme, _, rest = address.partition("://")
    return f"{scheme}://{rest.rpartition('@')[2].partition('?')[0]}"


async def migrate(connection: Any) -> None:
    """One process at a time brings a database to the present version."""
    await connection.execute("SELECT pg_advisory_xact_lock(8624)")
    await connection.execute("CREATE TABLE IF NOT EXISTS versions (version int PRIMARY KEY)")
    version = await connection.fetchval("SELECT coalesce(max(version), 0) FROM versions")
    if version > len(MIGRATIONS):
        raise BadInput(
            f"the database is of version {version}, made by a newer Birdtable; this one knows {len(MIGRATIONS)}"
        )
    for number in range(version, len(MIGRATIONS)):
        await connection.execute(MIGRATIONS[number])
        await connection.execute("INSERT INTO versions VALUES ($1)", number + 1)
