"""How a beginner scores a row of Birdie: the longest set that begins here, and no ability."""

from __future__ import annotations

from collections.abc import Sequence

from birdtable.game import Step

MODEST = ("done", "leave")
"""Steps that go on without using or taking anything."""


def plain_step(legal: Sequence[Step]) -> Step:
    """The longest set that can be marked; or no ability; or the first thing that can be done."""
    sets = [step for step in legal if step.startswith(("bird ", "season "))]
    if sets:
        return max(sets, key=lambda step: int(step.split()[1]))
    removals = [step for step in legal if step.startswith("remove ")]
    if removals:
        return removals[0]
    return next((step for step in legal if step in MODEST), legal[0])
