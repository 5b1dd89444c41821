"""What the row of a growing pile of Birdie is worth, kept up card by card.

For every front part of the row, and for every set of boxes filled from it, the most points that its sets can write
[B5.4, B5.6]. Points are counted in tenths, so that what is not points yet can be weighed against them.
"""

from __future__ import annotations

from birdtable.games.birdie.rules import BirdieState

POINT = 10
NEVER = -30000
LONGEST = 17


class Rows:
    def __init__(self) -> None:
        self.best = [0] * 12544
        """By place and set of boxes, ``place * 256 + boxes``: the best of the cards before that place."""
        self.row = [0] * 48
        self.bird_run = [0] * 48
        """How many cards up to here have the same bird."""
        self.season_run = [0] * 48
        self.bit = [0] * 8
        """The number of an empty box among the empty ones, by trait; -1 for a full one."""
        self.boxes = 0
        """How many boxes are empty."""
        self.gain = [0] * 136
        """What a set writes, ``trait * 17 + cards``."""
        self.bonus = [0] * 256
        """What filling these boxes is worth beside the points in them: Flap marks, less what the boxes are kept for."""

    def open(self, table: BirdieState, seat: int, trophy: int) -> None:
        """An empty row, and what sets are worth to ``seat``; ``trophy`` is what a trophy counts."""
        self.boxes = 0
        for trait in range(8):
            if table.boxes[seat * 8 + trait]:
                self.bit[trait] = -1
                continue
            self.bit[trait] = self.boxes
            self.boxes += 1
            for cards in range(2, LONGEST):
                gain = POINT * cards
                if trait < 4 and cards > table.record[trait]:
                    gain += trophy
                self.gain[trait * LONGEST + cards] = gain
        for filled in range(1, 1 << self.boxes):
            self.best[filled] = NEVER
        self.best[0] = 0

    def lay(self, place: int, kind: int) -> None:
        """The card at ``place`` (from 0); what lies before stays, what lies behind is forgotten."""
        self.row[place] = kind
        bird = kind >> 2
        season = 4 + (kind & 3)
        self.bird_run[place] = 1
        self.season_run[place] = 1
        if place:
            before = self.row[place - 1]
            if before >> 2 == bird:
                self.bird_run[place] = self.bird_run[place - 1] + 1
            if before & 3 == kind & 3:
                self.season_run[place] = self.season_run[place - 1] + 1
        here = place * 256 + 256
        for filled in range(1 << self.boxes):
            self.best[here + filled] = self.best[here - 256 + filled]
        if self.bit[bird] >= 0:
            for cards in range(2, self.bird_run[place] + 1):
                self.write(here, here - cards * 256, self.bit[bird], self.gain[bird * LONGEST + cards])
        if self.bit[season] >= 0:
            for cards in range(2, self.season_run[place] + 1):
                self.write(here, here - cards * 256, self.bit[season], self.gain[season * LONGEST + cards])

    def write(self, here: int, start: int, bit: int, gain: int) -> None:
        """A set from the place of ``start`` to that of ``here``."""
        box = 1 << bit
        high = 0
        while high < 1 << self.boxes:
            for filled in range(high, high + box):
                value = self.best[start + filled] + gain
                if value > self.best[here + filled + box]:
                    self.best[here + filled + box] = value
            high += 2 * box

    def most(self, places: int) -> int:
        """The boxes to fill from the first ``places`` cards of the row."""
        here = places * 256
        best = 0
        best_value = NEVER
        for filled in range(1 << self.boxes):
            value = self.best[here + filled] + self.bonus[filled]
            if value > best_value:
                best_value = value
                best = filled
        return best

    def worth(self, places: int) -> int:
        filled = self.most(places)
        return self.best[places * 256 + filled] + self.bonus[filled]
