"""What may have happened unseen in a match of Birdie: opening hands, and what others laid on their piles [B3.8]."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from birdtable.game import Randomness, Seat
from birdtable.games.birdie import GAME
from birdtable.games.birdie.cards import ADD, DEAL, END, KIND_OF, STACK, members
from birdtable.games.birdie.imagine import shuffle
from birdtable.games.birdie.points import is_one_shuffle
from birdtable.games.birdie.rules import BirdieState
from birdtable.games.birdie.view import opening_earlier, opening_of
from birdtable.lab.envs.spiel.retelling import Fill, Gap, Script


class BirdieGuide:
    """States that the seat can imagine, one for each shuffle, and how their hands and piles came about."""

    def __init__(self, script: Script) -> None:
        self.imaginers = {}
        for taken in script.walk():
            state = taken.state.copy()
            self.imaginers[state.round if state.seats > 2 else 0] = state
        self.imaginers = {
            shuffle: GAME.imaginer(GAME.view(state, script.seat)) for shuffle, state in self.imaginers.items()
        }

    def __call__(self, rng: Randomness) -> Fill:
        hands: dict[tuple[int, Seat], Iterator[int]] = {}
        piles: dict[tuple[int, Seat], Iterator[int]] = {}
        for imagine in self.imaginers.values():
            state = imagine(rng)
            for seat in range(state.seats):
                hands[state.round, seat] = in_any_order(members(opening_of(state, seat)), rng)
                piles[state.round, seat] = iter(state.pile_of(seat))
                if is_one_shuffle(state.seats) and state.round == 2:
                    hands[1, seat] = in_any_order(members(opening_earlier(state, seat)), rng)
                    piles[1, seat] = iter(state.old_pile_of(seat))

        def fill(state: Any, gap: Gap) -> list[int]:
            key = state.round, gap.secret.seat
            if gap.secret.what == "dealt":
                return [DEAL + next(hands[key])]
            laid = [next(piles[key]) for _ in range(2 + gap.secret.count)]
            return stack(state, laid, [KIND_OF[card] for card in gap.secret.cards.split()], rng)

        return fill


def in_any_order(kinds: list[int], rng: Randomness) -> Iterator[int]:
    shuffle(kinds, rng)
    return iter(kinds)


def stack(state: BirdieState, laid: list[int], shown: list[int], rng: Randomness) -> list[int]:
    """[B3.3] The steps of a take 2 that lays these cards in this order; which of two equal ones was shown is drawn."""
    added = list(laid)
    for kind in shown:
        added.remove(kind)
    count, codes = len(added), list[int]()
    for kind in laid:
        choices = [STACK] * shown.count(kind) + [ADD] * added.count(kind)
        choice = choices[rng.below(len(choices))]
        (shown if choice == STACK else added).remove(kind)
        codes.append(choice + kind)
    return codes if state.hand_count[state.to_move] == count else [*codes, END]
