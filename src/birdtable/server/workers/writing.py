"""Writing down whole matches, where nobody at a table waits for it."""

from __future__ import annotations

from typing import TypeVar

from birdtable.server.past.replays import Work
from birdtable.server.room.rooms import Rooms
from birdtable.server.room.thinking import Asker

T = TypeVar("T")

LONG = 500
"""A match with more entries is written by a helper. A thread would do, but for the interpreter's lock: whoever plays
would have to wait for it."""


async def finish(work: Work[T], rooms: Rooms, asker: Asker) -> T:
    return await (rooms.helpers.run(work.make, asker=asker) if work.entries > LONG else rooms.read(work.make))
