"""Every sheet that a Birdie row can come to, by trying everything: slow, plain, and sharing no code with the solver."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product

from kit.birdie.brute import Brute, Row, Set, divisions, traits

Sheet = frozenset[tuple[int, int]]
"""Traits and the values written for them."""


def best_sheets(brute: Brute, row: Row, insert: Row, *, expert: bool) -> tuple[float, set[Sheet]]:
    """The most that a play gains, and what all plays that gain it write."""
    best, found = -1.0, set[Sheet]()
    sheets = expert_sheets if expert else standard_sheets
    for final in {final for final, _ in brute.final_rows(row, insert)}:
        for gain, sheet in sheets(brute, final):
            if gain > best:
                best, found = gain, set()
            if gain == best:
                found.add(sheet)
    return best, found


def standard_sheets(brute: Brute, row: Row) -> Iterator[tuple[float, Sheet]]:
    for sets in divisions(row):
        for count in range(min(brute.pigeons, len(sets)) + 1):
            for dropped in combinations(range(len(sets)), count):
                left = [one for i, one in enumerate(sets) if i not in dropped]
                for counting in brute.countings(left):
                    for copies in owl_copies(brute, counting):
                        written = frozenset((trait, value) for value, trait in [*counting, *copies])
                        yield brute.score(counting, 2 * count, copies), written


def owl_copies(brute: Brute, counting: list[Set]) -> Iterator[list[Set]]:
    """[B7.3] What Owl may write."""
    yield []
    if not counting:
        return
    value = min(5, min(cards for cards, _ in counting))
    empty = [box for box in range(8) if box not in brute.boxes and box not in {trait for _, trait in counting}]
    for uses in range(1, brute.owls + 1):
        for boxes in combinations(empty, uses):
            yield [(value, box) for box in boxes]


def expert_sheets(brute: Brute, row: Row) -> set[tuple[float, Sheet]]:
    """Of every order of removals. What was written is kept with its values, unlike in ``Brute``."""
    known: dict[object, set[tuple[float, Sheet]]] = {}

    def at_rest(row: Row, boxes: Sheet, flaps: int, pigeons: int, lowest: int) -> set[tuple[float, Sheet]]:
        key = (row, boxes, flaps, pigeons, lowest)
        if key not in known:
            found = set(stop(boxes, lowest))
            for place in range(len(row)):
                found |= close_gap(row[:place], row[place + 1 :], boxes, flaps, pigeons, lowest)
            known[key] = found
        return known[key]

    def stop(boxes: Sheet, lowest: int) -> Iterator[tuple[float, Sheet]]:
        yield 0.0, boxes
        full = {trait for trait, _ in boxes} | set(brute.boxes)
        value = min(5, lowest)
        for uses in range(1, brute.owls + 1) if lowest else ():
            for chosen in combinations([box for box in range(8) if box not in full], uses):
                gain = sum(value + 3 * (box < 4 and value > brute.records.get(box, 0)) for box in chosen)
                yield gain, boxes | {(box, value) for box in chosen}

    def close_gap(
        left: Row, right: Row, boxes: Sheet, flaps: int, pigeons: int, lowest: int
    ) -> set[tuple[float, Sheet]]:
        shared = traits(left[-1]) & traits(right[0]) if left and right else set()
        if not shared:
            return at_rest(left + right, boxes, flaps, pigeons, lowest)
        found: set[tuple[float, Sheet]] = set()
        for trait, drops in product(shared, (False, True)[: 1 + (pigeons > 0)]):
            low, high = len(left), 0
            while low > 0 and trait in traits(left[low - 1]):
                low -= 1
            while high < len(right) and trait in traits(right[high]):
                high += 1
            length, rest = len(left) - low + high, (left[:low], right[high:])
            if drops:
                gain = brute.flap_points(flaps + 2) - brute.flap_points(flaps)
                after = close_gap(*rest, boxes, flaps + 2, pigeons - 1, lowest)
            elif trait in brute.boxes or trait in {written for written, _ in boxes}:
                gain, after = 0, close_gap(*rest, boxes, flaps, pigeons, lowest)
            else:
                gain = length + brute.flap_points(flaps + 1) - brute.flap_points(flaps)
                gain += 3 * (trait < 4 and length > brute.records.get(trait, 0))
                after = close_gap(*rest, boxes | {(trait, length)}, flaps + 1, pigeons, min(length, lowest or length))
            found |= {(gain + more, sheet) for more, sheet in after}
        return found

    return at_rest(row, frozenset(), brute.flaps, brute.pigeons, 0)
