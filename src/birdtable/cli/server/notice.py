"""``birdtable notice``: an announcement on every page of a server."""

from __future__ import annotations

import asyncio
import time
from typing import Annotated

import typer

from birdtable.cli.server.serve import database
from birdtable.server.room.operators.notices import FACT, KINDS, encode
from birdtable.server.store.opening import visit
from birdtable.server.table.person import visible_text
from birdtable.wire.people import Notice


def notice(
    text: Annotated[
        str,
        typer.Argument(
            help=f"{', '.join(KINDS)}: shown in each reader's language; or your own words. None to remove it."
        ),
    ] = "",
    db: Annotated[str, typer.Option(help="Database: a file, sqlite:///path, or postgresql://...")] = "",
) -> None:
    """Show a notice on every page of a server, or remove it.

    Examples:

      birdtable notice maintenance

      birdtable notice "Tournament tonight at eight"

      birdtable notice
    """
    said = Notice(text=KINDS.get(text, visible_text(text)[:300]), since=time.time() if text else 0.0)
    asyncio.run(put_up(database(db), said))
    print(said.text or "no notice")


async def put_up(address: str, said: Notice) -> None:
    async with visit(address) as store:
        await store.put_fact(FACT, encode(said))
