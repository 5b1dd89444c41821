"""What a seat knows of the cards it has not seen, put together from the notes of all hands.

The unknown cards of a hand lie in **batches**: those that came between the same two notes. A **leaving** is a note that
all birds of a species left the hand: those of them that were unknown had come in one of the batches since that species
had left before, and none of the cards that remain of these batches is of that species. Whenever the draw pile was
shuffled anew, all unseen cards were in hands; so it is known for each **shuffle** which cards came to all hands
together.
"""

from __future__ import annotations

from birdtable.games.cubirds.cards import (
    CAME_BITS,
    HEED_ALL,
    HEED_NUMBERS,
    KINDS,
    LEFT_BITS,
    NOTED_LEFT,
    NOTED_SPECIES,
    NOTES,
    PILE,
    RESHUFFLE_NOTE,
)
from birdtable.games.cubirds.rules import CuBirdsState, total


class Unseen:
    """Batches, leavings and pools. Arrays about one of them are as long as all hands could ever need."""

    def __init__(self, seat: int, heed: int) -> None:
        self.viewer = seat
        self.heed = heed
        """What is heeded: all, leavings but no reshuffles, or only how many cards there are."""
        self.shuffles = 0
        """How many reshuffles there have been in the round."""
        self.pool = [0] * 40
        """The unseen cards by shuffle and species, and those that left unless it is sure that they were others."""
        self.batches = 0
        """How many there are. The following arrays are about them, hand by hand, and the draw pile is the last."""
        self.seat = [0] * 210
        self.shuffle = [0] * 210
        """How many reshuffles there had been in the round when the batch came."""
        self.came = [0] * 210
        """How many cards came in it."""
        self.barred = [0] * 210
        """The species that none of its remaining cards is, a bit for each."""
        self.leavings = 0
        """How many had unknown cards. The following arrays are about them, hand by hand, in order."""
        self.leaver = [0] * 210
        self.species = [0] * 210
        self.number = [0] * 210
        """How many of the cards were unknown."""
        self.first = [0] * 210
        self.last = [0] * 210
        """They had come in batches from ``first`` to before ``last``."""
        self.time = [0] * 210
        """How many reshuffles there had been in the round when they left."""
        self.gate = [0] * 210
        self.rest = [0] * 210
        """From the batch ``gate`` on, surely so many had come; the gate is the first batch where no more is known."""
        self.mixed = [0] * 210
        """Whether the batches from the gate on are of different shuffles."""
        self.hands = 0
        """How many hands have leavings. The following arrays are about them."""
        self.leaving_start = [0] * 6
        self.batch_start = [0] * 6
        self.batch_end = [0] * 6

    def know(self, state: CuBirdsState) -> bool:
        """Reads and concludes; false if what is heeded cannot be true."""
        self.read(state)
        for leaving in range(self.leavings):
            if self.first[leaving] == self.last[leaving]:
                return False
            self.gate[leaving] = self.first[leaving]
            self.rest[leaving] = self.number[leaving]
            self.settle(leaving)
        for shuffle in range(self.shuffles):
            for species in range(KINDS):
                if self.is_gone(shuffle, species) and not self.settle_last(shuffle, species):
                    return False
        least = 0
        for index in range(KINDS * (self.shuffles + 1)):
            if self.pool[index] < least:
                least = self.pool[index]
        return least == 0

    def read(self, state: CuBirdsState) -> None:
        self.batches = 0
        self.leavings = 0
        self.hands = 0
        self.shuffles = state.reshuffles if self.heed == HEED_ALL else 0
        self.read_pools(state)
        for seat in range(state.seats):
            if seat != self.viewer:
                self.read_hand(state, seat)
        self.add_batch(PILE, self.shuffles, total(state.pile))

    def read_pools(self, state: CuBirdsState) -> None:
        """The unknown cards at each reshuffle, and now, less those at the one before; leavings are added later."""
        before = 0
        for shuffle in range(self.shuffles + 1):
            now = state.pile if shuffle == self.shuffles else 0
            for seat in range(state.seats):
                if seat == self.viewer:
                    continue
                if shuffle == self.shuffles:
                    now += state.hands[seat] - state.known[seat]
                else:
                    now += state.unknown[shuffle * 5 + seat]
            for species in range(KINDS):
                change = (now >> 8 * species & 255) - (before >> 8 * species & 255)
                self.pool[shuffle * KINDS + species] = change
            before = now

    def read_hand(self, state: CuBirdsState, seat: int) -> None:
        """The batches and leavings of one hand, as its notes tell them."""
        hidden = total(state.hands[seat] - state.known[seat])
        batches = self.batches
        leavings = self.leavings
        time = 0
        if self.heed > HEED_NUMBERS:
            for number in range(state.noted[seat]):
                note = state.notes[seat * NOTES + number]
                self.add_batch(seat, time, note >> CAME_BITS)
                if note & NOTED_SPECIES != RESHUFFLE_NOTE:
                    self.add_leaving(seat, note & NOTED_SPECIES, note >> LEFT_BITS & NOTED_LEFT, batches, time)
                elif self.heed == HEED_ALL:
                    time += 1
            hidden -= state.settled[seat]
        if leavings < self.leavings:
            self.leaving_start[self.hands] = leavings
            self.batch_start[self.hands] = batches
            self.batch_end[self.hands] = self.batches
            self.hands += 1
            self.leaving_start[self.hands] = self.leavings
        self.add_batch(seat, time, hidden)

    def add_batch(self, seat: int, shuffle: int, came: int) -> None:
        if came:
            batch = self.batches
            self.seat[batch] = seat
            self.shuffle[batch] = shuffle
            self.came[batch] = came
            self.barred[batch] = 0
            self.batches += 1

    def add_leaving(self, seat: int, species: int, number: int, start: int, time: int) -> None:
        """All birds of a species left a hand whose batches begin at ``start``; ``number`` of them were unknown."""
        first = self.batches
        while first > start and not self.barred[first - 1] >> species & 1:
            first -= 1
            self.barred[first] |= 1 << species
        if number:
            leaving = self.leavings
            self.leaver[leaving] = seat
            self.species[leaving] = species
            self.number[leaving] = number
            self.first[leaving] = first
            self.last[leaving] = self.batches
            self.time[leaving] = time
            self.leavings += 1
            self.pool[time * KINDS + species] += number

    def settle(self, leaving: int) -> None:
        """Cards that surely were of one shuffle are none of its unseen cards any more."""
        shuffle = self.shuffle[self.gate[leaving]]
        self.mixed[leaving] = shuffle != self.shuffle[self.last[leaving] - 1]
        if not self.mixed[leaving]:
            self.pool[shuffle * KINDS + self.species[leaving]] -= self.rest[leaving]

    def is_gone(self, shuffle: int, species: int) -> bool:
        """Whether nothing that remains of any batch of a shuffle is of this species: all that was has left."""
        batch = 0
        while batch < self.batches and (self.shuffle[batch] != shuffle or self.barred[batch] >> species & 1):
            batch += 1
        return batch == self.batches

    def settle_last(self, shuffle: int, species: int) -> bool:
        """If a species of a shuffle is gone, the last of it in one leaving, then it is clear how many went there.

        Only for leavings whose oldest cards are of this shuffle. Returns false if they cannot have.
        """
        found = -1
        for leaving in range(self.leavings):
            if self.is_in_doubt(leaving, shuffle, species):
                if found >= 0:
                    return True
                found = leaving
        number = self.pool[shuffle * KINDS + species]
        if found < 0:
            return number == 0
        if self.shuffle[self.first[found]] != shuffle:
            return True
        if number > self.number[found]:
            return False
        while self.shuffle[self.gate[found]] == shuffle:
            self.gate[found] += 1
        self.rest[found] = self.number[found] - number
        self.pool[shuffle * KINDS + species] = 0
        self.settle(found)
        return True

    def is_in_doubt(self, leaving: int, shuffle: int, species: int) -> bool:
        """Whether it is not sure how many cards of ``leaving`` were of this shuffle and species."""
        if self.species[leaving] != species or not self.mixed[leaving]:
            return False
        batch = self.gate[leaving]
        while batch < self.last[leaving] and self.shuffle[batch] != shuffle:
            batch += 1
        return batch < self.last[leaving]
