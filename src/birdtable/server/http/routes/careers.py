"""The route that looks back at many matches of one person."""

from __future__ import annotations

import asyncio
from typing import Any

from litestar import Request, post
from litestar.params import JSONBody
from litestar.response import Stream

from birdtable import catalog
from birdtable.server.http.addresses import source_of
from birdtable.server.http.doors import Member, TheRooms
from birdtable.server.http.errors import FAILURES
from birdtable.server.past import replays
from birdtable.server.room import limits
from birdtable.server.room.thinking import Asker
from birdtable.server.workers.careers import MATCHES, look_back, matches_of
from birdtable.wire.past import CareerWish

LINES = "application/jsonl"


@post("/mine/career", status_code=200, responses=FAILURES, media_type=LINES)
async def my_career(request: Request[Any, Any, Any], rooms: TheRooms, me: Member, data: JSONBody[CareerWish]) -> Stream:
    """Lines of ``CareerNews`` while the workers review my latest matches; the last one has what they show."""
    catalog.game(data.game)
    for who in (me.id, source_of(request)):
        rooms.limits.spend(limits.CAREERS, who, rooms.monotonic())
    asker = Asker(source_of(request), me.id)
    rooms.helpers.check_share(asker)
    found = await rooms.infos(
        await rooms.store.matches(me.id, phases=("over",), game=data.game, after=None, limit=MATCHES)
    )

    async def record(table: str) -> str:
        file = await replays.download(await rooms.get(table), me, "text")
        return (await asyncio.to_thread(file.write)).decode()

    return Stream(
        look_back(rooms.helpers, list(matches_of(me.id, [*map(rooms.info, found)])), record, asker), media_type=LINES
    )


ROUTES = [my_career]
