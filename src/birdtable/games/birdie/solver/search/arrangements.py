"""The rows that Robin and Woodpecker can make of a row [B5.3].

Inserting first and moving afterwards reaches every row that any other order reaches: what counts is where Robin's cards
and the moved cards end up among the cards that stay, and that can be brought about in this order too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from birdtable.game import Step

Row = tuple[int, ...]


class Arrangement(NamedTuple):
    """A row and how it came about; places are counted from 0."""

    row: Row
    inserts: tuple[int, ...] = ()
    """Where each of Robin's cards was put, in the order in which they were drawn."""
    moves: tuple[tuple[int, int], ...] = ()
    """From where to where Woodpecker moved a card."""

    def steps(self) -> list[Step]:
        """``use W`` leaves open which card pays."""
        steps = [f"insert {place + 1}" for place in self.inserts]
        for source, place in self.moves:
            steps += ["use W", f"move {source + 1}", f"insert {place + 1}"]
        return steps


def insert_all(row: Row, cards: Row) -> list[Arrangement]:
    """Every row with Robin's cards in it, each once."""
    found = {row: Arrangement(row)}
    for card in cards:
        wider: dict[Row, Arrangement] = {}
        for before in found.values():
            for place in range(len(before.row), -1, -1):
                after = (*before.row[:place], card, *before.row[place:])
                wider.setdefault(after, Arrangement(after, (*before.inserts, place)))
        found = wider
    return list(found.values())


def move_one(before: Iterable[Arrangement], known: set[Row]) -> Iterator[Arrangement]:
    """Every row that is one move away and not known yet."""
    for arrangement in before:
        row = arrangement.row
        for source in range(len(row)):
            rest = row[:source] + row[source + 1 :]
            for place in range(len(row)):
                after = (*rest[:place], row[source], *rest[place:])
                if after not in known:
                    known.add(after)
                    yield Arrangement(after, arrangement.inserts, (*arrangement.moves, (source, place)))
