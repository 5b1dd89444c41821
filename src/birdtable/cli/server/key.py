"""``birdtable key``: replaces the key that cookies, private links and tokens are signed by."""

from __future__ import annotations

import asyncio
import time
from typing import Annotated

import typer

from birdtable.cli.server.bans import DB
from birdtable.cli.server.serve import database
from birdtable.server.room.operators import deeds
from birdtable.server.store.opening import visit

key = typer.Typer(add_completion=False, rich_markup_mode=None, no_args_is_help=True)


@key.callback()
def signing_key() -> None:
    """Replace the key that a server signs cookies, private links and bots' tokens with.

    Examples:

      birdtable key rotate --days 30

      birdtable key drop
    """


@key.command()
def rotate(
    days: Annotated[
        float, typer.Option(min=0, max=3650, help="How long what was signed before stays valid.")
    ] = deeds.KEPT,
    db: DB = "",
) -> None:
    """Sign with a new key from now on. Cookies are renewed when people visit; links and tokens are not."""
    asyncio.run(replace(database(db), days))
    print(f"there is a new key; what earlier ones have signed stays valid for {days:g} days")


@key.command()
def drop(db: DB = "") -> None:
    """Invalidate at once everything that earlier keys signed."""
    asyncio.run(forget(database(db)))
    print("earlier keys are dropped")


async def replace(address: str, days: float) -> None:
    async with visit(address) as store:
        await deeds.rotate_key(store, "command", time.time(), days)


async def forget(address: str) -> None:
    async with visit(address) as store:
        await deeds.drop_keys(store, "command", time.time())
