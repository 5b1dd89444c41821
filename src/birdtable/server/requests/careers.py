"""Looking back at many matches of one person."""

from __future__ import annotations

from birdtable import catalog
from birdtable.server.past import replays
from birdtable.server.requests.route import Lines, Route
from birdtable.server.room import limits
from birdtable.server.room.rooms import Rooms
from birdtable.server.room.thinking import Asker
from birdtable.server.table.person import Person
from birdtable.server.workers.careers import MATCHES, look_back, matches_of
from birdtable.server.workers.writing import finish
from birdtable.wire.past import CareerWish


async def my_career(rooms: Rooms, me: Person, asker: Asker, data: CareerWish) -> Lines:
    """Lines of ``CareerNews`` while the workers review my latest matches; the last one has what they show."""
    catalog.game(data.game)
    rooms.limits.spend(limits.CAREERS, me.id, rooms.monotonic())
    asker = Asker(asker.address, me.id)
    rooms.helpers.check_share(asker)
    found = await rooms.infos(
        await rooms.store.matches(me.id, phases=("over",), game=data.game, after=None, limit=MATCHES)
    )

    async def record(table: str) -> str:
        file = await replays.download(await rooms.get(table), me, "text")
        return (await finish(file.content, rooms, asker)).decode()

    return Lines(look_back(rooms.helpers, list(matches_of(me.id, [*map(rooms.info, found)])), record, asker))


ROUTES = [Route("POST", "/mine/career", my_career, limit=limits.CAREERS)]
