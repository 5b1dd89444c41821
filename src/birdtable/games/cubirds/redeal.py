"""Deals anew all cards that a seat cannot know, every possible deal being equally likely.

There are two questions: in which batches the cards that left had come (``trace``), and then what the places are filled
with that remain (``fill``). For the first, each place of a hand was left in one of the leavings that could have it, or
it remains, which counts for as many ways as it can be filled in. ``count_ways`` adds these up for every number of cards
that may still be missing from the leavings, from the last place to the first, so that ``trace`` goes from the first to
the last and knows at each what the future weighs. Where this is not exact, as hands share the unseen cards, an attempt
is given up with the probability that makes up for the difference.

``fill`` hands out cards one by one. Let r be the number of unseen cards that fit a place, h(0) = 1 and
h(r) = h(r - 1) * exp(1 / h(r - 1)). The ways to fill the places are at most the product of h(r) / e over them, and that
stays so: if a card fits the places S and x is the sum of 1 / h(r - 1) over S, then putting it into each of them in turn
multiplies that bound, in sum, by e * x / exp(x), which is at most 1. So a card goes to a place with the weight
1 / h(r - 1), and what is missing to 1 is the chance to give up. (This is the bound of Huber and Law for permanents.)
"""

from __future__ import annotations

from array import array
from math import e, exp

from birdtable.engine import Rng
from birdtable.games.cubirds import cards
from birdtable.games.cubirds.cards import HEED_ALL, KINDS, PILE
from birdtable.games.cubirds.rules import CuBirdsState
from birdtable.games.cubirds.unseen import Unseen

UNIT = cards.UNITS
MOST_WAYS = 2_000_000
"""More ways than this take too long to count."""
PATIENCE = 500
"""Attempts after which less is heeded. It is needed where 4 or 5 play and there were reshuffles in the round (of the
positions of sensible games, 1 in 50 of 5 players), or in a position made by hand that is impossible."""
FRACTION = 2.0**-53
E = e


def bounds() -> list[float]:
    """h of 0 to 127."""
    h = 1.0
    found = []
    for _ in range(128):
        found.append(h)
        h *= exp(1 / h)
    return found


H = bounds()


def redeal(state: CuBirdsState, seat: int, rng: Rng) -> None:
    """In place. ``seat`` may be ``NO_SEAT``, who knows no hand."""
    dealing = Redealing(state, seat)
    while not dealing.deal(state, rng):
        dealing = dealing.heeding_less(state)


class Redealing(Unseen):
    """All that ``seat`` does not know of a state, ready to be dealt anew again and again."""

    def __init__(self, state: CuBirdsState, seat: int, heed: int = HEED_ALL) -> None:
        Unseen.__init__(self, seat, heed)
        self.fitting = [0] * 210
        """How many unseen cards what remains of each batch may be."""
        self.stride = [0] * 210
        self.radix = [0] * 210
        """How the cards missing from a leaving are part of one number for all: times ``stride``, below ``radix``."""
        self.states = [0] * 6
        """How many different things can be missing, by hand."""
        self.row_start = [0] * 6
        """Where the ways of each hand begin."""
        self.ways = array("d")
        """In how many ways all comes right, by what is missing: a row for each place and one for the end of a batch."""
        self.share = [0.0] * 40
        self.cost = [0.0] * 40
        self.most = [0.0] * 40
        """By shuffle and species, for leavings of mixed shuffles: what a card weighs in place of the number left in the
        pool, and in place of what it costs the filling; and the most that the difference can come to."""
        self.stock = [0] * 40
        """From here on, the attempt being made: the cards of the pool not handed out."""
        self.remain = [0] * 210
        """Places of each batch that are not left or filled."""
        self.fits = [0] * 210
        """Cards not handed out that fit there."""
        self.bound = [0.0] * 210
        """h of these, when filling began."""
        self.hold = [0] * 6
        """The unknown cards of each hand, and the draw pile."""
        self.unknown = [0] * 20
        """The unknown cards of each hand at each reshuffle."""
        while not self.prepare(state):
            self.heed -= 1

    def prepare(self, state: CuBirdsState) -> bool:
        """Weighs what is known; false if it cannot be, or is too much to think through."""
        if not self.know(state):
            return False
        self.weigh()
        size = self.plan_ways()
        if size > MOST_WAYS:
            return False
        self.ways = array("d", bytes(8 * size))
        for hand in range(self.hands):
            self.count_ways(hand)
            if self.ways[self.row_start[hand] + self.missing_from(hand, self.batch_start[hand])] == 0:
                return False
        return True

    def weigh(self) -> None:
        for batch in range(self.batches):
            self.fitting[batch] = 0
            for species in range(KINDS):
                if not self.barred[batch] >> species & 1:
                    self.fitting[batch] += self.pool[self.shuffle[batch] * KINDS + species]
        for shuffle in range(self.shuffles + 1):
            for species in range(KINDS):
                self.weigh_doubts(shuffle, species)
                self.weigh_cost(shuffle, species)

    def weigh_doubts(self, shuffle: int, species: int) -> None:
        """As if each card in doubt were taken from the same pool, half of them being gone."""
        index = shuffle * KINDS + species
        pool = self.pool[index]
        doubts = 0
        for leaving in range(self.leavings):
            if self.is_in_doubt(leaving, shuffle, species):
                doubts += self.rest[leaving]
        if doubts > pool:
            doubts = pool
        self.share[index] = pool - 0.5 * doubts
        ways = 1.0
        most = 1.0
        for taken in range(doubts):
            ways *= (pool - taken) / self.share[index]
            if ways > most:
                most = ways
        # If none remains, all are taken or the attempt fails: no other number needs to be allowed for.
        self.most[index] = ways if self.is_gone(shuffle, species) else most

    def weigh_cost(self, shuffle: int, species: int) -> None:
        """The least factor by which what remains can be filled in fewer ways when one card less of the pool is there.

        The next cards cost more, as the logarithm of h is concave.
        """
        cost = 1.0
        for batch in range(self.batches):
            if self.shuffle[batch] == shuffle and not self.barred[batch] >> species & 1 and self.fitting[batch]:
                remain = self.came[batch]
                for leaving in range(self.leavings):
                    if self.first[leaving] <= batch < self.last[leaving]:
                        remain -= self.number[leaving]
                for _place in range(remain):
                    cost *= H[self.fitting[batch] - 1] / H[self.fitting[batch]]
        self.cost[shuffle * KINDS + species] = cost

    def plan_ways(self) -> int:
        """Gives every species of a hand its stride and every hand its rows; returns how many ways are to be counted."""
        size = 0
        for hand in range(self.hands):
            states = 1
            for species in range(KINDS):
                states = self.plan_species(hand, species, states)
            if states > MOST_WAYS:
                return states
            self.states[hand] = states
            self.row_start[hand] = size
            for batch in range(self.batch_start[hand], self.batch_end[hand]):
                size += (self.came[batch] + 1) * states
            if size > MOST_WAYS:
                return size
        return size

    def plan_species(self, hand: int, species: int, stride: int) -> int:
        """Leavings of one species are never missing cards at the same time: they share a stride. Returns the next."""
        radix = 1
        for leaving in range(self.leaving_start[hand], self.leaving_start[hand + 1]):
            if self.species[leaving] == species and self.number[leaving] >= radix:
                radix = self.number[leaving] + 1
        for leaving in range(self.leaving_start[hand], self.leaving_start[hand + 1]):
            if self.species[leaving] == species:
                self.stride[leaving] = stride
                self.radix[leaving] = radix
        return stride * radix if stride <= MOST_WAYS else stride

    def count_ways(self, hand: int) -> None:
        """Fills the rows of a hand from the last to the first."""
        states = self.states[hand]
        start = self.batch_start[hand]
        end = self.batch_end[hand]
        row = self.row_start[hand]
        for batch in range(start, end):
            row += (self.came[batch] + 1) * states
        for back in range(end - start):
            batch = end - 1 - back
            row -= states
            if back == 0:
                self.ways[row] = 1.0
            else:
                opened = self.missing_from(hand, batch + 1)
                for missing in range(states):
                    if self.may_pass(hand, batch, missing):
                        self.ways[row + missing] = self.ways[row + states + missing + opened]
            for _place in range(self.came[batch]):
                row -= states
                self.count_place(hand, batch, row)

    def count_place(self, hand: int, batch: int, row: int) -> None:
        """The ways before a place of ``batch``, from those after it, which are in the next row."""
        states = self.states[hand]
        after = row + states
        stays = H[self.fitting[batch]] if self.fitting[batch] else 0.0
        for missing in range(states):
            self.ways[row + missing] = stays * self.ways[after + missing]
        for leaving in range(self.leaving_start[hand], self.leaving_start[hand + 1]):
            if self.first[leaving] <= batch < self.last[leaving]:
                goes = self.weight(leaving, batch)
                stride = self.stride[leaving]
                base = 0
                while base < states:
                    for missing in range(base + stride, base + stride * self.radix[leaving]):
                        self.ways[row + missing] += goes * self.ways[after + missing - stride]
                    base += stride * self.radix[leaving]

    def weight(self, leaving: int, batch: int) -> float:
        """What it weighs that a card of ``leaving`` had come in ``batch``."""
        if self.mixed[leaving] and batch >= self.gate[leaving]:
            index = self.shuffle[batch] * KINDS + self.species[leaving]
            return self.share[index] * self.cost[index]
        return 1.0

    def missing_from(self, hand: int, batch: int) -> int:
        """What is missing of the leavings whose first batch is ``batch``: all."""
        missing = 0
        for leaving in range(self.leaving_start[hand], self.leaving_start[hand + 1]):
            if self.first[leaving] == batch:
                missing += self.number[leaving] * self.stride[leaving]
        return missing

    def may_pass(self, hand: int, batch: int, missing: int) -> bool:
        """Whether so much may be missing after ``batch``: nothing of leavings that end with it or begin after it, and
        the rest of those whose gate is there."""
        for leaving in range(self.leaving_start[hand], self.leaving_start[hand + 1]):
            digit = missing // self.stride[leaving] % self.radix[leaving]
            if digit and (self.last[leaving] == batch + 1 or self.first[leaving] == batch + 1):
                return False
            if self.first[leaving] <= batch and self.gate[leaving] == batch + 1 and digit != self.rest[leaving]:
                return False
        return True

    def deal(self, state: CuBirdsState, rng: Rng) -> bool:
        """Deals anew in ``state``, which must look to the viewer as the one this was made of.

        Returns false, and changes nothing, if many attempts failed.
        """
        for _attempt in range(PATIENCE):
            if self.trace(rng) and self.fill(rng):
                self.give(state)
                return True
        return False

    def heeding_less(self, state: CuBirdsState) -> Redealing:
        """For when ``deal`` has failed."""
        return Redealing(state, self.viewer, self.heed - 1)

    def trace(self, rng: Rng) -> bool:
        """Draws in which batches the cards that left had come; false if the attempt is given up."""
        for number in range(self.shuffles * 5):
            self.unknown[number] = 0
        for index in range(KINDS * (self.shuffles + 1)):
            self.stock[index] = self.pool[index]
        for batch in range(self.batches):
            self.remain[batch] = self.came[batch]
            self.fits[batch] = self.fitting[batch]
        chance = 1.0
        for hand in range(self.hands):
            row = self.row_start[hand]
            missing = 0
            for batch in range(self.batch_start[hand], self.batch_end[hand]):
                missing += self.missing_from(hand, batch)
                for _place in range(self.came[batch]):
                    leaving = self.trace_place(hand, batch, row, missing, rng)
                    row += self.states[hand]
                    if leaving >= 0:
                        missing -= self.stride[leaving]
                        chance *= self.leave(leaving, batch)
                        if chance == 0:
                            return False
                row += self.states[hand]
        if self.shuffles:
            chance *= self.refit()
        return fraction(rng) < chance

    def trace_place(self, hand: int, batch: int, row: int, missing: int, rng: Rng) -> int:
        """The leaving in which a place of ``batch`` was left, or -1 if it remains."""
        left = fraction(rng) * self.ways[row + missing]
        after = row + self.states[hand] + missing
        for leaving in range(self.leaving_start[hand], self.leaving_start[hand + 1]):
            if self.first[leaving] <= batch < self.last[leaving]:
                stride = self.stride[leaving]
                if missing // stride % self.radix[leaving]:
                    left -= self.weight(leaving, batch) * self.ways[after - stride]
                    if left < 0:
                        return leaving
        return -1

    def leave(self, leaving: int, batch: int) -> float:
        """A card of ``leaving`` had come in ``batch``; returns what that weighs more than was thought."""
        shuffle = self.shuffle[batch]
        species = self.species[leaving]
        self.remain[batch] -= 1
        for number in range(shuffle, self.time[leaving]):
            self.unknown[number * 5 + self.leaver[leaving]] += UNIT[species]
        if not self.mixed[leaving] or batch < self.gate[leaving]:
            return 1.0
        index = shuffle * KINDS + species
        self.stock[index] -= 1
        return (self.stock[index] + 1) / (self.share[index] * self.cost[index])

    def refit(self) -> float:
        """Counts again what fits; returns what the filling weighs more than was thought."""
        chance = 1.0
        for index in range(KINDS * (self.shuffles + 1)):
            chance /= self.most[index]
        for batch in range(self.batches):
            fits = 0
            for species in range(KINDS):
                if not self.barred[batch] >> species & 1:
                    fits += self.stock[self.shuffle[batch] * KINDS + species]
            for _place in range(self.remain[batch]):
                chance *= H[fits] / H[self.fitting[batch]]
            self.fits[batch] = fits
        return chance

    def fill(self, rng: Rng) -> bool:
        """Hands out the unseen cards one by one to the places that remain; false if the attempt is given up."""
        for seat in range(PILE + 1):
            self.hold[seat] = 0
        for batch in range(self.batches):
            self.bound[batch] = H[self.fits[batch]]
        chance = 1.0
        for shuffle in range(self.shuffles + 1):
            for species in range(KINDS):
                for _card in range(self.stock[shuffle * KINDS + species]):
                    chance *= self.hand_out(shuffle, species, rng)
                    if chance == 0:
                        return False
        return fraction(rng) < chance

    def hand_out(self, shuffle: int, species: int, rng: Rng) -> float:
        """Puts one card into a place that it fits; returns 0 if there is none.

        Else e * x * h(r - 1) / h(r when filling began), with r of the place chosen: the product over all cards is the
        chance that the attempt holds, as the other factors of the bound cancel out.
        """
        weights = 0.0
        for batch in range(self.batches):
            if self.shuffle[batch] == shuffle and not self.barred[batch] >> species & 1:
                # From now on without this card: r - 1.
                self.fits[batch] -= 1
                if self.remain[batch]:
                    weights += self.remain[batch] / H[self.fits[batch]]
        if weights == 0:
            return 0.0
        left = fraction(rng) * weights
        chosen = 0
        for batch in range(self.batches):
            if self.remain[batch] and self.shuffle[batch] == shuffle and not self.barred[batch] >> species & 1:
                chosen = batch
                left -= self.remain[batch] / H[self.fits[batch]]
                if left < 0:
                    break
        seat = self.seat[chosen]
        self.remain[chosen] -= 1
        self.hold[seat] += UNIT[species]
        if seat != PILE:
            for number in range(shuffle, self.shuffles):
                self.unknown[number * 5 + seat] += UNIT[species]
        return E * weights * H[self.fits[chosen]] / self.bound[chosen]

    def give(self, state: CuBirdsState) -> None:
        state.pile = self.hold[PILE]
        for seat in range(state.seats):
            if seat != self.viewer:
                state.hands[seat] = state.known[seat] + self.hold[seat]
                for number in range(self.shuffles):
                    state.unknown[number * 5 + seat] = self.unknown[number * 5 + seat]


def fraction(rng: Rng) -> float:
    """A number from 0 to below 1."""
    return (rng.next_word() >> 11) * FRACTION
