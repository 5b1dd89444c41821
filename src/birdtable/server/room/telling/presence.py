"""Who is connected to a room, and for how long the others have been gone."""

from __future__ import annotations

from collections.abc import Iterable

from birdtable.server.room.telling.connection import Connection


class Presence:
    def __init__(self, now: float) -> None:
        self.since = now
        """Nobody was here before: after a restart everybody has been gone from then on."""
        self.connections: set[Connection] = set()
        self.gone: dict[str, float] = {}
        """When the last connection of a person was lost."""
        self.lost: dict[str, float] = {}
        """Seconds of finished absences during the present move, by person."""
        self.changed = now
        self.elsewhere: dict[str, int] = {}
        """Connections through other processes, by person; ``""`` stands for all who have no name."""

    def people_here(self) -> set[str]:
        return ({connection.person_id for connection in self.connections} | self.elsewhere.keys()) - {""}

    def count(self, people: set[str]) -> int:
        """Connections of these people through this process."""
        return sum(connection.person_id in people for connection in self.connections)

    def is_empty(self) -> bool:
        return not self.connections and not self.elsewhere

    def is_gone(self, person: str) -> bool:
        return person not in self.people_here()

    def gone_since(self, person: str) -> float:
        return self.gone.get(person, self.since)

    def gone_for(self, person: str, now: float) -> float:
        return now - self.gone_since(person) if self.is_gone(person) else 0.0

    def enter(self, connection: Connection, now: float) -> None:
        person = connection.person_id
        if person and self.is_gone(person):
            self.lost[person] = self.absence(person, self.changed, now)
        self.connections.add(connection)

    def leave(self, connection: Connection, now: float) -> None:
        self.connections.discard(connection)
        if self.is_gone(connection.person_id):
            self.gone[connection.person_id] = now

    def hear_of(self, lines: Iterable[tuple[str, int, float]], now: float) -> bool:
        """Takes what other processes report: person, connections, and until when. Says whether it changes anything."""
        known = list(lines)
        before, was_here = self.elsewhere, self.people_here()
        present: dict[str, int] = {}
        for person, count, until in known:
            if count and until > now:
                present[person] = present.get(person, 0) + count
        for person in present.keys() - was_here:
            self.lost[person] = self.absence(person, self.changed, now)
        self.elsewhere = present
        for person, _, until in known:
            if person and self.is_gone(person):
                since = min(now, until)
                self.gone[person] = max(since, self.gone.get(person, since))
        return present != before

    def new_move(self, now: float) -> None:
        self.lost.clear()
        self.changed = now

    def absence(self, person: str, since: float, now: float) -> float:
        """Seconds of the present move, which began at ``since``, during which a person was not connected."""
        absent = now - max(since, self.changed, self.gone_since(person)) if self.is_gone(person) else 0.0
        return self.lost.get(person, 0.0) + max(0.0, absent)
