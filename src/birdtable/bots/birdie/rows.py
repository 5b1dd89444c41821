"""What the row of a growing pile of Birdie is worth, kept up card by card.

For every front part of the row, and for every set of boxes filled from it, the most points that its sets can write
[B5.4, B5.6]. Points are counted in tenths, so that what is not points yet can be weighed against them.
"""

from __future__ import annotations

from birdtable.games.birdie.cards import MAX_RUN
from birdtable.games.birdie.rules import BirdieState

POINT = 10
NEVER = -30000


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
        self.gain = [POINT * cards for _ in range(8) for cards in range(MAX_RUN + 1)]
        """What a set writes, ``trait * (MAX_RUN + 1) + cards``."""
        self.beaten = [MAX_RUN + 1] * 4
        """The record of each bird that ``gain`` counts with."""
        self.trophy = 0
        """What ``gain`` counts for a trophy."""
        self.reached = [0] * 256
        """The sets of boxes that can be filled at all, in the order in which places made them possible."""
        self.reached_at = [0] * 49
        """How many of them there are, by how many cards of the row are used."""
        self.is_reached = [0] * 256
        self.total_reached = 0
        self.bonus = [0] * 256
        """What filling these boxes is worth beside the points in them: Flap marks, less what the boxes are kept for."""

    def open(self, table: BirdieState, seat: int, trophy: int) -> None:
        """An empty row, and what sets are worth to ``seat``; ``trophy`` is what a trophy counts."""
        self.boxes = 0
        if self.trophy != trophy:
            self.trophy = trophy
            for trait in range(4):
                self.beaten[trait] = -1
        for trait in range(8):
            if table.boxes[seat * 8 + trait]:
                self.bit[trait] = -1
                continue
            self.bit[trait] = self.boxes
            self.boxes += 1
            if trait < 4 and self.beaten[trait] != table.record[trait]:
                self.beaten[trait] = table.record[trait]
                for cards in range(2, MAX_RUN + 1):
                    self.gain[trait * (MAX_RUN + 1) + cards] = POINT * cards + (
                        trophy if cards > table.record[trait] else 0
                    )
        for filled in range(1, 1 << self.boxes):
            self.best[filled] = NEVER
        self.best[0] = 0
        self.forget(0)
        self.reached[0] = 0
        self.is_reached[0] = 1
        self.total_reached = 1
        self.reached_at[0] = 1

    def forget(self, kept: int) -> None:
        """All sets of boxes reached but the first few."""
        while self.total_reached > kept:
            self.total_reached -= 1
            self.is_reached[self.reached[self.total_reached]] = 0

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
        self.forget(self.reached_at[place])
        here = place * 256 + 256
        for filled in range(1 << self.boxes):
            self.best[here + filled] = self.best[here - 256 + filled]
        if self.bit[bird] >= 0:
            for cards in range(2, self.bird_run[place] + 1):
                self.write(place + 1, cards, self.bit[bird], self.gain[bird * (MAX_RUN + 1) + cards])
        if self.bit[season] >= 0:
            for cards in range(2, self.season_run[place] + 1):
                self.write(place + 1, cards, self.bit[season], self.gain[season * (MAX_RUN + 1) + cards])
        self.reached_at[place + 1] = self.total_reached

    def write(self, places: int, cards: int, bit: int, gain: int) -> None:
        """A set of so many cards that ends the first ``places`` of the row."""
        here = places * 256
        start = here - cards * 256
        box = 1 << bit
        for i in range(self.reached_at[places - cards]):
            filled = self.reached[i]
            value = NEVER if filled & box else self.best[start + filled] + gain
            filled |= box
            self.best[here + filled] = max(self.best[here + filled], value)
            if not self.is_reached[filled]:
                self.is_reached[filled] = 1
                self.reached[self.total_reached] = filled
                self.total_reached += 1

    def most(self, places: int) -> int:
        """The boxes to fill from the first ``places`` cards of the row."""
        here = places * 256
        best = 0
        best_value = NEVER
        for i in range(self.reached_at[places]):
            filled = self.reached[i]
            value = self.best[here + filled] + self.bonus[filled]
            if value > best_value or (value == best_value and filled < best):
                best_value = value
                best = filled
        return best

    def worth(self, places: int) -> int:
        filled = self.most(places)
        return self.best[places * 256 + filled] + self.bonus[filled]
