"""Deals anew what a view of Birdie does not show: others' opening hands, and what they laid on piles that are closed.

Compiled with the types in ``dealing.pxd`` or interpreted as it stands, with the same results.
"""

from __future__ import annotations

from birdtable.bits import MASK
from birdtable.engine import Rng
from birdtable.games.birdie import cards
from birdtable.games.birdie.cards import ADDED_BITS, KIND, KIND_BITS, MAX_ROW, MAX_TURNS, TWO_CARDS
from birdtable.games.birdie.rules import BirdieState

UNIT = cards.UNITS
OPENINGS = 136
"""Two cards can be of so many kinds."""
MOST_HELD = 64


class Dealing:
    """The opening hands that a viewer does not know, at most 4, and the cards that they may be of."""

    def __init__(self, pool: int) -> None:
        self.pool = pool
        """Every card whose place the viewer does not know."""
        self.count = 0
        self.seat = [0] * 4
        self.earlier = [0] * 4
        """1 for a hand of round 1 in round 2."""
        self.size = [0] * 4
        self.rest = [0] * 4
        """If the pile lies open: what came to the hand besides the opening, less what left it."""
        self.options = [0] * 4
        """How many openings can have led to a pile that lies open; 0 for a closed one, where each may be."""
        self.weight = [0] * 4
        """Of all openings together while the whole pool is there; it can only become less."""
        self.option_cards = [0] * 1088
        self.option_ways = [0] * 544
        self.order = [0] * 4
        """Hands that are not equally likely are drawn first."""
        self.left = 0
        """From here on, what is being dealt: cards of the pool not drawn,"""
        self.opening = [0] * 8
        """two cards for each hand,"""
        self.hand = [0] * 64
        """cards in the order in which they came."""
        self.laid = [0] * 64

    def hide(self, seat: int, size: int) -> None:
        """A hand of which nothing is known but its size and the turns in the state."""
        self.seat[self.count] = seat
        self.size[self.count] = size
        self.count += 1
        self.put_in_order()

    def hide_open(self, seat: int, rest: int, openings: list[tuple[list[int], int]], earlier: bool) -> int:
        """A hand whose pile lies open: it had one of these openings, each as likely as there are ways.

        Returns what they weigh together.
        """
        i = self.count
        self.hide(seat, 2)
        self.rest[i] = rest & MASK
        self.earlier[i] = earlier
        for option, (opening, ways) in enumerate(openings):
            place = i * OPENINGS + option
            self.option_cards[2 * place], self.option_cards[2 * place + 1] = opening
            self.option_ways[place] = ways
        self.options[i] = len(openings)
        self.left = self.pool
        self.weight[i] = self.weigh(i)
        self.put_in_order()
        return self.weight[i]

    def put_in_order(self) -> None:
        rank = 0
        for closed in range(2):
            for i in range(self.count):
                if (self.options[i] == 0) == closed:
                    self.order[rank] = i
                    rank += 1

    # Openings

    def draw_openings(self, rng: Rng) -> bool:
        """By the probability of the deal times that of what has been seen; false where it has to be tried again.

        Where several hands have to be weighed, one after the other is drawn and the whole is kept with the probability
        that makes up for the order (rejection sampling, exact).
        """
        self.left = self.pool
        for rank in range(self.count):
            i = self.order[rank]
            if self.options[i] == 0:
                for number in range(self.size[i]):
                    self.opening[2 * i + number] = self.draw_card(rng)
            else:
                whole = self.weigh(i)
                if rank > 0 and rng.pick(self.weight[i]) >= whole:
                    return False
                self.draw_option(i, rng.pick(whole))
        return True

    def draw_card(self, rng: Rng) -> int:
        number = rng.pick(number_of(self.left))
        kind = 0
        while number >= (self.left >> 4 * kind & 15):
            number -= self.left >> 4 * kind & 15
            kind += 1
        self.left -= UNIT[kind]
        return kind

    def weigh(self, i: int) -> int:
        """All openings of a hand that the cards left allow."""
        whole = 0
        for option in range(i * OPENINGS, i * OPENINGS + self.options[i]):
            whole += self.weigh_option(option)
        return whole

    def weigh_option(self, option: int) -> int:
        """Ways to pick what was laid, times those in which the cards left can be dealt as this opening."""
        first = self.option_cards[2 * option]
        second = self.option_cards[2 * option + 1]
        count = self.left >> 4 * first & 15
        if first == second:
            return self.option_ways[option] * (count * (count - 1) // 2)
        return self.option_ways[option] * count * (self.left >> 4 * second & 15)

    def draw_option(self, i: int, number: int) -> None:
        option = i * OPENINGS
        number -= self.weigh_option(option)
        while number >= 0:
            option += 1
            number -= self.weigh_option(option)
        for card in range(2):
            self.opening[2 * i + card] = self.option_cards[2 * option + card]
            self.left -= UNIT[self.option_cards[2 * option + card]]

    # Hands and piles

    def deal(self, state: BirdieState, rng: Rng) -> bool:
        """Puts the openings drawn into a state, with hidden choices equally likely; false if they lead nowhere."""
        for i in range(self.count):
            seat = self.seat[i]
            if self.options[i] == 0:
                if not self.lay(state, seat, i, rng):
                    return False
            else:
                hand = self.rest[i] + UNIT[self.opening[2 * i]] + UNIT[self.opening[2 * i + 1]] & MASK
                if self.earlier[i]:
                    state.gone_hand[seat] = hand
                else:
                    state.hand[seat] = hand
                    state.hand_count[seat] = number_of(hand)
        state.unseen = self.left
        state.rest = number_of(self.left) - state.deck - state.stop
        return True

    def lay(self, state: BirdieState, seat: int, i: int, rng: Rng) -> bool:
        """[B3.8] What a seat did unseen in its turns: which hand cards it laid, and in which order."""
        held = self.size[i]
        for number in range(held):
            self.hand[number] = self.opening[2 * i + number]
        count = 0
        for number in range(state.turn_count[seat]):
            turn = state.turns[seat * MAX_TURNS + number]
            if turn < TWO_CARDS:
                if turn < 0 or held == MOST_HELD:
                    return False
                self.hand[held] = turn
                held += 1
                continue
            added = turn >> ADDED_BITS
            if added > held or count + 2 + added > MAX_ROW:
                return False
            mix(self.hand, held, rng)
            self.laid[0] = turn >> KIND_BITS & KIND
            self.laid[1] = turn & KIND
            for place in range(2, 2 + added):
                held -= 1
                self.laid[place] = self.hand[held]
            mix(self.laid, 2 + added, rng)
            for place in range(2 + added):
                state.pile[seat * MAX_ROW + count + place] = self.laid[place]
            count += 2 + added
        state.pile_count[seat] = count
        state.hand_count[seat] = held
        hand = 0
        for number in range(held):
            hand += UNIT[self.hand[number]]
        state.hand[seat] = hand
        return True


def mix(kinds: list[int], count: int, rng: Rng) -> None:
    """Shuffles the first so many."""
    for last in range(count - 1, 0, -1):
        other = rng.pick(last + 1)
        kind = kinds[last]
        kinds[last] = kinds[other]
        kinds[other] = kind


def number_of(cards: int) -> int:
    """How many cards a multiset has."""
    number = 0
    for kind in range(16):
        number += cards >> 4 * kind & 15
    return number
