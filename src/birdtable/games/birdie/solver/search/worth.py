"""What writing, copying and marking are worth on one player's board: tables in the units of ``units.py``."""

from __future__ import annotations

from collections.abc import Sequence

from birdtable.games.birdie.cards import MAX_RUN, MOST_COPIED
from birdtable.games.birdie.points import flap_points, trophy_points
from birdtable.games.birdie.solver.search.units import HUNDREDTH, MOST_MARKS, NOTHING, POINT


class Worth:
    """Gains on one board, without the cost of the ability that brings them."""

    def __init__(
        self,
        boxes: Sequence[int],
        flaps: int,
        records: Sequence[int],
        flap_values: Sequence[int],
        open_value: Sequence[int],
    ) -> None:
        """``boxes`` by trait with 0 for an empty one, ``records`` by bird, ``open_value`` by trait in hundredths."""
        self.full = 0
        """The boxes that are full, a bit for each trait."""
        self.written = [0] * 136
        """By trait and length of the set."""
        self.copied = [0] * 48
        """By trait and value that Owl writes."""
        self.marks = [0] * 13
        """By number of further Flap marks."""
        self.set(boxes, flaps, records, flap_values, open_value)

    def set(
        self,
        boxes: Sequence[int],
        flaps: int,
        records: Sequence[int],
        flap_values: Sequence[int],
        open_value: Sequence[int],
    ) -> None:
        """Starts again with another board."""
        self.full = 0
        for trait in range(8):
            if boxes[trait]:
                self.full |= 1 << trait
            for length in range(2, MAX_RUN + 1):
                gain = NOTHING
                if not boxes[trait]:
                    points = length + trophy_points(length, records[trait]) if trait < 4 else length
                    gain = points * POINT - open_value[trait] * HUNDREDTH
                self.written[trait * (MAX_RUN + 1) + length] = gain
                if length <= MOST_COPIED:
                    self.copied[trait * (MOST_COPIED + 1) + length] = gain
        before = flap_points(flap_values, flaps)
        for marks in range(1, MOST_MARKS + 1):
            last = min(flaps + marks, len(flap_values))  # [B7.5]
            self.marks[marks] = (flap_points(flap_values, last) - before) * POINT
