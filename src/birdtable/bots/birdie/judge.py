"""How a position of Birdie looks.

Rows are taken for what they are worth at their best. At the end of a match that is the score; at the end of round 1,
what is still to come is judged by a network over features of each seat, which ``birdtable train`` makes from matches of
bots.
"""

from __future__ import annotations

from typing import Any

from birdtable.bots.birdie.rows import Rows
from birdtable.bots.search.net import load_net
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

# Features of a seat, by where they begin. Each is given once for each round, but for the last two.
BOX_FEATURES = 0  # by trait: the value written, or the longest run and the cards in hand
POINT_FEATURES = 8 * 28
COARSE_POINT_FEATURES = POINT_FEATURES + 64
TOP_FEATURES = COARSE_POINT_FEATURES + 16
ABILITY_FEATURES = TOP_FEATURES + 8
HAND_FEATURES = ABILITY_FEATURES + 12
PILE_FEATURES = HAND_FEATURES + 10
PASS_FEATURES = PILE_FEATURES + 13
DECK_FEATURES = PASS_FEATURES + 20
TROPHY_FEATURES = DECK_FEATURES + 21
FLAP_FEATURES = TROPHY_FEATURES + 5
RECORD_FEATURES = FLAP_FEATURES + 13  # by bird: the record, and whether its trophy is here
ROUND_FEATURES = RECORD_FEATURES + 4 * 16
SEATS_FEATURES = 2 * ROUND_FEATURES
EXPERT_FEATURES = SEATS_FEATURES + 3
FEATURES = EXPERT_FEATURES + 2

# Features of a step, by where they begin; its sort is pass, end, take, stack or add.
SORT_FEATURES = 0  # with the round and how many others are still in it
RATING_FEATURES = SORT_FEATURES + 5 * 8
GAP_FEATURES = RATING_FEATURES + 5 * 32  # how much less it looks good than the best
LEFT_FEATURES = GAP_FEATURES + 5 * 16
HELD_FEATURES = LEFT_FEATURES + 5 * 24
LAID_FEATURES = HELD_FEATURES + 5 * 8
FIT_FEATURES = LAID_FEATURES + 5 * 12  # how the card goes on with the top of the pile, by bird and by season
CARD_FEATURES = FIT_FEATURES + 5 * 25  # what the hand has of its bird and season, and whether the ability can be used
BOX_STEP_FEATURES = CARD_FEATURES + 5 * 18
PARTNER_FEATURES = BOX_STEP_FEATURES + 5 * 8
STEP_FEATURES = PARTNER_FEATURES + 5 * 4


class BirdieJudge(Policy):
    def __init__(self) -> None:
        Policy.__init__(self)
        self.rows = Rows()
        self.net = load_net("birdie", FEATURES, STEP_FEATURES)
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
            self.judge_prospects(table)
            return
        if table.round == 1 and self.net.is_trained:
            self.go_on(table)
            self.judge_prospects(table)
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

    def judge_prospects(self, table: BirdieState) -> None:
        for seat in range(table.seats):
            self.list_features(table, seat)
            self.values[seat] = self.net.score_of(self.features, self.feature_count)
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

    def list_features(self, state: Any, seat: int) -> None:
        table: BirdieState = state
        rows = self.rows
        count = self.open_row(table, seat)
        filled = rows.most(count)
        self.feature_count = 0
        self.round_start = ROUND_FEATURES * (table.round - 1)
        for trait in range(8):
            self.note(BOX_FEATURES + trait * 28 + self.box_feature(table, seat, trait, count))
        worth = rows.best[count * 256 + filled]
        if table.round == 2:
            worth += rows.bonus[filled]
        points = max(0, min(63, table.written_points(seat) + worth // 10))
        self.note(POINT_FEATURES + points)
        self.note(COARSE_POINT_FEATURES + points // 4)
        self.note(TOP_FEATURES + self.top_feature(count))
        hand = table.hand[seat]
        for bird in range(4):
            usable = table.has_use(seat, bird)
            self.note(ABILITY_FEATURES + bird * 3 + (1 + (hand & OF_BIRD[bird] != 0) if usable else 0))
        self.note(HAND_FEATURES + min(table.hand_count[seat], 9))
        self.note(PILE_FEATURES + min(count // 2, 12))
        self.note(PASS_FEATURES + self.pass_feature(table, seat))
        self.note(DECK_FEATURES + min((table.deck + table.display_count) // 3, 20))
        trophies = 0
        for bird in range(4):
            is_here = table.trophy[bird] == seat
            trophies += is_here
            self.note(RECORD_FEATURES + bird * 16 + is_here * 8 + min(table.record[bird], 7))
        self.note(TROPHY_FEATURES + trophies)
        self.note(FLAP_FEATURES + min(table.flaps[seat], 12))
        self.round_start = 0
        self.note(SEATS_FEATURES + table.seats - 2)
        self.note(EXPERT_FEATURES + table.expert)

    def note(self, feature: int) -> None:
        self.features[self.feature_count] = self.round_start + feature
        self.feature_count += 1

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

    def pass_feature(self, table: BirdieState, seat: int) -> int:
        """When the seat passed, or how soon it is its turn and how many others are still in the round."""
        for i in range(table.passed_count):
            if table.passed[i] == seat:
                return i
        others = table.seats - table.passed_count - 1
        return 4 + (seat - table.mover + table.seats) % table.seats * 4 + others
