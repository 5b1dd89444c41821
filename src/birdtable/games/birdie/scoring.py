"""Birdie: the law of scoring, of abilities and of the end [B5] to [B7].

Whether a player is asked for an ability depends on public facts only (the hand's size, not its cards), so that being
asked tells the others nothing.
"""

from __future__ import annotations

from birdtable.bits import is_full, log_step, pick, tell
from birdtable.engine import Log, Rng
from birdtable.game import NOBODY
from birdtable.games.birdie import cards
from birdtable.games.birdie.cards import (
    ALL_CARDS,
    BEFORE_SETS,
    BIRD_SET,
    BOX,
    CHOOSING,
    COPIED,
    DREW,
    DROPPED,
    FLAPPED,
    GAME_ENDED,
    HELD_BOX,
    HOLDING,
    INSERTED,
    INSERTING,
    LEAVE,
    MARK_BITS,
    MARKED,
    MARKING,
    MAX_ROW,
    MAX_TURNS,
    MOVED,
    OVER,
    OWL,
    OWL_ASKED,
    OWL_MOVE_ASKED,
    PICKED_UP,
    PIGEON,
    PIGEON_ASKED,
    PIGEON_MARKS,
    PUTTING,
    ROBIN,
    ROUND_ENDED,
    SCORED,
    SEASON_SET,
    SET,
    STARTED,
    TRAIT_BITS,
    TROPHY,
    TROPHY_WON,
    TURNED_OVER,
    USE,
    USED,
    WOODPECKER,
    WROTE,
)
from birdtable.games.birdie.points import copied_points, is_one_shuffle, most_uses
from birdtable.games.birdie.turns import BirdieTurns

UNIT = cards.UNITS


class BirdieScoring(BirdieTurns):
    """From the last pass to the next round, or to the end of the game."""

    # What may be done

    def list_one(self, code: int, n: int) -> int:
        self.steps[n] = code
        return n + 1

    def list_places(self, code: int, places: int, but: int) -> int:
        n = 0
        for place in range(places):
            if place != but:
                self.steps[n] = code + place
                n += 1
        return n

    def list_marks(self) -> int:
        """[B5.4] Runs from the cursor on that share a bird or a season, or one card left alone."""
        n = 0
        for length in range(2, self.run_of_bird(self.cursor) + 1):
            self.steps[n] = BIRD_SET + length - 2
            n += 1
        for length in range(2, self.run_of_season(self.cursor) + 1):
            self.steps[n] = SEASON_SET + length - 2
            n += 1
        self.steps[n] = LEAVE
        return n + 1

    def pick_mark(self, rng: Rng) -> int:
        """One of the steps that ``list_marks`` lists, without listing them."""
        by_bird = self.run_of_bird(self.cursor) - 1
        by_season = self.run_of_season(self.cursor) - 1
        number = pick(rng, by_bird + by_season + 1)
        if number < by_bird:
            return BIRD_SET + number
        number -= by_bird
        return SEASON_SET + number if number < by_season else LEAVE

    def play_marks(self, rng: Rng, log: Log | None) -> int:
        """``play_on`` while sets are marked."""
        decisions = 0
        while self.phase == MARKING and not is_full(log):
            code = self.pick_mark(rng)
            log_step(log, self.to_move, code)
            self.mark(code)
            decisions += 1
        return decisions

    def list_uses(self, bird: int, n: int) -> int:
        """[B7.1] A card from the hand for the ability of its bird."""
        hand = self.hand[self.to_move]
        for kind in range(4 * bird, 4 * bird + 4):
            if hand >> 4 * kind & 15:
                self.steps[n] = USE + kind
                n += 1
        return n

    def list_sets(self) -> int:
        """Pigeon: any set [B7.4]; ``choose``: those of the trait [B9.3]; Owl ``move``: the lowest that count [B9.2]."""
        n = 0
        for number in range(self.set_count):
            if self.set_out[number]:
                continue
            if self.phase == CHOOSING and self.set_trait[number] != self.trait:
                continue
            if self.phase == HOLDING and not self.counts_lowest(number):
                continue
            self.steps[n] = SET + number
            n += 1
        return n

    def list_boxes(self) -> int:
        """[B7.3] Any empty box; [B9.2] for a set held back any other than its own."""
        n = 0
        for trait in range(8):
            if not self.boxes[self.to_move * 8 + trait] and not (self.phase == HELD_BOX and trait == self.trait):
                self.steps[n] = BOX + trait
                n += 1
        return n

    # The row, and abilities before sets are formed [B5.1] to [B5.3]

    def begin_scoring(self, scorer: int) -> None:
        """[B5.1] One at a time in the order of passing; [B5.2] the first card put on the pile is at the left."""
        seat = self.passed[scorer]
        self.scorer = scorer
        self.to_move = seat
        self.row_count = self.pile_count[seat]
        for place in range(self.row_count):
            self.row[place] = self.pile[seat * MAX_ROW + place]
        self.set_count = 0
        self.cursor = 0
        self.lowest = 0
        self.trait = -1
        self.holding = -1
        self.held = -1
        self.picked = -1
        self.gap = -1
        tell(self, TURNED_OVER, seat, self.row_count, 0)
        self.ask_before_sets()

    def uses_left(self, seat: int, bird: int) -> bool:
        """[B7.1] A card in hand for each use."""
        return self.has_use(seat, bird) and self.hand_count[seat] > 0

    def has_use(self, seat: int, bird: int) -> bool:
        """[B7.1] The ability is not used up."""
        return self.used[seat * 4 + bird] < most_uses(self.expert)

    def may_use(self, bird: int) -> bool:
        """[B7.2] Robin needs a card to draw, Woodpecker a row of at least 2."""
        if not self.uses_left(self.to_move, bird):
            return False
        if bird == WOODPECKER:
            return self.row_count >= 2
        return self.stop > 0 or (self.robin_from_deck and self.deck > 0)

    def ask_before_sets(self) -> None:
        """[B5.3] Robin and Woodpecker in any order, before sets are formed."""
        if self.may_use(ROBIN) or self.may_use(WOODPECKER):
            self.phase = BEFORE_SETS
        else:
            self.begin_sets()

    def spend(self, kind: int) -> None:
        """[B7.1] One card from the hand is discarded for the ability of its bird."""
        seat = self.to_move
        self.hand[seat] -= UNIT[kind]
        self.hand_count[seat] -= 1
        self.spent[seat] += UNIT[kind]
        self.used[seat * 4 + (kind >> 2)] += 1
        tell(self, USED, seat, kind, 0)

    def draw_for_robin(self, kind: int) -> None:
        """[B7.2] The top card of the stop pile; [B9] ``bird_deck``: of what is left of the bird deck, else below."""
        seat = self.passed[self.scorer]
        self.unseen -= UNIT[kind]
        if self.robin_from_deck and self.deck > 0:
            self.deck -= 1
        else:
            self.stop -= 1
        self.drawn += UNIT[kind]
        self.held = kind
        self.to_move = seat
        self.phase = INSERTING
        tell(self, DREW, seat, kind, 0)

    def pick_up(self, place: int) -> None:
        """[B7.2] Woodpecker takes a card of the row."""
        self.held = self.row[place]
        self.picked = place
        tell(self, PICKED_UP, self.to_move, self.held, place)
        self.cut(place, place + 1)
        self.phase = PUTTING

    def insert(self, place: int) -> None:
        seat = self.to_move
        for i in range(self.row_count, place, -1):
            self.row[i] = self.row[i - 1]
        self.row[place] = self.held
        self.row_count += 1
        if self.phase == PUTTING:
            tell(self, MOVED, seat, self.held, place)
        else:
            tell(self, INSERTED, seat, self.held, place)
        self.held = -1
        self.picked = -1
        self.ask_before_sets()

    def cut(self, low: int, high: int) -> None:
        """Takes the cards from ``low`` up to ``high`` out of the row, which closes up."""
        width = high - low
        for place in range(high, self.row_count):
            self.row[place - width] = self.row[place]
        self.row_count -= width

    # Sets of the standard game [B5.4] to [B5.6]

    def begin_sets(self) -> None:
        if self.expert:
            self.end_cascade()
        else:
            self.phase = MARKING
            self.find_next_set()

    def end_cascade(self) -> None:
        """The expert game forms no sets: ``expert.py`` goes on."""

    def run_of_bird(self, start: int) -> int:
        end = start
        while end < self.row_count and self.row[end] >> 2 == self.row[start] >> 2:
            end += 1
        return end - start

    def run_of_season(self, start: int) -> int:
        end = start
        while end < self.row_count and self.row[end] & 3 == self.row[start] & 3:
            end += 1
        return end - start

    def mark(self, code: int) -> None:
        """[B5.4] A run of adjacent cards that share one bird or one season."""
        if code == LEAVE:
            self.cursor += 1
        else:
            by_bird = code < SEASON_SET
            length = (code - BIRD_SET if by_bird else code - SEASON_SET) + 2
            kind = self.row[self.cursor]
            trait = kind >> 2 if by_bird else 4 + (kind & 3)
            number = self.set_count
            self.set_start[number] = self.cursor
            self.set_length[number] = length
            self.set_trait[number] = trait
            self.set_out[number] = 0
            self.set_count += 1
            tell(self, MARKED, self.to_move, trait | self.cursor + 1 << TRAIT_BITS, length)
            self.cursor += length
        self.find_next_set()

    def find_next_set(self) -> None:
        """The cursor passes over cards at which no set can begin."""
        while self.cursor < self.row_count - 1 and not self.share_trait(self.cursor):
            self.cursor += 1
        if self.cursor >= self.row_count - 1:
            self.cursor = self.row_count
            self.ask_pigeon()

    def share_trait(self, place: int) -> bool:
        left = self.row[place]
        right = self.row[place + 1]
        return left >> 2 == right >> 2 or left & 3 == right & 3

    def ask_pigeon(self) -> None:
        """[B5.5] Before anything is written Pigeon may be used on a marked set."""
        sets = 0
        for number in range(self.set_count):
            if not self.set_out[number]:
                sets += 1
        if sets and self.uses_left(self.to_move, PIGEON):
            self.phase = PIGEON_ASKED
        else:
            self.ask_choices()

    def drop(self, number: int) -> None:
        """[B7.4] Pigeon removes one set just formed and marks 2 Flap places instead."""
        self.set_out[number] = 1
        place = self.set_start[number] + 1 << TRAIT_BITS
        tell(self, DROPPED, self.to_move, self.set_trait[number] | place, self.set_length[number])
        self.flap(PIGEON_MARKS)
        self.ask_pigeon()

    def ask_choices(self) -> None:
        """[B9.3] ``choose``: of several sets of a trait with an empty box the player says which is written."""
        if self.sets_chosen:
            for trait in range(8):
                if self.boxes[self.to_move * 8 + trait]:
                    continue
                several = 0
                for number in range(self.set_count):
                    if self.set_trait[number] == trait and not self.set_out[number]:
                        several += 1
                if several > 1:
                    self.trait = trait
                    self.phase = CHOOSING
                    return
        self.ask_owl_move()

    def choose(self, chosen: int) -> None:
        for number in range(self.set_count):
            if self.set_trait[number] == self.trait and number != chosen:
                self.set_out[number] = 1
        self.ask_choices()

    def counts(self, number: int) -> bool:
        """[B5.6] The largest remaining set of its trait, of equally large ones one, if its box is still empty."""
        trait = self.set_trait[number]
        if self.set_out[number] or self.boxes[self.to_move * 8 + trait]:
            return False
        for other in range(self.set_count):
            if self.set_trait[other] != trait or self.set_out[other]:
                continue
            if self.set_length[other] > self.set_length[number]:
                return False
            if self.set_length[other] == self.set_length[number] and other < number:
                return False
        return True

    def lowest_counting(self) -> int:
        """The lowest value of a set that counts, 0 without one."""
        lowest = 0
        for number in range(self.set_count):
            if self.counts(number) and (lowest == 0 or self.set_length[number] < lowest):
                lowest = self.set_length[number]
        return lowest

    def counts_lowest(self, number: int) -> bool:
        return self.counts(number) and self.set_length[number] == self.lowest_counting()

    def ask_owl_move(self) -> None:
        """[B9.2] Owl ``move`` needs a set that counts and an empty box in which none of the others is written."""
        if self.owl_moves and self.uses_left(self.to_move, OWL) and self.lowest_counting() and self.box_for_held():
            self.phase = OWL_MOVE_ASKED
        else:
            self.write_sets()

    def box_for_held(self) -> bool:
        wanted = 0
        for number in range(self.set_count):
            if self.counts(number):
                wanted |= 1 << self.set_trait[number]
        for trait in range(8):
            if not self.boxes[self.to_move * 8 + trait] and not wanted >> trait & 1:
                return True
        return False

    def hold_lowest(self) -> None:
        """[B9.2] One with the lowest value is held back; on a tie the player says which."""
        found = -1
        ties = 0
        for number in range(self.set_count):
            if self.counts_lowest(number):
                found = number
                ties += 1
        if ties > 1:
            self.phase = HOLDING
        else:
            self.hold(found)

    def hold(self, number: int) -> None:
        self.holding = number
        self.write_sets()

    def write_sets(self) -> None:
        """[B5.6] What counts must be written. The sets that count are known before the first is written."""
        writing = 0
        for number in range(self.set_count):
            if self.counts(number) and number != self.holding:
                writing |= 1 << number
        for number in range(self.set_count):
            if writing >> number & 1:
                self.write_set(self.set_trait[number], self.set_length[number], self.set_start[number] + 1)
        if self.holding >= 0:
            self.trait = self.set_trait[self.holding]
            self.phase = HELD_BOX
        else:
            self.ask_owl()

    def write_held(self, trait: int) -> None:
        """[B9.2] Its value, at most 5, in any other empty box, without a Flap mark."""
        self.write_copy(trait, copied_points(self.set_length[self.holding]), self.set_start[self.holding] + 1)
        self.holding = -1
        self.end_scoring()

    # What is written [B5.6] to [B5.9]

    def write_set(self, trait: int, points: int, at: int) -> None:
        """[B5.6] Points in the box, [B5.7] a Flap mark, [B5.8] perhaps a trophy. ``at`` is the set's first card."""
        seat = self.to_move
        self.boxes[seat * 8 + trait] = points
        if self.lowest == 0 or points < self.lowest:
            self.lowest = points
        tell(self, WROTE, seat, trait | at << TRAIT_BITS, points)
        self.flap(1)
        self.compare_trophy(trait, points)

    def write_copy(self, trait: int, points: int, at: int) -> None:
        """[B7.3] No Flap mark; a trophy can be won with it. ``at`` is the first card of a set that is moved, or 0."""
        self.boxes[self.to_move * 8 + trait] = points
        tell(self, COPIED, self.to_move, trait | at << TRAIT_BITS, points)
        self.compare_trophy(trait, points)

    def flap(self, marks: int) -> None:
        """[B7.5] Marks beyond the end of the column are lost."""
        seat = self.to_move
        before = self.flaps[seat]
        self.flaps[seat] = min(before + marks, self.places)
        tell(self, FLAPPED, seat, marks | self.flaps[seat] << MARK_BITS, self.flaps[seat] - before)

    def compare_trophy(self, trait: int, points: int) -> None:
        """[B5.8] Strictly higher than every value written for this bird so far takes the trophy."""
        if trait < 4 and points > self.record[trait]:
            self.record[trait] = points
            tell(self, TROPHY_WON, self.to_move, trait, self.trophy[trait] + 1)
            self.trophy[trait] = self.to_move

    def ask_owl(self) -> None:
        """[B5.9] Not without a set written this round or an empty box [B7.3]."""
        seat = self.to_move
        empty = False
        for trait in range(8):
            if not self.boxes[seat * 8 + trait]:
                empty = True
        if self.lowest and empty and not self.owl_moves and self.uses_left(seat, OWL):
            self.phase = OWL_ASKED
        else:
            self.end_scoring()

    def copy_value(self, trait: int) -> None:
        """[B7.3] The lowest value written this round, as 5 if it is higher."""
        self.write_copy(trait, copied_points(self.lowest), 0)
        self.ask_owl()

    # The end of a round and of the game [B5.10], [B6]

    def end_scoring(self) -> None:
        tell(self, SCORED, self.to_move, 0, 0)
        if self.scorer + 1 < self.seats:
            self.begin_scoring(self.scorer + 1)
        else:
            self.end_round()

    def end_round(self) -> None:
        tell(self, ROUND_ENDED, 7, self.round, 0)
        if self.round == 2:
            self.end_game()
            return
        self.starter = self.passed[self.seats - 1]  # [B2.5] who passed last
        self.clear_table()
        self.round = 2
        tell(self, STARTED, self.starter, self.round, 0)
        self.set_up_round()

    def clear_table(self) -> None:
        """[B5.10] Hands and rows are discarded; [B2.1] with 2 players they do not come back, nor what was left over."""
        if is_one_shuffle(self.seats):
            self.rest = self.deck + self.stop
            self.gone = ALL_CARDS - self.unseen
            for seat in range(2):
                self.gone_hand[seat] = self.hand[seat]
                self.gone -= self.hand[seat]
                self.old_spent[seat] = self.spent[seat]
                self.old_turn_count[seat] = self.turn_count[seat]
                self.old_pile_count[seat] = self.pile_count[seat]
                for i in range(self.turn_count[seat]):
                    self.old_turns[seat * MAX_TURNS + i] = self.turns[seat * MAX_TURNS + i]
                for i in range(self.pile_count[seat]):
                    self.old_pile[seat * MAX_ROW + i] = self.pile[seat * MAX_ROW + i]
        self.display = 0
        self.display_count = 0
        self.drawn = 0
        self.row_count = 0
        self.set_count = 0
        self.passed_count = 0
        for seat in range(self.seats):
            self.hand[seat] = 0
            self.hand_count[seat] = 0
            self.pile_count[seat] = 0
            self.turn_count[seat] = 0
            self.spent[seat] = 0

    def total(self, seat: int) -> int:
        """[B6.1] What is written, and 3 for each trophy."""
        points = self.written_points(seat)
        for bird in range(4):
            if self.trophy[bird] == seat:
                points += TROPHY
        return points

    def written_points(self, seat: int) -> int:
        """[B6.1] Boxes, Pass boxes and the Flap column."""
        points = self.flap_points(self.flaps[seat])
        for trait in range(8):
            points += self.boxes[seat * 8 + trait]
        for i in range(2):
            points += max(self.pass_points[seat * 2 + i], 0)
        return points

    def flap_points(self, marks: int) -> int:
        """[B6.1] The last marked place of the Flap column counts."""
        return self.flap_values[marks - 1] if marks else 0

    def end_game(self) -> None:
        """[B6.2] Most points wins; a tie is won by the tied player who passed earlier in round 2."""
        best = self.passed[0]
        for i in range(self.seats):
            seat = self.passed[i]
            self.points[seat] = self.total(seat)
            if self.points[seat] > self.points[best]:
                best = seat
        self.winners = 1 << best
        self.phase = OVER
        self.to_move = NOBODY
        tell(self, GAME_ENDED, best, 0, 0)
