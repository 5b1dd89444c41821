"""The best gain of a row as a number, for callers who ask thousands of times."""

from __future__ import annotations

from collections.abc import Sequence

from birdtable.games.birdie.options import DEFAULT_FLAP_VALUES
from birdtable.games.birdie.solver.search.standard import Division
from birdtable.games.birdie.solver.search.units import HUNDREDTH
from birdtable.games.birdie.solver.search.worth import Worth


class Scorer:
    """The standard game on one board."""

    def __init__(
        self,
        boxes: Sequence[int] = (0,) * 8,
        flaps: int = 0,
        records: Sequence[int] = (0,) * 4,
        flap_values: Sequence[int] = DEFAULT_FLAP_VALUES,
        open_value: Sequence[int] = (0,) * 8,
    ) -> None:
        """``boxes`` by trait with 0 for an empty one, ``records`` by bird, ``open_value`` by trait in hundredths."""
        self.worth = Worth(boxes, flaps, records, flap_values, open_value)
        self.division = Division(self.worth)
        self.at_start = value_at_start(boxes, open_value)

    def set(
        self,
        boxes: Sequence[int],
        flaps: int,
        records: Sequence[int],
        flap_values: Sequence[int],
        open_value: Sequence[int],
    ) -> None:
        """Starts again with another board, which is much quicker than another scorer."""
        self.worth.set(boxes, flaps, records, flap_values, open_value)
        self.at_start = value_at_start(boxes, open_value)

    def gain(
        self,
        row: list[int],
        *,
        insert: int = -1,
        woodpecker: bool = False,
        pigeon: bool = False,
        owl: bool = False,
        owl_moves: bool = False,
    ) -> int:
        """In hundredths of a point. ``row`` and ``insert`` are kinds of cards."""
        self.division.load(row, insert, woodpecker, pigeon, owl, owl_moves)
        return -(-self.division.best() // HUNDREDTH) + self.at_start


def value_at_start(boxes: Sequence[int], open_value: Sequence[int]) -> int:
    """What the boxes are worth that are empty."""
    return sum(value for value, box in zip(open_value, boxes, strict=True) if not box)
