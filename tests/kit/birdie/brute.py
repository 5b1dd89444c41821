"""The best scoring of a Birdie row by trying everything: slow, plain, and sharing no code with the solver.

It follows the clauses one after the other and knows no shortcut. Results are pairs ``(gain, -abilities used)``, so that
the larger of two is the better play.
"""

from __future__ import annotations

from collections.abc import ItemsView, Iterator
from dataclasses import dataclass, field
from itertools import combinations, product

Row = tuple[int, ...]
Set = tuple[int, int]
"""Cards and trait of a set."""
Best = tuple[float, int]


def traits(kind: int) -> set[int]:
    return {kind // 4, 4 + kind % 4}


@dataclass
class Brute:
    """One board and its abilities, in the terms of the solver's problem."""

    boxes: dict[int, int] = field(default_factory=dict)
    flaps: int = 0
    records: dict[int, int] = field(default_factory=dict)
    flap_values: tuple[int, ...] = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10)
    open_value: dict[int, float] = field(default_factory=dict)
    woodpeckers: int = 0
    pigeons: int = 0
    owls: int = 0
    owl_moves: bool = False
    choose: bool = False
    single: bool = False

    def best_standard(self, row: Row, insert: Row = ()) -> Best:
        return max(
            (gain, abilities - moves)
            for final, moves in self.final_rows(row, insert)
            for gain, abilities in [self.best_division(final)]
        )

    def best_expert(self, row: Row, insert: Row = ()) -> Best:
        self.known: dict[object, Best] = {}
        return max(
            (gain, abilities - moves)
            for final, moves in self.final_rows(row, insert)
            for gain, abilities in [self.after_removals(final, dict(self.boxes), self.flaps, self.pigeons, 0, True)]
        )

    # Robin and Woodpecker [B5.3] [B7.2]

    def final_rows(self, row: Row, insert: Row) -> ItemsView[Row, int]:
        """Every row that can come out, in any order of insertions and moves, with the fewest moves."""
        found: dict[Row, int] = {}
        seen: set[object] = set()
        todo: list[tuple[Row, Row, int]] = [(row, insert, 0)]
        while todo:
            state = todo.pop()
            if state in seen:
                continue
            seen.add(state)
            cards, waiting, moves = state
            if not waiting:
                found[cards] = min(moves, found.get(cards, moves))
            for i, card in enumerate(waiting):
                others = waiting[:i] + waiting[i + 1 :]
                places = range(len(cards) + 1)
                todo += [((*cards[:place], card, *cards[place:]), others, moves) for place in places]
            if moves < self.woodpeckers and len(cards) >= 2:
                for source in range(len(cards)):
                    card, rest = cards[source], cards[:source] + cards[source + 1 :]
                    elsewhere = [place for place in range(len(cards)) if place != source]
                    todo += [((*rest[:place], card, *rest[place:]), waiting, moves + 1) for place in elsewhere]
        return found.items()

    # The standard game

    def best_division(self, row: Row) -> Best:
        return max(self.best_writing(sets) for sets in divisions(row))

    def best_writing(self, sets: list[Set]) -> Best:
        """[B5.5] Pigeon on any of them or none; then what counts is written, then Owl."""
        best = (-1e9, 0)
        for count in range(min(self.pigeons, len(sets)) + 1):
            for dropped in combinations(range(len(sets)), count):
                left = [one for i, one in enumerate(sets) if i not in dropped]
                for counting in self.countings(left):
                    gain, abilities = self.write(counting, 2 * count)
                    best = max(best, (gain, abilities - count))
        return best

    def countings(self, sets: list[Set]) -> Iterator[list[Set]]:
        """[B5.6] The largest of each trait whose box is empty, or [B9.3] whichever the player says."""
        groups = []
        for trait in range(8):
            group = [one for one in sets if one[1] == trait]
            if group and trait not in self.boxes:
                groups.append(group if self.choose else [max(group)])
        for counting in product(*groups):
            yield list(counting)

    def write(self, sets: list[Set], marks: int) -> Best:
        plain = self.score(sets, marks)
        best = (plain, 0)
        if self.owls and sets and self.owl_moves:  # [B9.2]
            lowest = min(sets)[0]
            for held in sets:
                if held[0] == lowest:
                    others = [one for one in sets if one != held]
                    for box in range(8):
                        if box not in self.boxes and box not in {trait for _, trait in sets}:
                            gain = self.score(others, marks, [(min(lowest, 5), box)])
                            best = max(best, (gain, -1))
        elif self.owls and sets:  # [B7.3]
            value = min(5, min(cards for cards, _ in sets))
            empty = [box for box in range(8) if box not in self.boxes and box not in {trait for _, trait in sets}]
            for uses in range(1, self.owls + 1):
                for chosen in combinations(empty, uses):
                    gain = self.score(sets, marks, [(value, box) for box in chosen])
                    best = max(best, (gain, -uses))
        return best

    def score(self, sets: list[Set], marks: int, copies: list[Set] | None = None) -> float:
        """[B6.1] The difference that the writing makes."""
        written = {trait: points for points, trait in sets + (copies or [])}
        gain: float = sum(written.values())
        gain += self.flap_points(self.flaps + len(sets) + marks) - self.flap_points(self.flaps)
        gain += 3 * sum(1 for trait, points in written.items() if trait < 4 and points > self.records.get(trait, 0))
        return gain + sum(
            worth for trait, worth in self.open_value.items() if trait not in written and trait not in self.boxes
        )

    def flap_points(self, marks: int) -> int:
        marks = min(marks, len(self.flap_values))
        return self.flap_values[marks - 1] if marks else 0

    # The expert game

    def after_removals(
        self, row: Row, boxes: dict[int, int], flaps: int, pigeons: int, lowest: int, more: bool
    ) -> Best:
        """What can still come when the row is at rest: stop here, or remove one card, whichever [B8.2] [B8.5]."""
        key = (row, tuple(sorted(boxes)), flaps, pigeons, lowest, more)
        if key not in self.known:
            best = self.stop(boxes, lowest)
            if more:
                for place in range(len(row)):
                    result = self.close_gap(row[:place], row[place + 1 :], boxes, flaps, pigeons, lowest)
                    best = max(best, result)
            self.known[key] = best
        return self.known[key]

    def stop(self, boxes: dict[int, int], lowest: int) -> Best:
        empty = [box for box in range(8) if box not in boxes]
        best = (sum(self.open_value.get(box, 0) for box in empty), 0)
        if lowest:
            value = min(5, lowest)
            for uses in range(1, self.owls + 1):
                for chosen in combinations(empty, uses):
                    gain: float = sum(value + 3 * (box < 4 and value > self.records.get(box, 0)) for box in chosen)
                    gain += sum(self.open_value.get(box, 0) for box in empty if box not in chosen)
                    best = max(best, (gain, -uses))
        return best

    def close_gap(self, left: Row, right: Row, boxes: dict[int, int], flaps: int, pigeons: int, lowest: int) -> Best:
        """[B8.2] to [B8.4]"""
        shared = traits(left[-1]) & traits(right[0]) if left and right else set()
        if not shared:
            return self.after_removals(left + right, boxes, flaps, pigeons, lowest, not self.single)
        best = (-1e9, 0)
        for trait in shared:
            low, high = len(left), 0
            while low > 0 and trait in traits(left[low - 1]):
                low -= 1
            while high < len(right) and trait in traits(right[high]):
                high += 1
            length = len(left) - low + high
            rest = (left[:low], right[high:])
            if trait in boxes:
                best = max(best, self.close_gap(*rest, boxes, flaps, pigeons, lowest))
            else:
                gain = length + self.flap_points(flaps + 1) - self.flap_points(flaps)
                gain += 3 * (trait < 4 and length > self.records.get(trait, 0))
                after = self.close_gap(
                    *rest, {**boxes, trait: length}, flaps + 1, pigeons, min(length, lowest or length)
                )
                best = max(best, (gain + after[0], after[1]))
            if pigeons:
                gain = self.flap_points(flaps + 2) - self.flap_points(flaps)
                after = self.close_gap(*rest, boxes, flaps + 2, pigeons - 1, lowest)
                best = max(best, (gain + after[0], after[1] - 1))
        return best


def divisions(row: Row) -> Iterator[list[Set]]:
    """[B5.4] Every way to mark disjoint runs."""
    if not row:
        yield []
        return
    for rest in divisions(row[1:]):
        yield rest
    for trait in traits(row[0]):
        length = 1
        while length < len(row) and trait in traits(row[length]):
            length += 1
            for rest in divisions(row[length:]):
                yield [(length, trait), *rest]
