"""``birdtable backup``: a copy of the database, also while a server uses it."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated

import typer

from birdtable.cli.serve import database
from birdtable.server.store import store_at


def backup(
    to: Annotated[Path, typer.Argument(help="The file to make; it must not exist yet.")],
    db: Annotated[str, typer.Option(help="Database: a file, or sqlite:///path.")] = "",
) -> None:
    """Copy the database as it is at this moment. A server may go on using it.

    Examples:

      birdtable backup birdtable-2026-01-31.sqlite3

      birdtable backup /mnt/copies/today.sqlite3 --db /srv/birdtable.sqlite3
    """
    asyncio.run(store_at(database(db)).backup(to))
    print(to)
