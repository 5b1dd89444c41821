"""The expert game: the best removals of a row, over every insertion and move before them.

``cascades`` promises what a row could bring; the promise is kept by following its plan on the row itself. The few rows
where that falls short are searched removal by removal, each position with a promise of its own. The time may run out:
then the best play found stands beside a bound that nothing can exceed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from birdtable.games.birdie.cards import MAX_RUN, MOST_COPIED
from birdtable.games.birdie.points import copied_points
from birdtable.games.birdie.solver.search.arrangements import Arrangement, Row, insert_all, move_one
from birdtable.games.birdie.solver.search.board import Board
from birdtable.games.birdie.solver.search.cascades import Cascades, Chain, TimeIsUp
from birdtable.games.birdie.solver.search.units import ABILITY, MOST_MARKS, NOTHING, POINT, TRAIT_BITS
from birdtable.games.birdie.solver.search.worth import Worth


class Removal(NamedTuple):
    """[B8.2] A card is removed, and these sets follow from it."""

    card: int
    """By its number in the row, counted from 0."""
    sets: tuple[tuple[int, bool], ...] = ()
    """The trait by which each set is taken, and whether Pigeon is used on it."""


class TakenSet(NamedTuple):
    cards: tuple[int, ...]
    """By their numbers in the row."""
    trait: int
    dropped: bool
    chosen: bool
    """[B8.2] The cards beside the gap shared both traits."""


class RestingRow(NamedTuple):
    """A row at rest, and what matters of the board for what can still come."""

    row: Row
    full: int
    """The boxes that are full, a bit for each trait."""
    flaps: int
    pigeons: int
    lowest: int
    """[B7.3] The lowest value written from sets so far, at most 5; 0 without one."""


class Found(NamedTuple):
    """The best play found."""

    value: int
    """In units, without what the boxes are worth that are empty at the start."""
    bound: int
    """No play is worth more."""
    arrangement: Arrangement
    removals: list[Removal]

    @property
    def is_proved(self) -> bool:
        return self.value >= self.bound

    def or_better(self, value: int, arrangement: Arrangement, removals: list[Removal]) -> Found:
        """With another play instead if that is worth more, its moves paid."""
        value -= cost_of(arrangement)
        return self._replace(value=value, arrangement=arrangement, removals=removals) if value > self.value else self


def cost_of(arrangement: Arrangement) -> int:
    return len(arrangement.moves) * ABILITY


def after_removal(row: list[int], cards: list[int], removal: Removal) -> list[TakenSet] | None:
    """[B8.2] to [B8.4] The sets that a removal takes out of ``cards``, which holds numbers of cards of the row.

    ``None`` if the sets that it names are not those that follow.
    """
    if removal.card not in cards:
        return None
    gap = cards.index(removal.card)
    del cards[gap]
    taken = []
    for trait, dropped in removal.sets:
        shared = shared_at(row, cards, gap)
        if not shared >> trait & 1:
            return None
        low = high = gap
        while low > 0 and TRAIT_BITS[row[cards[low - 1]]] >> trait & 1:
            low -= 1
        while high < len(cards) and TRAIT_BITS[row[cards[high]]] >> trait & 1:
            high += 1
        taken.append(TakenSet(tuple(cards[low:high]), trait, dropped, shared.bit_count() > 1))
        del cards[low:high]
        gap = low
    return None if shared_at(row, cards, gap) else taken


def shared_at(row: list[int], cards: list[int], gap: int) -> int:
    """The traits shared beside the gap, a bit for each; [B8.2] at an end none."""
    if not 0 < gap < len(cards):
        return 0
    return TRAIT_BITS[row[cards[gap - 1]]] & TRAIT_BITS[row[cards[gap]]]


MOST_ROWS = 200_000
"""Rows kept for a further move; with more of them nothing is proved any more."""
MOST_KNOWN = 500_000
"""Rows, and positions, that are remembered so as not to look at them twice."""


class ExpertSearch:
    """For one board and the abilities at hand."""

    def __init__(self, board: Board, pigeons: int, owls: int, single: bool, is_late: Callable[[], bool]) -> None:
        self.board = board
        self.pigeons = pigeons
        self.owls = owls
        self.single = single
        self.is_late = is_late
        full = sum(1 << trait for trait in range(8) if board.boxes[trait])
        self.start = RestingRow((), full, board.flaps, pigeons, 0)
        self.worth = board.worth()
        self.worths = {(full, board.flaps): self.worth}
        self.cascades = Cascades(self.worth)
        self.solved: dict[RestingRow, tuple[int, list[Removal], bool]] = {}

    def best(self, row: Row, insert: Row, woodpeckers: int) -> Found:
        """Rows with fewer moves first, and of those the most promising."""
        level = insert_all(row, insert)
        known = {arrangement.row for arrangement in level}
        found = Found(0, self.ceiling(level[0].row), level[0], [])
        doubtful: list[tuple[int, Arrangement]] = []
        try:
            for moves in range(woodpeckers + 1):
                promises = []
                for arrangement in level if moves == 0 else move_one(level, known):
                    promise, found = self.look_at(arrangement, found, doubtful)
                    if moves < woodpeckers:
                        promises.append((promise, arrangement))
                    if self.is_late() or len(promises) > MOST_ROWS:
                        raise TimeIsUp
                    if len(known) > MOST_KNOWN:
                        known.clear()
                level = [arrangement for _, arrangement in sorted(promises, key=lambda pair: -pair[0])]
            found = found._replace(bound=max([found.value, *(promise for promise, _ in doubtful)]))
            found = self.settle_doubts(doubtful, found)
            found = found._replace(bound=found.value)
        except TimeIsUp:
            found = self.in_haste(found)
        position = self.start._replace(row=found.arrangement.row)
        return found._replace(removals=self.simplify(position, found.removals))

    def look_at(
        self, arrangement: Arrangement, found: Found, doubtful: list[tuple[int, Arrangement]]
    ) -> tuple[int, Found]:
        """What the row promises, and the best play so far."""
        cost = cost_of(arrangement)
        position = self.start._replace(row=arrangement.row)
        if self.single:
            value, removals = self.best_single(position)
            promise = value
        else:
            promise = self.promise(position, found.value + cost)
            if promise - cost <= found.value:
                return promise, found
            value, removals = self.follow(position)
            if value < promise:
                doubtful.append((promise - cost, arrangement))
        return promise, found.or_better(value, arrangement, removals)

    def settle_doubts(self, doubtful: list[tuple[int, Arrangement]], found: Found) -> Found:
        for promise, arrangement in sorted(doubtful, key=lambda pair: -pair[0]):
            if promise > found.value:
                position = self.start._replace(row=arrangement.row)
                value, removals, _ = self.search(position, found.value + cost_of(arrangement))
                found = found.or_better(value, arrangement, removals)
        return found

    def in_haste(self, found: Found) -> Found:
        """Without a play at all, at least a greedy one."""
        if not found.removals:
            value, removals = self.greedy(self.start._replace(row=found.arrangement.row))
            if value > found.value:
                found = found._replace(value=value, removals=removals)
        return found

    # Promises and whether they are kept

    def worth_at(self, position: RestingRow) -> Worth:
        key = (position.full, position.flaps)
        if key not in self.worths:
            boxes = [position.full >> trait & 1 for trait in range(8)]
            board = self.board
            self.worths[key] = Worth(boxes, position.flaps, board.records, board.flap_values, board.open_value)
        return self.worths[key]

    def promise(self, position: RestingRow, enough: int) -> int:
        """No play is worth more, unless it is no more than ``enough``."""
        self.cascades.worth = self.worth_at(position)
        self.cascades.load(list(position.row), position.pigeons, self.owls, position.lowest)
        promise = self.cascades.promise(enough, self.is_late)
        return -(-promise // ABILITY) * ABILITY  # a play is worth a multiple: less than one was taken off for removals

    def follow(self, position: RestingRow) -> tuple[int, list[Removal]]:
        """The plan of the promise just made for the position, played by the rules, and what it is worth then."""
        last = self.cascades.plan(self.is_late)
        removals = list(in_order(last)) if last else []
        return self.value_of(position, removals), removals

    def value_of(self, position: RestingRow, removals: Iterable[Removal]) -> int:
        """What a play is worth by the rules, Owl at its best included; ``NOTHING`` if it is no play."""
        row = list(position.row)
        cards = list(range(len(row)))
        full, lowest, marks, value = position.full, position.lowest, 0, 0
        worth = self.worth_at(position)
        for removal in removals:
            taken = after_removal(row, cards, removal)
            if taken is None:
                return NOTHING
            for one in taken:
                if one.dropped:
                    marks += 2
                    value -= ABILITY
                elif not full >> one.trait & 1:
                    length = len(one.cards)
                    full |= 1 << one.trait
                    marks += 1
                    lowest = min(length, lowest or length)
                    value += worth.written[one.trait * (MAX_RUN + 1) + length]
        return value + worth.marks[marks] + sum(gain for gain, _ in self.copies(full, lowest))

    def copies(self, full: int, lowest: int) -> list[tuple[int, int]]:
        """[B8.6] The boxes that Owl writes into at best, with the gains; a copy of nothing gains nothing."""
        value = copied_points(lowest)
        copied = self.worth.copied
        gains = [
            (copied[trait * (MOST_COPIED + 1) + value] - ABILITY, -trait) for trait in range(8) if not full >> trait & 1
        ]
        best = sorted(gains, reverse=True)[: self.owls]
        return [(gain, -trait) for gain, trait in best if gain > 0]

    def simplify(self, position: RestingRow, removals: list[Removal]) -> list[Removal]:
        """The same play without the removals that it can do without."""
        value = self.value_of(position, removals)
        for i in reversed(range(len(removals))):
            fewer = removals[:i] + removals[i + 1 :]
            if self.value_of(position, fewer) >= value:
                removals = fewer
        return removals

    # Search where a promise was not kept

    def search(self, position: RestingRow, floor: int) -> tuple[int, list[Removal], bool]:
        """The value of a position and a play for it; exact if it is more than ``floor``, else nothing is more."""
        known = self.solved.get(position)
        if known is not None and (known[2] or known[0] <= floor):
            return known
        promise = value = self.promise(position, floor)
        removals: list[Removal] = []
        exact = False
        if promise > floor:
            value, removals = self.follow(position)
            exact = True
            if value < promise:
                value, removals = self.search_removals(position, floor, value, removals)
                exact = value > floor
        if len(self.solved) > MOST_KNOWN:
            self.solved.clear()
        self.solved[position] = value, removals, exact
        return self.solved[position]

    def search_removals(
        self, position: RestingRow, floor: int, value: int, removals: list[Removal]
    ) -> tuple[int, list[Removal]]:
        best = max(value, floor)
        for removal, gain, after, cards in self.removals(position):
            more, further, _ = self.search(after, best - gain)
            if gain + more > best:
                best = value = gain + more
                removals = [removal, *(one._replace(card=cards[one.card]) for one in further)]
        return best, removals

    def removals(self, position: RestingRow) -> Iterator[tuple[Removal, int, RestingRow, list[int]]]:
        """Every removal with every choice in its cascade, what it gains at once, and the cards that are left."""
        row = list(position.row)
        for card in range(len(row)):
            left = [other for other in range(len(row)) if other != card]
            yield from self.closing(row, left, card, Removal(card), 0, position)

    def closing(
        self, row: list[int], cards: list[int], gap: int, removal: Removal, gain: int, now: RestingRow
    ) -> Iterator[tuple[Removal, int, RestingRow, list[int]]]:
        shared = shared_at(row, cards, gap)
        if not shared:
            yield removal, gain, now._replace(row=tuple(row[card] for card in cards)), cards
            return
        kind = row[cards[gap]]
        for trait in (kind >> 2, 4 + (kind & 3)):
            if not shared >> trait & 1:
                continue
            low = high = gap
            while low > 0 and TRAIT_BITS[row[cards[low - 1]]] >> trait & 1:
                low -= 1
            while high < len(cards) and TRAIT_BITS[row[cards[high]]] >> trait & 1:
                high += 1
            rest = cards[:low] + cards[high:]
            for dropped in (False, True)[: 1 + (now.pigeons > 0)]:
                more, after = self.settle(now, trait, high - low, dropped)
                longer = removal._replace(sets=(*removal.sets, (trait, dropped)))
                yield from self.closing(row, rest, low, longer, gain + more, after)

    def settle(self, now: RestingRow, trait: int, length: int, dropped: bool) -> tuple[int, RestingRow]:
        """[B8.3] What the set gains at once, and the board after it."""
        if not dropped and now.full >> trait & 1:
            return 0, now
        places = len(self.board.flap_values)
        flaps = min(now.flaps + (2 if dropped else 1), places)
        gain = (self.board.flap_points(flaps) - self.board.flap_points(now.flaps)) * POINT
        if dropped:
            return gain - ABILITY, now._replace(flaps=flaps, pigeons=now.pigeons - 1)
        gain += self.worth.written[trait * (MAX_RUN + 1) + length]
        lowest = copied_points(min(length, now.lowest or length))
        return gain, now._replace(full=now.full | 1 << trait, flaps=flaps, lowest=lowest)

    def best_single(self, position: RestingRow) -> tuple[int, list[Removal]]:
        """[B9] ``single``: one removal and its cascade, or none."""
        best: tuple[int, list[Removal]] = (0, [])
        for removal, gain, after, _ in self.removals(position):
            value = gain + sum(copied for copied, _ in self.copies(after.full, after.lowest))
            if value > best[0]:
                best = value, [removal]
        return best

    def greedy(self, position: RestingRow) -> tuple[int, list[Removal]]:
        """Always the removal that gains most at once."""
        removals: list[Removal] = []
        origin = list(range(len(position.row)))
        now = position
        while True:
            best, found = 0, None
            for removal, gain, after, cards in self.removals(now._replace(pigeons=0)):
                if gain > best:
                    best, found = gain, (removal, after, cards)
            if found is None:
                return self.value_of(position, removals), removals
            removal, now, cards = found
            removals.append(removal._replace(card=origin[removal.card]))
            origin = [origin[card] for card in cards]

    # A bound that needs no search

    def ceiling(self, row: Row) -> int:
        """More than any row of these cards is worth, from how many share each trait."""
        total = cards = sets = 0
        for trait in range(8):
            count = sum(TRAIT_BITS[kind] >> trait & 1 for kind in row)
            if count >= 2 and not self.board.boxes[trait]:
                total += max(self.worth.written[trait * (MAX_RUN + 1) + count], 0)
                cards += count
                sets += 1
        if not any(self.board.open_value):  # no card is in two sets, and one at least is removed
            total -= max(0, cards - (len(row) - 1)) * POINT
        total += self.worth.marks[min(sets + 2 * self.pigeons, MOST_MARKS)]
        return total + sum(gain for gain, _ in self.copies(self.start.full, MOST_COPIED))


def in_order(last: Chain, *, wanted: bool = False) -> Iterator[Removal]:
    """The chains of a plan that gain something, and those before them, each after what it needs."""
    wanted = wanted or any(one.written or one.dropped for one in last.sets)
    for before in last.before:
        yield from in_order(before, wanted=wanted)
    if wanted:
        yield Removal(last.card, tuple((one.trait, one.dropped) for one in last.sets))
