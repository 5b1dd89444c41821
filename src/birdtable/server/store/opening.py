"""Stores by their addresses: opened, visited while a server uses them, and made from a copy."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from birdtable.game import BadInput
from birdtable.server.store.base import Store


def store_at(address: str) -> Store:
    """``sqlite:///full/path`` or just a path, or ``postgresql://user@host/name``."""
    scheme, separator, rest = address.partition("://")
    if not separator:
        scheme, rest = "sqlite", address
    if scheme == "sqlite" and rest:
        from birdtable.server.store.sqlite import SqliteStore

        return SqliteStore(Path(file_path(rest)).expanduser())
    if scheme in ("postgresql", "postgres") and rest:
        try:
            from birdtable.server.store.postgres import PostgresStore
        except ModuleNotFoundError as error:
            raise BadInput(f"PostgreSQL needs {error.name}: pip install 'birdtable[postgres]'") from None
        return PostgresStore(address)
    raise BadInput(f"{address!r} is not the address of a database, such as sqlite:///srv/birdtable.sqlite3")


def file_path(rest: str) -> str:
    """What follows ``sqlite://``: slashes begin a full path, unless a drive of Windows follows them."""
    plain = rest.lstrip("/")
    return plain if plain == rest or (plain[1:2] == ":" and plain[2:3] in ("/", "\\")) else "/" + plain


@asynccontextmanager
async def visit(address: str) -> AsyncIterator[Store]:
    """A store for a moment, also while servers use it."""
    store = store_at(address)
    await store.open(visiting=True)
    try:
        yield store
    finally:
        await store.close()


async def restore_copy(copy: Path, address: str) -> None:
    """Makes a database from a copy, of whichever kind it was."""
    from birdtable.server.store.sqlite import SqliteStore, check_copy, copy_database

    check_copy(copy)
    store = store_at(address)
    if isinstance(store, SqliteStore):
        store.path.parent.mkdir(parents=True, exist_ok=True)
        copy_database(copy, store.path)
        return
    from birdtable.server.store.portable import read_copy
    from birdtable.server.store.postgres import PostgresStore

    async with visit(address) as opened:
        assert isinstance(opened, PostgresStore)
        await read_copy(opened, copy)
