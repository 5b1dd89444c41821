"""How to play Birdie, in numbers.

Turns are judged by what the pile, with the hand laid on it in a good order, would write; ability cards in hand and
boxes that stay empty for round 2 have a value of their own. Play-outs stop when all have passed: each row is then taken
for what it is worth at its best. Values are tenths of a point.
"""

from __future__ import annotations

from typing import Any

from birdtable.bots.birdie_rows import Rows
from birdtable.bots.policy import Policy, exponential
from birdtable.engine import Rng
from birdtable.game import NOBODY, View
from birdtable.games.birdie import cards
from birdtable.games.birdie.cards import (
    ADD,
    BEFORE_SETS,
    BIRD_SET,
    BOX,
    DONE,
    DROPPING,
    END,
    INSERT,
    INSERTING,
    LEAVE,
    MARKING,
    MAX_ROW,
    MOVE,
    MOVING,
    OWL_ASKED,
    OWL_BOX,
    PASS,
    PIGEON_ASKED,
    PUTTING,
    ROBIN,
    SEASON_SET,
    SET,
    STACK,
    STACKING,
    TAKE,
    TURN,
    USE,
)
from birdtable.games.birdie.rules import BirdieState
from birdtable.games.birdie.view import BirdieView

UNIT = tuple(cards.multiset([kind]) for kind in range(16))
OF_BIRD = tuple(15 * cards.multiset(range(4 * bird, 4 * bird + 4)) for bird in range(4))
ONES = tuple(number.bit_count() for number in range(256))

NEVER = -30000
ABILITY = (12, 24, 12, 13)
"""What using an ability gains, by bird."""
KEPT_BOXES = (0, 45, 80, 110, 135, 155, 170, 182, 190)
"""What so many empty boxes are worth in round 2."""
PAIR = 22
"""A card that makes two of a trait."""
LONGER = 11
"""A card that makes a set longer."""
CROSSED = 4
"""A card that matches one which is in a set of its other trait."""


class BirdiePolicy(Policy):
    def __init__(self) -> None:
        Policy.__init__(self)
        self.rows = Rows()
        self.plan = [0] * 64
        """Steps of the turn begun that are still to come, the next one last."""
        self.planned = 0
        self.totals = [0] * 4
        self.flap_gain = [0] * 9
        self.shown = [0] * 4
        self.queue = [0] * 64
        self.shown_count = 0
        self.trait = 0
        self.length = 0
        self.open_box = 0
        self.top = -1
        self.top_bird = 0
        self.top_season = 0
        self.next_bird = 0
        self.next_season = 0
        self.first = 0
        self.second = 0
        self.leaves = 0
        self.spread_1 = 60.0
        self.spread_2 = 15.0
        self.trophy_1 = 18
        self.trophy_2 = 27
        self.trust = 0.75
        """How much of what hand cards could add to the row is counted."""
        self.pass_bar = 8
        self.pass_weight = 0.7
        self.turn_weight = 0.6
        self.ability_1 = 0.6

    # How a position looks

    def is_settled(self, state: Any) -> bool:
        table: BirdieState = state
        return table.phase >= BEFORE_SETS

    def settles(self, view: View) -> bool:
        assert isinstance(view, BirdieView)
        return view.phase not in ("turn", "stacking")

    def begin(self, state: Any) -> None:
        self.planned = 0

    def judge(self, state: Any) -> None:
        """Uses the state up."""
        table: BirdieState = state
        if table.to_move == NOBODY:
            for seat in range(table.seats):
                self.values[seat] = table.share(seat)
            return
        for i in range(table.seats):
            self.score_seat(table, table.passed[i])
        held = 30 if table.round == 2 else 18
        for bird in range(4):
            if table.trophy[bird] >= 0:
                self.totals[table.trophy[bird]] += held
        spread = self.spread_2 if table.round == 2 else self.spread_1
        top = 0
        for seat in range(table.seats):
            top = max(top, self.totals[seat])
        whole = 0.0
        for seat in range(table.seats):
            self.values[seat] = exponential((self.totals[seat] - top) / spread)
            whole += self.values[seat]
        for seat in range(table.seats):
            self.values[seat] /= whole

    def score_seat(self, table: BirdieState, seat: int) -> None:
        """What the seat has and what its row gives, in ``totals``; takes trophies."""
        rows = self.rows
        rows.open(table, seat, self.trophy_2 if table.round == 2 else self.trophy_1)
        self.set_bonus(table, seat)
        count = table.pile_count[seat]
        for place in range(count):
            rows.lay(place, table.pile[seat * MAX_ROW + place])
        filled = rows.most(count)
        points = rows.bonus[filled]
        for trait in range(8):
            points += 10 * table.boxes[seat * 8 + trait]
        for i in range(2):
            points += 10 * max(table.pass_points[seat * 2 + i], 0)
        if table.flaps[seat]:
            points += 10 * table.flap_values[table.flaps[seat] - 1]
        points += self.value_of_abilities(table, seat, table.hand[seat])
        place = count
        while filled:
            while rows.best[place * 256 + filled] == rows.best[place * 256 - 256 + filled]:
                place -= 1
            self.find_set(place, filled)
            points += 10 * self.length
            if self.trait < 4 and self.length > table.record[self.trait]:
                table.record[self.trait] = self.length
                table.trophy[self.trait] = seat
            filled -= 1 << rows.bit[self.trait]
            place -= self.length
        self.totals[seat] = points

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
        now = table.flap_values[marked - 1] if marked else 0
        for sets in range(rows.boxes + 1):
            marks = min(marked + sets, table.places)
            self.flap_gain[sets] = 10 * ((table.flap_values[marks - 1] if marks else 0) - now)
            if table.round == 1:
                self.flap_gain[sets] += KEPT_BOXES[rows.boxes - sets]
        for filled in range(1 << rows.boxes):
            rows.bonus[filled] = self.flap_gain[ONES[filled]]

    def value_of_abilities(self, table: BirdieState, seat: int, hand: int) -> int:
        """Cards held for abilities not used up."""
        value = 0
        for bird in range(4):
            if table.used[seat * 4 + bird] <= table.expert and hand & OF_BIRD[bird]:
                value += ABILITY[bird]
        return int(value * self.ability_1) if table.round == 1 else value

    # Quick turns

    def step(self, state: Any, rng: Rng) -> int:
        table: BirdieState = state
        if table.phase == TURN:
            return self.quick_turn(table, rng)
        if table.phase == STACKING:
            if self.planned == 0:
                self.plan_stack(table, rng)
            self.planned -= 1
            return self.plan[self.planned]
        return table.cheap_step(rng)

    def match(self, left: int, bird_run: int, season_run: int, right: int) -> int:
        """What ``right`` gains beside ``left``, the last card of runs so long; boxes that are full gain nothing."""
        gain = 0
        if left < 0:
            return 5
        if left >> 2 == right >> 2 and self.open_box >> (right >> 2) & 1:
            gain = LONGER + 2 if bird_run > 1 else (CROSSED if season_run > 1 else PAIR + 2)
        if left & 3 == right & 3 and self.open_box >> 4 + (right & 3) & 1:
            other = LONGER if season_run > 1 else (CROSSED if bird_run > 1 else PAIR)
            gain = max(gain, other)
        return gain

    def look(self, table: BirdieState) -> None:
        """Notes the top of the mover's pile, its boxes and the display."""
        seat = table.to_move
        self.open_box = 0
        for trait in range(8):
            if not table.boxes[seat * 8 + trait]:
                self.open_box |= 1 << trait
        count = table.pile_count[seat]
        self.top = -1
        self.top_bird = 0
        self.top_season = 0
        if count:
            first = seat * MAX_ROW
            place = first + count - 1
            self.top = table.pile[place]
            while place >= first and table.pile[place] >> 2 == self.top >> 2:
                self.top_bird += 1
                place -= 1
            place = first + count - 1
            while place >= first and table.pile[place] & 3 == self.top & 3:
                self.top_season += 1
                place -= 1
        self.shown_count = 0
        display = table.display
        for kind in range(16):
            for _ in range(display >> 4 * kind & 15):
                self.shown[self.shown_count] = kind
                self.shown_count += 1

    def after(self, left: int, bird_run: int, season_run: int, right: int) -> None:
        """The runs that ``right`` ends, in ``next_bird`` and ``next_season``."""
        self.next_bird = bird_run + 1 if left >= 0 and left >> 2 == right >> 2 else 1
        self.next_season = season_run + 1 if left >= 0 and left & 3 == right & 3 else 1

    def best_pair(self, rng: Rng, noise: int) -> int:
        """The two display cards to stack, in ``first`` and ``second``, and what they gain."""
        best = -1
        for i in range(self.shown_count):
            a = self.shown[i]
            gain = self.match(self.top, self.top_bird, self.top_season, a)
            self.after(self.top, self.top_bird, self.top_season, a)
            for j in range(self.shown_count):
                if j != i:
                    both = gain + self.match(a, self.next_bird, self.next_season, self.shown[j]) + rng.pick(noise)
                    if both > best:
                        best = both
                        self.first = a
                        self.second = self.shown[j]
        return best

    def quick_turn(self, table: BirdieState, rng: Rng) -> int:
        seat = table.to_move
        self.planned = 0
        self.look(table)
        hand = table.hand[seat]
        best = -1
        if self.shown_count >= 2:
            best = self.best_pair(rng, 8)
        best_one = -1
        one = 0
        for i in range(self.shown_count):
            kind = self.shown[i]
            gain = 8 + rng.pick(8)
            if hand & OF_BIRD[kind >> 2]:
                gain += 3
            elif table.used[seat * 4 + (kind >> 2)] <= table.expert:
                gain += 6
            if gain > best_one:
                best_one = gain
                one = kind
        others = table.seats - table.passed_count - 1
        if others and max(best, best_one) < self.pass_bar + 2 * others:
            return PASS
        if best < best_one:
            return TAKE + one
        self.plan_pair(table, self.first, self.second)
        self.planned -= 1
        return self.plan[self.planned]

    def plan_stack(self, table: BirdieState, rng: Rng) -> None:
        """The rest of a take 2 that was begun."""
        self.planned = 0
        self.look(table)
        if table.taken_count == 0:
            self.best_pair(rng, 8)
            self.plan_pair(table, self.first, self.second)
        elif table.taken_count == 1:
            best = -1
            for i in range(self.shown_count):
                gain = self.match(self.top, self.top_bird, self.top_season, self.shown[i]) + rng.pick(8)
                if gain > best:
                    best = gain
                    self.first = self.shown[i]
            self.plan_pair(table, self.first, -1)
        else:
            self.plan_pair(table, -1, -1)

    def plan_pair(self, table: BirdieState, first: int, second: int) -> None:
        """These cards with hand cards between them where they fit, into ``plan``; -1 is no card."""
        seat = table.to_move
        hand = table.hand[seat]
        held = table.hand_count[seat]
        left = self.top
        bird_run = self.top_bird
        season_run = self.top_season
        count = 0
        for gap in range(3):
            right = first if gap == 0 else (second if gap == 1 else -1)
            if gap < 2 and right < 0:
                continue
            while held:
                card = self.best_added(table, hand, left, bird_run, season_run, right)
                if card < 0:
                    break
                hand -= UNIT[card]
                held -= 1
                self.queue[count] = ADD + card
                count += 1
                self.after(left, bird_run, season_run, card)
                left = card
                bird_run = self.next_bird
                season_run = self.next_season
                if right >= 0:
                    break
            if right >= 0:
                self.queue[count] = STACK + right
                count += 1
                self.after(left, bird_run, season_run, right)
                left = right
                bird_run = self.next_bird
                season_run = self.next_season
        if held:
            self.queue[count] = END
            count += 1
        for i in range(count):
            self.plan[i] = self.queue[count - 1 - i]
        self.planned = count

    def best_added(self, table: BirdieState, hand: int, left: int, bird_run: int, season_run: int, right: int) -> int:
        """The hand card that gains most between these two, if it is worth more there than held; else -1."""
        seat = table.to_move
        without = self.match(left, bird_run, season_run, right) if right >= 0 else 0
        best = -1
        best_gain = 0
        last = table.deck == 0 or table.passed_count > 0
        for kind in range(16):
            if not hand >> 4 * kind & 15:
                continue
            gain = self.match(left, bird_run, season_run, kind) - without
            if right >= 0:
                self.after(left, bird_run, season_run, kind)
                gain += self.match(kind, self.next_bird, self.next_season, right)
            bird = kind >> 2
            hold = 2 if last else 8
            if table.used[seat * 4 + bird] <= table.expert and not hand - UNIT[kind] & OF_BIRD[bird]:
                hold += ABILITY[bird] // 2
            gain -= hold
            if gain > best_gain:
                best_gain = gain
                best = kind
        return best

    def weigh(self, state: Any) -> int:
        table: BirdieState = state
        n = table.list_steps()
        if table.phase != TURN and table.phase != STACKING:
            for i in range(n):
                self.ratings[i] = 0.0
            return n
        self.look(table)
        for i in range(n):
            self.ratings[i] = self.quick_rating(table, table.steps[i]) / 10.0
        return n

    def quick_rating(self, table: BirdieState, code: int) -> int:
        seat = table.to_move
        hand = table.hand[seat]
        if code == PASS:
            return 4 + 2 * (table.seats - table.passed_count - 1)
        if code == END:
            return 5
        kind = code & 15
        if code < STACK:
            return 12 if hand & OF_BIRD[kind >> 2] else 18
        gain = self.match(self.top, self.top_bird, self.top_season, kind)
        if code >= ADD:
            return gain - 6
        if table.taken_count == 1:
            return gain
        self.after(self.top, self.top_bird, self.top_season, kind)
        best = 0
        skipped = False
        for i in range(self.shown_count):
            if self.shown[i] == kind and not skipped:
                skipped = True
            else:
                best = max(best, self.match(kind, self.next_bird, self.next_season, self.shown[i]))
        return gain + best

    # Ratings with care

    def rate(self, state: Any) -> int:
        table: BirdieState = state
        if table.phase == TURN or table.phase == STACKING:
            return self.rate_turn(table)
        return self.rate_scoring(table)

    def rate_turn(self, table: BirdieState) -> int:
        n = table.list_steps()
        seat = table.to_move
        rows = self.rows
        rows.open(table, seat, self.trophy_2 if table.round == 2 else self.trophy_1)
        self.set_bonus(table, seat)
        count = table.pile_count[seat]
        for place in range(count):
            rows.lay(place, table.pile[seat * MAX_ROW + place])
        hand = table.hand[seat]
        display = table.display
        others = table.seats - table.passed_count - 1
        trust = self.trust if others else 0.0
        now = self.value(table, seat, count, hand, trust)
        top = now - 1000.0
        for i in range(n):
            code = table.steps[i]
            self.leaves = 0
            if code == PASS:
                continue
            if code == END:
                rating = self.value(table, seat, count, hand, trust)
            elif code < STACK:
                rating = self.value(table, seat, count, hand + UNIT[code], trust)
            elif code < ADD:
                rows.lay(count, code - STACK)
                rating = self.best_stack(
                    table, seat, count + 1, hand, display - UNIT[code - STACK], 1 - table.taken_count, 0, trust
                )
            else:
                rows.lay(count, code - ADD)
                rating = self.best_stack(
                    table, seat, count + 1, hand - UNIT[code - ADD], display, 2 - table.taken_count, 1, trust
                )
            self.ratings[i] = rating
            top = max(top, rating)
        for i in range(n):
            if table.steps[i] == PASS:
                self.ratings[i] = self.rate_pass(table, seat, now, top, others)
            self.ratings[i] /= 10.0
        return n

    def rate_pass(self, table: BirdieState, seat: int, now: float, top: float, others: int) -> float:
        """[B4.1] Points for passing, against what the turns still to come would bring."""
        if others == 0:
            return self.value(table, seat, table.pile_count[seat], table.hand[seat], 0.0)
        turns = (table.deck + table.display_count) / (1.8 * (others + 1))
        more = max(0.0, turns - 1.0) * max(0.0, top - now) * self.turn_weight
        return now + 20 * others * self.pass_weight - more

    def best_stack(
        self, table: BirdieState, seat: int, count: int, hand: int, display: int, wanted: int, added: int, trust: float
    ) -> float:
        """The best end of a take 2 after so many cards of the row, with ``wanted`` display cards still to come."""
        rows = self.rows
        best = -100000.0
        if wanted == 0:
            best = self.value(table, seat, count, hand, trust)
            self.leaves += 1
        else:
            for kind in range(16):
                if display >> 4 * kind & 15:
                    rows.lay(count, kind)
                    value = self.best_stack(
                        table, seat, count + 1, hand, display - UNIT[kind], wanted - 1, added, trust
                    )
                    best = max(best, value)
        if added < 4 and self.leaves < 400:
            top = rows.row[count - 1]
            for kind in range(16):
                if hand >> 4 * kind & 15 and (top >> 2 == kind >> 2 or top & 3 == kind & 3):
                    rows.lay(count, kind)
                    value = self.best_stack(
                        table, seat, count + 1, hand - UNIT[kind], display, wanted, added + 1, trust
                    )
                    best = max(best, value)
        return best

    def value(self, table: BirdieState, seat: int, count: int, hand: int, trust: float) -> float:
        """What the row so far is worth, part of what the hand would add to it, and abilities."""
        rows = self.rows
        worth = rows.worth(count)
        value = float(worth + self.value_of_abilities(table, seat, hand))
        if trust > 0.0 and hand:
            value += trust * (self.with_hand(count, hand) - worth)
        return value

    def with_hand(self, count: int, hand: int) -> int:
        """The worth of the row with the whole hand laid on it, each time a card that fits the last."""
        rows = self.rows
        while hand and count < 46:
            left = rows.row[count - 1] if count else -1
            best = -1
            best_gain = -1
            for kind in range(16):
                if hand >> 4 * kind & 15:
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

    # Scoring

    def rate_scoring(self, table: BirdieState) -> int:
        n = table.list_steps()
        phase = table.phase
        for i in range(n):
            self.ratings[i] = 0.0
        if phase == BEFORE_SETS:
            self.rate_before(table, n)
        elif phase == MOVING:
            for i in range(n):
                self.ratings[i] = float(self.best_move(table, table.steps[i] - MOVE))
        elif phase in (INSERTING, PUTTING):
            for i in range(n):
                self.ratings[i] = float(self.worth_with(table, table.held, table.steps[i] - INSERT, -1))
        elif phase == MARKING:
            self.rate_marks(table, n)
        elif phase == PIGEON_ASKED:
            idle = False
            for number in range(table.set_count):
                if not table.set_out[number] and not table.counts(number):
                    idle = True
            self.ratings[0] = 1.0 if idle else -1.0
        elif phase == DROPPING:
            for i in range(n):
                self.ratings[i] = -1.0 if table.counts(table.steps[i] - SET) else 1.0
        elif phase == OWL_ASKED:
            self.ratings[0] = 1.0 if table.round == 2 or table.lowest > 2 else -1.0
        elif phase == OWL_BOX:
            for i in range(n):
                trait = table.steps[i] - BOX
                if trait < 4 and min(table.lowest, 5) > table.record[trait]:
                    self.ratings[i] = 3.0
        return n

    def rate_before(self, table: BirdieState, n: int) -> None:
        now = self.worth_with(table, -1, -1, -1)
        gain = -1000
        for place in range(table.row_count):
            gain = max(gain, self.best_move(table, place) - now)
        for i in range(n):
            code = table.steps[i]
            if code < DONE:
                if code - USE >> 2 == ROBIN:
                    self.ratings[i] = 100.0
                else:
                    self.ratings[i] = gain - (19.0 if table.round == 1 else 9.0)

    def best_move(self, table: BirdieState, place: int) -> int:
        """The worth of the row when the card at ``place`` goes where it is worth most."""
        best = NEVER
        for to in range(table.row_count):
            if to != place:
                best = max(best, self.worth_with(table, table.row[place], to, place))
        return best

    def worth_with(self, table: BirdieState, card: int, to: int, but: int) -> int:
        """The worth of the row without the card at ``but``, and with ``card`` at place ``to`` of what is left."""
        rows = self.rows
        rows.open(table, table.to_move, self.trophy_2 if table.round == 2 else self.trophy_1)
        self.set_bonus(table, table.to_move)
        count = 0
        for place in range(table.row_count):
            if place == but:
                continue
            if count == to:
                rows.lay(count, card)
                count += 1
            rows.lay(count, table.row[place])
            count += 1
        if count == to:
            rows.lay(count, card)
            count += 1
        return rows.worth(count)

    def rate_marks(self, table: BirdieState, n: int) -> None:
        """The best division of the whole row, of which the part before the cursor is done."""
        rows = self.rows
        self.worth_with(table, -1, -1, -1)
        place = table.row_count
        filled = rows.most(place)
        wanted = LEAVE
        while filled:
            while rows.best[place * 256 + filled] == rows.best[place * 256 - 256 + filled]:
                place -= 1
            self.find_set(place, filled)
            filled -= 1 << rows.bit[self.trait]
            place -= self.length
            if place == table.cursor:
                wanted = (BIRD_SET if self.trait < 4 else SEASON_SET) + self.length - 2
        for i in range(n):
            if table.steps[i] == wanted:
                self.ratings[i] = 1.0
