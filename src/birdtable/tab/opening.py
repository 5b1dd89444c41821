"""Opens the rooms of a device."""

from __future__ import annotations

import time

from birdtable.server.room.limits import Limits
from birdtable.server.room.rooms import Rooms
from birdtable.tab.desk import Desk, Send
from birdtable.tab.shelf import Shelf
from birdtable.tab.store import TabStore
from birdtable.tab.thinker import Inline, Thinker, bots, helpers

FREELY = 1000.0
"""How many times more than on a server may be asked for: nobody else waits."""


async def open_desk(send: Send, shelf: Shelf, line: Thinker | Inline) -> Desk:
    store = TabStore(shelf, lambda lacking: send("lacking", 0, lacking))
    rooms = Rooms(
        store,
        now=time.time,
        monotonic=time.monotonic,
        workers=bots(line),
        helpers=helpers(line),
        limits=Limits(factor=FREELY),
        dated_deals=True,
    )
    await rooms.open()
    return Desk(rooms, store, send)
