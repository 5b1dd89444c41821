"""Where chance comes from: a generator, a recorded list, or a fixed deal.

The engine only ever asks what chance does next. A match of people uses a committed stream instead (``committed``).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from operator import index
from typing import Any, Protocol, SupportsIndex

from birdtable.engine import Rng, State
from birdtable.game import CHANCE, AnyGame, BadInput, Step

SHUFFLE = 1024
"""``State.slot`` packs the number of the shuffle and the place in it: shuffle * SHUFFLE + place."""


SEED_BYTES = 6
"""Of the seed that is made of a secret."""


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


Settled = Mapping[int, Step]
"""What chance did in a match by ``State.slot``; what turned no card is at -1, -2 and so on, in order."""


def settle(game: AnyGame, state: Any, steps: Iterable[Step]) -> dict[int, Step]:
    """What chance does in a match; ``state`` is where it begins, and ends up where the steps lead."""
    settled: dict[int, Step] = {}
    others = 0
    for step in steps:
        if state.to_move == CHANCE:
            slot: int = state.slot()
            if slot < 0:
                others += 1
                slot = -others
            settled[slot] = step
        game.apply(state, step)
    return settled


class Deal:
    """A fixed virtual order of every pile, so that the same deal can be played again by others or in other seats.

    It must be asked from the start of a match on: a pile's order is fixed when its first card is turned. What is
    ``settled`` comes where it came in another match, as far as the pile has it; the seed orders the rest.
    """

    def __init__(self, seed: int, settled: Settled | None = None) -> None:
        self.seed = require_seed(seed)
        self.settled = settled or {}
        self.orders: dict[int, list[int]] = {}
        self.others = 0
        """How often chance did something else than turn a card."""

    def choose(self, game: AnyGame, state: Any) -> Step:
        slot: int = state.slot()
        if slot < 0:
            self.others += 1
            settled = self.settled.get(-self.others, "")
            possible = [game.steps[code] for code, _ in state.odds()]
            return settled if settled in possible else draw(game, state, Rng(self.seed))
        shuffle, place = divmod(slot, SHUFFLE)
        if shuffle not in self.orders:
            self.orders[shuffle] = self.order(game, shuffle, state)
        return game.steps[self.orders[shuffle][place]]

    def order(self, game: AnyGame, shuffle: int, state: Any) -> list[int]:
        cards = [code for code, weight in state.odds() for _ in range(weight)]
        rng = Rng(self.seed * SHUFFLE + shuffle)
        for last in range(len(cards) - 1, 0, -1):
            other = rng.below(last + 1)
            cards[last], cards[other] = cards[other], cards[last]
        return self.put_settled(game, shuffle, cards) if self.settled else cards

    def put_settled(self, game: AnyGame, shuffle: int, cards: list[int]) -> list[int]:
        """The settled cards in their places, the others in the order that they have in the gaps."""
        places: dict[int, int] = {}
        for place in range(len(cards)):
            step = self.settled.get(shuffle * SHUFFLE + place)
            if step is not None and (code := game.codes[step]) in cards:
                cards.remove(code)
                places[place] = code
        rest = iter(cards)
        return [places[place] if place in places else next(rest) for place in range(len(cards) + len(places))]


def deal_seed(secret: bytes) -> int:
    """The seed of the deal that a secret makes."""
    return int.from_bytes(sha256(b"birdtable deal" + secret).digest()[:SEED_BYTES], "big")


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
    if not isinstance(seed, SupportsIndex) or seed < 0:
        raise BadInput(f"a seed is a whole number from 0 on, not {seed}")
    return index(seed)
