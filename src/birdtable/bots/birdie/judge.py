"""How a position of Birdie looks.

Rows are taken for what they are worth at their best. At the end of a match that is the score; at the end of round 1,
what is still to come is judged by a network over features of each seat, which ``birdtable train`` makes from matches of
bots.
"""

from __future__ import annotations

from typing import Any

from birdtable.bots.birdie.rows import Rows
from birdtable.bots.search.features import Features, Schema
from birdtable.bots.search.net import empty_net
from birdtable.bots.search.policy import Policy
from birdtable.game import NOBODY
from birdtable.games.birdie import cards
from birdtable.games.birdie.cards import BEFORE_SETS, MAX_ROW, OPENING, TURN
from birdtable.games.birdie.points import TROPHY
from birdtable.games.birdie.rules import BirdieState

OF_BIRD = tuple(15 * cards.multiset(range(4 * bird, 4 * bird + 4)) for bird in range(4))
OF_SEASON = tuple(15 * cards.multiset(range(season, 16, 4)) for season in range(4))
ONES = tuple(number.bit_count() for number in range(256))

ABILITY = (12, 24, 12, 13)
"""What using an ability gains, by bird, in tenths of a point."""
KEPT_BOXES = (0, 30, 58, 84, 108, 128, 140, 148, 152)
"""What so many empty boxes are worth in round 2, in tenths of a point."""


def of_round(**sizes: int) -> dict[str, int]:
    """These groups, once for each round."""
    return {f"{name}_{number}": size for number in (1, 2) for name, size in sizes.items()}


SCHEMA = Schema(
    1,
    seat=Features(
        **of_round(
            box=8 * 28,  # by trait: the value written, or the longest run and the cards in hand
            points=64,
            coarse_points=16,
            top=8,  # how the top of the pile can go on
            ability=12,  # by bird: used up, at hand, or neither
            hand=10,
            pile=13,
            turn=20,  # when it passed, or turns until it is its turn and how many others are still in the round
            deck=21,  # cards that can still be taken, by threes
            trophies=5,
            flaps=13,
            record=4 * 16,  # by bird: the record, and whether its trophy is here
        ),
        seats=3,
        expert=2,
    ),
    step=Features(  # its sort is pass, end, take, stack or add
        sort=5 * 8,  # with the round and how many others are still in it
        rating=5 * 32,
        gap=5 * 16,  # how much less it looks good than the best
        left=5 * 24,
        held=5 * 8,
        laid=5 * 12,
        fit=5 * 25,  # how the card goes on with the top of the pile, by bird and by season
        card=5 * 18,  # what the hand has of its bird and season, and whether the ability can be used
        box=5 * 8,
        partner=5 * 4,
    ),
)
BOX_FEATURES = SCHEMA.seat["box_1"]
POINT_FEATURES = SCHEMA.seat["points_1"]
COARSE_POINT_FEATURES = SCHEMA.seat["coarse_points_1"]
TOP_FEATURES = SCHEMA.seat["top_1"]
ABILITY_FEATURES = SCHEMA.seat["ability_1"]
HAND_FEATURES = SCHEMA.seat["hand_1"]
PILE_FEATURES = SCHEMA.seat["pile_1"]
TURN_FEATURES = SCHEMA.seat["turn_1"]
DECK_FEATURES = SCHEMA.seat["deck_1"]
TROPHY_FEATURES = SCHEMA.seat["trophies_1"]
FLAP_FEATURES = SCHEMA.seat["flaps_1"]
RECORD_FEATURES = SCHEMA.seat["record_1"]
ROUND_FEATURES = SCHEMA.seat["box_2"]
SEATS_FEATURES = SCHEMA.seat["seats"]
EXPERT_FEATURES = SCHEMA.seat["expert"]

SORT_FEATURES = SCHEMA.step["sort"]
RATING_FEATURES = SCHEMA.step["rating"]
GAP_FEATURES = SCHEMA.step["gap"]
LEFT_FEATURES = SCHEMA.step["left"]
HELD_FEATURES = SCHEMA.step["held"]
LAID_FEATURES = SCHEMA.step["laid"]
FIT_FEATURES = SCHEMA.step["fit"]
CARD_FEATURES = SCHEMA.step["card"]
BOX_STEP_FEATURES = SCHEMA.step["box"]
PARTNER_FEATURES = SCHEMA.step["partner"]


class BirdieJudge(Policy):
    def __init__(self) -> None:
        Policy.__init__(self)
        self.rows = Rows()
        self.net = empty_net(SCHEMA)
        self.totals = [0] * 4
        """Of each seat, in tenths of a point."""
        self.flap_gain = [0] * 9
        self.trait = 0
        self.length = 0
        self.round_start = 0
        self.spread = 15.0
        """Tenths of a point that make a difference when a match ends."""
        self.trophy_1 = 10
        self.trophy_2 = 20
        """What a trophy counts when a row is divided, in tenths of a point: it may be lost again."""
        self.ability_1 = 0.1
        """What part of its value an ability has in round 1."""

    def is_settled(self, state: Any) -> bool:
        """Rows tell what they are worth, so there is nothing to search once all have passed."""
        table: BirdieState = state
        return table.phase >= BEFORE_SETS

    def is_judged(self, state: Any) -> bool:
        """The beginning of a turn, or of round 2."""
        table: BirdieState = state
        return table.phase == TURN or (table.phase == OPENING and table.round == 2 and not any(table.hand_count))

    def judge(self, state: Any) -> None:
        """Uses the state up."""
        table: BirdieState = state
        if table.to_move == NOBODY:
            for seat in range(table.seats):
                self.values[seat] = table.share(seat)
            return
        if table.phase < BEFORE_SETS:
            self.judge_by_net(table)
            return
        if table.round == 1 and self.net.is_trained:
            self.go_on(table)
            self.judge_by_net(table)
        else:
            self.score_all(table)
            self.judge_totals(table)

    def judge_totals(self, table: BirdieState) -> None:
        """The match is over but for what abilities may change, or the round and nothing was learnt of the next."""
        spread = self.spread if table.round == 2 else 2.0 * self.spread
        for bird in range(4):
            if table.trophy[bird] >= 0:
                self.totals[table.trophy[bird]] += 10 * TROPHY
        for seat in range(table.seats):
            self.values[seat] = self.totals[seat] / spread
        self.share_out(table.seats)

    # Rows

    def open_row(self, table: BirdieState, seat: int) -> int:
        """The seat's pile as a row; returns how many cards it has."""
        rows = self.rows
        rows.open(table, seat, self.trophy_2 if table.round == 2 else self.trophy_1)
        self.set_bonus(table, seat)
        count = table.pile_count[seat]
        for place in range(count):
            rows.lay(place, table.pile[seat * MAX_ROW + place])
        return count

    def score_all(self, table: BirdieState) -> None:
        """[B5.1] In the order of passing."""
        for i in range(table.seats):
            self.score_seat(table, table.passed[i])

    def score_seat(self, table: BirdieState, seat: int) -> None:
        """Writes the best division of the seat's row into its board, and its points into ``totals``."""
        rows = self.rows
        place = self.open_row(table, seat)
        filled = rows.most(place)
        sets = ONES[filled]
        table.flaps[seat] = min(table.flaps[seat] + sets, table.places)
        while filled:
            while rows.best[place * 256 + filled] == rows.best[place * 256 - 256 + filled]:
                place -= 1
            self.find_set(place, filled)
            table.boxes[seat * 8 + self.trait] = self.length
            if self.trait < 4 and self.length > table.record[self.trait]:
                table.record[self.trait] = self.length
                table.trophy[self.trait] = seat
            filled -= 1 << rows.bit[self.trait]
            place -= self.length
        self.totals[seat] = 10 * table.written_points(seat) + self.value_of_abilities(table, seat, table.hand[seat])
        if table.round == 1:
            self.totals[seat] += KEPT_BOXES[rows.boxes - sets]

    def find_set(self, place: int, filled: int) -> None:
        """The set that ends before ``place`` in the best division, in ``trait`` and ``length``."""
        rows = self.rows
        kind = rows.row[place - 1]
        value = rows.best[place * 256 + filled]
        for side in range(2):
            trait = 4 + (kind & 3) if side else kind >> 2
            run = rows.season_run[place - 1] if side else rows.bird_run[place - 1]
            bit = rows.bit[trait]
            if bit < 0 or not filled >> bit & 1:
                continue
            for length in range(2, run + 1):
                if rows.best[(place - length) * 256 + filled - (1 << bit)] + rows.gain[trait * 17 + length] == value:
                    self.trait = trait
                    self.length = length
                    return

    def set_bonus(self, table: BirdieState, seat: int) -> None:
        """Flap marks for sets written [B5.7], and in round 1 the worth of boxes that stay empty."""
        rows = self.rows
        marked = table.flaps[seat]
        now = table.flap_points(marked)
        for sets in range(rows.boxes + 1):
            marks = min(marked + sets, table.places)
            self.flap_gain[sets] = 10 * (table.flap_points(marks) - now)
            if table.round == 1:
                self.flap_gain[sets] += KEPT_BOXES[rows.boxes - sets]
        for filled in range(1 << rows.boxes):
            rows.bonus[filled] = self.flap_gain[ONES[filled]]

    def value_of_abilities(self, table: BirdieState, seat: int, hand: int) -> int:
        """Cards held for abilities not used up."""
        value = 0
        for bird in range(4):
            if table.has_use(seat, bird) and hand & OF_BIRD[bird]:
                value += ABILITY[bird]
        return int(value * self.ability_1) if table.round == 1 else value

    def go_on(self, state: Any) -> bool:
        """[B2.6] Scores the rows of round 1 and sets up round 2, before a card is dealt."""
        table: BirdieState = state
        if table.phase < BEFORE_SETS:
            return True
        if table.round == 2:
            return False
        self.score_all(table)
        table.starter = table.passed[table.seats - 1]
        table.clear_table()
        table.round = 2
        table.set_up_round()
        return True

    # What the network sees of a seat

    def list_features(self, state: Any) -> None:
        table: BirdieState = state
        self.round_start = ROUND_FEATURES * (table.round - 1)
        for seat in range(table.seats):
            self.list_own_features(table, seat)

    def list_own_features(self, table: BirdieState, seat: int) -> None:
        rows = self.rows
        count = self.open_row(table, seat)
        filled = rows.most(count)
        self.feature_counts[seat] = 0
        for trait in range(8):
            self.tell(seat, BOX_FEATURES + trait * 28 + self.box_feature(table, seat, trait, count))
        worth = rows.best[count * 256 + filled]
        if table.round == 2:
            worth += rows.bonus[filled]
        points = max(0, min(63, table.written_points(seat) + worth // 10))
        self.tell(seat, POINT_FEATURES + points)
        self.tell(seat, COARSE_POINT_FEATURES + points // 4)
        self.tell(seat, TOP_FEATURES + self.top_feature(count))
        hand = table.hand[seat]
        for bird in range(4):
            usable = table.has_use(seat, bird)
            self.tell(seat, ABILITY_FEATURES + bird * 3 + (1 + (hand & OF_BIRD[bird] != 0) if usable else 0))
        self.tell(seat, HAND_FEATURES + min(table.hand_count[seat], 9))
        self.tell(seat, PILE_FEATURES + min(count // 2, 12))
        self.tell(seat, TURN_FEATURES + self.turn_feature(table, seat))
        self.tell(seat, DECK_FEATURES + min((table.deck + table.display_count) // 3, 20))
        trophies = 0
        for bird in range(4):
            is_here = table.trophy[bird] == seat
            trophies += is_here
            self.tell(seat, RECORD_FEATURES + bird * 16 + is_here * 8 + min(table.record[bird], 7))
        self.tell(seat, TROPHY_FEATURES + trophies)
        self.tell(seat, FLAP_FEATURES + min(table.flaps[seat], 12))
        self.note(seat, SEATS_FEATURES + table.seats - 2)
        self.note(seat, EXPERT_FEATURES + table.expert)

    def tell(self, seat: int, feature: int) -> None:
        """One more feature of a seat in this round."""
        self.note(seat, self.round_start + feature)

    def box_feature(self, table: BirdieState, seat: int, trait: int, count: int) -> int:
        value = table.boxes[seat * 8 + trait]
        if value:
            return min(value, 8) - 1
        rows = self.rows
        longest = 1
        for place in range(count):
            if trait < 4 and rows.row[place] >> 2 == trait:
                longest = max(longest, rows.bird_run[place])
            if trait >= 4 and rows.row[place] & 3 == trait - 4:
                longest = max(longest, rows.season_run[place])
        held = 0
        cards = table.hand[seat] & (OF_BIRD[trait] if trait < 4 else OF_SEASON[trait - 4])
        for kind in range(16):
            held += cards >> 4 * kind & 15
        return 8 + (min(longest, 5) - 1) * 4 + min(held, 3)

    def top_feature(self, count: int) -> int:
        """How the top of the pile can go on."""
        rows = self.rows
        if count == 0:
            return 0
        top = rows.row[count - 1]
        by_bird = rows.bit[top >> 2] >= 0
        by_season = rows.bit[4 + (top & 3)] >= 0
        bird_run = rows.bird_run[count - 1] if by_bird else 1
        season_run = rows.season_run[count - 1] if by_season else 1
        if bird_run == 1 and season_run == 1:
            return 1 + by_bird + by_season
        if bird_run >= season_run:
            return 4 if bird_run == 2 else 5
        return 6 if season_run == 2 else 7

    def turn_feature(self, table: BirdieState, seat: int) -> int:
        """When the seat passed, or how soon it is its turn and how many others are still in the round."""
        for i in range(table.passed_count):
            if table.passed[i] == seat:
                return i
        others = table.seats - table.passed_count - 1
        return 4 + (seat - table.mover + table.seats) % table.seats * 4 + others
