"""The expert game on one row: the most that its removals and cascades can bring, and a plan that promises it.

Two facts make this a matter of intervals. Cards that come to lie side by side when the row closes up share nothing,
else they would have been taken; so cards that lie side by side and share a trait have done so from the start. And a set
closes over everything between its cards; so nothing inside is left for later. Hence a stretch of the row that has gone
entirely, with the cards beside it still there, is planned on its own, from shorter ones. ``docs/solver.md`` has the
recurrence, and says where the promise may be too high: a set that finds its box empty must be written, and here it
may also be lost. Whoever follows the plan on the row sees whether it was (``expert.py``).
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from typing import NamedTuple

from birdtable.games.birdie.cards import MAX_RUN, MOST_COPIED
from birdtable.games.birdie.solver.search import units
from birdtable.games.birdie.solver.search.units import ABILITY, NOTHING, REMOVED
from birdtable.games.birdie.solver.search.worth import Worth

TRAIT_BITS = units.TRAIT_BITS

WIDTH = 66
"""Cards are numbered from 1; 0 and the number after the last are the ends of the row. ``left * WIDTH + right``."""
BREATH = 50_000
"""Combinations tried between two looks at the clock."""


class TimeIsUp(Exception):
    """The clock said so before the table was filled."""


class PlannedSet(NamedTuple):
    """A set that a plan takes out."""

    trait: int
    dropped: bool
    """Pigeon is used on it."""
    written: bool
    """The plan counts its points; else it hopes to find the box full."""


class Chain(NamedTuple):
    """A removal and the sets that follow from it by themselves; ``before`` must have happened earlier."""

    card: int
    """The card removed, counted from 0 in the row given."""
    sets: list[PlannedSet]
    before: list[Chain]


class Cascades:
    """One row on one board. ``load`` it, ask for ``promise``, then for ``plan``. May be used again."""

    def __init__(self, worth: Worth) -> None:
        self.worth = worth
        self.length = 0
        self.kinds = [0] * 66
        self.traits = [0] * 66
        """The two traits of each card, a bit for each; the ends have none."""
        self.pigeons = 0
        self.owls = 0
        self.lowest = 0
        """The lowest value written this round before the row came to be what it is, or 0."""
        self.bit = [0] * 8
        self.boxes = 0
        """All bits of boxes that are empty. What a state adds to them counts the sets dropped for Pigeon."""
        self.size = 0
        self.least = 2
        self.gone_at = [0] * 4356
        self.gone_count = [0] * 4356
        self.ended_at = [0] * 4356
        self.ended_count = [0] * 4356
        self.taken_at = [0] * 8712
        self.taken_count = [0] * 8712
        self.states = array("i", [0])
        self.values = array("i", [0])
        self.used = 0
        self.gone_best = [NOTHING] * 1024
        self.gone_states = [0] * 1024
        self.gone_found = 0
        self.other_best = [NOTHING] * 1024
        self.other_states = [0] * 1024
        self.other_found = 0
        self.work = 0
        self.best_state = 0
        self.best_value = 0

    def load(self, row: list[int], pigeons: int, owls: int, lowest: int) -> None:
        self.length = len(row)
        self.traits[0] = 0
        for place in range(self.length):
            self.kinds[place + 1] = row[place]
            self.traits[place + 1] = TRAIT_BITS[row[place]]
        self.traits[self.length + 1] = 0
        self.pigeons = pigeons
        self.owls = owls
        self.lowest = lowest
        bits = 0
        for trait in range(8):
            self.bit[trait] = 0
            if not self.worth.full >> trait & 1:
                self.bit[trait] = 1 << bits
                bits += 1
        self.boxes = (1 << bits) - 1
        self.size = (pigeons + 1) << bits
        needed = 2 * (self.length + 2) * (self.length + 2) * self.size + 2
        if len(self.states) < needed:
            self.states = array("i", bytes(4 * needed))
            self.values = array("i", bytes(4 * needed))

    def promise(self, enough: int, is_late: Callable[[], bool]) -> int:
        """No play is worth more than this, in units. If none can be worth more than ``enough``, any such number."""
        self.fill(2, is_late)
        best = self.close(2)
        self.best_least = 2
        if self.owls and self.generous(best) > enough:
            highest = min(MOST_COPIED, self.lowest) if self.lowest else MOST_COPIED
            state, value = self.best_state, self.best_value
            for least in range(3, highest + 1):
                self.fill(least, is_late)
                gain = self.close(least)
                if gain > best:
                    best = gain
                    self.best_least = least
                    state, value = self.best_state, self.best_value
            self.best_state, self.best_value = state, value
        return best

    def generous(self, best: int) -> int:
        """More than any play can be worth, from the table for ``least`` = 2: Owl always copies 5."""
        end = self.length + 1
        for i in range(self.gone_at[end], self.gone_at[end] + self.gone_count[end]):
            best = max(best, self.values[i] + self.closing(self.states[i], MOST_COPIED))
        return best

    def fill(self, least: int, is_late: Callable[[], bool]) -> None:
        """Plans all stretches, short ones first, in which sets of fewer than ``least`` cards are never written."""
        self.least = least
        self.states[0] = 0  # the stretch of no cards
        self.values[0] = 0
        self.states[1] = 0  # a card removed
        self.values[1] = -REMOVED
        self.used = 2
        self.gone_count[1] = 1
        for distance in range(2, self.length + 2):
            for right in range(distance, self.length + 2):
                self.plan_stretch(right - distance, right)
                if self.work > BREATH:
                    self.work = 0
                    if is_late():
                        raise TimeIsUp

    def plan_stretch(self, left: int, right: int) -> None:
        """All cards between ``left`` and ``right`` go, and these two meet."""
        last = right - 1
        if left + 1 < last:
            self.plan_sets(left + 1, last)
        at = self.start_of(left, last)
        if at >= 0:  # the last card to go is removed
            self.combine(at, self.count_of(left, last), 1, 1, True, True)
        for side in range(2):  # the last to go is a set that ends with this card
            trait = self.trait(last, side)
            stays = not self.traits[right] >> trait & 1
            for first in range(left + 1, last):
                cell = (side * WIDTH + first) * WIDTH + last
                if not self.traits[first] >> trait & 1 or not self.taken_count[cell]:
                    continue
                at = self.start_of(left, first)
                if at < 0 or (first == left + 1 and self.traits[left] >> trait & 1):
                    continue  # a neighbour with the trait would go too
                self.combine(at, self.count_of(left, first), self.taken_at[cell], self.taken_count[cell], stays, True)
        for last in range(left + 1, right - 1):  # what went last ended before, and the rest had gone already
            at = self.start_of(last, right)
            cell = left * WIDTH + last
            if at >= 0 and self.ended_count[cell]:
                count = self.count_of(last, right)
                self.combine(self.ended_at[cell], self.ended_count[cell], at, count, True, False)
        self.keep_gone(left * WIDTH + right)
        self.keep_ended(left * WIDTH + right - 1)

    def start_of(self, left: int, right: int) -> int:
        """Where the plans are by which the two lie side by side at rest: from the start, or sharing nothing."""
        if right == left + 1:
            return 0
        if self.traits[left] & self.traits[right] or not self.gone_count[left * WIDTH + right]:
            return -1
        return self.gone_at[left * WIDTH + right]

    def count_of(self, left: int, right: int) -> int:
        return 1 if right == left + 1 else self.gone_count[left * WIDTH + right]

    def trait(self, card: int, side: int) -> int:
        return 4 + (self.kinds[card] & 3) if side else self.kinds[card] >> 2

    def plan_sets(self, first: int, last: int) -> None:
        """[B8.2] A set reaches from ``first`` to ``last``: two runs that met when all between them had gone."""
        for side in range(2):
            cell = (side * WIDTH + first) * WIDTH + last
            self.taken_count[cell] = 0
            trait = self.trait(last, side)
            if not self.traits[first] >> trait & 1:
                continue
            left = first
            while left < last - 1 and self.traits[left] >> trait & 1:
                right = last
                while right > left + 1 and self.traits[right] >> trait & 1:
                    self.take_set(left * WIDTH + right, trait, (left - first + 1) + (last - right + 1))
                    right -= 1
                left += 1
            self.taken_at[cell] = self.used
            self.taken_count[cell] = self.other_found
            self.keep_other()

    def take_set(self, cell: int, trait: int, cards: int) -> None:
        """[B8.3] Written, dropped for Pigeon, or lost."""
        bit = self.bit[trait]
        gain = NOTHING
        if bit and cards >= self.least:
            gain = self.worth.written[trait * (MAX_RUN + 1) + cards]
        cost = self.cost_of_losing(bit, cards)
        for i in range(self.gone_at[cell], self.gone_at[cell] + self.gone_count[cell]):
            state = self.states[i]
            value = self.values[i]
            self.note_other(state, value - cost)
            if gain > NOTHING and not state & bit:
                self.note_other(state | bit, value + gain)
            if state + self.boxes + 1 < self.size:
                self.note_other(state + self.boxes + 1, value)

    def cost_of_losing(self, bit: int, cards: int) -> int:
        """Nothing where the box is full from the start; else it is only a hope, and worse than removing them all."""
        return (cards + 1) * REMOVED if bit else 0

    def note_other(self, state: int, value: int) -> None:
        if value > self.other_best[state]:
            if self.other_best[state] == NOTHING:
                self.other_states[self.other_found] = state
                self.other_found += 1
            self.other_best[state] = value

    def combine(self, one: int, one_count: int, two: int, two_count: int, goes: bool, ends: bool) -> None:
        """Both plans, where they write into different boxes and use no more Pigeons than there are."""
        states = self.states
        values = self.values
        boxes = self.boxes
        size = self.size
        self.work += one_count * two_count
        for i in range(one, one + one_count):
            first = states[i]
            base = values[i]
            for j in range(two, two + two_count):
                state = states[j]
                if state & first & boxes == 0 and state + first < size:
                    state = state + first
                    value = base + values[j]
                    if goes and value > self.gone_best[state]:
                        if self.gone_best[state] == NOTHING:
                            self.gone_states[self.gone_found] = state
                            self.gone_found += 1
                        self.gone_best[state] = value
                    if ends:
                        self.note_other(state, value)

    def keep_gone(self, cell: int) -> None:
        self.gone_at[cell] = self.used
        self.gone_count[cell] = self.gone_found
        for i in range(self.gone_found):
            state = self.gone_states[i]
            self.states[self.used] = state
            self.values[self.used] = self.gone_best[state]
            self.gone_best[state] = NOTHING
            self.used += 1
        self.gone_found = 0

    def keep_ended(self, cell: int) -> None:
        self.ended_at[cell] = self.used
        self.ended_count[cell] = self.other_found
        self.keep_other()

    def keep_other(self) -> None:
        for i in range(self.other_found):
            state = self.other_states[i]
            self.states[self.used] = state
            self.values[self.used] = self.other_best[state]
            self.other_best[state] = NOTHING
            self.used += 1
        self.other_found = 0

    def close(self, least: int) -> int:
        """The best of the plans after which nothing is left: what is not wanted can go from the ends, card by card."""
        end = self.length + 1
        best = NOTHING
        for i in range(self.gone_at[end], self.gone_at[end] + self.gone_count[end]):
            value = self.values[i] + self.closing(self.states[i], least)
            if value > best:
                best = value
                self.best_state = self.states[i]
                self.best_value = self.values[i]
        return best

    def closing(self, state: int, copied: int) -> int:
        """Flap marks, the cost of Pigeon, and the best boxes for Owl when the lowest value written is ``copied``."""
        written = state & self.boxes
        dropped = state // (self.boxes + 1)
        marks = 2 * dropped
        best = 0
        second = 0
        for trait in range(8):
            bit = self.bit[trait]
            if written & bit:
                marks += 1
            elif bit:
                gain = self.worth.copied[trait * (MOST_COPIED + 1) + copied] - ABILITY
                if gain > best:
                    second = best
                    best = gain
                elif gain > second:
                    second = gain
        total = self.worth.marks[marks] - dropped * ABILITY
        if self.owls and (written or self.lowest):
            total += best
            if self.owls > 1:
                total += second
        return total

    # How a promise would be kept

    def plan(self, is_late: Callable[[], bool]) -> Chain | None:
        """The last of the chains that lead to the promise just made; ``None`` for a row of no cards."""
        if not self.length:
            return None
        if self.least != self.best_least:
            self.fill(self.best_least, is_late)
        return self.chain(0, self.length + 1, self.best_state, self.best_value)

    def chain(self, left: int, right: int, state: int, value: int) -> Chain:
        """How the cards between the two go for this value."""
        chain = self.ending(left, right - 1, right, state, value)
        for last in range(left + 1, right - 1):
            if chain is not None:
                break
            cell = left * WIDTH + last
            at = self.start_of(last, right)
            if at >= 0:
                found = self.find(
                    at, self.count_of(last, right), self.ended_at[cell], self.ended_count[cell], state, value
                )
                if found >= 0:
                    beside, worth = self.states[found], self.values[found]
                    chain = self.ending(left, last, 0, state - beside, value - worth)
                    if chain is not None:
                        chain.before.extend(self.chains(last, right, beside, worth))
        if chain is None:
            raise AssertionError("a value without a plan")
        return chain

    def chains(self, left: int, right: int, state: int, value: int) -> list[Chain]:
        return [] if right == left + 1 else [self.chain(left, right, state, value)]

    def ending(self, left: int, last: int, right: int, state: int, value: int) -> Chain | None:
        """How the cards up to ``last`` go, what goes last ending with it; ``right`` is its neighbour and stays."""
        at = self.start_of(left, last)
        if at >= 0 and self.find(at, self.count_of(left, last), 1, 1, state, value) >= 0:
            return Chain(last - 1, [], self.chains(left, last, state, value + REMOVED))
        for side in range(2):
            trait = self.trait(last, side)
            if self.traits[right] >> trait & 1:
                continue
            for first in range(left + 1, last):
                cell = (side * WIDTH + first) * WIDTH + last
                if not self.traits[first] >> trait & 1 or not self.taken_count[cell]:
                    continue
                at = self.start_of(left, first)
                if at < 0 or (first == left + 1 and self.traits[left] >> trait & 1):
                    continue
                count = self.count_of(left, first)
                found = self.find(at, count, self.taken_at[cell], self.taken_count[cell], state, value)
                if found >= 0:
                    beside, worth = self.states[found], self.values[found]
                    chain = self.set_chain(first, last, trait, state - beside, value - worth)
                    chain.before.extend(self.chains(left, first, beside, worth))
                    return chain
        return None

    def find(self, one: int, one_count: int, two: int, two_count: int, state: int, value: int) -> int:
        """Which of the first plans makes this of one of the second, or -1."""
        for j in range(two, two + two_count):
            self.other_best[self.states[j]] = self.values[j]
        found = -1
        for i in range(one, one + one_count):
            rest = state - self.states[i]
            if (
                rest >= 0
                and rest & self.states[i] & self.boxes == 0
                and self.other_best[rest] == value - self.values[i]
            ):
                found = i
                break
        for j in range(two, two + two_count):
            self.other_best[self.states[j]] = NOTHING
        return found

    def set_chain(self, first: int, last: int, trait: int, state: int, value: int) -> Chain:
        for left in range(first, last - 1):
            if not self.traits[left] >> trait & 1:
                break
            for right in range(last, left + 1, -1):
                if not self.traits[right] >> trait & 1:
                    break
                cards = (left - first + 1) + (last - right + 1)
                for dropped, written in ((False, True), (True, False), (False, False)):
                    inner = self.inner(left * WIDTH + right, trait, cards, state, value, dropped, written)
                    if inner >= 0:
                        chain = self.chain(left, right, self.states[inner], self.values[inner])
                        chain.sets.append(PlannedSet(trait, dropped, written))
                        return chain
        raise AssertionError("a set without a plan")

    def inner(self, cell: int, trait: int, cards: int, state: int, value: int, dropped: bool, written: bool) -> int:
        """Which of the plans for the gap leads to this when the set is taken so, or -1."""
        bit = self.bit[trait]
        if dropped:
            state -= self.boxes + 1
        elif written:
            if not bit & state or cards < self.least:
                return -1
            state -= bit
            value -= self.worth.written[trait * (MAX_RUN + 1) + cards]
        else:
            value += self.cost_of_losing(bit, cards)
        for i in range(self.gone_at[cell], self.gone_at[cell] + self.gone_count[cell]):
            if self.states[i] == state and self.values[i] == value:
                return i
        return -1
