"""Records played through by the rules in compiled code: the fast way to read many."""

from __future__ import annotations

from collections.abc import Mapping

from birdtable.engine import State


def plays_through(state: State, lines: tuple[object, ...], play: type, codes: Mapping[str, int]) -> bool:
    """Takes all steps of ``lines``, each of which has to be a ``play`` and legal, and says whether they were.

    If not, the state has become useless, and somebody slower has to find out why. A game in plain Python is left to
    them as well, who hear of its errors.
    """
    if state.plain:
        return False
    state.hush()
    code_of = codes.get
    for line in lines:
        if type(line) is not play:
            return False
        steps = line.steps  # type: ignore[attr-defined]
        seat = state.to_move
        if not steps or seat != line.seat:  # type: ignore[attr-defined]
            return False
        for step in steps:
            code = code_of(step, -1)
            if state.to_move != seat or not is_listed(state, code):
                return False
            state.do(code)
    state.told_count = 0
    return True


def is_listed(state: State, code: int) -> bool:
    """Whether the step is legal."""
    n = state.list_steps()
    i = 0
    while i < n and state.steps[i] != code:
        i += 1
    return i < n
