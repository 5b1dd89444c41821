"""``birdtable people``: who is known to a server, straight from its database."""

from __future__ import annotations

import asyncio
import time
from typing import Annotated

import typer

from birdtable.cli.server.bans import DB, day
from birdtable.cli.server.serve import database
from birdtable.server.room.operators import deeds, reports
from birdtable.server.store.opening import visit
from birdtable.wire.operator import KnownPerson

MANY = 1000


def people(
    search: Annotated[str, typer.Argument(help="A part of the name, or an id.")] = "",
    hide: Annotated[str, typer.Option(metavar="ID", help="Hide this person's name from everybody else.")] = "",
    show: Annotated[str, typer.Option(metavar="ID", help="Show a hidden name again.")] = "",
    db: DB = "",
) -> None:
    """List people, the most recently seen first; or hide a name. Works while servers use the database.

    Examples:

      birdtable people mira

      birdtable people --hide p8f3k2w9qa
    """
    for person in asyncio.run(look(database(db), search, hide, show)):
        print(person_line(person))


async def look(address: str, search: str, hide: str, show: str) -> list[KnownPerson]:
    async with visit(address) as store:
        for person, on in ((hide, True), (show, False)):
            if person:
                await deeds.hide_name(store, person, "command", time.time(), on=on)
        return await reports.find_people(store, search or hide or show, MANY)


def person_line(person: KnownPerson) -> str:
    marks = [mark for mark, so in (("bot", person.bot), ("hidden", person.hidden), ("banned", person.bans)) if so]
    return "  ".join([person.person, day(person.seen), person.name, *marks])
