"""How promising a position of Birdie is for each seat.

A row counts what it is worth at its best. What is still to come, abilities included, is judged by a network
over features of each seat, which ``birdtable train`` makes from matches of bots; without one, by constants.
"""

from __future__ import annotations

from typing import Any

from birdtable.bits import lowest
from birdtable.bots.birdie.rows import Rows
from birdtable.bots.search.features import Features, Schema
from birdtable.bots.search.net import empty_net
from birdtable.bots.search.policy import Policy
from birdtable.game import NOBODY
from birdtable.games.birdie import cards
from birdtable.games.birdie.cards import BEFORE_SETS, MAX_ROW, MAX_RUN, OWL, PIGEON, ROBIN, TROPHY, TURN, WOODPECKER
from birdtable.games.birdie.rules import BirdieState

UNIT = tuple(cards.multiset([kind]) for kind in range(16))
FIRST_BITS = cards.multiset(range(16))
OF_BIRD = tuple(15 * cards.multiset(range(4 * bird, 4 * bird + 4)) for bird in range(4))
OF_SEASON = tuple(15 * cards.multiset(range(season, 16, 4)) for season in range(4))
ONES = tuple(number.bit_count() for number in range(256))

ABILITY = (12, 24, 12, 13)
"""What using an ability gains, by bird, in tenths of a point."""
KEPT_BOXES = (0, 30, 58, 84, 108, 128, 140, 148, 152)
"""What so many empty boxes are worth in round 2, in tenths of a point."""


def kinds_of(held: int) -> int:
    """The lowest bit of each kind that a multiset has; there are 4 cards of a kind."""
    return (held | held >> 1 | held >> 2) & FIRST_BITS


def of_round(**sizes: int) -> dict[str, int]:
    """These groups, once for each round."""
    return {f"{name}_{number}": size for number in (1, 2) for name, size in sizes.items()}


CLOCKS = 6
"""Parts of a round, by the cards that are still to be taken; the first when all have passed."""

SCHEMA = Schema(
    2,
    seat=Features(
        **of_round(
            box=2 * 28,  # of each bird and season: the value written, or what the row would write and cards in hand
            points=16,  # if all rows were scored as they lie, without abilities
            lead=CLOCKS * 32,  # every point ahead of the best of the others, or behind, by how far the round has got
            top=17,  # how the top of the pile can go on: by bird and by season
            shown=18,  # cards of the display that go on with it, by bird and by season, and whether it is its turn
            hand_gain=12,  # what the hand would add to the row
            ability=12,  # by bird: used up, at hand, or neither
            owl=10,  # the lowest set of the row, and whether an owl is at hand for it
            spare=4 * 12,  # cards in no set, whether two of them would make one, and a pigeon at hand
            open=4 * 9,  # boxes that stay empty, and a robin and a woodpecker at hand
            hand=10,
            pile=13,
            turn=20,  # when it passed, or turns until it is its turn and how many others are still in the round
            deck=30,  # cards that can still be taken, by twos
            trophies=5,
            flaps=13,
            record=16,  # of each bird: the record, and whether its trophy is here
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
LEAD_FEATURES = SCHEMA.seat["lead_1"]
TOP_FEATURES = SCHEMA.seat["top_1"]
SHOWN_FEATURES = SCHEMA.seat["shown_1"]
HAND_GAIN_FEATURES = SCHEMA.seat["hand_gain_1"]
ABILITY_FEATURES = SCHEMA.seat["ability_1"]
OWL_FEATURES = SCHEMA.seat["owl_1"]
SPARE_FEATURES = SCHEMA.seat["spare_1"]
OPEN_FEATURES = SCHEMA.seat["open_1"]
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
        self.written = [0] * 32
        """By seat and trait: the value written, or that the row would write."""
        self.scores = [0] * 4
        """Points if all rows were scored as they lie."""
        self.marks = [0] * 4
        """Flap marks then."""
        self.records = [0] * 4
        self.holders = [0] * 4
        """Of the trophies then."""
        self.at_hand = [0] * 4
        """By bird: 0 its ability is used up, 1 it can be used, 2 with a card in hand."""
        self.sets = 0
        self.lowest = 0
        self.spare = 0
        self.has_spare = 0
        self.loose = -1
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
        """The beginning of a turn."""
        table: BirdieState = state
        return table.phase == TURN

    def judge(self, state: Any) -> None:
        """Uses the state up."""
        table: BirdieState = state
        if table.to_move == NOBODY:
            for seat in range(table.seats):
                self.values[seat] = table.share(seat)
            return
        if self.net.is_trained or table.phase < BEFORE_SETS:
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
                if (
                    rows.best[(place - length) * 256 + filled - (1 << bit)] + rows.gain[trait * (MAX_RUN + 1) + length]
                    == value
                ):
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

    # What the network sees of a seat

    def list_features(self, state: Any) -> None:
        table: BirdieState = state
        self.round_start = ROUND_FEATURES * (table.round - 1)
        for seat in range(table.seats):
            self.feature_counts[seat] = 0
            self.list_row_features(table, seat)
        self.award_trophies(table)
        for seat in range(table.seats):
            self.list_board_features(table, seat)

    def list_row_features(self, table: BirdieState, seat: int) -> None:
        """Of the pile and the hand."""
        rows = self.rows
        count = self.open_row(table, seat)
        if self.has_scored(table, seat):
            count = 0
        self.plan_sets(table, seat, count)
        passed = self.has_passed(table, seat)
        hand = table.hand[seat]
        for trait in range(8):
            self.tell(seat, BOX_FEATURES + (28 if trait >= 4 else 0) + self.box_feature(table, seat, trait))
        if not passed:
            self.tell(seat, TOP_FEATURES + self.top_feature(count))
            self.tell(seat, SHOWN_FEATURES + self.shown_feature(table, seat, count))
            self.tell(seat, HAND_GAIN_FEATURES + min(self.hand_gain(count, hand) // 10, 11))
        for bird in range(4):
            self.at_hand[bird] = 0
            if table.has_use(seat, bird):
                self.at_hand[bird] = 1 + (hand & OF_BIRD[bird] != 0)
            self.tell(seat, ABILITY_FEATURES + bird * 3 + self.at_hand[bird])
        left = rows.boxes - self.sets
        self.tell(seat, OWL_FEATURES + (self.at_hand[OWL] == 2) * 5 + (min(self.lowest, 5) - 1 if left else 0))
        pigeon = self.at_hand[PIGEON] == 2
        self.tell(seat, SPARE_FEATURES + pigeon * 24 + self.has_spare * 12 + min(self.spare, 11))
        helpers = (self.at_hand[ROBIN] == 2) * 2 + (self.at_hand[WOODPECKER] == 2)
        self.tell(seat, OPEN_FEATURES + helpers * 9 + left)
        self.tell(seat, HAND_FEATURES + min(table.hand_count[seat], 9))
        self.tell(seat, PILE_FEATURES + min(count // 2, 12))

    def list_board_features(self, table: BirdieState, seat: int) -> None:
        """Of the score as it looks, and of the clock."""
        points = self.scores[seat]
        best = -100
        for other in range(table.seats):
            if other != seat:
                best = max(best, self.scores[other])
        cards = table.deck + table.display_count
        first = LEAD_FEATURES + self.clock(table, cards) * 32
        ahead = points - best + (points == best and self.is_first(table, seat))
        if ahead > 0:
            for i in range(min(ahead, 16)):
                self.tell(seat, first + i)
        else:
            for i in range(min(1 - ahead, 16)):
                self.tell(seat, first + 16 + i)
        self.tell(seat, POINT_FEATURES + max(0, min(points // 4, 15)))
        self.tell(seat, TURN_FEATURES + self.turn_feature(table, seat))
        self.tell(seat, DECK_FEATURES + min(cards // 2, 29))
        trophies = 0
        for bird in range(4):
            is_here = self.holders[bird] == seat
            trophies += is_here
            self.tell(seat, RECORD_FEATURES + is_here * 8 + min(self.records[bird], 7))
        self.tell(seat, TROPHY_FEATURES + trophies)
        self.tell(seat, FLAP_FEATURES + min(self.marks[seat], 12))
        self.note(seat, SEATS_FEATURES + table.seats - 2)
        self.note(seat, EXPERT_FEATURES + table.expert)

    def tell(self, seat: int, feature: int) -> None:
        """One more feature of a seat in this round."""
        self.note(seat, self.round_start + feature)

    def has_passed(self, table: BirdieState, seat: int) -> bool:
        for i in range(table.passed_count):
            if table.passed[i] == seat:
                return True
        return False

    def has_scored(self, table: BirdieState, seat: int) -> bool:
        """[B5.1] In this round: one's row is done with."""
        if table.phase < BEFORE_SETS:
            return False
        for i in range(table.scorer):
            if table.passed[i] == seat:
                return True
        return False

    def is_first(self, table: BirdieState, seat: int) -> bool:
        """[B6.2] Whether the seat wins a tie, as far as it is known."""
        return table.passed_count > 0 and table.passed[0] == seat

    def clock(self, table: BirdieState, cards: int) -> int:
        """The part of the round, by the cards that can still be taken."""
        if table.phase >= BEFORE_SETS:
            return 0
        if cards <= 4:
            return 1
        if cards <= 8:
            return 2
        if cards <= 14:
            return 3
        return 4 if cards <= 22 else 5

    def plan_sets(self, table: BirdieState, seat: int, place: int) -> None:
        """The best division of the row: what it writes, what it leaves, and the points of the seat without trophies."""
        rows = self.rows
        filled = rows.most(place)
        self.sets = ONES[filled]
        self.lowest = 1 if self.sets == 0 else MAX_ROW
        self.spare = 0
        self.has_spare = 0
        for trait in range(8):
            self.written[seat * 8 + trait] = table.boxes[seat * 8 + trait]
        points = 0
        while place:
            if not filled or rows.best[place * 256 + filled] == rows.best[place * 256 - 256 + filled]:
                place -= 1
                self.spare += 1
                if self.is_loose(place):
                    self.has_spare = 1
                self.loose = place
                continue
            self.find_set(place, filled)
            self.written[seat * 8 + self.trait] = self.length
            points += self.length
            self.lowest = min(self.lowest, self.length)
            filled -= 1 << rows.bit[self.trait]
            place -= self.length
        self.loose = -1
        self.marks[seat] = min(table.flaps[seat] + self.sets, table.places)
        flaps = table.flap_points(self.marks[seat]) - table.flap_points(table.flaps[seat])
        self.scores[seat] = table.written_points(seat) + points + flaps

    def is_loose(self, place: int) -> bool:
        """Whether this card and the next are in no set and would make one."""
        rows = self.rows
        if self.loose != place + 1:
            return False
        return rows.row[place] >> 2 == rows.row[place + 1] >> 2 or rows.row[place] & 3 == rows.row[place + 1] & 3

    def award_trophies(self, table: BirdieState) -> None:
        """[B5.8] As the rows would win them, in the order of scoring as far as it is known."""
        for bird in range(4):
            self.records[bird] = table.record[bird]
            self.holders[bird] = table.trophy[bird]
        for i in range(table.passed_count):
            self.claim_trophies(table, table.passed[i])
        for i in range(table.seats):
            seat = (table.mover + i) % table.seats
            if not self.has_passed(table, seat):
                self.claim_trophies(table, seat)
        for bird in range(4):
            if self.holders[bird] >= 0:
                self.scores[self.holders[bird]] += TROPHY

    def claim_trophies(self, table: BirdieState, seat: int) -> None:
        for bird in range(4):
            value = self.written[seat * 8 + bird]
            if not table.boxes[seat * 8 + bird] and value > self.records[bird]:
                self.records[bird] = value
                self.holders[bird] = seat

    def box_feature(self, table: BirdieState, seat: int, trait: int) -> int:
        value = self.written[seat * 8 + trait]
        if table.boxes[seat * 8 + trait]:
            return min(value, 8) - 1
        held = 0
        cards = table.hand[seat] & (OF_BIRD[trait] if trait < 4 else OF_SEASON[trait - 4])
        for kind in range(16):
            held += cards >> 4 * kind & 15
        return 8 + max(min(value, 5) - 1, 0) * 4 + min(held, 3)

    def top_feature(self, count: int) -> int:
        """How the top of the pile can go on: how long its runs are, by bird and by season; 0 where the box is full."""
        rows = self.rows
        if count == 0:
            return 0
        top = rows.row[count - 1]
        by_bird = min(rows.bird_run[count - 1], 3) if rows.bit[top >> 2] >= 0 else 0
        by_season = min(rows.season_run[count - 1], 3) if rows.bit[4 + (top & 3)] >= 0 else 0
        return 1 + by_bird * 4 + by_season

    def shown_feature(self, table: BirdieState, seat: int, count: int) -> int:
        """How many cards of the display go on with the top of the pile, by bird and by season."""
        rows = self.rows
        by_bird = 0
        by_season = 0
        if count:
            top = rows.row[count - 1]
            for kind in range(16):
                shown = table.display >> 4 * kind & 15
                if kind >> 2 == top >> 2 and rows.bit[top >> 2] >= 0:
                    by_bird += shown
                if kind & 3 == top & 3 and rows.bit[4 + (top & 3)] >= 0:
                    by_season += shown
        return (table.mover == seat) * 9 + min(by_bird, 2) * 3 + min(by_season, 2)

    def turn_feature(self, table: BirdieState, seat: int) -> int:
        """When the seat passed, or how soon it is its turn and how many others are still in the round."""
        for i in range(table.passed_count):
            if table.passed[i] == seat:
                return i
        others = table.seats - table.passed_count - 1
        return 4 + (seat - table.mover + table.seats) % table.seats * 4 + others

    def hand_gain(self, count: int, hand: int) -> int:
        """What the hand would add to the row."""
        return max(0, self.with_hand(count, hand) - self.rows.worth(count)) if hand else 0

    def with_hand(self, count: int, hand: int) -> int:
        """The worth of the row with the whole hand laid on it, each time a card that fits the last."""
        rows = self.rows
        while hand and count < 46:
            left = rows.row[count - 1] if count else -1
            best = -1
            best_gain = -1
            kinds = kinds_of(hand)
            while kinds:
                kind = lowest(kinds) >> 2
                kinds &= kinds - 1
                gain = 1
                if left >= 0 and left >> 2 == kind >> 2:
                    gain += 4
                if left >= 0 and left & 3 == kind & 3:
                    gain += 3
                if gain > best_gain:
                    best_gain = gain
                    best = kind
            rows.lay(count, best)
            hand -= UNIT[best]
            count += 1
        return rows.worth(count)
