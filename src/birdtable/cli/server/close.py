"""``birdtable close``: closes a table, whoever is playing there."""

from __future__ import annotations

import asyncio
import time
from typing import Annotated

import typer

from birdtable.cli.server.serve import database
from birdtable.server.closing import close_table
from birdtable.server.store.opening import visit


def close(
    table: Annotated[str, typer.Argument(help="The id of the table, which is the last part of its link.")],
    db: Annotated[str, typer.Option(help="Database: a file, sqlite:///path, or postgresql://...")] = "",
) -> None:
    """Close a table for good. Everyone at it is told at once; its record so far is kept.

    Examples:

      birdtable close k3xw8fq2m
    """
    asyncio.run(end_table(database(db), table))
    print(f"table {table} is closed")


async def end_table(address: str, table: str) -> None:
    async with visit(address) as store:
        await close_table(store, table, time.time())
