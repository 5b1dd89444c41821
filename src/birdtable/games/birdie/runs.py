"""The runs of a row or a pile: what could become a set of it as it lies [B5.4]."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set

import msgspec

from birdtable.games.birdie.cards import LEAST_SET, TRAITS


class Run(msgspec.Struct, frozen=True):
    """At least 2 adjacent cards that share a trait, and no further neighbour that does."""

    start: int
    """Its first card, counted from 1."""
    length: int
    trait: str


def runs(row: Sequence[int]) -> list[Run]:
    """From the left; of two that begin with the same card the longer first."""
    found = [Run(start + 1, length, TRAITS[trait]) for start, length, trait in find_runs(row)]
    return sorted(found, key=lambda run: (run.start, -run.length))


def find_runs(row: Sequence[int], without: Set[int] = frozenset()) -> Iterator[tuple[int, int, int]]:
    """Each by its first card, counted from 0, its length and its trait. Cards at the places ``without`` are in none."""
    for trait in range(len(TRAITS)):
        start = 0
        for place in range(len(row) + 1):
            if place == len(row) or place in without or not has_trait(row[place], trait):
                if place - start >= LEAST_SET:
                    yield start, place - start, trait
                start = place + 1


def has_trait(kind: int, trait: int) -> bool:
    return trait in (kind >> 2, 4 + (kind & 3))
