"""Tree counts: how many ways there are to go on, to a fixed depth from fixed deals."""

from __future__ import annotations

from typing import Any

from birdtable.chance import Deal
from birdtable.game import CHANCE, NOBODY, AnyGame


def leaves(game: AnyGame, state: Any, depth: int, chance: Deal) -> int:
    """The number of ways to take so many decisions; chance turns the cards of the deal and counts as none."""
    while state.to_move == CHANCE:
        game.apply(state, chance.choose(game, state))
    if depth == 0 or state.to_move == NOBODY:
        return 1
    total = 0
    for code in state.legal():
        following = state.copy()
        following.apply(code)
        total += leaves(game, following, depth - 1, chance)
    return total
