"""Where tables and people are kept: one interface, opened by its address."""

from __future__ import annotations

from pathlib import Path

from birdtable.game import BadInput
from birdtable.server.store.base import NEVER, Person, Store, Stored, TableRow, Taken, Unavailable

__all__ = ["NEVER", "Person", "Store", "Stored", "TableRow", "Taken", "Unavailable", "store_at"]


def store_at(address: str) -> Store:
    """``sqlite:///full/path``, or just a path."""
    scheme, separator, rest = address.partition("://")
    if not separator:
        scheme, rest = "sqlite", address
    if scheme == "sqlite" and rest:
        from birdtable.server.store.sqlite import SqliteStore

        return SqliteStore(Path("/" + rest.lstrip("/") if rest.startswith("/") else rest).expanduser())
    raise BadInput(f"{address!r} is not the address of a database, such as sqlite:///srv/birdtable.sqlite3")
