"""The best division of a row in the standard game, over every insertion, move, set, Pigeon and Owl at once.

Marking costs nothing, so a best division marks one set for each box it writes and, for Pigeon, one more of 2 cards:
what remains is to choose disjoint runs by different traits. The row is read from left to right; the state is which
boxes are written so far, and what is still owed: has Robin's card been put down, which kind of card has Woodpecker
taken up (or put down, and must take up further on). ``docs/solver.md`` has the recurrence and why it is exact.
"""

from __future__ import annotations

from array import array
from typing import NamedTuple

from birdtable.games.birdie.solver import units
from birdtable.games.birdie.solver.units import (
    ABILITY,
    DROPPED,
    HELD,
    LEFT,
    LONGEST,
    MOST_COPIED,
    NOTHING,
    WRITTEN,
)
from birdtable.games.birdie.solver.worth import Worth

TRAIT_BITS = units.TRAIT_BITS

# What Woodpecker has done so far. From TAKEN on two states for each kind of card of the row, by its slot:
# ``TAKEN + 2 * slot`` when such a card was taken up, and one more when it was put down and is still to be taken up.
UNTOUCHED = 0
SETTLED = 1
TAKEN = 2

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


class Division:
    """One row on one board. Set the fields, ask for ``best``, then for ``reading``. May be used again."""

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
        self.slots = 0
        self.slot_of = [0] * 16
        self.slot_kind = [0] * 16
        self.last = [0] * 16
        self.bit = [0] * 8
        self.pigeon_bit = 0
        self.held_bit = 0
        self.size = 0
        self.lanes = 1
        self.moods = 0
        self.nodes = 0
        self.first = [0] * 66
        self.span_to = [0] * 8192
        self.span_trait = [0] * 8192
        self.span_cards = [0] * 8192
        self.span_gone = [0] * 8192
        self.longest = 0
        self.least = 0
        self.remember = False
        self.live_count = [0] * 4420
        self.closed = [0] * 1024
        self.closing = [0] * 1024
        self.owl_box = [0] * 1024
        self.table = array("i", [0])
        self.live = array("i", [0])
        self.origin = array("i", [0])
        self.how = array("i", [0])
        self.best_least = 0
        self.best_state = 0

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
        self.prepare()
        self.remember = False
        best = self.read(2)
        self.best_least = 2
        state = self.best_state
        if self.owl:  # the lowest value written is what Owl copies or moves: 2 at least, 5 at most
            for least in range(3, min(MOST_COPIED, self.longest) + 1):
                gain = self.read(least)
                if gain > best:
                    best = gain
                    self.best_least = least
                    state = self.best_state
        self.best_state = state
        return best

    def prepare(self) -> None:
        self.find_kinds()
        self.find_spans()
        bits = 0
        for trait in range(8):
            self.bit[trait] = 0
            if not self.worth.full >> trait & 1:
                self.bit[trait] = 1 << bits
                bits += 1
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
        self.moods = TAKEN + 2 * self.slots
        self.make_room()

    def make_room(self) -> None:
        needed = (self.length + 1) * self.lanes * self.moods * self.size
        if len(self.table) < needed:
            self.table = array("i", [NOTHING]) * needed
            self.live = array("i", bytes(4 * needed))

    def make_memory(self) -> None:
        if len(self.origin) < len(self.table):
            self.origin = array("i", bytes(4 * len(self.table)))
            self.how = array("i", bytes(4 * len(self.table)))

    def find_kinds(self) -> None:
        self.slots = 0
        for kind in range(16):
            self.slot_of[kind] = -1
        if self.woodpecker:
            for place in range(self.length):
                kind = self.row[place]
                if self.slot_of[kind] < 0:
                    self.slot_of[kind] = self.slots
                    self.slot_kind[self.slots] = kind
                    self.slots += 1
                self.last[self.slot_of[kind]] = place

    def find_spans(self) -> None:
        """The stretches of the row that can be part of a set, whole or with one card taken out by Woodpecker."""
        count = 0
        row = self.row
        self.longest = 0
        alone = self.insert >= 0 or self.woodpecker
        for start in range(self.length):
            self.first[start] = count
            for side in range(2):
                trait = 4 + (row[start] & 3) if side else row[start] >> 2
                end = start + 1
                while end <= self.length and TRAIT_BITS[row[end - 1]] >> trait & 1:
                    if end > start + 1 or alone:
                        count = self.add_span(count, end, trait, end - start, -1)
                    end += 1
                if self.woodpecker:
                    stop = end - 1  # the run is start to stop - 1
                    count = self.add_thinned(count, start, stop, trait)
                    end = stop + 2
                    while end <= self.length and TRAIT_BITS[row[end - 1]] >> trait & 1:
                        count = self.add_span(count, end, trait, end - start - 1, self.slot_of[row[stop]])
                        end += 1
        self.first[self.length] = count

    def add_thinned(self, count: int, start: int, stop: int, trait: int) -> int:
        """A card from inside the run is taken out; which of its kind does not matter."""
        for end in range(start + 3, stop + 1):
            seen = 0
            for place in range(start + 1, end - 1):
                slot = self.slot_of[self.row[place]]
                if not seen >> slot & 1:
                    seen |= 1 << slot
                    count = self.add_span(count, end, trait, end - start - 1, slot)
        return count

    def add_span(self, count: int, end: int, trait: int, cards: int, gone: int) -> int:
        self.span_to[count] = end
        self.span_trait[count] = trait
        self.span_cards[count] = cards
        self.span_gone[count] = gone
        self.longest = max(self.longest, cards + 2)
        return count + 1

    def read(self, least: int) -> int:
        """The most that can be gained when no set of fewer than ``least`` cards is written."""
        self.least = least
        self.nodes = (self.length + 1) * self.lanes * self.moods
        for node in range(self.nodes):
            self.live_count[node] = 0
        self.table[0] = 0
        self.live[0] = 0
        self.live_count[0] = 1
        for place in range(self.length + 1):
            for inserted in range(self.lanes):
                for mood in range(self.moods):
                    node = (place * self.lanes + inserted) * self.moods + mood
                    if self.live_count[node]:
                        self.read_on(place, inserted, mood, node)
        best = self.close()
        self.clear()
        return best

    def clear(self) -> None:
        """Leaves nothing possible in the table."""
        table = self.table
        live = self.live
        for node in range(self.nodes):
            base = node * self.size
            for i in range(base, base + self.live_count[node]):
                table[base + live[i]] = NOTHING

    def read_on(self, place: int, inserted: int, mood: int, node: int) -> None:
        """All that can come next: a card left alone, a card taken up, a set that begins here."""
        lays = not inserted and self.insert >= 0
        if lays and self.slots:  # a set of the two cards that come from elsewhere
            self.put_down(place, 1, mood, node, self.insert >> 2, 1)
            self.put_down(place, 1, mood, node, 4 + (self.insert & 3), 1)
        if place == self.length:
            return
        self.go_over(place + 1, inserted, mood, node)
        if self.slots:
            after = self.after_taking(mood, self.slot_of[self.row[place]])
            if after >= 0:
                self.go_over(place + 1, inserted, after, node)
        for span in range(self.first[place], self.first[place + 1]):
            to = self.span_to[span]
            trait = self.span_trait[span]
            cards = self.span_cards[span]
            joins = lays and TRAIT_BITS[self.insert] >> trait & 1
            after = mood
            if self.span_gone[span] >= 0:
                after = self.after_taking(mood, self.span_gone[span])
            elif self.slots:
                self.put_down(to, inserted, mood, node, trait, cards)
                if joins:
                    self.put_down(to, 1, mood, node, trait, cards + 1)
            if after >= 0:
                self.mark(to, inserted, after, node, trait, cards)
                if joins:
                    self.mark(to, 1, after, node, trait, cards + 1)

    def after_taking(self, mood: int, slot: int) -> int:
        """Woodpecker takes up a card of this kind, or -1 if it cannot now."""
        if mood == UNTOUCHED:
            return TAKEN + 2 * slot
        return SETTLED if mood == TAKEN + 2 * slot + 1 else -1

    def put_down(self, to: int, inserted: int, mood: int, node: int, trait: int, cards: int) -> None:
        """Woodpecker's card joins a set of so many other cards; it was taken up before, or will be further on."""
        if mood == UNTOUCHED:
            for slot in range(self.slots):
                if TRAIT_BITS[self.slot_kind[slot]] >> trait & 1 and self.last[slot] >= to:
                    self.mark(to, inserted, TAKEN + 2 * slot + 1, node, trait, cards + 1)
        elif mood != SETTLED and mood & 1 == 0 and TRAIT_BITS[self.slot_kind[(mood - TAKEN) >> 1]] >> trait & 1:
            self.mark(to, inserted, SETTLED, node, trait, cards + 1)

    def go_over(self, to: int, inserted: int, mood: int, node: int) -> None:
        target = (to * self.lanes + inserted) * self.moods + mood
        self.carry(node, target, 0, 0, LEFT << 8)

    def mark(self, to: int, inserted: int, mood: int, node: int, trait: int, cards: int) -> None:
        """[B5.4] A set that is written, or dropped for Pigeon, or held back for Owl."""
        if cards < 2:
            return
        target = (to * self.lanes + inserted) * self.moods + mood
        bit = self.bit[trait]
        if bit and cards >= self.least:
            gain = self.worth.written[trait * (LONGEST + 1) + cards]
            self.carry(node, target, bit, gain, WRITTEN << 8 | trait)
        if self.pigeon_bit and cards == 2:
            self.carry(node, target, self.pigeon_bit, 0, DROPPED << 8 | trait)
        if self.held_bit and bit and cards == self.least:
            self.carry(node, target, bit | self.held_bit, 0, HELD << 8 | trait)

    def carry(self, node: int, target: int, more: int, gain: int, how: int) -> None:
        """From every state of the node in which the boxes ``more`` are empty; afterwards they are not."""
        table = self.table
        live = self.live
        base = node * self.size
        onto = target * self.size
        count = self.live_count[target]
        for i in range(base, base + self.live_count[node]):
            written = live[i]
            if written & more == 0:
                value = table[base + written] + gain
                index = onto + (written | more)
                if value > table[index]:
                    if table[index] == NOTHING:
                        live[onto + count] = written | more
                        count += 1
                    table[index] = value
                    if self.remember:
                        self.origin[index] = base + written
                        self.how[index] = how
        self.live_count[target] = count

    def close(self) -> int:
        """Flap marks, Owl and the cost of abilities, at the end of the row."""
        for written in range(self.size):
            self.closed[written] = 0
        best = NOTHING
        for inserted in range(self.lanes):
            for mood in range(self.moods):
                node = (self.length * self.lanes + inserted) * self.moods + mood
                owes = mood >= TAKEN and mood & 1
                if owes:
                    continue
                base = node * self.size
                cost = 0 if mood == UNTOUCHED else ABILITY
                for i in range(base, base + self.live_count[node]):
                    written = self.live[i]
                    if not self.closed[written]:
                        self.close_with(written)
                    if self.closing[written] > NOTHING:
                        value = self.table[base + written] + self.closing[written] - cost
                        if value > best:
                            best = value
                            self.best_state = base + written
        return best

    def close_with(self, written: int) -> None:
        self.closed[written] = 1
        sets = 0
        for trait in range(8):
            if written & self.bit[trait]:
                sets += 1
        marks = sets
        gain = 0
        if written & self.pigeon_bit:
            marks += 2
            gain -= ABILITY
        box = -1
        if written & self.held_bit:
            box = self.best_box(written)
            marks -= 1
            if box < 0:
                self.closing[written] = NOTHING
                return
        elif self.owl and not self.owl_moves and sets:
            box = self.best_box(written)
            if box >= 0 and self.worth.copied[box * (MOST_COPIED + 1) + self.least] <= ABILITY:
                box = -1
        if box >= 0:
            gain += self.worth.copied[box * (MOST_COPIED + 1) + self.least] - ABILITY
        self.owl_box[written] = box
        self.closing[written] = gain + self.worth.marks[marks]

    def best_box(self, written: int) -> int:
        """[B7.3] Of the boxes still empty."""
        best = -1
        most = NOTHING
        for trait in range(8):
            if self.bit[trait] and not written & self.bit[trait]:
                gain = self.worth.copied[trait * (MOST_COPIED + 1) + self.least]
                if gain > most:
                    most = gain
                    best = trait
        return best

    def reading(self) -> Reading:
        """How ``best`` is reached; to be asked after it."""
        self.make_memory()
        self.remember = True
        self.read(self.best_least)
        self.remember = False
        state = self.best_state
        owl = self.owl_box[state % self.size]
        steps: list[tuple[int, int, int]] = []
        while state:
            steps.append((self.origin[state], state, self.how[state]))
            state = self.origin[state]
        return self.retrace(steps[::-1], owl)

    def retrace(self, steps: list[tuple[int, int, int]], owl: int) -> Reading:
        parts: list[Part] = []
        groups: list[list[int]] = []
        taken = put = -1  # the card that Woodpecker took up, the group that it was put into
        for before, after, how in steps:
            place, inserted, mood = self.where(before)
            to, inserted_after, mood_after = self.where(after)
            cards = list(range(place, to))
            fate, trait = how >> 8, how & 7
            if mood_after != mood and (mood_after if mood == UNTOUCHED else mood_after + mood) & 1 == 0:
                slot = (max(mood, mood_after) - TAKEN) >> 1
                taken = self.card_to_take(cards, self.slot_kind[slot], fate, trait)
                cards.remove(taken)
            elif mood_after != mood:
                put = len(groups)
            if inserted_after != inserted:
                cards.append(INSERTED)
            groups.append(cards)
            if fate != LEFT:
                parts.append(Part(cards, trait, fate))
        if self.insert >= 0 and not any(INSERTED in cards for cards in groups):
            groups.append([INSERTED])
        if taken >= 0:
            if put < 0:
                put = len(groups)
                groups.append([])
            groups[put].append(taken)
        return Reading([card for cards in groups for card in cards], taken, parts, owl)

    def card_to_take(self, cards: list[int], kind: int, fate: int, trait: int) -> int:
        """From outside sets the one card there is; from a set the card that does not belong, or one inside it."""
        if fate == LEFT:
            return cards[0]
        for card in cards:
            if not TRAIT_BITS[self.row[card]] >> trait & 1:
                return card
        return next(card for card in cards[1:] if self.row[card] == kind)

    def where(self, state: int) -> tuple[int, int, int]:
        node = state // self.size
        return node // self.moods // self.lanes, node // self.moods % self.lanes, node % self.moods
