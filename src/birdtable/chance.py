"""Where chance comes from: a generator, a recorded list, or a fixed deal.

The engine only ever asks what chance does next. A match of people uses a committed stream instead (``committed``).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Protocol

from birdtable.engine import Rng, State
from birdtable.game import AnyGame, BadInput, Step

SHUFFLE = 1024
"""``State.slot`` packs the number of the shuffle and the place in it: shuffle * SHUFFLE + place."""


class Chance(Protocol):
    def choose(self, game: AnyGame, state: Any) -> Step:
        """The step that chance takes in ``state``."""


class Dice:
    """Draws that depend on the seed and on how many came before."""

    def __init__(self, seed: int) -> None:
        self.rng = Rng(require_seed(seed))

    def choose(self, game: AnyGame, state: Any) -> Step:
        return draw(game, state, self.rng)


class Recorded:
    """The chance steps of a record, in order."""

    def __init__(self, steps: Iterable[Step]) -> None:
        self.steps: Iterator[Step] = iter(steps)

    def choose(self, game: AnyGame, state: Any) -> Step:
        step = next(self.steps, None)
        if step is None:
            raise BadInput("the recorded chance steps have come to an end before the match")
        return step


class Deal:
    """A fixed virtual order of every pile, so that the same deal can be played again by others or in other seats.

    It must be asked from the start of a match on: a pile's order is fixed when its first card is turned.
    """

    def __init__(self, seed: int) -> None:
        self.seed = require_seed(seed)
        self.orders: dict[int, list[int]] = {}

    def choose(self, game: AnyGame, state: Any) -> Step:
        slot: int = state.slot()
        if slot < 0:
            return draw(game, state, Rng(self.seed))
        shuffle, place = divmod(slot, SHUFFLE)
        if shuffle not in self.orders:
            self.orders[shuffle] = self.order(shuffle, state)
        return game.steps[self.orders[shuffle][place]]

    def order(self, shuffle: int, state: Any) -> list[int]:
        cards = [code for code, weight in state.odds() for _ in range(weight)]
        rng = Rng(self.seed * SHUFFLE + shuffle)
        for last in range(len(cards) - 1, 0, -1):
            other = rng.below(last + 1)
            cards[last], cards[other] = cards[other], cards[last]
        return cards


def draw(game: AnyGame, state: Any, rng: Rng) -> Step:
    """A chance step by the weights of what is possible."""
    if isinstance(state, State):
        return game.steps[state.roll(rng)]
    odds: list[tuple[int, int]] = state.odds()
    left = rng.below(sum(weight for _, weight in odds))
    for code, weight in odds:
        left -= weight
        if left < 0:
            return game.steps[code]
    raise AssertionError("weights are positive")


def require_seed(seed: int) -> int:
    if seed < 0:
        raise BadInput(f"a seed is a whole number from 0 on, not {seed}")
    return seed
