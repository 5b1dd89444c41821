"""A line of the exact scorer as people read it on a score sheet."""

from __future__ import annotations

from birdtable.companion.base import Why
from birdtable.companion.words import Words
from birdtable.games.birdie.cards import TRAITS
from birdtable.games.birdie.solver.sheet import Line


def why_of(line: Line, words: Words) -> Why:
    return Why(
        points=line.points,
        clause=line.clause,
        text=line.text(words.translations),
        trait=TRAITS[line.trait] if line.trait >= 0 else "",
        what=line.what,
    )
