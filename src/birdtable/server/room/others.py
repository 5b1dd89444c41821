"""The other processes on the same store, as a room knows them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from birdtable.server.room.room import Room
    from birdtable.server.room.rooms import Rooms


class Others(Protocol):
    """What a process says to the others."""

    async def open(self, rooms: Rooms) -> None: ...
    async def close(self) -> None: ...
    def announce(self, table: str, number: int) -> None:
        """A table has reached a number."""

    def came_or_went(self, room: Room) -> None: ...
    def announce_person(self, person: str) -> None:
        """A person has a new name, or void badges."""

    def announce_nudge(self, person: str, table: str, by: str) -> None:
        """Somebody asks a person to come back to a table."""

    def announce_deed(self) -> None:
        """Those who run the server have done something."""

    async def look_around(self, room: Room) -> None:
        """Learns who is connected to a table through other processes."""

    async def hasten(self, room: Room) -> None:
        """Asks whoever keeps a table to look after it now."""


class Alone:
    """There are no others."""

    async def open(self, rooms: Rooms) -> None:
        pass

    async def close(self) -> None:
        pass

    def announce(self, table: str, number: int) -> None:
        pass

    def came_or_went(self, room: Room) -> None:
        pass

    def announce_person(self, person: str) -> None:
        pass

    def announce_nudge(self, person: str, table: str, by: str) -> None:
        pass

    def announce_deed(self) -> None:
        pass

    async def look_around(self, room: Room) -> None:
        pass

    async def hasten(self, room: Room) -> None:
        pass
