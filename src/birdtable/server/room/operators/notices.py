"""What the people who run a server announce to everybody. It is kept in the store, where every process looks."""

from __future__ import annotations

import msgspec

from birdtable.server.store.base import Store
from birdtable.wire.people import Notice

LOOK = 2.0
"""Seconds between two looks."""
FACT = "notice"

NOTHING = Notice()
KINDS = {
    "maintenance": "This server will be restarted soon. Nothing is lost: your tables will be here again.",
    "closing": "This server will close soon. Matches that are over can be downloaded.",
    "trouble": "This server has difficulties at the moment. Please be patient.",
}
"""Texts that every client has in its language."""


class Notices:
    def __init__(self) -> None:
        self.current = NOTHING
        self.next = 0.0
        """When to look again, in monotonic time."""

    async def look(self, store: Store, now: float) -> None:
        if now < self.next:
            return
        self.next = now + LOOK
        found = await store.fact(FACT)
        self.current = decode(found) if found else NOTHING


decode = msgspec.json.Decoder(Notice).decode
encode = msgspec.json.Encoder().encode
