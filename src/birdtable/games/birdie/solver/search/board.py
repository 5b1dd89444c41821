"""A player's board when a row is scored: what the searches weigh a row against."""

from __future__ import annotations

import msgspec

from birdtable.games.birdie.points import flap_points
from birdtable.games.birdie.solver.search.worth import Worth


class Board(msgspec.Struct, frozen=True):
    """What a player's board holds when their scoring begins."""

    boxes: tuple[int, ...]
    """By trait, 0 for an empty box."""
    flaps: int
    records: tuple[int, ...]
    """By bird, the highest value that anybody has written so far."""
    flap_values: tuple[int, ...]
    open_value: tuple[int, ...] = (0,) * 8
    """By trait, what the box is worth if it stays empty, in hundredths of a point."""

    def worth(self) -> Worth:
        return Worth(self.boxes, self.flaps, self.records, self.flap_values, self.open_value)

    def flap_points(self, marks: int) -> int:
        return flap_points(self.flap_values, marks)
