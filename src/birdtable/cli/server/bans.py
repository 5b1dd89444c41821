"""``birdtable bans``: who may not use a server, straight in its database. Servers notice within two seconds."""

from __future__ import annotations

import asyncio
import time
from datetime import UTC, datetime
from typing import Annotated

import typer

from birdtable.cli.server.serve import database
from birdtable.game import BadInput
from birdtable.server.room.operators import deeds
from birdtable.server.store.opening import visit
from birdtable.wire.operator import REASON, Ban, NewBan

DAY = 86_400.0
DB = Annotated[str, typer.Option(help="Database: a file, sqlite:///path, or postgresql://...")]

bans = typer.Typer(add_completion=False, rich_markup_mode=None)


@bans.callback(invoke_without_command=True)
def list_bans(ctx: typer.Context, db: DB = "") -> None:
    """List bans, or add and lift them. Works while servers use the database; they notice within two seconds.

    Examples:

      birdtable bans

      birdtable bans add p8f3k2w9qa --days 7 --reason "insults" --address

      birdtable bans add 192.0.2.0/24

      birdtable bans lift p8f3k2w9qa
    """
    ctx.obj = db
    if ctx.invoked_subcommand is None:
        for ban in asyncio.run(find(database(db))):
            print(ban_line(ban))


@bans.command()
def add(
    ctx: typer.Context,
    who: Annotated[str, typer.Argument(help="A person's id, an address, or a range such as 192.0.2.0/24.")],
    reason: Annotated[str, typer.Option(help="Shown to whoever is banned.")] = "",
    days: Annotated[float, typer.Option(min=0, max=36_500, help="How long; 0 is for ever.")] = 0,
    address: Annotated[bool, typer.Option("--address", help="Ban the person's present address as well.")] = False,
    db: DB = "",
) -> None:
    """Ban a person or a range of addresses; of IPv6 at least a /64."""
    if len(reason) > REASON:
        raise BadInput(f"a reason has at most {REASON} characters")
    wish = NewBan(who=who, reason=reason, seconds=days * DAY or None, address=address)
    print(ban_line(asyncio.run(make(database(db or ctx.obj), wish))))


@bans.command()
def lift(
    ctx: typer.Context,
    which: Annotated[str, typer.Argument(help="The id of a ban or of a person, or a range.")],
    db: DB = "",
) -> None:
    """Lift a ban, of a person together with those of their addresses."""
    for ban in asyncio.run(end(database(db or ctx.obj), which)):
        print(ban_line(ban))


async def find(address: str) -> list[Ban]:
    async with visit(address) as store:
        return await store.bans()


async def make(address: str, wish: NewBan) -> Ban:
    async with visit(address) as store:
        return await deeds.ban(store, wish, "command", time.time())


async def end(address: str, which: str) -> list[Ban]:
    async with visit(address) as store:
        return await deeds.lift(store, which, "command", time.time())


def ban_line(ban: Ban) -> str:
    who = " ".join(filter(None, (ban.network, ban.person)))
    until = "for ever" if ban.until is None else f"until {day(ban.until)}"
    return "  ".join(filter(None, (ban.id, who, until, ban.reason)))


def day(at: float) -> str:
    return f"{datetime.fromtimestamp(at, UTC):%Y-%m-%d %H:%M} UTC"
