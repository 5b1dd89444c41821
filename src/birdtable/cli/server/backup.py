"""``birdtable backup``: copies the database, even while servers use it."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated

import typer

from birdtable.cli.server.serve import database
from birdtable.server.store.opening import visit


def backup(
    to: Annotated[Path, typer.Argument(help="The file to create; it must not exist yet.")],
    db: Annotated[str, typer.Option(help="Database: a file, sqlite:///path, or postgresql://user@host/name.")] = "",
) -> None:
    """Copy the database as it is now into one file. Servers can go on using it.

    Examples:

      birdtable backup birdtable-2026-01-31.sqlite3

      birdtable backup /mnt/copies/today.sqlite3 --db postgresql://birdtable@db.example/birdtable
    """
    asyncio.run(write_backup(database(db), to))
    print(to)


async def write_backup(address: str, to: Path) -> None:
    async with visit(address) as store:
        await store.backup(to)
