"""[B5.4] A row that a player cut into pieces, and which of them are sets."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import pairwise

from birdtable.companion.birdie.sheet import Piece
from birdtable.games.birdie.cards import KIND_OF, LEAST_SET, TRAITS
from birdtable.games.birdie.solver.search.units import shared_bits


def pieces_of(
    row: Sequence[str], cuts: Collection[int], by_season: Collection[int], full: Collection[str]
) -> list[Piece]:
    """The pieces between the cuts. Of two shared traits the bird counts, unless player or full box say otherwise."""
    ends = sorted({0, len(row), *(cut for cut in cuts if 0 < cut < len(row))})
    return [piece(row[start:end], start + 1, start + 1 in by_season, full) for start, end in pairwise(ends)]


def piece(cards: Sequence[str], start: int, by_season: bool, full: Collection[str]) -> Piece:
    traits = shared_traits(cards) if len(cards) >= LEAST_SET else []
    if len(traits) > 1 and (by_season != (traits[0] in full and traits[1] not in full)):
        traits.reverse()
    trait, other = (*traits, "", "")[:2]
    return Piece(start=start, length=len(cards), trait=trait, other=other)


def shared_traits(cards: Sequence[str]) -> list[str]:
    """What all cards have in common: their bird, then their season."""
    shared = shared_bits(KIND_OF[card] for card in cards)
    return [name for trait, name in enumerate(TRAITS) if shared >> trait & 1]


def sets_text(pieces: Sequence[Piece]) -> str:
    """The sets among them as the scorer reads them: ``1-4:robin 5-6:summer``."""
    return " ".join(f"{each.start}-{each.start + each.length - 1}:{each.trait}" for each in pieces if each.trait)
