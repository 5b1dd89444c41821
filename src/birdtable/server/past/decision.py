"""When a match was decided: the play after which those who won were ahead until the end.

Ahead is who would win if the match ended there, by what lies on the table; no estimate comes into it.
"""

from __future__ import annotations

from typing import NamedTuple

from birdtable.game import SPECTATOR, Seat
from birdtable.server.room.room import Room
from birdtable.server.table.entries import AnyEntry, Played
from birdtable.server.table.refusal import Refusal
from birdtable.server.table.table import Replayer, Table
from birdtable.wire.past import Decisive


class Moment(NamedTuple):
    ahead: tuple[Seat, ...]
    decisive: Decisive


async def find(room: Room) -> Decisive:
    table = room.table
    if table.phase != "over":
        raise Refusal(409, "the match is not over")
    course = Course(table)
    bodies = await room.rooms.store.entries(table.id)
    await room.rooms.chronicles.replay(Replayer(table.id, table.secret), bodies[: table.number], course.add)
    return course.decisive()


class Course:
    """Who was ahead after each play that stands, collected while a log is replayed."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.standing = {play.number for play in table.plays}
        self.counts: tuple[int, ...] = ()
        self.moments: list[Moment] = []

    def add(self, then: Table, entry: AnyEntry) -> None:
        if then.state is None or then.number not in self.standing:
            return
        game, before = self.table.game, self.counts
        self.counts = game.standing(then.state)
        if self.counts and isinstance(entry, Played):
            events = tuple(event.seen_by(SPECTATOR) for event in then.events)
            found = Decisive(number=then.number, seat=entry.seat, events=events, before=before, after=self.counts)
            self.moments.append(Moment(game.ahead(then.state), found))

    def decisive(self) -> Decisive:
        outcome, found = self.table.outcome, Decisive()
        if outcome is None or any(chair.forfeited for chair in self.table.chairs):
            return found  # by the clock, not by a play
        for moment in reversed(self.moments):
            if moment.ahead != outcome.winners:
                break
            found = moment.decisive
        return found
