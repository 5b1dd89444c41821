"""Cards that came unseen in a long round: some are found that fit all that was seen, and the search ends."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from birdtable.chair.cubirds.hands import Hands
from birdtable.games.cubirds.cards import COUNTS

SEATS = 5


class Round:
    """Five people lay, draw two each and never run out of cards, while the draw pile is shuffled anew now and then."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)
        pile = Counter(dict(enumerate(COUNTS)))
        self.hands, self.held = Hands(Counter(pile)), [Counter[int]() for _ in range(SEATS)]
        self.deck, self.discard = list(pile.elements()), list[int]()
        self.rng.shuffle(self.deck)
        for seat in range(SEATS):
            for _ in range(8):
                self.draw(seat)
        for turn in range(self.rng.randrange(20, 60)):
            self.lay(turn % SEATS)

    def lay(self, seat: int) -> None:
        if held := list(self.held[seat]):
            species = self.rng.choice(held)
            number = self.held[seat].pop(species)
            self.hands.leave(seat, species, number)
            self.discard += [species] * number
        self.draw(seat)
        self.draw(seat)

    def draw(self, seat: int) -> None:
        if not self.deck:
            self.deck, self.discard = self.discard, []
            self.rng.shuffle(self.deck)
            self.hands.reshuffle(Counter(self.deck))
        self.held[seat][self.deck.pop()] += 1
        self.hands.come(seat)


def assert_fits(hands: Hands, dealt: list[int]) -> None:
    for demand in hands.demands:
        came = sum(
            demand.includes(batch) and species == demand.species
            for batch, species in zip(hands.slots, dealt, strict=True)
        )
        assert came == demand.number, demand
    for number, pile in enumerate(hands.piles):
        used = Counter(species for batch, species in zip(hands.slots, dealt, strict=True) if batch.pile == number)
        assert used <= pile and (used == +pile or number == len(hands.piles) - 1)


@pytest.mark.parametrize("seed", range(16))
def test_hands_of_a_long_round_are_found_and_what_is_impossible_is_soon_given_up(seed: int) -> None:
    played = Round(seed)
    dealt = played.hands.deal()
    assert dealt is not None
    assert_fits(played.hands, dealt)
    seat, species = played.rng.randrange(SEATS), played.rng.randrange(len(COUNTS))
    for more in (1, 5, 20):
        wrong = played.hands.copy()
        wrong.leave(seat, species, played.held[seat][species] + more)
        found = wrong.deal()
        if found is None:
            continue
        assert more < 20
        assert_fits(wrong, found)


@pytest.mark.parametrize("seed", range(24))
def test_hands_that_lie_open_at_the_end_of_a_long_round_are_found(seed: int) -> None:
    """One after the other: the last of them leaves nothing to choose."""
    played = Round(seed)
    for seat in played.rng.sample(range(SEATS), SEATS):
        played.hands.show(seat, played.held[seat])
        dealt = played.hands.deal()
        assert dealt is not None
        assert_fits(played.hands, dealt)
