"""What time does to a room: clocks run, lost connections are waited for, abandoned tables close.

Thinking is measured by monotonic time. The wall clock, which the log is written by, counts only for what happened
before this process knew of it; when it jumps nobody is charged.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from birdtable.game import NOBODY
from birdtable.server.room.telling.presence import Presence
from birdtable.server.store.base import NEVER
from birdtable.server.table import clocks, lobby, undo
from birdtable.server.table.entries import AnyEntry, EndOfThinking
from birdtable.server.table.table import Table
from birdtable.wire.play import Clocks

if TYPE_CHECKING:
    from birdtable.server.room.rooms import Rooms

LEASE = 10.0
"""Seconds after which another process may take over what one has claimed."""
REVEALING = 10.0
"""Seconds that the seats have to reveal their entropy in one attempt."""
UNATTENDED = {"gathering": 3600.0, "playing": 30 * 86_400.0}
"""Seconds after which a table where nobody is connected closes, by phase."""
DESERTED = 600.0
"""Seconds after which a match against bots closes when its only person has left."""
RECHECK = 60.0
"""Seconds after which a table that could be abandoned, but is not, is looked at again."""


class Timekeeper:
    def __init__(self, rooms: Rooms, presence: Presence) -> None:
        self.rooms = rooms
        self.presence = presence
        self.noted: tuple[int, float] | None = None
        """Whose thinking ``began`` is about: see ``thinking``."""
        self.began = 0.0
        """When the seat to move began to think, in monotonic time."""

    def begin(self, table: Table) -> bool:
        """Notes when the seat to move began to think; says whether that is news."""
        if self.noted == thinking(table):
            return False
        self.began, self.noted = self.thinking_since(table), thinking(table)
        return True

    def thinking_since(self, table: Table) -> float:
        """When the seat to move began to think, in monotonic time."""
        if table.timing is None:
            return self.rooms.monotonic()
        if self.noted == thinking(table):
            return self.began
        now, since = self.rooms.now(), table.timing.since
        return self.rooms.monotonic() - max(0.0, now - since - clocks.overlap(self.rooms.outages, since, now))

    def forgive(self, outages: list[tuple[float, float]]) -> None:
        """The server was down, as was found out later: the clock stood still."""
        if self.noted is not None:
            now, elapsed = self.rooms.now(), self.rooms.monotonic() - self.began
            self.began += min(elapsed, clocks.overlap(outages, now - elapsed, now))

    def write_spent(self, table: Table, found: list[AnyEntry]) -> list[AnyEntry]:
        """The entries with how long a person had been thinking, in the one that ends that."""
        for place, entry in enumerate(found):
            if isinstance(entry, EndOfThinking) and (payer := undo.charged_seat(table, entry)) is not None:
                spent, waited = self.thinking_time(table)
                if payer != table.to_move:  # Whether the thinker was waited for makes no difference to others.
                    spent, waited = spent + waited, 0
                written = msgspec.structs.replace(entry, spent=spent, waited=waited)
                return [*found[:place], written, *found[place + 1 :]]
        return found

    def thinking_time(self, table: Table) -> tuple[int, int]:
        """How long the seat to move has been thinking, and how long it was waited for, in milliseconds."""
        timing, to_move = table.timing, table.to_move
        if table.setting.clock.kind == "none" or timing is None or to_move < 0:
            return 0, 0
        now, since = self.rooms.monotonic(), self.thinking_since(table)
        gone = self.presence.absence(table.chairs[to_move].person, since, now)
        waited = min(timing.credit[to_move], int(gone * 1000))
        return max(0, int((now - since) * 1000) - waited), waited

    def time_left(self, table: Table) -> int | None:
        """Milliseconds that the person to move has left; ``None`` if no clock runs."""
        timing, clock = table.timing, table.setting.clock
        if clock.kind == "none" or timing is None or table.to_move < 0:
            return None
        if not table.chairs[table.to_move].is_present:
            return None
        return clocks.time_left(timing, clock, table.to_move, self.thinking_time(table)[0])

    def patience(self, table: Table) -> int:
        """How many milliseconds the match still waits for the person to move, if the connection is lost."""
        if table.timing is None or table.to_move < 0:
            return 0
        if not self.presence.is_gone(table.chairs[table.to_move].person):
            return 0
        return table.timing.credit[table.to_move] - self.thinking_time(table)[1]

    def clock_faces(self, table: Table) -> Clocks | None:
        clock, timing, to_move = table.setting.clock, table.timing, table.to_move
        if clock.kind == "none" or timing is None:
            return None
        used, _ = self.thinking_time(table)
        full = clocks.start_timing(clock, len(table.chairs), 0.0)
        left = tuple(
            clocks.time_left(timing, clock, seat, used)
            if seat == to_move
            else clocks.time_left(timing if clock.kind == "total" else full, clock, seat, 0)
            for seat in range(len(table.chairs))
        )
        patience = self.patience(table)
        return Clocks(left=left, running=to_move if to_move >= 0 else NOBODY, waits=patience > 0, patience=patience)

    def due(self, table: Table) -> float:
        """When there is something to do at a table if nothing happens before."""
        match table.phase:
            case "shuffling":
                return table.attempted + REVEALING
            case "gathering":
                return self.abandoned_at(table)
            case "playing":
                return min(self.play_due(table), self.abandoned_at(table))
            case "over" | "closed":
                return NEVER

    def play_due(self, table: Table) -> float:
        if not self.is_attended(table):
            return NEVER
        if not table.chairs[table.to_move].is_present:
            return self.rooms.now() + LEASE + table.setting.pace
        left = self.time_left(table)
        return NEVER if left is None else self.rooms.now() + (left + self.patience(table)) / 1000

    def is_attended(self, table: Table) -> bool:
        """Somebody plays, or watches."""
        return not self.presence.is_empty() or any(chair.is_present for chair in table.chairs)

    def is_abandoned(self, table: Table) -> bool:
        if not self.presence.is_empty() or table.phase not in UNATTENDED:
            return False
        now = self.rooms.now()
        alive = now - table.changed - clocks.overlap(self.rooms.outages, table.changed, now)
        return alive >= self.longest_absence(table)

    def longest_absence(self, table: Table) -> float:
        """A match that several people play waits for any of them, even if all have left it to bots."""
        deserted = table.phase == "playing" and not self.is_attended(table) and len(lobby.people_in(table)) < 2
        return DESERTED if deserted else UNATTENDED[table.phase]

    def abandoned_at(self, table: Table) -> float:
        """When a table closes if nobody comes; while somebody is there it is looked at again every now and then."""
        return max(table.changed + self.longest_absence(table), self.rooms.now() + RECHECK)


def thinking(table: Table) -> tuple[int, float] | None:
    """What tells one person's thinking from the next one's."""
    return None if table.timing is None else (table.moved, table.timing.since)
