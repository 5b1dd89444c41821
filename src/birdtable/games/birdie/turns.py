"""Birdie: the law of rounds and turns [B2] to [B4]."""

from __future__ import annotations

from birdtable.bits import MASK, ONES, first_above, is_full, log_step, lowest, pick, tell
from birdtable.engine import Log, Rng
from birdtable.game import CHANCE
from birdtable.games.birdie import cards
from birdtable.games.birdie.cards import (
    ADD,
    ADDED_BITS,
    ALL_CARDS,
    BEFORE_SETS,
    CHOOSING_STARTER,
    DEAL,
    DEALT,
    DISPLAY,
    END,
    FORCED_PASS,
    KIND_BITS,
    LAID_OUT,
    LAYING_OUT,
    MAX_ROW,
    MAX_TURNS,
    OPENING,
    OPENING_HAND,
    PASS,
    PASSED,
    PILE_BITS,
    REFILLED,
    REFILLING,
    STACK,
    STACKED,
    STACKING,
    STARTED,
    STARTER,
    TAKE,
    TOOK,
    TURN,
    TWO_CARDS,
)
from birdtable.games.birdie.points import cards_of_round, is_one_shuffle, pass_points
from birdtable.games.birdie.state import BirdieFields

UNIT = cards.UNITS
FIRST_BITS = sum(cards.UNITS)
EVEN = 15 * ONES
"""The kinds of even number."""
TURN_CODES = tuple(first + kind for kind in range(16) for first in (TAKE, STACK, ADD, 0))
"""The code of each bit of ``turn_steps``."""


class BirdieTurns(BirdieFields):
    """Rounds up to the moment when everybody has passed."""

    # What may be done

    def list_chance(self) -> int:
        if self.phase == CHOOSING_STARTER:  # [B2.5]
            if self.named:
                self.steps[0] = STARTER + self.named - 1
                self.weights[0] = 1
                return 1
            for seat in range(self.seats):
                self.steps[seat] = STARTER + seat
                self.weights[seat] = 1
            return self.seats
        n = 0
        for kind in range(16):
            count = self.unseen >> 4 * kind & 15
            if count:
                self.steps[n] = DEAL + kind
                self.weights[n] = count
                n += 1
        return n

    def draw(self, rng: Rng) -> int:
        return self.draw_card(rng)

    def draw_card(self, rng: Rng) -> int:
        """A card by its odds, without listing them all."""
        if self.phase == CHOOSING_STARTER:
            return STARTER + self.named - 1 if self.named else STARTER + pick(rng, self.seats)
        unseen = self.unseen
        sums = ((unseen & EVEN) + (unseen >> 4 & EVEN)) * ONES & MASK  # of the first two kinds, of four, and so on
        number = pick(rng, sums >> 56)
        pair = first_above(sums, number)
        number -= (sums << 8) >> 8 * pair & 255
        return DEAL + 2 * pair + (number >= (unseen >> 8 * pair & 15))

    def turn_steps(self) -> int:
        """[B3.1] Take 1, take 2; inside take 2 the next card on the pile. A bit each, as in ``TURN_CODES``."""
        opening = self.phase == TURN
        display = self.display
        display = (display | display >> 1 | display >> 2) & FIRST_BITS  # there are 4 cards of a kind
        steps = display if opening else 0
        if not opening or self.display_count >= 2:  # [B3.3]
            hand = self.hand[self.to_move]
            steps |= ((hand | hand >> 1 | hand >> 2) & FIRST_BITS) << 2
            if self.taken_count < 2:
                steps |= display << 1
        return steps

    def list_turn(self) -> int:
        n = 0
        steps = self.turn_steps()
        while steps:
            self.steps[n] = TURN_CODES[lowest(steps)]
            steps &= steps - 1
            n += 1
        if self.phase == TURN:  # [B3.1] passing is always allowed
            self.steps[n] = PASS
            n += 1
        elif self.taken_count == 2:
            self.steps[n] = END
            n += 1
        return n

    def pick_turn(self, rng: Rng) -> int:
        """One of the steps that ``list_turn`` lists, without listing them."""
        steps = self.turn_steps()
        counts = (steps & FIRST_BITS) + (steps >> 1 & FIRST_BITS) + (steps >> 2 & FIRST_BITS)
        sums = ((counts & EVEN) + (counts >> 4 & EVEN)) * ONES & MASK
        count = sums >> 56
        number = pick(rng, count + (self.phase == TURN or self.taken_count == 2))
        if number == count:
            return PASS if self.phase == TURN else END
        pair = first_above(sums, number)
        number -= (sums << 8) >> 8 * pair & 255
        steps = steps >> 8 * pair & 255
        while number:
            steps &= steps - 1
            number -= 1
        return TURN_CODES[lowest(steps)] + 2 * pair

    def play_turns(self, rng: Rng, log: Log | None) -> int:
        """``play_on`` up to the scoring."""
        decisions = 0
        while self.phase < BEFORE_SETS and not is_full(log):
            if self.to_move == CHANCE:
                code = self.draw_card(rng)
                log_step(log, CHANCE, code)
                self.do_chance(code)
            else:
                code = self.pick_turn(rng)
                log_step(log, self.to_move, code)
                self.do_turn(code)
                decisions += 1
        return decisions

    # What chance does

    def do_chance(self, code: int) -> None:
        if self.phase == CHOOSING_STARTER:
            self.starter = code - STARTER
            tell(self, STARTED, self.starter, self.round, 0)
            self.set_up_round()
            return
        kind = code - DEAL
        self.unseen -= UNIT[kind]
        self.deck -= 1
        if self.phase == OPENING:
            self.deal_opening(kind)
            return
        self.display += UNIT[kind]
        self.display_count += 1
        if self.phase == LAYING_OUT:
            tell(self, LAID_OUT, 7, kind, 0)
            if self.display_count == DISPLAY:
                self.begin_turn(self.starter)
        else:
            tell(self, REFILLED, 7, kind, 0)
            self.refill()

    def set_up_round(self) -> None:
        """[B2.1] to [B2.3]; boards and trophies stay [B2.6]."""
        self.stop = self.seats
        self.deck = cards_of_round(self.seats) - self.stop
        if not is_one_shuffle(self.seats):
            self.unseen = ALL_CARDS
            self.rest = 0
        elif self.round == 1:
            self.rest = cards_of_round(self.seats)
        self.phase = OPENING
        self.to_move = CHANCE
        self.mover = self.starter

    def deal_opening(self, kind: int) -> None:
        """[B2.3] Two cards for each, secret; then [B2.4] four for the display."""
        seat = self.mover
        self.hand[seat] += UNIT[kind]
        self.hand_count[seat] += 1
        tell(self, DEALT, seat, kind, 0)
        if self.hand_count[seat] == OPENING_HAND:
            self.mover = (seat + 1) % self.seats
            if self.mover == self.starter:
                self.phase = LAYING_OUT

    # What seats do

    def begin_turn(self, seat: int) -> None:
        """[B3.6] With an empty display there is nothing but to pass."""
        self.mover = seat
        self.to_move = seat
        self.phase = TURN
        if self.display_count == 0:
            tell(self, FORCED_PASS, seat, 0, 0)
            self.pass_round(seat)

    def do_turn(self, code: int) -> None:
        seat = self.to_move
        if code < STACK:
            self.take(seat, code - TAKE)
        elif code < ADD:
            self.stack(seat, code - STACK)
        elif code < END:
            self.add(seat, code - ADD)
        elif code == PASS:
            self.pass_round(seat)
        else:
            self.end_stacking(seat)

    def take(self, seat: int, kind: int) -> None:
        """[B3.2] One card of the display goes to the hand."""
        self.display -= UNIT[kind]
        self.display_count -= 1
        self.hand[seat] += UNIT[kind]
        self.hand_count[seat] += 1
        self.note_turn(seat, kind)
        tell(self, TOOK, seat, kind, 0)
        self.refill()

    def stack(self, seat: int, kind: int) -> None:
        """[B3.3] A card of the display next on the pile."""
        self.display -= UNIT[kind]
        self.display_count -= 1
        self.taken += UNIT[kind]
        self.taken_count += 1
        self.first = self.second
        self.second = kind
        self.put_on_pile(seat, kind)

    def add(self, seat: int, kind: int) -> None:
        """[B3.3] A card of the hand next on the pile."""
        self.hand[seat] -= UNIT[kind]
        self.hand_count[seat] -= 1
        self.added += UNIT[kind]
        self.added_count += 1
        self.put_on_pile(seat, kind)

    def put_on_pile(self, seat: int, kind: int) -> None:
        self.pile[seat * MAX_ROW + self.pile_count[seat]] = kind
        self.pile_count[seat] += 1
        self.phase = STACKING
        if self.taken_count == 2 and self.hand_count[seat] == 0:
            self.end_stacking(seat)

    def end_stacking(self, seat: int) -> None:
        pair = min(self.first, self.second) << KIND_BITS | max(self.first, self.second)
        self.note_turn(seat, TWO_CARDS | pair | self.added_count << ADDED_BITS)
        tell(self, STACKED, seat, pair | self.pile_count[seat] << PILE_BITS, self.added_count)
        self.taken = 0
        self.taken_count = 0
        self.added = 0
        self.added_count = 0
        self.refill()

    def note_turn(self, seat: int, turn: int) -> None:
        """What everybody saw of a turn [B3.8]."""
        self.turns[seat * MAX_TURNS + self.turn_count[seat]] = turn
        self.turn_count[seat] += 1

    # From turn to turn

    def refill(self) -> None:
        """[B3.5] Up to 4 from the bird deck; nothing once the Stop card is on top. Then the next turn."""
        if self.display_count < DISPLAY and self.deck > 0:
            self.phase = REFILLING
            self.to_move = CHANCE
        elif self.passed_count == self.seats - 1:  # [B4.2] the last player had one more action
            self.pass_round(self.mover)
        else:
            self.begin_turn(self.next_seat(self.mover))

    def next_seat(self, seat: int) -> int:
        """[B3.1] Clockwise; players who have passed are skipped."""
        seat = (seat + 1) % self.seats
        while self.has_passed(seat):
            seat = (seat + 1) % self.seats
        return seat

    def has_passed(self, seat: int) -> bool:
        return self.pass_points[seat * 2 + self.round - 1] >= 0

    def pass_round(self, seat: int) -> None:
        points = pass_points(self.seats, self.passed_count)  # [B4.1]
        self.pass_points[seat * 2 + self.round - 1] = points
        self.passed[self.passed_count] = seat
        self.passed_count += 1
        tell(self, PASSED, seat, points, 0)
        if self.passed_count == self.seats:
            self.begin_scoring(0)
        else:
            self.begin_turn(self.next_seat(seat))

    def begin_scoring(self, scorer: int) -> None:
        """Everybody has passed: ``scoring.py`` goes on."""
