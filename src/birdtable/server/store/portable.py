"""Copies of a PostgreSQL database as a SQLite file of the same form, and back.

So a backup is one file that any store can be restored from, a move from SQLite to PostgreSQL is a restore, and a copy
can be looked at on a laptop.
"""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path
from typing import TYPE_CHECKING, Any

from birdtable.game import BadInput
from birdtable.server.store.files import make_private, reading_only
from birdtable.server.store.sqlite import MIGRATIONS, damage, migrate

if TYPE_CHECKING:
    from birdtable.server.store.postgres import PostgresStore

TABLES = {
    "tables": "id, game, phase, public, due, number, changed, secret, summary",
    "entries": "table_id, number, body",
    "members": "person, table_id",
    "people": "id, name, kind, owner, generation, created, seen, hidden",
    "mutes": "person, muted",
    "outages": "since, until",
    "bans": "id, person, network, reason, since, until, address",
    "reports": "id, table_id, person, number, reason, by, at",
    "results": "about, person, at, body",
    "evenings": "person, version, body",
    "deeds": "number, at, by, what, about, detail",
}
TRUTHS = {"tables": "public", "people": "hidden", "bans": "address"}
"""Columns with truth values, which are numbers in SQLite."""
NEXT_DEED = "SELECT setval(pg_get_serial_sequence('deeds', 'number'), max(number)) FROM deeds"
LATER = 60.0
"""Seconds that one table of a large database may take."""
ROWS = 2000


async def write_copy(store: PostgresStore, path: Path) -> None:
    """As the database is at one moment; servers go on using it."""
    check_new(path)
    unfinished = path.with_name(path.name + ".part")
    try:
        make_private(unfinished)
        migrate(sqlite3.connect(unfinished, isolation_level=None))
        copy = sqlite3.connect(unfinished, check_same_thread=False)
        async with (
            store.pool.acquire() as connection,
            connection.transaction(isolation="repeatable_read", readonly=True),
        ):
            for table, columns in TABLES.items():
                insert = f"INSERT INTO {table} ({columns}) VALUES ({', '.join('?' * len(columns.split(', ')))})"
                rows: list[tuple[Any, ...]] = []
                async for row in connection.cursor(f"SELECT {columns} FROM {table}", prefetch=ROWS, timeout=LATER):
                    rows.append(tuple(row))
                    if len(rows) == ROWS:
                        await asyncio.to_thread(copy.executemany, insert, rows)
                        rows = []
                await asyncio.to_thread(copy.executemany, insert, rows)
            facts = await connection.fetch("SELECT name, value, at FROM facts WHERE name NOT LIKE 'chore %'")
            copy.executemany("INSERT INTO facts VALUES (?, ?)", [(n, at if v is None else v) for n, v, at in facts])
        copy.commit()
        found = await asyncio.to_thread(damage, copy)
        copy.close()
        if found:
            raise BadInput(f"the copy {path} is damaged: {found}")
        unfinished.rename(path)
    except (OSError, sqlite3.Error) as error:
        raise BadInput(f"the copy {path} cannot be written: {error}") from None
    finally:
        unfinished.unlink(missing_ok=True)


def check_new(path: Path) -> None:
    if path.exists():
        raise BadInput(f"{path} exists already")


async def read_copy(store: PostgresStore, path: Path) -> None:
    """Fills an empty database from a copy, all or nothing."""
    copy = sqlite3.connect(reading_only(path), uri=True, check_same_thread=False)
    try:
        if copy.execute("PRAGMA user_version").fetchone() != (len(MIGRATIONS),):
            raise BadInput(f"{path} is of an earlier version: restore it to a file and serve that once, then copy it")
        async with store.pool.acquire() as connection, connection.transaction():
            if await connection.fetchval("SELECT EXISTS (SELECT FROM tables) OR EXISTS (SELECT FROM people)"):
                raise BadInput("the database is not empty")
            await connection.execute("DELETE FROM facts; DELETE FROM outages")
            for table, columns in TABLES.items():
                cursor = copy.execute(f"SELECT {columns} FROM {table}")
                while rows := await asyncio.to_thread(cursor.fetchmany, ROWS):
                    names = columns.split(", ")
                    if table in TRUTHS:
                        place = names.index(TRUTHS[table])
                        rows = [(*row[:place], bool(row[place]), *row[place + 1 :]) for row in rows]
                    await connection.copy_records_to_table(table, records=rows, columns=names, timeout=LATER)
            await connection.execute(NEXT_DEED)
            for name, value in copy.execute("SELECT name, value FROM facts"):
                split = (value, None) if isinstance(value, bytes) else (None, float(value))
                await connection.execute("INSERT INTO facts (name, value, at) VALUES ($1, $2, $3)", name, *split)
    except sqlite3.Error as error:
        raise BadInput(f"{path} is not a copy of a Birdtable database: {error}") from None
    finally:
        copy.close()
