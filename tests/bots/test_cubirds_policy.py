"""What CuBirds' policy adds up in a hurry is what it would be added up slowly, to the last bit."""

from __future__ import annotations

from birdtable import catalog
from birdtable.bots.cubirds.policy import CuBirdsPolicy
from birdtable.engine import Rng
from birdtable.game import CHANCE
from birdtable.games.cubirds.cards import BIG, SMALL, TO_LAY

SOFT = 0.3
FLOCK_TURN = 0.35


def price(species: int, have: int, held: int) -> tuple[float, float]:
    """What the next flock of a species costs, and what it costs to have three of it."""
    small, big = SMALL[species], BIG[species]
    flock = FLOCK_TURN + ((1.0 - held / small if held < small else 0.0) if held else 1.0)
    double = FLOCK_TURN + (((big - held) / small if held < big else 0.0) if held else big / small)
    if have == 0:
        return flock, min(flock + FLOCK_TURN + 1.45, double + FLOCK_TURN + 1.0)
    if have == 1:
        return flock, min(flock + FLOCK_TURN + 1.0, double)
    return flock, flock if have == 2 else 0.0


def distance(collection: list[int], hand: list[int]) -> float:
    """[C5.1] Seven species, or three of each of two."""
    prices = [price(species, collection[species], hand[species]) for species in range(8)]
    costs = sorted(flock for (flock, _), have in zip(prices, collection, strict=True) if not have)
    thirds = sorted(third for _, third in prices)
    different, twice = sum(costs[:-1]), thirds[0] + thirds[1]
    low, high = min(different, twice), max(different, twice)
    return low - SOFT / (1.0 + high - low)


def counts(multiset: int) -> list[int]:
    return [multiset >> 8 * species & 255 for species in range(8)]


def test_a_card_is_worth_what_it_takes_off_the_distance() -> None:
    game, rng, policy, looked = catalog.game("cubirds"), Rng(3), CuBirdsPolicy(), 0
    for seats in (2, 3, 5):
        state = game.start(seats, {"turn_limit": 150})
        while state.to_move >= 0 or state.to_move == CHANCE:
            if state.to_move == CHANCE:
                state.apply(state.roll(rng))
                continue
            if state.phase == TO_LAY:
                policy.ratings_of(state)
                collection, hand = counts(state.collections[state.to_move]), counts(state.hands[state.to_move])
                for species in range(8):
                    more = [held + (species == other) for other, held in enumerate(hand)]
                    worth = distance(collection, hand) - distance(collection, more) + 0.01
                    assert policy.worth[species] == worth
                looked += 1
            legal = state.legal()
            state.apply(legal[rng.below(len(legal))])
    assert looked > 150
