"""``birdtable restore``: creates a database from a backup."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated

import typer

from birdtable.cli.server.serve import database
from birdtable.server.store.opening import restore_copy


def restore(
    copy: Annotated[Path, typer.Argument(help="A file made by birdtable backup, from either kind of database.")],
    db: Annotated[str, typer.Option(help="Database to create: a file, sqlite:///path, or postgresql://...")] = "",
) -> None:
    """Create a database from a backup. A file must not exist yet; a PostgreSQL database must be empty.

    Examples:

      birdtable restore birdtable-2026-01-31.sqlite3 --db /srv/birdtable.sqlite3

      birdtable restore today.sqlite3 --db postgresql://birdtable@db.example/birdtable
    """
    address = database(db)
    asyncio.run(restore_copy(copy, address))
    print(f"restored from {copy}")
