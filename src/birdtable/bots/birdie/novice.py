"""How a beginner scores a row of Birdie: the longest set that begins here, and no ability.

Compiled with the types in ``novice.pxd`` or interpreted as it stands, with the same results.
"""

from __future__ import annotations

from collections.abc import Sequence

from birdtable.game import Step
from birdtable.games.birdie.cards import BIRD_SET, BY_BIRD, DONE, LEAVE, REMOVE, SEASON_SET
from birdtable.games.birdie.notation import CODES


def plainness(code: int) -> int:
    """The longest set that can be marked; or a removal; or no ability; or the first thing that can be done."""
    if BIRD_SET <= code < SEASON_SET:
        return 3 + code - BIRD_SET
    if SEASON_SET <= code < LEAVE:
        return 3 + code - SEASON_SET
    if REMOVE <= code < BY_BIRD:
        return 2
    return 1 if code in (DONE, LEAVE) else 0


def plain_step(legal: Sequence[Step]) -> Step:
    return max(legal, key=lambda step: plainness(CODES[step]))
