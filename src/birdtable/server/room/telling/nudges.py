"""Nudges: somebody asks the person whom a match waits for to come back, wherever that person has a page open.

They are remembered for a while, for pages that are not connected to a table, but never stored.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from birdtable.wire.play import Nudged

if TYPE_CHECKING:
    from birdtable.server.room.rooms import Rooms

REMEMBERED = 600.0
"""Seconds after which nobody is told of a nudge any more."""
MANY = 10_000
"""People whose nudges are remembered."""


class Sent(NamedTuple):
    by: str
    at: float
    """In monotonic time."""


class Nudges:
    def __init__(self, rooms: Rooms) -> None:
        self.rooms = rooms
        self.sent: dict[str, dict[str, Sent]] = {}
        """The last one of each table, by who is nudged."""

    async def send(self, person: str, table: str, by: str) -> None:
        self.rooms.others.announce_nudge(person, table, by)
        await self.deliver(person, table, by)

    async def deliver(self, person: str, table: str, by: str) -> None:
        """Tells all connections of a person to this process, unless they have muted who sends it."""
        if len(self.sent) > MANY:
            self.sent.clear()
        self.sent.setdefault(person, {})[table] = Sent(by, self.rooms.monotonic())
        await self.rooms.people.meet([by])
        nudged = Nudged(table=table, person=by, name=self.rooms.people.name_of(by) or "")
        for room in self.rooms.rooms.values():
            for connection in room.presence.connections:
                if connection.person_id == person and by not in connection.mutes:
                    connection.send(nudged)

    async def of(self, person: str) -> dict[str, str]:
        """Who nudged a person of late, by table."""
        since = self.rooms.monotonic() - REMEMBERED
        found = {table: sent.by for table, sent in self.sent.get(person, {}).items() if sent.at > since}
        if not found:
            self.sent.pop(person, None)
            return {}
        muted = set(await self.rooms.store.mutes(person))
        return {table: by for table, by in found.items() if by not in muted}
