"""``birdtable notice``: what a server announces to everybody."""

from __future__ import annotations

import asyncio
import time
from typing import Annotated

import typer

from birdtable.cli.serve import database
from birdtable.server.room.notices import FACT, KINDS, encode
from birdtable.server.store.opening import visit
from birdtable.server.table.person import visible_text
from birdtable.wire.people import Notice


def notice(
    text: Annotated[
        str,
        typer.Argument(help=f"{', '.join(KINDS)}: said in everybody's language. Or words of your own; none: clear."),
    ] = "",
    db: Annotated[str, typer.Option(help="Database: a file, sqlite:///path, or postgresql://...")] = "",
) -> None:
    """Show a notice on every page of a server, or take it away.

    Examples:

      birdtable notice maintenance

      birdtable notice "Tournament tonight at eight"

      birdtable notice
    """
    said = Notice(text=KINDS.get(text, visible_text(text)[:300]), since=time.time() if text else 0.0)
    asyncio.run(put(database(db), said))
    print(said.text or "no notice")


async def put(address: str, said: Notice) -> None:
    async with visit(address) as store:
        await store.put_fact(FACT, encode(said))
