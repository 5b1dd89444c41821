"""The best division of a row in the standard game, over every insertion, move, set, Pigeon and Owl at once.

Marking costs nothing, so a best division marks one set for each box it writes and, for Pigeon, one more of 2 cards:
what remains is to choose disjoint runs by different traits. The row is read from left to right; the state is which
boxes are written so far, and what is still owed: has Robin's card been put down, which kind of card has Woodpecker
taken up (or put down, and must take up further on). ``docs/solver.md`` has the recurrence and why it is exact.
"""

from __future__ import annotations

from array import array
from typing import NamedTuple

from birdtable.games.birdie.cards import MAX_RUN, MOST_COPIED
from birdtable.games.birdie.solver.search import units
from birdtable.games.birdie.solver.search.units import (
    ABILITY,
    DROPPED,
    HELD,
    LEFT,
    MOST_MARKS,
    NOTHING,
    POINT,
    WRITTEN,
)
from birdtable.games.birdie.solver.search.worth import Worth

TRAIT_BITS = units.TRAIT_BITS

# What Woodpecker has done so far. From TAKEN on two for each trait: ``TAKEN + 2 * trait`` when a card was taken up that
# will join a set by this trait, and one more when a card joined one that is still to be taken up.
UNTOUCHED = 0
SETTLED = 1
TAKEN = 2

# What Woodpecker can still do, for what can come at most; the lane is added.
FREE_CASE, OWED_CASE, SETTLED_CASE = 0, 2, 4

UNKNOWN = -2
FIRST_ROOM = 1 << 15
"""States that there is room for at the beginning."""

INSERTED = -1
"""Robin's card in a ``Reading``."""


class Part(NamedTuple):
    """A set of a reading: its cards by their numbers in the row as it was laid out, ``INSERTED`` for Robin's."""

    cards: list[int]
    trait: int
    fate: int
    """``WRITTEN``, ``DROPPED`` (Pigeon) or ``HELD`` (Owl ``move``)."""


class Reading(NamedTuple):
    """What a best division does."""

    cards: list[int]
    """The row that it divides, by the numbers of the cards in the row as it was laid out."""
    moved: int
    """The card that Woodpecker moved, or -1."""
    parts: list[Part]
    owl: int
    """The box that Owl writes into, or -1."""


class Stride(NamedTuple):
    """From one node to another: over a card left alone or taken up, or over a set."""

    before: int
    after: int
    fate: int
    trait: int


class Division:
    """One row on one board. ``load`` it, ask for ``best``, then for ``reading``. May be used again."""

    def __init__(self, worth: Worth) -> None:
        self.worth = worth
        self.row = [0] * 64
        self.length = 0
        self.insert = -1
        """The kind of Robin's card, or -1."""
        self.woodpecker = False
        self.pigeon = False
        self.owl = False
        self.owl_moves = False
        self.last = [0] * 8
        """Where the last card with the trait lies, or -1."""
        # A state is a bit for each box written, one for Pigeon, one for a set that Owl holds back.
        self.bit = [0] * 8
        self.pigeon_bit = 0
        self.held_bit = 0
        self.size = 0
        # Stretches of the row that can be part of a set, by where they end.
        self.first = [0] * 66
        self.span_from = [0] * 8192
        self.span_trait = [0] * 8192
        self.span_cards = [0] * 8192
        self.span_gone = [0] * 8192
        """The kind of the card that Woodpecker takes out of it, or -1."""
        self.longest = 0
        # A node is a place in the row, whether Robin's card was put down before it, and what Woodpecker did.
        self.lanes = 1
        self.moods = 0
        self.at = [0] * 2340
        self.count = [0] * 2340
        self.states = array("i", bytes(4 * FIRST_ROOM))
        self.values = array("i", bytes(4 * FIRST_ROOM))
        self.used = 0
        # The node that is being read.
        self.least = 0
        self.found_value = [NOTHING] * 1024
        self.found_states = [0] * 1024
        self.found = 0
        self.closing = [0] * 1024
        self.owl_box = [0] * 1024
        # What can still come after a place, at most; see ``measure``.
        self.floor = NOTHING
        """What is known to be possible: states that cannot lead there are given up."""
        self.run_ahead = [0] * 528
        self.bridge_ahead = [0] * 528
        self.lengths = [0] * 192
        self.bonuses = [0] * 192
        self.trait_of_bit = [0] * 8
        self.boxes = 0
        self.marks_of = [0] * 256
        self.steepest = 0
        """The most that a further Flap mark brings."""
        self.by_abilities = 0
        # What is looked for when the way is traced back.
        self.tracing = False
        self.state = 0
        self.value = 0
        self.origin = -1
        self.origin_state = 0
        self.fate = 0
        self.trait = 0
        self.best_least = 0
        self.best_node = 0
        self.best_state = 0
        self.best_value = 0

    def load(self, row: list[int], insert: int, woodpecker: bool, pigeon: bool, owl: bool, owl_moves: bool) -> None:
        self.length = len(row)
        for place in range(self.length):
            self.row[place] = row[place]
        self.insert = insert
        self.woodpecker = woodpecker
        self.pigeon = pigeon
        self.owl = owl
        self.owl_moves = owl_moves

    def best(self) -> int:
        """The most that can be gained, in units."""
        self.floor = NOTHING
        if self.woodpecker:  # what can be had without it is soon found, and spares most of the work with it
            self.woodpecker = False
            self.floor = self.best_of_all()
            self.woodpecker = True
        return self.best_of_all()

    def best_of_all(self) -> int:
        """Owl copies or moves the lowest value written: 5 at most, 2 at least; each is tried."""
        self.find_spans()
        self.number_states()
        best = node = state = value = NOTHING
        least = 2
        for lowest in range(min(MOST_COPIED, self.longest) if self.owl else 2, 1, -1):
            gain = self.read(lowest)
            if gain > best:
                best = gain
                least, node, state, value = lowest, self.best_node, self.best_state, self.best_value
        self.best_least, self.best_node, self.best_state, self.best_value = least, node, state, value
        return best

    def number_states(self) -> None:
        bits = 0
        for trait in range(8):
            self.trait_of_bit[trait] = -1
        for trait in range(8):
            self.bit[trait] = 0
            if not self.worth.full >> trait & 1:
                self.bit[trait] = 1 << bits
                self.trait_of_bit[bits] = trait
                bits += 1
        self.boxes = (1 << bits) - 1
        self.pigeon_bit = 0
        if self.pigeon:
            self.pigeon_bit = 1 << bits
            bits += 1
        self.held_bit = 0
        if self.owl and self.owl_moves:
            self.held_bit = 1 << bits
            bits += 1
        self.size = 1 << bits
        self.lanes = 1 + (self.insert >= 0)
        self.moods = TAKEN + 16 if self.woodpecker else 1
        self.count_marks()

    def count_marks(self) -> None:
        self.marks_of[0] = 0
        self.steepest = 0
        sets = self.found_states  # how many boxes are written in each state
        sets[0] = 0
        for written in range(1, self.boxes + 1):
            sets[written] = sets[written & (written - 1)] + 1
            self.marks_of[written] = self.worth.marks[sets[written]]
        for marks in range(MOST_MARKS):
            self.steepest = max(self.steepest, self.worth.marks[marks + 1] - self.worth.marks[marks])

    def find_spans(self) -> None:
        """Whole stretches, and such from which Woodpecker takes one card out."""
        count = 0
        row = self.row
        self.longest = 2
        alone = self.insert >= 0 or self.woodpecker
        for trait in range(8):
            self.last[trait] = -1
        for end in range(1, self.length + 1):
            self.first[end] = count
            for side in range(2):
                trait = 4 + (row[end - 1] & 3) if side else row[end - 1] >> 2
                self.last[trait] = end - 1
                start = end - 1
                while start >= 0 and TRAIT_BITS[row[start]] >> trait & 1:
                    if start < end - 1 or alone:
                        count = self.add_span(count, start, trait, end - start, -1)
                    start -= 1
                if self.woodpecker:
                    count = self.add_thinned(count, start + 1, end, trait)
                    gone = start
                    start -= 1
                    while start >= 0 and TRAIT_BITS[row[start]] >> trait & 1:
                        count = self.add_span(count, start, trait, end - start - 1, row[gone])
                        start -= 1
        self.first[self.length + 1] = count
        if self.woodpecker:
            self.look_ahead()

    def add_thinned(self, count: int, lowest: int, end: int, trait: int) -> int:
        """A card from inside the run is taken out; which of its kind does not matter."""
        for start in range(lowest, end - 2):
            seen = 0
            for place in range(start + 1, end - 1):
                kind = self.row[place]
                if not seen >> kind & 1:
                    seen |= 1 << kind
                    count = self.add_span(count, start, trait, end - start - 1, kind)
        return count

    def add_span(self, count: int, start: int, trait: int, cards: int, gone: int) -> int:
        self.span_from[count] = start
        self.span_trait[count] = trait
        self.span_cards[count] = cards
        self.span_gone[count] = gone
        self.longest = max(self.longest, cards + 2)
        return count + 1

    # What can still come

    def look_ahead(self) -> None:
        """The longest stretches that begin at or after each place, by trait: whole, and with a card taken out."""
        for index in range(8 * (self.length + 1)):
            self.run_ahead[index] = 0
            self.bridge_ahead[index] = 0
        for span in range(self.first[self.length + 1]):
            index = 8 * self.span_from[span] + self.span_trait[span]
            if self.span_gone[span] < 0:
                self.run_ahead[index] = max(self.run_ahead[index], self.span_cards[span])
            else:
                self.bridge_ahead[index] = max(self.bridge_ahead[index], self.span_cards[span])
        for index in range(8 * self.length - 1, -1, -1):
            self.run_ahead[index] = max(self.run_ahead[index], self.run_ahead[index + 8])
            self.bridge_ahead[index] = max(self.bridge_ahead[index], self.bridge_ahead[index + 8])

    def measure(self, place: int) -> None:
        """The lengths of the sets that boxes still empty could get from here on, and what such sets bring besides.

        Summed over 4 boxes each, by lane and by what Woodpecker can do: ``case * 32 + half * 16 + boxes written``.
        """
        for case in range(6):
            for half in range(2):
                base = case * 32 + half * 16
                self.lengths[base + 15] = 0
                self.bonuses[base + 15] = 0
                for bit in range(4):  # first each box alone, then all that lack the same lowest box
                    index = base + 15 - (1 << bit)
                    trait = self.trait_of_bit[half * 4 + bit]
                    self.lengths[index] = self.length_ahead(place, trait, case, 0) if trait >= 0 else 0
                    self.bonuses[index] = self.bonus(trait, self.lengths[index]) if trait >= 0 else 0
                for written in range(14, -1, -1):
                    lowest = ~written & (written + 1)
                    rest = base + (written | lowest)
                    if rest != base + 15:
                        self.lengths[base + written] = self.lengths[rest] + self.lengths[base + 15 - lowest]
                        self.bonuses[base + written] = self.bonuses[rest] + self.bonuses[base + 15 - lowest]

    def length_ahead(self, place: int, trait: int, case: int, more: int) -> int:
        """The longest set by the trait that could still be formed, with ``more`` cards from the hand."""
        index = 8 * place + trait
        length = self.run_ahead[index] + more
        if case < SETTLED_CASE:
            length = max(length, self.bridge_ahead[index])
        if case < OWED_CASE:
            length = max(length, self.run_ahead[index] + 1)
        if self.insert >= 0 and not case & 1 and TRAIT_BITS[self.insert] >> trait & 1:
            length += 1
        return min(length, MAX_RUN) if length >= self.least else 0

    def bonus(self, trait: int, length: int) -> int:
        """A trophy and a Flap mark, less what the empty box is worth; the cards themselves are counted apart."""
        if not length:
            return 0
        gain = self.worth.written[trait * (MAX_RUN + 1) + length] - length * POINT
        return max(gain + self.steepest, 0)

    def give_up(self, place: int, lane: int, mood: int) -> None:
        """What cannot reach the floor, however well things go from here on."""
        case = lane + FREE_CASE
        if mood == SETTLED or (mood >= TAKEN and mood & 1 == 0):
            case = lane + SETTLED_CASE
        elif mood != UNTOUCHED:
            case = lane + OWED_CASE
        cards = self.length - place + (self.insert >= 0 and not lane)
        extra = extra_length = extra_bonus = 0
        if mood == UNTOUCHED:
            cards += 1
        elif mood >= TAKEN and mood & 1 == 0:  # the card in the hand is for this trait only
            cards += 1
            trait = (mood - TAKEN) >> 1
            extra = self.bit[trait]
            length = self.length_ahead(place, trait, case, 0)
            extra_length = self.length_ahead(place, trait, case, 1) - length
            extra_bonus = self.bonus(trait, length + extra_length) - self.bonus(trait, length)
        kept = 0
        for i in range(self.found):
            state = self.found_states[i]
            written = state & self.boxes
            low = case * 32 + (written & 15)
            high = case * 32 + 16 + (written >> 4)
            length = self.lengths[low] + self.lengths[high]
            value = self.found_value[state] + self.bonuses[low] + self.bonuses[high] + self.marks_of[written]
            if extra and not state & extra:
                length += extra_length
                value += extra_bonus
            if value + min(length, cards) * POINT + self.by_abilities >= self.floor:
                self.found_states[kept] = state
                kept += 1
            else:
                self.found_value[state] = NOTHING
        self.found = kept

    # Reading from left to right

    def read(self, least: int) -> int:
        """The most that can be gained when no set of fewer than ``least`` cards is written."""
        self.least = least
        self.used = 0
        self.by_abilities = 2 * self.steepest if self.pigeon else 0
        if self.owl:
            self.by_abilities += self.most_copied()
        for place in range(self.length + 1):
            if self.floor > NOTHING:
                self.measure(place)
            for lane in range(self.lanes):
                for mood in range(self.moods):
                    if place == 0 and lane == 0 and mood == UNTOUCHED:
                        self.note(0, 0)
                    else:
                        self.reach(place, lane, mood)
                    if self.used + self.found > len(self.states):
                        self.make_room()
                    if self.floor > NOTHING:
                        self.give_up(place, lane, mood)
                    self.keep(self.node(place, lane, mood))
        return self.close()

    def make_room(self) -> None:
        room = bytes(4 * len(self.states))
        self.states = array("i", bytes(self.states) + room)
        self.values = array("i", bytes(self.values) + room)

    def node(self, place: int, lane: int, mood: int) -> int:
        return (place * self.lanes + lane) * self.moods + mood

    def reach(self, place: int, lane: int, mood: int) -> None:
        """All that can come last before this place: a card left alone, a card taken up, a set that ends here."""
        self.barred = 0  # a state that has all of these bits is of no use
        if mood >= TAKEN and mood & 1 == 0:  # a card in the hand can join a set that is written or dropped
            self.barred = self.bit[(mood - TAKEN) >> 1] | self.pigeon_bit
            if not self.barred:
                return
        if lane and self.woodpecker:  # a set of the two cards that come from elsewhere
            self.join(place, place, 0, mood, self.insert >> 2, 1)
            self.join(place, place, 0, mood, 4 + (self.insert & 3), 1)
        if place == 0:
            return
        self.carry(self.node(place - 1, lane, mood), 0, 0, LEFT, 0)
        if mood != UNTOUCHED:
            self.take_up(place - 1, lane, mood, self.row[place - 1], -1, 0)
        for span in range(self.first[place], self.first[place + 1]):
            start = self.span_from[span]
            trait = self.span_trait[span]
            cards = self.span_cards[span]
            gone = self.span_gone[span]
            for inserts in range(1 + (lane and TRAIT_BITS[self.insert] >> trait & 1)):
                if gone < 0:
                    self.mark(self.node(start, lane - inserts, mood), trait, cards + inserts)
                    if mood != UNTOUCHED:
                        self.join(start, place, lane - inserts, mood, trait, cards + inserts)
                elif mood != UNTOUCHED:
                    self.take_up(start, lane - inserts, mood, gone, trait, cards + inserts)

    def take_up(self, start: int, lane: int, mood: int, kind: int, trait: int, cards: int) -> None:
        """Woodpecker takes up a card, alone (``trait`` is -1) or from within what becomes a set.

        It has been put down before, or is to be; or, from within a set, it goes to the end of the row.
        """
        if mood == SETTLED:
            self.take_up_after(self.node(start, lane, TAKEN + 2 * (kind >> 2) + 1), trait, cards)
            self.take_up_after(self.node(start, lane, TAKEN + 2 * (4 + (kind & 3)) + 1), trait, cards)
            if trait >= 0:
                self.take_up_after(self.node(start, lane, UNTOUCHED), trait, cards)
        elif mood & 1 == 0 and TRAIT_BITS[kind] >> ((mood - TAKEN) >> 1) & 1:
            self.take_up_after(self.node(start, lane, UNTOUCHED), trait, cards)

    def take_up_after(self, node: int, trait: int, cards: int) -> None:
        if trait < 0:
            self.carry(node, 0, 0, LEFT, 0)
        else:
            self.mark(node, trait, cards)

    def join(self, start: int, place: int, lane: int, mood: int, trait: int, cards: int) -> None:
        """Woodpecker's card joins a set of so many other cards; it was taken up before, or will be further on."""
        if mood == SETTLED:
            self.mark(self.node(start, lane, TAKEN + 2 * trait), trait, cards + 1)
        elif mood == TAKEN + 2 * trait + 1 and self.last[trait] >= place:
            self.mark(self.node(start, lane, UNTOUCHED), trait, cards + 1)

    def mark(self, node: int, trait: int, cards: int) -> None:
        """[B5.4] A set that is written, or dropped for Pigeon, or held back for Owl."""
        if cards < 2 or not self.count[node]:
            return
        bit = self.bit[trait]
        if bit and cards >= self.least:
            self.carry(node, bit, self.worth.written[trait * (MAX_RUN + 1) + cards], WRITTEN, trait)
        if self.pigeon_bit and cards == 2:
            self.carry(node, self.pigeon_bit, 0, DROPPED, trait)
        if self.held_bit and bit and cards == self.least:
            self.carry(node, bit | self.held_bit, 0, HELD, trait)

    def carry(self, node: int, more: int, gain: int, fate: int, trait: int) -> None:
        """From every state of the node in which the boxes ``more`` are empty; afterwards they are not."""
        if self.tracing:
            self.trace(node, more, gain, fate, trait)
            return
        states = self.states
        values = self.values
        barred = self.barred
        for i in range(self.at[node], self.at[node] + self.count[node]):
            if states[i] & more == 0 and not (barred and (states[i] | more) & barred == barred):
                self.note(states[i] | more, values[i] + gain)

    def note(self, state: int, value: int) -> None:
        if value > self.found_value[state]:
            if self.found_value[state] == NOTHING:
                self.found_states[self.found] = state
                self.found += 1
            self.found_value[state] = value

    def keep(self, node: int) -> None:
        """Leaves nothing found."""
        self.at[node] = self.used
        self.count[node] = self.found
        for i in range(self.found):
            state = self.found_states[i]
            self.states[self.used] = state
            self.values[self.used] = self.found_value[state]
            self.found_value[state] = NOTHING
            self.used += 1
        self.found = 0

    # The end of the row

    def close(self) -> int:
        """Flap marks, Owl and the cost of abilities."""
        for state in range(self.size):
            self.owl_box[state] = UNKNOWN
        best = NOTHING
        for lane in range(self.lanes):
            for mood in range(self.moods):
                if mood > TAKEN and mood & 1:
                    continue  # a card was put down that was not taken up
                node = self.node(self.length, lane, mood)
                cost = 0 if mood == UNTOUCHED else ABILITY
                for i in range(self.at[node], self.at[node] + self.count[node]):
                    state = self.states[i]
                    if self.owl_box[state] == UNKNOWN:
                        self.close_with(state)
                    if self.closing[state] > NOTHING and self.values[i] + self.closing[state] - cost > best:
                        best = self.values[i] + self.closing[state] - cost
                        self.best_node = node
                        self.best_state = state
                        self.best_value = self.values[i]
        return best

    def close_with(self, state: int) -> None:
        sets = 0
        for trait in range(8):
            if state & self.bit[trait]:
                sets += 1
        marks = sets
        gain = 0
        if state & self.pigeon_bit:
            marks += 2
            gain -= ABILITY
        box = -1
        if state & self.held_bit:
            box = self.best_box(state)
            marks -= 1
        elif self.owl and not self.owl_moves and sets:
            box = self.best_box(state)
            if box >= 0 and self.worth.copied[box * (MOST_COPIED + 1) + self.least] <= ABILITY:
                box = -1
        if box >= 0:
            gain += self.worth.copied[box * (MOST_COPIED + 1) + self.least] - ABILITY
        self.owl_box[state] = box
        self.closing[state] = gain + self.worth.marks[marks]
        if state & self.held_bit and box < 0:
            self.closing[state] = NOTHING

    def most_copied(self) -> int:
        most = 0
        for trait in range(8):
            if self.bit[trait]:
                most = max(most, self.worth.copied[trait * (MOST_COPIED + 1) + self.least])
        return most

    def best_box(self, state: int) -> int:
        """[B7.3] Of the boxes still empty, or -1."""
        best = -1
        most = NOTHING
        for trait in range(8):
            if self.bit[trait] and not state & self.bit[trait]:
                gain = self.worth.copied[trait * (MOST_COPIED + 1) + self.least]
                if gain > most:
                    most = gain
                    best = trait
        return best

    # The way back

    def reading(self) -> Reading:
        """How ``best`` is reached; to be asked after it."""
        node, state, value = self.best_node, self.best_state, self.best_value
        if self.least != self.best_least:
            self.read(self.best_least)
            node, state, value = self.best_node, self.best_state, self.best_value
        self.close_with(state)
        owl = self.owl_box[state]
        strides: list[Stride] = []
        while node:
            self.look_back(node, state, value)
            strides.append(Stride(self.origin, node, self.fate, self.trait))
            node, state, value = self.origin, self.origin_state, self.value
        return self.retrace(strides[::-1], owl)

    def look_back(self, node: int, state: int, value: int) -> None:
        """Finds where a state came from; ``value`` is then what it was worth there."""
        place, lane, mood = self.where(node)
        self.tracing = True
        self.state, self.value, self.origin = state, value, -1
        self.reach(place, lane, mood)
        self.tracing = False

    def trace(self, node: int, more: int, gain: int, fate: int, trait: int) -> None:
        if self.origin >= 0 or self.state & more != more:
            return
        for i in range(self.at[node], self.at[node] + self.count[node]):
            if self.states[i] == self.state - more and self.values[i] == self.value - gain:
                self.origin = node
                self.origin_state = self.states[i]
                self.value -= gain
                self.fate = fate
                self.trait = trait
                return

    def retrace(self, strides: list[Stride], owl: int) -> Reading:
        """The row and its sets from the strides that were taken over it."""
        parts: list[Part] = []
        groups: list[list[int]] = []
        taken = put = -1  # the card that Woodpecker took up, the group that it was put into
        for stride in strides:
            place, lane, mood = self.where(stride.before)
            to, lane_after, mood_after = self.where(stride.after)
            cards = list(range(place, to))
            if mood_after != mood:
                joins = mood_after > TAKEN and mood_after & 1 if mood == UNTOUCHED else mood & 1 == 0
                if joins:
                    put = len(groups)
                else:
                    taken = self.card_to_take(cards, (max(mood, mood_after) - TAKEN) >> 1, stride)
                    cards.remove(taken)
            if lane_after != lane:
                cards.append(INSERTED)
            groups.append(cards)
            if stride.fate != LEFT:
                parts.append(Part(cards, stride.trait, stride.fate))
        if self.insert >= 0 and not any(INSERTED in cards for cards in groups):
            groups.append([INSERTED])
        if taken >= 0:
            if put < 0:
                put = len(groups)
                groups.append([])
            groups[put].append(taken)
        return Reading([card for cards in groups for card in cards], taken, parts, owl)

    def card_to_take(self, cards: list[int], wanted: int, stride: Stride) -> int:
        """From outside sets the one card there is; from a set the card that does not belong, or one inside it."""
        if stride.fate == LEFT:
            return cards[0]
        for card in cards:
            if not TRAIT_BITS[self.row[card]] >> stride.trait & 1:
                return card
        return next(card for card in cards[1:] if TRAIT_BITS[self.row[card]] >> wanted & 1)

    def where(self, node: int) -> tuple[int, int, int]:
        """Place, lane and mood."""
        return node // self.moods // self.lanes, node // self.moods % self.lanes, node % self.moods
