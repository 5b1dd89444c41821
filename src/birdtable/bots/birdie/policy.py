"""How to take a turn in Birdie.

In haste, cards are judged by what each gains beside the one before it; with care, by what the pile would write with the
hand laid on it in a good order. Cards held for abilities and boxes that stay empty for round 2 have a value of their
own. Values are tenths of a point.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from birdtable.bits import lowest, pick
from birdtable.bots.birdie.judge import (
    BOX_STEP_FEATURES,
    CARD_FEATURES,
    FIT_FEATURES,
    GAP_FEATURES,
    HELD_FEATURES,
    LAID_FEATURES,
    LEFT_FEATURES,
    PARTNER_FEATURES,
    RATING_FEATURES,
    SORT_FEATURES,
    BirdieJudge,
    kinds_of,
)
from birdtable.bots.birdie.novice import plainness
from birdtable.bots.birdie.planning import Planner
from birdtable.bots.birdie.scoring import score_code, score_step
from birdtable.bots.search.policy import Policy
from birdtable.engine import Rng
from birdtable.game import Step, View
from birdtable.games.birdie import cards
from birdtable.games.birdie.cards import (
    ADD,
    END,
    MAX_ROW,
    PASS,
    STACK,
    STACKING,
    TAKE,
    TURN,
)
from birdtable.games.birdie.points import pass_points
from birdtable.games.birdie.rules import BirdieState
from birdtable.games.birdie.view import BirdieView

UNIT = tuple(cards.multiset([kind]) for kind in range(16))
OF_BIRD = tuple(15 * cards.multiset(range(4 * bird, 4 * bird + 4)) for bird in range(4))
ABILITY = (12, 24, 12, 13)
"""What using an ability gains, by bird."""
PAIR = 22
"""A card that makes two of a trait."""
LONGER = 11
"""A card that makes a set longer."""
CROSSED = 4
"""A card that matches one which is in a set of its other trait."""


def gain_of(number: int) -> int:
    """What a card gains. The bits: it matches by bird, by season; the one before it is in a set by bird, by season."""
    by_bird, by_season, bird_set, season_set = (number >> bit & 1 for bit in range(4))
    bird = LONGER + 2 if bird_set else CROSSED if season_set else PAIR + 2
    season = LONGER if season_set else CROSSED if bird_set else PAIR
    return max(by_bird * bird, by_season * season)


GAINS = tuple(gain_of(number) for number in range(16))

HORIZON = 4
"""Cards of the deck after which a play-out is judged."""


class BirdiePolicy(BirdieJudge):
    def __init__(self) -> None:
        BirdieJudge.__init__(self)
        self.planner = Planner()
        """For rows."""
        self.plan = [0] * 64
        """Steps of the turn begun that are still to come, the next one last."""
        self.planned = 0
        self.shown = [0] * 4
        self.queue = [0] * 64
        self.shown_count = 0
        self.open_box = 0
        self.top = -1
        self.top_bird = 0
        self.top_season = 0
        self.next_bird = 0
        self.next_season = 0
        self.first = 0
        self.second = 0
        self.leaves = 0
        self.quick = [0] * 64
        self.best_rating = 0
        self.last_deck = 0
        self.horizon = HORIZON
        self.trust = 0.5
        """How much of what hand cards could add to the row is counted."""
        self.pass_bar = 8
        self.pass_weight = 0.4
        self.turn_weight = 1.0
        self.tail_1 = 4.5
        self.tail_2 = 4.5

    def settles(self, view: View) -> bool:
        assert isinstance(view, BirdieView)
        return view.phase not in ("turn", "stacking")

    def settles_at(self, state: Any) -> bool:
        table: BirdieState = state
        return table.phase != TURN and table.phase != STACKING

    def plain_step(self, state: Any) -> int:
        table: BirdieState = state
        n = table.list_steps()
        best = 0
        for i in range(1, n):
            if plainness(table.steps[i]) > plainness(table.steps[best]):
                best = i
        return table.steps[best]

    def answer(self, view: View, legal: Sequence[Step]) -> Step | None:
        """Scoring is the business of the exact scorer."""
        assert isinstance(view, BirdieView)
        return score_step(view, legal, self.planner) if self.settles(view) else None

    def answer_at(self, state: Any) -> int:
        return score_code(state, self.planner)

    def ratings_of(self, state: Any) -> list[float]:
        if state.phase in (TURN, STACKING):
            return BirdieJudge.ratings_of(self, state)
        best = self.answer_at(state)
        return [1.0 if code == best else 0.0 for code in state.legal()]

    def share(self, view: View) -> float:
        """Half of it for the first card, half of what is left for each that follows."""
        assert isinstance(view, BirdieView)
        earlier = sum(2 + turn.added for turn in view.played[view.seat].turns if turn.to == "pile")
        laid = len(view.pile or ()) - earlier
        return 0.5 ** (1 + min(laid, 5))

    def begin(self, state: Any) -> None:
        table: BirdieState = state
        self.planned = 0
        self.last_deck = table.deck - self.horizon

    def is_far_enough(self, state: Any) -> bool:
        table: BirdieState = state
        return self.net.is_trained and table.deck <= self.last_deck and table.phase == TURN

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
        return Policy.step(self, table, rng)

    def match(self, left: int, bird_run: int, season_run: int, right: int) -> int:
        """What ``right`` gains beside ``left``, the last card of runs so long; boxes that are full gain nothing."""
        if left < 0:
            return 5
        by_bird = left >> 2 == right >> 2 and self.open_box >> (right >> 2) & 1
        by_season = left & 3 == right & 3 and self.open_box >> 4 + (right & 3) & 1
        return GAINS[(season_run > 1) << 3 | (bird_run > 1) << 2 | by_season << 1 | by_bird]

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
        while display:
            kind = lowest(display) >> 2
            self.shown[self.shown_count] = kind
            self.shown_count += 1
            display -= UNIT[kind]

    def after(self, left: int, bird_run: int, season_run: int, right: int) -> None:
        """The runs that ``right`` ends, in ``next_bird`` and ``next_season``."""
        self.next_bird = bird_run + 1 if left >= 0 and left >> 2 == right >> 2 else 1
        self.next_season = season_run + 1 if left >= 0 and left & 3 == right & 3 else 1

    def best_pair(self, rng: Rng, noise: int) -> int:
        """The two display cards to stack, in ``first`` and ``second``, and what they gain."""
        best = -1
        pair = 0
        for i in range(self.shown_count):
            a = self.shown[i]
            gain = self.match(self.top, self.top_bird, self.top_season, a)
            self.after(self.top, self.top_bird, self.top_season, a)
            bird_run = self.next_bird
            season_run = self.next_season
            for j in range(self.shown_count):
                if j != i:
                    both = gain + self.match(a, bird_run, season_run, self.shown[j]) + pick(rng, noise)
                    pair = i << 2 | j if both > best else pair
                    best = max(best, both)
        self.first = self.shown[pair >> 2]
        self.second = self.shown[pair & 3]
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
            gain = 8 + pick(rng, 8)
            if hand & OF_BIRD[kind >> 2]:
                gain += 3
            elif table.has_use(seat, kind >> 2):
                gain += 6
            if gain > best_one:
                best_one = gain
                one = kind
        others = table.seats - table.passed_count - 1
        if others and max(best, best_one) < self.pass_bar + pass_points(table.seats, table.passed_count):
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
                gain = self.match(self.top, self.top_bird, self.top_season, self.shown[i]) + pick(rng, 8)
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
        kinds = kinds_of(hand)
        while kinds:
            kind = lowest(kinds) >> 2
            kinds &= kinds - 1
            gain = self.match(left, bird_run, season_run, kind) - without
            if right >= 0:
                self.after(left, bird_run, season_run, kind)
                gain += self.match(kind, self.next_bird, self.next_season, right)
            bird = kind >> 2
            hold = 2 if last else 8
            if table.has_use(seat, bird) and not hand - UNIT[kind] & OF_BIRD[bird]:
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
            return 4 + pass_points(table.seats, table.passed_count)
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

    # What the network sees of a step

    def knows_steps_of(self, state: Any) -> bool:
        table: BirdieState = state
        return table.phase == TURN or table.phase == STACKING

    def look_at_steps(self, state: Any) -> int:
        table: BirdieState = state
        n = table.list_steps()
        self.look(table)
        self.best_rating = -100
        for i in range(n):
            self.quick[i] = self.quick_rating(table, table.steps[i])
            self.best_rating = max(self.best_rating, self.quick[i])
        return n

    def list_step_features(self, state: Any, i: int) -> None:
        table: BirdieState = state
        code = table.steps[i]
        seat = table.to_move
        sort = 0 if code == PASS else 1 if code == END else 2 if code < STACK else 3 if code < ADD else 4
        others = table.seats - table.passed_count - 1
        left = (table.deck + table.display_count) // 3
        self.features[0] = SORT_FEATURES + sort * 8 + (table.round - 1) * 4 + others
        self.features[1] = RATING_FEATURES + sort * 32 + min((max(self.quick[i], -8) + 8) // 2, 31)
        self.features[2] = GAP_FEATURES + sort * 16 + min((self.best_rating - self.quick[i]) // 3, 15)
        self.features[3] = LEFT_FEATURES + sort * 24 + min(left, 23)
        self.features[4] = HELD_FEATURES + sort * 8 + min(table.hand_count[seat], 7)
        self.features[5] = LAID_FEATURES + sort * 12 + min(table.pile_count[seat] // 2, 11)
        self.feature_counts[0] = 6
        if sort > 1:
            self.list_card_features(table, seat, sort, code & 15)

    def list_card_features(self, table: BirdieState, seat: int, sort: int, kind: int) -> None:
        hand = table.hand[seat]
        bird = kind >> 2
        season = kind & 3
        by_bird = 0
        by_season = 0
        if self.top >= 0 and self.top >> 2 == bird:
            by_bird = min(self.top_bird, 3) if self.open_box >> bird & 1 else 4
        if self.top >= 0 and self.top & 3 == season:
            by_season = min(self.top_season, 3) if self.open_box >> 4 + season & 1 else 4
        birds_held = 0
        seasons_held = 0
        for other in range(16):
            if other >> 2 == bird:
                birds_held += hand >> 4 * other & 15
            elif other & 3 == season:
                seasons_held += hand >> 4 * other & 15
        usable = table.has_use(seat, bird)
        partners = -1 if sort < 4 else 0
        for i in range(self.shown_count):
            if self.shown[i] >> 2 == bird or self.shown[i] & 3 == season:
                partners += 1
        boxes = (self.open_box >> bird & 1) * 2 + (self.open_box >> 4 + season & 1)
        self.features[6] = FIT_FEATURES + sort * 25 + by_bird * 5 + by_season
        self.features[7] = CARD_FEATURES + sort * 18 + usable * 9 + min(birds_held, 2) * 3 + min(seasons_held, 2)
        self.features[8] = BOX_STEP_FEATURES + sort * 8 + (table.round - 1) * 4 + boxes
        self.features[9] = PARTNER_FEATURES + sort * 4 + max(0, min(partners, 3))
        self.feature_counts[0] = 10

    # Ratings with care

    def rate(self, state: Any) -> int:
        table: BirdieState = state
        if table.phase != TURN and table.phase != STACKING:
            return self.weigh(table)
        return self.rate_turn(table)

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
        return now + 10 * pass_points(table.seats, table.passed_count) * self.pass_weight - more

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
        if trust > 0.0 and count:
            top = rows.row[count - 1]
            if rows.bird_run[count - 1] == 1 and rows.season_run[count - 1] == 1:
                if rows.bit[top >> 2] >= 0:
                    value += self.tail_1
                if rows.bit[4 + (top & 3)] >= 0:
                    value += self.tail_1
            else:
                if rows.bit[top >> 2] >= 0 and rows.bird_run[count - 1] > 1:
                    value += self.tail_2
                if rows.bit[4 + (top & 3)] >= 0 and rows.season_run[count - 1] > 1:
                    value += self.tail_2
        if trust > 0.0 and hand:
            value += trust * (self.with_hand(count, hand) - worth)
        return value
