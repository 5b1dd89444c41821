"""The runs of a row or a pile: what could become a set of it as it lies [B5.4]."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import msgspec

from birdtable.games.birdie.cards import TRAITS


class Run(msgspec.Struct, frozen=True):
    """At least 2 adjacent cards that share a trait, and no further neighbour that does."""

    start: int
    """Its first card, counted from 1."""
    length: int
    trait: str


def runs(row: Sequence[int]) -> list[Run]:
    """From the left; of two that begin with the same card the longer first."""
    found = [run for by_bird in (True, False) for run in runs_of(row, by_bird)]
    return sorted(found, key=lambda run: (run.start, -run.length))


def runs_of(row: Sequence[int], by_bird: bool) -> list[Run]:
    traits = [kind >> 2 if by_bird else 4 + (kind & 3) for kind in row]
    breaks = [0, *(place for place in range(1, len(row)) if traits[place] != traits[place - 1]), len(row)]
    return [Run(low + 1, high - low, TRAITS[traits[low]]) for low, high in pairwise(breaks) if high - low >= 2]
