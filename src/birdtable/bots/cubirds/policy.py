"""How to play CuBirds, in numbers.

A seat's distance from victory is the number of flocks that it still has to complete, on the nearer of the two ways to
win [C5.1]; a hand that holds part of a flock has completed that part. A card is worth what it takes off the distance.
"""

from __future__ import annotations

from math import nan
from typing import Any

from birdtable.bits import TOPS, pick
from birdtable.bots.search.features import Features, Schema
from birdtable.bots.search.net import empty_net
from birdtable.bots.search.policy import Policy
from birdtable.engine import Rng
from birdtable.game import NOBODY, View
from birdtable.games.cubirds import cards
from birdtable.games.cubirds.cards import DRAW, END, FLOCK, KEEP, KINDS, TO_DRAW, TO_FLOCK, TO_LAY
from birdtable.games.cubirds.flocks import flock_brings
from birdtable.games.cubirds.rules import CuBirdsState, total
from birdtable.games.cubirds.view import CuBirdsView

SMALL = cards.SMALL
BIG = cards.BIG
COUNTS = cards.COUNTS
FLOCKS_OF_BIG = tuple(big / small for big, small in zip(cards.BIG, cards.SMALL, strict=True))
"""A big flock counted in small ones, by species."""
TO_TOP_FROM_SMALL = cards.TO_TOP_FROM_SMALL
LANE = tuple(255 * unit for unit in cards.UNITS)
UNIT = cards.UNITS

FLOCK_TURN = 0.35
"""What a flock costs beside its cards: there is one a turn at most."""
HORIZON = 2
"""Turns, by all together, after which a play-out is judged."""
FRESH_HAND = 1.1
"""What 8 new cards take off the distance, on average."""
NOISE = 0.05
THREAT = 0.35
ANY_BIRD = 0.05
"""What a bird counts in haste beside what it takes off the distance: many birds are the flocks after the next."""


SPANS = 48
"""Steps in which a distance is told, ``SPAN`` of them to a flock."""
SPAN = 6.0

SCHEMA = Schema(
    1,
    seat=Features(
        species=8 * 44,  # by species: what is collected and what is held
        reach=8 * 48,  # by species: what is collected, the most that one lay can take of it, whether it is its turn
        different=2 * 8,  # species collected, whether it is its turn
        triples=3,
        pairs=4,
        order=4 * 5,  # turns until it is its turn, by number of seats
        hand=2 * 16,  # cards held, whether it is its turn
        shortest=2 * 10,  # the fewest cards that another seat holds: the round ends with an empty hand
        pile=14,  # cards of the draw pile, by eights
        distance=2 * SPANS,  # flocks to go, whether it is its turn
        soon=2 * SPANS,  # the same after the best lay and flock
        lead=2 * SPANS,  # how much less that is than for the best of the others
    ),
    step=Features(
        sort=8 * 4,  # with the number of seats
        gap=8 * 32,  # how much worse it is rated than the best
        rank=8 * 6,
        species=8 * 8 * 8,  # with the cards of it
        taken=12,
        left=10 * 6,  # own cards, with what the others hold
        place=8 * 8,
    ),
)
DIFFERENT_FEATURES = SCHEMA.seat["different"]
DISTANCE_FEATURES = SCHEMA.seat["distance"]
HAND_FEATURES = SCHEMA.seat["hand"]
LEAD_FEATURES = SCHEMA.seat["lead"]
ORDER_FEATURES = SCHEMA.seat["order"]
PAIR_FEATURES = SCHEMA.seat["pairs"]
PILE_FEATURES = SCHEMA.seat["pile"]
REACH_FEATURES = SCHEMA.seat["reach"]
SHORTEST_FEATURES = SCHEMA.seat["shortest"]
SOON_FEATURES = SCHEMA.seat["soon"]
TRIPLE_FEATURES = SCHEMA.seat["triples"]
GAP_FEATURES = SCHEMA.step["gap"]
LEFT_FEATURES = SCHEMA.step["left"]
PLACE_FEATURES = SCHEMA.step["place"]
RANK_FEATURES = SCHEMA.step["rank"]
SORT_FEATURES = SCHEMA.step["sort"]
SPECIES_FEATURES = SCHEMA.step["species"]
TAKEN_FEATURES = SCHEMA.step["taken"]

SHARES = {"lay": 0.7, "draw": 0.15, "flock": 0.15}


class CuBirdsPolicy(Policy):
    def __init__(self) -> None:
        Policy.__init__(self)
        self.temperature = 0.1
        self.worth = [0.0] * 8
        """What one more card of each species takes off the distance."""
        self.costs = [0.0] * 8
        self.flocks = [0.0] * 8
        """What ``price`` found, by species."""
        self.thirds = [0.0] * 8
        self.flock_prices = [0.0] * 256
        """What ``price`` finds, by species and birds in the hand, of which there are fewer than 32."""
        self.third_prices = [0.0] * 1024
        """The same by birds in the collection too, 3 standing for more."""
        self.priced_turn = nan
        """The settings that the prices are for; at first none."""
        self.priced_foresight = nan
        self.likely = [0.0] * 8
        """What ``look_at_next`` found, by species."""
        self.different = 0.0
        """What ``nearer`` found of both ways."""
        self.first_third = 0.0
        self.second_third = 0.0
        self.listed = 0
        self.best_rating = 0.0
        self.net = empty_net(SCHEMA)
        self.reach = [0] * 8
        """The most birds of each species that one lay of the seat looked at can take."""
        self.now = [0.0] * 5
        """The distance of each seat."""
        self.soon = [0.0] * 5
        """The distance of each seat after its best lay and flock."""
        self.last_turn = 0
        self.flock_turn = FLOCK_TURN
        self.horizon = HORIZON
        self.fresh_hand = FRESH_HAND
        self.noise = NOISE
        self.threat_weight = THREAT
        self.soft = 0.3
        self.any_bird = ANY_BIRD
        self.foresight = 1.0
        """How much part of a flock counts: a beginner sees only those that are complete."""

    def distance(self, collection: int, hand: int) -> float:
        """Flocks still to go, along the nearer way."""
        self.price_all()
        for species in range(8):
            self.look_up(species, collection >> 8 * species & 255, hand >> 8 * species & 255)
        return self.nearer(collection)

    def price_all(self) -> None:
        """Fills the tables, unless they hold what ``price`` would find."""
        if self.priced_turn == self.flock_turn and self.priced_foresight == self.foresight:
            return
        self.priced_turn = self.flock_turn
        self.priced_foresight = self.foresight
        for species in range(KINDS):
            for held in range(32):
                for have in range(4):
                    self.price(species, have, held)
                    self.third_prices[have << 8 | species << 5 | held] = self.thirds[species]
                self.flock_prices[species << 5 | held] = self.flocks[species]

    def look_up(self, species: int, have: int, held: int) -> None:
        """``price`` from the tables."""
        place = species << 5 | held
        self.flocks[species] = self.flock_prices[place]
        self.thirds[species] = self.third_prices[min(have, 3) << 8 | place]

    def price(self, species: int, have: int, held: int) -> None:
        """What the next flock of a species costs, and what it costs to have three of it."""
        flock = self.flock_turn
        double = self.flock_turn
        if held == 0:
            flock += 1.0
            double += FLOCKS_OF_BIG[species]
        else:
            if held < SMALL[species]:
                flock += 1.0 - self.foresight * held / SMALL[species]
            if held < BIG[species]:
                double += (BIG[species] - self.foresight * held) / SMALL[species]
        if have == 0:
            third = min(flock + self.flock_turn + 1.45, double + self.flock_turn + 1.0)
        elif have == 1:
            third = min(flock + self.flock_turn + 1.0, double)
        elif have == 2:
            third = flock
        else:
            third = 0.0
        self.flocks[species] = flock
        self.thirds[species] = third

    def nearer(self, collection: int) -> float:
        """[C5.1] Seven species, or three of each of two, by what ``price`` has noted.

        Seven of the eight: all that are missing but the dearest. ``costs`` has them, the cheapest first, after a 0 for
        each species that is collected.
        """
        first = 99.0
        second = 99.0
        for species in range(8):
            self.costs[species] = 0.0 if collection & LANE[species] else self.flocks[species]
            third = self.thirds[species]
            second = min(second, max(first, third))
            first = min(first, third)
        self.sort_costs()
        different = 0.0
        for i in range(7):
            different += self.costs[i]
        self.first_third = first
        self.second_third = second
        self.different = different
        return self.shorter(different, first + second)

    def sort_costs(self) -> None:
        """A sorting network: it compares the same pairs whatever they are, so that no branch is mispredicted."""
        self.order(0, 2)
        self.order(1, 3)
        self.order(4, 6)
        self.order(5, 7)
        self.order(0, 4)
        self.order(1, 5)
        self.order(2, 6)
        self.order(3, 7)
        self.order(0, 1)
        self.order(2, 3)
        self.order(4, 5)
        self.order(6, 7)
        self.order(2, 4)
        self.order(3, 5)
        self.order(1, 4)
        self.order(3, 6)
        self.order(1, 2)
        self.order(3, 4)
        self.order(5, 6)

    def order(self, i: int, j: int) -> None:
        """Puts the lower of two ``costs`` first."""
        one = self.costs[i]
        two = self.costs[j]
        self.costs[i] = min(one, two)
        self.costs[j] = max(one, two)

    def shorter(self, different: float, thirds: float) -> float:
        """Of two ways; that there is another one, hardly longer, counts a little."""
        if different < thirds:
            return different - self.soft / (1.0 + thirds - different)
        return thirds - self.soft / (1.0 + different - thirds)

    def different_with(self, old: float, new: float) -> float:
        """The way of seven species if one of ``costs`` were no dearer than this.

        The costs below ``old`` move up by one from where the new one belongs; those above it stay.
        """
        whole = min(self.costs[0], new)
        for i in range(1, 7):
            before = self.costs[i - 1]
            cost = self.costs[i]
            whole += cost if before >= old else min(cost, max(before, new))
        return whole

    def thirds_with(self, old: float, new: float) -> float:
        """The way of three of each of two if one of ``thirds`` were no dearer than this."""
        if old == self.first_third:
            return new + self.second_third
        return self.first_third + min(new, self.second_third)

    def value_cards(self, collection: int, hand: int) -> None:
        """Fills ``worth``. One more card makes no flock dearer."""
        now = self.distance(collection, hand)
        for species in range(8):
            flock = self.flocks[species]
            third = self.thirds[species]
            self.look_up(species, collection >> 8 * species & 255, (hand >> 8 * species & 255) + 1)
            different = self.different
            if not collection & LANE[species]:
                different = self.different_with(flock, self.flocks[species])
            thirds = self.thirds_with(third, self.thirds[species])
            self.worth[species] = now - self.shorter(different, thirds) + 0.01

    def judge(self, state: Any) -> None:
        table: CuBirdsState = state
        if table.to_move == NOBODY:
            for seat in range(state.seats):
                self.values[seat] = state.share(seat)
            return
        self.judge_by_net(table)

    def is_judged(self, state: Any) -> bool:
        """The beginning of a turn."""
        table: CuBirdsState = state
        return table.phase == TO_LAY

    def list_features(self, state: Any) -> None:
        table: CuBirdsState = state
        for seat in range(table.seats):
            self.list_own_features(table, seat)
        for seat in range(table.seats):
            best = 99.0
            shortest = 99
            for other in range(table.seats):
                if other != seat:
                    best = min(best, self.soon[other])
                    shortest = min(shortest, total(table.hands[other]))
            first = 1 if seat == table.player else 0
            self.note(seat, SHORTEST_FEATURES + first * 10 + min(shortest, 9))
            lead = int((best - self.soon[seat]) * SPAN + SPANS // 2 + 0.5)
            self.note(seat, LEAD_FEATURES + first * SPANS + max(0, min(lead, SPANS - 1)))

    def list_own_features(self, table: CuBirdsState, seat: int) -> None:
        collection = table.collections[seat]
        hand = table.hands[seat]
        first = 1 if seat == table.player else 0
        different = 0
        pairs = 0
        triples = 0
        self.now[seat] = self.distance(collection, hand)
        self.look_ahead(table, seat)
        self.feature_counts[seat] = 0
        for species in range(KINDS):
            have = min(collection >> 8 * species & 255, 3)
            held = min(hand >> 8 * species & 255, 10)
            self.note(seat, species * 44 + have * 11 + held)
            if self.reach[species]:
                reach = min(self.reach[species], 6) - 1
                self.note(seat, REACH_FEATURES + species * 48 + first * 24 + have * 6 + reach)
            if have:
                different += 1
            if have == 2:
                pairs += 1
            if have == 3:
                triples += 1
        self.note(seat, DIFFERENT_FEATURES + first * 8 + min(different, 7))
        self.note(seat, TRIPLE_FEATURES + min(triples, 2))
        self.note(seat, PAIR_FEATURES + min(pairs, 3))
        order = (seat - table.player + table.seats) % table.seats
        self.note(seat, ORDER_FEATURES + (table.seats - 2) * 5 + order)
        self.note(seat, HAND_FEATURES + first * 16 + min(total(hand), 15))
        self.note(seat, PILE_FEATURES + min(total(table.pile) // 8, 13))
        self.note(seat, DISTANCE_FEATURES + first * SPANS + self.span(self.now[seat]))
        self.note(seat, SOON_FEATURES + first * SPANS + self.span(self.soon[seat]))

    def span(self, distance: float) -> int:
        return max(0, min(int((distance + 0.5) * SPAN), SPANS - 1))

    def look_ahead(self, table: CuBirdsState, seat: int) -> None:
        """Fills ``reach`` and ``soon``: what the seat could take from the rows as they lie, and what that would do."""
        collection = table.collections[seat]
        hand = table.hands[seat]
        for species in range(KINDS):
            self.reach[species] = 0
        best = self.with_flock(collection, hand)
        for row in range(4):
            order = table.order[row]
            birds = table.birds[row]
            groups = table.groups[row]
            for side in range(2):
                taken = birds & 0
                most = birds & 0
                for i in range(groups):
                    species = order >> 4 * (i if side == 0 else groups - 1 - i) & 15
                    if hand & LANE[species] and i:
                        best = min(best, self.with_flock(collection, (hand & ~LANE[species]) + taken))
                        most = taken
                    taken += birds & LANE[species]
                for i in range(groups):
                    species = order >> 4 * i & 15
                    self.reach[species] = max(self.reach[species], most >> 8 * species & 255)
        self.soon[seat] = best

    def with_flock(self, collection: int, hand: int) -> float:
        """The distance after the best flock, if there is one."""
        best = self.distance(collection, hand)
        if not hand + TO_TOP_FROM_SMALL & TOPS:
            return best
        for species in range(KINDS):
            held = hand >> 8 * species & 255
            if held >= SMALL[species]:
                kept = flock_brings(species, held)
                best = min(best, self.distance(collection + kept * UNIT[species], hand & ~LANE[species]))
        return best

    def share(self, view: View) -> float:
        assert isinstance(view, CuBirdsView)
        return SHARES[view.phase]

    def begin(self, state: Any) -> None:
        table: CuBirdsState = state
        self.last_turn = table.turns + self.horizon

    def is_far_enough(self, state: Any) -> bool:
        table: CuBirdsState = state
        return self.net.is_trained and table.turns >= self.last_turn and table.phase == TO_LAY

    # Quick steps

    def step(self, state: Any, rng: Rng) -> int:
        table: CuBirdsState = state
        if table.phase == TO_LAY:
            return self.quick_lay(table, rng)
        if table.phase == TO_DRAW:
            return KEEP if table.hands[table.player] == 0 else DRAW
        return self.best_flock(table.collections[table.player], table.hands[table.player])

    def quick_lay(self, table: CuBirdsState, rng: Rng) -> int:
        """The capture that is worth most, or the least useful cards at any place."""
        seat = table.player
        hand = table.hands[seat]
        self.value_cards(table.collections[seat], hand)
        for species in range(8):
            self.worth[species] += self.any_bird
        best = -1
        best_gain = -1.0e9
        for row in range(4):
            for side in range(2):
                gain = 0.0
                groups = table.groups[row]
                for i in range(groups):
                    place = i if side == 0 else groups - 1 - i
                    species = table.order[row] >> 4 * place & 15
                    held = hand >> 8 * species & 255
                    if held and i:
                        worth = gain - held * self.worth[species] + self.noise * pick(rng, 16) / 16
                        if worth > best_gain:
                            best_gain = worth
                            best = species * 8 + row * 2 + side
                    gain += self.worth[species] * (table.birds[row] >> 8 * species & 255)
        for species in range(8):
            held = hand >> 8 * species & 255
            if held:
                worth = 0.2 - held * self.worth[species]
                if worth > best_gain:
                    best_gain = worth
                    best = species * 8 + pick(rng, 8)
        return best

    def best_flock(self, collection: int, hand: int) -> int:
        """The flock that shortens the way most, or none."""
        best = END
        best_distance = 0.0
        measured = False
        for species in range(8):
            held = hand >> 8 * species & 255
            if held >= SMALL[species]:
                if not measured:  # mostly there is no flock to compare with
                    best_distance = self.distance(collection, hand)
                    measured = True
                kept = flock_brings(species, held)
                after = self.distance(collection + kept * UNIT[species], hand & ~LANE[species])
                if after < best_distance:
                    best_distance = after
                    best = FLOCK + species
        return best

    # Ratings

    def weigh(self, state: Any) -> int:
        return self.rate(state)

    def rate(self, state: Any) -> int:
        table: CuBirdsState = state
        n = table.list_steps()
        seat = table.player
        hand = table.hands[seat]
        collection = table.collections[seat]
        if table.phase == TO_LAY:
            self.rate_lays(table, n)
        elif table.phase == TO_FLOCK:
            for i in range(n):
                if table.steps[i] == END:
                    self.ratings[i] = -self.after_turn(table, seat, collection, hand)
                else:
                    species = table.steps[i] - FLOCK
                    held = hand >> 8 * species & 255
                    kept = flock_brings(species, held)
                    self.ratings[i] = -self.after_turn(
                        table, seat, collection + kept * UNIT[species], hand & ~LANE[species]
                    )
        else:
            self.value_cards(collection, hand)
            self.ratings[0] = self.value_of_draw(table, seat)
            self.ratings[1] = self.fresh_hand if hand == 0 else 0.0
        self.listed = n
        return n

    # What the network sees of a step

    def knows_steps_of(self, state: Any) -> bool:
        table: CuBirdsState = state
        return table.to_move >= 0

    def look_at_steps(self, state: Any) -> int:
        table: CuBirdsState = state
        n = self.rate(table)
        self.best_rating = -1.0e9
        for i in range(n):
            self.best_rating = max(self.best_rating, self.ratings[i])
        return n

    def list_step_features(self, state: Any, i: int) -> None:
        table: CuBirdsState = state
        seat = table.player
        code = table.steps[i]
        hand = table.hands[seat]
        species = 0
        place = 0
        laid = 0
        taken = 0
        if code == DRAW:
            sort = 2
        elif code == KEEP:
            sort = 3
        elif code == END:
            sort = 6
        elif code >= FLOCK:
            species = code - FLOCK
            laid = hand >> 8 * species & 255
            sort = 3 + flock_brings(species, laid)
        else:
            species = code >> 3
            laid = hand >> 8 * species & 255
            taken = total(self.capture(table, code >> 1 & 3, code & 1, species))
            sort = 1 if taken else 0
            place = table.groups[code >> 1 & 3]
        others = 0
        for other in range(table.seats):
            if other != seat:
                others += total(table.hands[other])
        others //= table.seats - 1
        better = 0
        for other in range(self.listed):
            if self.ratings[other] > self.ratings[i]:
                better += 1
        gap = int((self.best_rating - self.ratings[i]) * 20.0) if self.best_rating - self.ratings[i] < 1.5 else 31
        self.features[0] = SORT_FEATURES + sort * 4 + table.seats - 2
        self.features[1] = GAP_FEATURES + sort * 32 + min(gap, 31)
        self.features[2] = RANK_FEATURES + sort * 6 + min(better, 5)
        self.features[3] = SPECIES_FEATURES + (sort * 8 + species) * 8 + min(laid, 7)
        self.features[4] = TAKEN_FEATURES + min(taken, 11)
        self.features[5] = LEFT_FEATURES + min(total(hand) - laid + taken, 9) * 6 + min(others // 2, 5)
        self.features[6] = PLACE_FEATURES + sort * 8 + min(place, 7)
        self.feature_counts[0] = 7

    def value_of_draw(self, table: CuBirdsState, seat: int) -> float:
        """[C3.4] What 2 cards of the draw pile are worth, as far as the seat knows what is in it."""
        unseen = table.pile
        for other in range(table.seats):
            if other != seat:
                unseen += table.hands[other] - table.known[other]
        whole = 0.0
        cards = 0
        for species in range(KINDS):
            count = unseen >> 8 * species & 255
            cards += count
            whole += count * self.worth[species]
        return 2.0 * whole / cards if cards else 0.0

    def after_turn(self, table: CuBirdsState, seat: int, collection: int, hand: int) -> float:
        """The distance after the turn; an empty hand brings a new one, and takes the others' away."""
        if hand:
            return self.distance(collection, hand)
        lost = 0.0
        for other in range(table.seats):
            if other != seat:
                lost += total(table.hands[other]) * 0.08
        return self.distance(collection, 0) - self.fresh_hand - lost / (table.seats - 1) + 0.64

    def rate_lays(self, table: CuBirdsState, n: int) -> None:
        """Rates n lays that are listed by species: all that take nothing leave the same hand."""
        seat = table.player
        collection = table.collections[seat]
        self.value_cards(collection, table.hands[seat])
        self.look_at_next(table)
        drawn = self.value_of_draw(table, seat)
        last = -1
        laid = 0
        hand = table.hands[seat]
        calm = 0.0
        for i in range(n):
            species = table.steps[i] >> 3
            row = table.steps[i] >> 1 & 3
            side = table.steps[i] & 1
            if species != last:
                last = species
                laid = table.hands[seat] >> 8 * species & 255
                hand = table.hands[seat] & ~LANE[species]
                calm = self.after_lay(table, seat, collection, hand)
                if hand:
                    calm -= drawn
            taken = self.capture(table, row, side, species)
            best = self.after_lay(table, seat, collection, hand + taken) if taken else calm
            self.ratings[i] = -best - self.threat_weight * self.threat(table, row, side, species, laid, taken)

    def capture(self, table: CuBirdsState, row: int, side: int, species: int) -> int:
        """[C3.3] The birds that a lay would take, as a multiset."""
        birds = table.birds[row]
        taken = birds & 0
        if birds & LANE[species]:
            order = table.order[row]
            groups = table.groups[row]
            for i in range(groups):
                other = order >> 4 * (groups - 1 - i if side else i) & 15
                if other == species:
                    break
                taken += birds & LANE[other]
        return taken

    def after_lay(self, table: CuBirdsState, seat: int, collection: int, hand: int) -> float:
        """The distance after the turn, with the best flock or none."""
        best = self.after_turn(table, seat, collection, hand)
        for species in range(8):
            held = hand >> 8 * species & 255
            if held >= SMALL[species]:
                kept = flock_brings(species, held)
                after = self.after_turn(table, seat, collection + kept * UNIT[species], hand & ~LANE[species])
                best = min(best, after)
        return best

    def look_at_next(self, table: CuBirdsState) -> None:
        """Notes how likely the next player has birds of each species."""
        after = (table.player + 1) % table.seats
        known = table.known[after]
        hidden = total(table.hands[after] - known)
        for species in range(8):
            self.likely[species] = 1.0 if known & LANE[species] else min(0.9, 0.008 * hidden * COUNTS[species])

    def threat(self, table: CuBirdsState, row: int, side: int, species: int, laid: int, taken: int) -> float:
        """What the row, as it would be, offers the next player, in cards: the largest capture by its likelihood."""
        birds = table.birds[row] - taken + laid * UNIT[species]
        order = table.order[row]
        groups = table.groups[row]
        worst = 0.0
        for end in range(2):
            between = 0
            if end == side and not table.birds[row] & LANE[species]:
                between = laid
            for i in range(groups):
                other = order >> 4 * (groups - 1 - i if end else i) & 15
                there = birds >> 8 * other & 255
                if there:
                    worst = max(worst, self.likely[other] * between)
                    between += there
        return worst * 0.2
