"""Birdie: the law of the expert game, where cards are removed instead of sets marked [B8]."""

from __future__ import annotations

from birdtable.bits import tell
from birdtable.games.birdie.cards import (
    DROPPED,
    LOST,
    PIGEON,
    PIGEON_MARKS,
    REMOVED,
    REMOVING,
    SET_ASKED,
    SET_TAKEN,
    TRAIT_ASKED,
    TRAIT_BITS,
)
from birdtable.games.birdie.scoring import BirdieScoring


class BirdieExpert(BirdieScoring):
    """Removals, and the sets that meet by them."""

    def remove(self, place: int) -> None:
        """[B8.2] One card of the row, whichever, leaves a gap."""
        tell(self, REMOVED, self.to_move, self.row[place], place)
        self.cut(place, place + 1)
        self.gap = place
        self.close_gap()

    def close_gap(self) -> None:
        """[B8.2] If the two cards beside the gap share a trait, a set must be taken; at an end nothing is."""
        if self.gap == 0 or self.gap == self.row_count or not self.share_trait(self.gap - 1):
            self.end_cascade()
            return
        left = self.row[self.gap - 1]
        right = self.row[self.gap]
        if left == right:
            self.phase = TRAIT_ASKED
        else:
            self.take_set(left >> 2 == right >> 2)

    def take_set(self, by_bird: bool) -> None:
        """[B8.2] They and all further cards contiguous to them on both sides with that trait."""
        shift = 2 if by_bird else 0
        mask = 3
        value = self.row[self.gap] >> shift & mask
        low = self.gap
        while low > 0 and self.row[low - 1] >> shift & mask == value:
            low -= 1
        high = self.gap
        while high < self.row_count and self.row[high] >> shift & mask == value:
            high += 1
        self.low = low
        self.high = high
        self.trait = value if by_bird else 4 + value
        tell(self, SET_TAKEN, self.to_move, self.trait, high - low)
        if self.uses_left(self.to_move, PIGEON):  # [B8.3] at this moment
            self.phase = SET_ASKED
        else:
            self.settle_set()

    def settle_set(self) -> None:
        """[B8.3] Written at once if the box of its trait is empty; else its points are lost."""
        length = self.high - self.low
        if self.boxes[self.to_move * 8 + self.trait]:
            tell(self, LOST, self.to_move, self.trait, length)
        else:
            self.write_set(self.trait, length, self.low + 1)
        self.leave_row()

    def take_for_pigeon(self) -> None:
        """[B8.3] Pigeon in place of writing, or of losing it; the set leaves the row anyway."""
        tell(self, DROPPED, self.to_move, self.trait | self.low + 1 << TRAIT_BITS, self.high - self.low)
        self.flap(PIGEON_MARKS)
        self.leave_row()

    def leave_row(self) -> None:
        """[B8.4] Taking out a set leaves a gap again."""
        self.cut(self.low, self.high)
        self.gap = self.low
        self.close_gap()

    def end_cascade(self) -> None:
        """[B8.5] Another removal, unless no cards are left; [B9] ``single``: one removal and its cascade."""
        if self.row_count == 0 or (self.single_removal and self.gap >= 0):
            self.ask_owl()
        else:
            self.phase = REMOVING
