"""Birdie: the law.

From four rule documents, consolidated clause by clause in ``RULES.md`` beside this file; the clause stands beside the
code that keeps it. Complete: 2 to 4 players, standard and expert game, all options of B9.

The state knows no order of unseen cards: bird deck, stop pile and the other half are one multiset and some counts.
Whether a player is asked for an ability depends on public facts only (the hand's size, not its cards), so that being
asked tells the others nothing.
"""

from __future__ import annotations

from birdtable.engine import Rng, State
from birdtable.game import CHANCE, NOBODY
from birdtable.games.birdie.cards import (
    ADD,
    ADDED_BITS,
    ALL_CARDS,
    BEFORE_SETS,
    BIRD_SET,
    BOX,
    BY_BIRD,
    BY_SEASON,
    CHOOSING,
    CHOOSING_STARTER,
    COPIED,
    DEAL,
    DEALT,
    DONE,
    DRAWING,
    DREW,
    DROPPED,
    DROPPING,
    END,
    FLAPPED,
    FORCED_PASS,
    GAME_ENDED,
    HELD_BOX,
    HOLDING,
    INSERT,
    INSERTED,
    INSERTING,
    KIND_BITS,
    LAID_OUT,
    LAYING_OUT,
    LEAVE,
    LOST,
    MARKED,
    MARKING,
    MAX_PLACES,
    MAX_ROW,
    MAX_TURNS,
    MOVE,
    MOVED,
    MOVING,
    OPENING,
    OVER,
    OWL,
    OWL_ASKED,
    OWL_BOX,
    OWL_MOVE_ASKED,
    PASS,
    PASSED,
    PICKED_UP,
    PIGEON,
    PIGEON_ASKED,
    PILE_BITS,
    PUTTING,
    REFILLED,
    REFILLING,
    REMOVE,
    REMOVED,
    REMOVING,
    ROBIN,
    ROUND_ENDED,
    SCORED,
    SEASON_SET,
    SET,
    SET_ASKED,
    SET_TAKEN,
    STACK,
    STACKED,
    STACKING,
    STARTED,
    STARTER,
    TAKE,
    TOOK,
    TRAIT_ASKED,
    TROPHY_WON,
    TURN,
    TURNED_OVER,
    TWO_CARDS,
    USE,
    USED,
    WOODPECKER,
    WROTE,
)
from birdtable.games.birdie.points import TROPHY, most_uses, pass_points

UNIT = [1 << 4 * kind for kind in range(16)]
"""One card of each kind, as a multiset."""


class BirdieState(State):
    """Everything true in a match of Birdie.

    Cards in no order are multisets, 4 bits a kind; ``..._count`` says how many they are, or how much of an array is in
    use: what lies behind means nothing. Arrays of seats are flat: ``seat * width + index``.
    """

    def __init__(
        self,
        seats: int,
        flap_values: tuple[int, ...],
        expert: bool = False,
        robin_from_deck: bool = False,
        owl_moves: bool = False,
        sets_chosen: bool = False,
        single_removal: bool = False,
    ) -> None:
        State.__init__(self, seats)
        # The options
        self.expert = expert
        """[B8] The expert game is played."""
        self.robin_from_deck = robin_from_deck
        """[B9] ``robin_source`` is ``bird_deck``."""
        self.owl_moves = owl_moves
        """[B9] ``owl`` is ``move``."""
        self.sets_chosen = sets_chosen
        """[B9] ``same_trait_sets`` is ``choose``."""
        self.single_removal = single_removal
        """[B9] ``expert_removals`` is ``single``."""
        self.places = len(flap_values)
        """How many places the Flap column has."""
        self.flap_values = [*flap_values, *[0] * (MAX_PLACES - len(flap_values))]
        """[B1.5] What its last marked place counts."""
        # The table
        self.phase = CHOOSING_STARTER
        """What the game waits for."""
        self.round = 1
        """1 or 2."""
        self.starter = 0
        """The starting player of this round [B2.5]."""
        self.mover = 0
        """Whose turn it is or was last; while opening hands are dealt, who gets the next card."""
        self.unseen = ALL_CARDS
        """Cards that nobody has seen: bird deck, stop pile and the other half alike."""
        self.deck = 0
        """How many of them are in the bird deck;"""
        self.stop = 0
        """in the stop pile;"""
        self.rest = 0
        """[B2.1] in the other half, with 2 players in round 1; in round 2 what was left over."""
        self.display = 0
        """[B2.4] Cards that lie open."""
        self.display_count = 0
        # Turns
        self.hand = [0] * 4
        """By seat."""
        self.hand_count = [0] * 4
        self.pile = [0] * 160
        """By seat, ``MAX_ROW`` places each, the first card laid first: where a row begins at the left [B5.2]."""
        self.pile_count = [0] * 4
        self.taken = 0
        """Cards of the display laid so far in a take 2 that is not over;"""
        self.taken_count = 0
        self.added = 0
        """and cards of the hand."""
        self.added_count = 0
        self.first = 0
        """The last card of the display that was laid but one,"""
        self.second = 0
        """and the last one."""
        self.turns = [0] * 112
        """[B3.8] What everybody saw of each turn of this round, packed as ``cards`` says, ``MAX_TURNS`` a seat."""
        self.turn_count = [0] * 4
        self.passed = [0] * 4
        """The seats that have passed this round, in this order,"""
        self.passed_count = 0
        """and how many they are."""
        # Boards
        self.boxes = [0] * 32
        """By seat and trait; 0 for an empty box."""
        self.pass_points = [-1] * 8
        """[B4.1] The Pass boxes, by seat and round; -1 for an empty one."""
        self.flaps = [0] * 4
        """Places of the Flap column that are marked."""
        self.used = [0] * 16
        """[B7.1] How often each ability was used in this game, by seat and bird."""
        self.trophy = [-1] * 4
        """[B5.8] Who has each bird's trophy; -1 for nobody."""
        self.record = [0] * 4
        """[B5.8] The highest value that anybody has written so far for each bird."""
        self.spent = [0] * 4
        """[B7.1] Hand cards discarded for abilities this round."""
        self.drawn = 0
        """[B7.2] Cards that Robin drew this round."""
        # Scoring; elsewhere these mean nothing
        self.scorer = 0
        """[B5.1] Who scores: the place in ``passed``."""
        self.row = [0] * 40
        """The row as it lies now."""
        self.row_count = 0
        self.held = -1
        """[B7.2] A card on its way into the row; -1 for none."""
        self.picked = -1
        """[B7.2] The place that Woodpecker took it from; -1 if Robin drew it."""
        self.cursor = 0
        """[B5.4] Cards of the row before this place are in sets, or left alone."""
        self.set_start = [0] * 20
        """[B5.4] Of each set that is marked: its first place,"""
        self.set_length = [0] * 20
        """how many cards it has,"""
        self.set_trait = [0] * 20
        """the trait that they share,"""
        self.set_out = [0] * 20
        """and whether it counts no more: 1 if Pigeon removed it or another of its trait was chosen."""
        self.set_count = 0
        self.trait = -1
        """The trait that is asked about: of sets to choose from, of the set held back, of the set being taken."""
        self.holding = -1
        """[B9.2] The set that Owl holds back; -1 for none."""
        self.gap = -1
        """[B8.2] So many cards lie left of the gap; -1 before the first removal."""
        self.low = 0
        """[B8.2] The set being taken begins here"""
        self.high = 0
        """and ends before this place."""
        self.lowest = 0
        """[B7.3] The lowest value written from sets in this scoring; 0 for none."""
        # [B2.1] With 2 players in round 2: what became of the cards of round 1
        self.gone = 0
        """Cards that everybody saw."""
        self.gone_hand = [0] * 2
        """Hands discarded unseen."""
        self.old_turns = [0] * 56
        """``turns`` of round 1."""
        self.old_turn_count = [0] * 2
        self.old_pile = [0] * 80
        """``pile`` of round 1."""
        self.old_pile_count = [0] * 2
        self.old_spent = [0] * 2
        """``spent`` in round 1."""

    def copy(self) -> BirdieState:
        other = BirdieState.__new__(BirdieState)
        self.share_base(other)
        other.expert = self.expert
        other.robin_from_deck = self.robin_from_deck
        other.owl_moves = self.owl_moves
        other.sets_chosen = self.sets_chosen
        other.single_removal = self.single_removal
        other.places = self.places
        other.flap_values = self.flap_values[:]
        other.phase = self.phase
        other.round = self.round
        other.starter = self.starter
        other.mover = self.mover
        other.unseen = self.unseen
        other.deck = self.deck
        other.stop = self.stop
        other.rest = self.rest
        other.display = self.display
        other.display_count = self.display_count
        other.hand = self.hand[:]
        other.hand_count = self.hand_count[:]
        other.pile = self.pile[:]
        other.pile_count = self.pile_count[:]
        other.taken = self.taken
        other.taken_count = self.taken_count
        other.added = self.added
        other.added_count = self.added_count
        other.first = self.first
        other.second = self.second
        other.turns = self.turns[:]
        other.turn_count = self.turn_count[:]
        other.passed = self.passed[:]
        other.passed_count = self.passed_count
        other.boxes = self.boxes[:]
        other.pass_points = self.pass_points[:]
        other.flaps = self.flaps[:]
        other.used = self.used[:]
        other.trophy = self.trophy[:]
        other.record = self.record[:]
        other.spent = self.spent[:]
        other.drawn = self.drawn
        other.scorer = self.scorer
        other.row = self.row[:]
        other.row_count = self.row_count
        other.held = self.held
        other.picked = self.picked
        other.cursor = self.cursor
        other.set_start = self.set_start[:]
        other.set_length = self.set_length[:]
        other.set_trait = self.set_trait[:]
        other.set_out = self.set_out[:]
        other.set_count = self.set_count
        other.trait = self.trait
        other.holding = self.holding
        other.gap = self.gap
        other.low = self.low
        other.high = self.high
        other.lowest = self.lowest
        other.gone = self.gone
        other.gone_hand = self.gone_hand[:]
        other.old_turns = self.old_turns[:]
        other.old_turn_count = self.old_turn_count[:]
        other.old_pile = self.old_pile[:]
        other.old_pile_count = self.old_pile_count[:]
        other.old_spent = self.old_spent[:]
        return other

    # What may be done

    def list_steps(self) -> int:
        phase = self.phase
        if phase == TURN or phase == STACKING:
            return self.list_turn()
        if self.to_move == CHANCE:
            return self.list_chance()
        if phase == MARKING:
            return self.list_marks()
        if phase == BEFORE_SETS:
            n = 0
            if self.may_use(ROBIN):
                n = self.list_uses(ROBIN, n)
            if self.may_use(WOODPECKER):
                n = self.list_uses(WOODPECKER, n)
            return self.list_one(DONE, n)
        if phase == PIGEON_ASKED or phase == SET_ASKED:
            return self.list_one(DONE, self.list_uses(PIGEON, 0))
        if phase == OWL_ASKED or phase == OWL_MOVE_ASKED:
            return self.list_one(DONE, self.list_uses(OWL, 0))
        if phase == REMOVING:  # [B8.2] whichever card, [B8.5] or stop
            return self.list_one(DONE, self.list_places(REMOVE, self.row_count, -1))
        if phase == INSERTING:  # [B7.2] ends included
            return self.list_places(INSERT, self.row_count + 1, -1)
        if phase == PUTTING:  # [B7.2] another place
            return self.list_places(INSERT, self.row_count + 1, self.picked)
        if phase == MOVING:
            return self.list_places(MOVE, self.row_count, -1)
        if phase == TRAIT_ASKED:  # [B8.2] the player chooses
            return self.list_one(BY_SEASON, self.list_one(BY_BIRD, 0))
        if phase == OWL_BOX or phase == HELD_BOX:
            return self.list_boxes()
        if phase == DROPPING or phase == CHOOSING or phase == HOLDING:
            return self.list_sets()
        return 0

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

    def list_chance(self) -> int:
        if self.phase == CHOOSING_STARTER:  # [B2.5]
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
        """A card by its odds, without listing them all."""
        if self.phase == CHOOSING_STARTER:
            return STARTER + rng.pick(self.seats)
        left = rng.pick(self.deck + self.stop + self.rest)
        unseen = self.unseen
        code = DEAL
        left -= unseen & 15
        while left >= 0:
            unseen >>= 4
            code += 1
            left -= unseen & 15
        return code

    def list_turn(self) -> int:
        """[B3.1] Take 1, take 2 or pass; inside take 2 the next card on the pile, or its end."""
        n = 0
        display = self.display
        hand = self.hand[self.to_move]
        opening = self.phase == TURN
        may_stack = self.taken_count < 2 and (not opening or self.display_count >= 2)  # [B3.3]
        may_add = not opening or self.display_count >= 2
        if not may_stack and not opening:
            display = 0
        if not may_add:
            hand = 0
        kind = 0
        while display | hand:  # each code is written, and kept if it counts: compiled, no branch is mispredicted
            shown = (display & 15) != 0
            self.steps[n] = TAKE + kind
            n += opening & shown
            self.steps[n] = STACK + kind
            n += may_stack & shown
            self.steps[n] = ADD + kind
            n += (hand & 15) != 0
            display >>= 4
            hand >>= 4
            kind += 1
        if opening:  # [B3.1] passing is always allowed
            self.steps[n] = PASS
            n += 1
        elif self.taken_count == 2:
            self.steps[n] = END
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

    # What is done

    def do(self, code: int) -> None:
        if self.to_move == CHANCE:
            self.do_chance(code)
        elif self.phase == TURN or self.phase == STACKING:
            self.do_turn(code)
        elif code == DONE:
            self.go_on()
        elif code < INSERT:
            self.use(code - USE)
        elif self.phase == MARKING:
            self.mark(code)
        elif self.phase == REMOVING:
            self.remove(code - REMOVE)
        elif self.phase == INSERTING or self.phase == PUTTING:
            self.insert(code - INSERT)
        elif self.phase == MOVING:
            self.pick_up(code - MOVE)
        elif self.phase == TRAIT_ASKED:
            self.take_set(code == BY_BIRD)
        elif self.phase == OWL_BOX:
            self.copy_value(code - BOX)
        elif self.phase == HELD_BOX:
            self.write_held(code - BOX)
        elif self.phase == DROPPING:
            self.drop(code - SET)
        elif self.phase == CHOOSING:
            self.choose(code - SET)
        else:
            self.hold(code - SET)

    def do_chance(self, code: int) -> None:
        if self.phase == CHOOSING_STARTER:
            self.starter = code - STARTER
            self.tell(STARTED, self.starter, self.round, 0)
            self.set_up_round()
            return
        kind = code - DEAL
        self.unseen -= UNIT[kind]
        if self.phase == DRAWING:
            self.draw_for_robin(kind)
            return
        self.deck -= 1
        if self.phase == OPENING:
            self.deal_opening(kind)
            return
        self.display += UNIT[kind]
        self.display_count += 1
        if self.phase == LAYING_OUT:
            self.tell(LAID_OUT, 7, kind, 0)
            if self.display_count == 4:
                self.begin_turn(self.starter)
        else:
            self.tell(REFILLED, 7, kind, 0)
            self.refill()

    # Rounds and turns

    def set_up_round(self) -> None:
        """[B2.1] to [B2.3]; boards and trophies stay [B2.6]."""
        self.stop = self.seats
        if self.seats == 2:  # [B2.1] two halves of exactly 32, dealt from one shuffle
            self.deck = 30
            if self.round == 1:
                self.rest = 32
        else:
            self.unseen = ALL_CARDS
            self.deck = 64 - self.seats
            self.rest = 0
        self.phase = OPENING
        self.to_move = CHANCE
        self.mover = self.starter

    def deal_opening(self, kind: int) -> None:
        """[B2.3] Two cards for each, secret; then [B2.4] four for the display."""
        seat = self.mover
        self.hand[seat] += UNIT[kind]
        self.hand_count[seat] += 1
        self.tell(DEALT, seat, kind, 0)
        if self.hand_count[seat] == 2:
            self.mover = (seat + 1) % self.seats
            if self.mover == self.starter:
                self.phase = LAYING_OUT

    def begin_turn(self, seat: int) -> None:
        """[B3.6] With an empty display there is nothing but to pass."""
        self.mover = seat
        self.to_move = seat
        self.phase = TURN
        if self.display_count == 0:
            self.tell(FORCED_PASS, seat, 0, 0)
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
        self.tell(TOOK, seat, kind, 0)
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
        self.tell(STACKED, seat, pair | self.pile_count[seat] << PILE_BITS, self.added_count)
        self.taken = 0
        self.taken_count = 0
        self.added = 0
        self.added_count = 0
        self.refill()

    def note_turn(self, seat: int, turn: int) -> None:
        """What everybody saw of a turn [B3.8]."""
        self.turns[seat * MAX_TURNS + self.turn_count[seat]] = turn
        self.turn_count[seat] += 1

    def refill(self) -> None:
        """[B3.5] Up to 4 from the bird deck; nothing once the Stop card is on top. Then the next turn."""
        if self.display_count < 4 and self.deck > 0:
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
        self.tell(PASSED, seat, points, 0)
        if self.passed_count == self.seats:
            self.begin_scoring(0)
        else:
            self.begin_turn(self.next_seat(seat))

    # Scoring: the row and the abilities before sets

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
        self.tell(TURNED_OVER, seat, self.row_count, 0)
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

    def go_on(self) -> None:
        """The player does no more of what was asked."""
        if self.phase == BEFORE_SETS:
            self.begin_sets()
        elif self.phase == PIGEON_ASKED:
            self.ask_choices()
        elif self.phase == OWL_MOVE_ASKED:
            self.write_sets()
        elif self.phase == SET_ASKED:
            self.settle_set()
        elif self.phase == REMOVING:
            self.ask_owl()
        else:
            self.end_scoring()

    def use(self, kind: int) -> None:
        """[B7.1] One card from the hand is discarded for the ability of its bird."""
        seat = self.to_move
        bird = kind >> 2
        self.hand[seat] -= UNIT[kind]
        self.hand_count[seat] -= 1
        self.spent[seat] += UNIT[kind]
        self.used[seat * 4 + bird] += 1
        self.tell(USED, seat, kind, 0)
        if bird == ROBIN:
            self.phase = DRAWING
            self.to_move = CHANCE
        elif bird == WOODPECKER:
            self.phase = MOVING
        elif bird == OWL:
            if self.phase == OWL_MOVE_ASKED:
                self.hold_lowest()
            else:
                self.phase = OWL_BOX
        elif self.phase == SET_ASKED:
            self.take_for_pigeon()
        else:
            self.phase = DROPPING

    def draw_for_robin(self, kind: int) -> None:
        """[B7.2] The top card of the stop pile; [B9] ``bird_deck``: of what is left of the bird deck, else below."""
        seat = self.passed[self.scorer]
        if self.robin_from_deck and self.deck > 0:
            self.deck -= 1
        else:
            self.stop -= 1
        self.drawn += UNIT[kind]
        self.held = kind
        self.to_move = seat
        self.phase = INSERTING
        self.tell(DREW, seat, kind, 0)

    def pick_up(self, place: int) -> None:
        """[B7.2] Woodpecker takes a card of the row."""
        self.held = self.row[place]
        self.picked = place
        self.tell(PICKED_UP, self.to_move, self.held, place)
        self.cut(place, place + 1)
        self.phase = PUTTING

    def insert(self, place: int) -> None:
        seat = self.to_move
        for i in range(self.row_count, place, -1):
            self.row[i] = self.row[i - 1]
        self.row[place] = self.held
        self.row_count += 1
        if self.phase == PUTTING:
            self.tell(MOVED, seat, self.held, place)
        else:
            self.tell(INSERTED, seat, self.held, place)
        self.held = -1
        self.picked = -1
        self.ask_before_sets()

    def cut(self, low: int, high: int) -> None:
        """Takes the cards from ``low`` up to ``high`` out of the row, which closes up."""
        width = high - low
        for place in range(high, self.row_count):
            self.row[place - width] = self.row[place]
        self.row_count -= width

    def begin_sets(self) -> None:
        if self.expert:
            self.end_cascade()
        else:
            self.phase = MARKING
            self.find_next_set()

    # Scoring: the standard game

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
            self.tell(MARKED, self.to_move, trait, length)
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
        self.tell(DROPPED, self.to_move, self.set_trait[number], self.set_length[number])
        self.flap(2)
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
                self.write_set(self.set_trait[number], self.set_length[number])
        if self.holding >= 0:
            self.trait = self.set_trait[self.holding]
            self.phase = HELD_BOX
        else:
            self.ask_owl()

    def write_held(self, trait: int) -> None:
        """[B9.2] Its value, at most 5, in any other empty box, without a Flap mark."""
        self.write_copy(trait, min(self.set_length[self.holding], 5))
        self.holding = -1
        self.end_scoring()

    # Scoring: what is written

    def write_set(self, trait: int, points: int) -> None:
        """[B5.6] Points in the box, [B5.7] a Flap mark, [B5.8] perhaps a trophy."""
        seat = self.to_move
        self.boxes[seat * 8 + trait] = points
        if self.lowest == 0 or points < self.lowest:
            self.lowest = points
        self.tell(WROTE, seat, trait, points)
        self.flap(1)
        self.compare_trophy(trait, points)

    def write_copy(self, trait: int, points: int) -> None:
        """[B7.3] No Flap mark; a trophy can be won with it."""
        self.boxes[self.to_move * 8 + trait] = points
        self.tell(COPIED, self.to_move, trait, points)
        self.compare_trophy(trait, points)

    def flap(self, marks: int) -> None:
        """[B7.5] Marks beyond the end of the column are lost."""
        seat = self.to_move
        before = self.flaps[seat]
        self.flaps[seat] = min(before + marks, self.places)
        self.tell(FLAPPED, seat, marks, self.flaps[seat] - before)

    def compare_trophy(self, trait: int, points: int) -> None:
        """[B5.8] Strictly higher than every value written for this bird so far takes the trophy."""
        if trait < 4 and points > self.record[trait]:
            self.record[trait] = points
            self.tell(TROPHY_WON, self.to_move, trait, self.trophy[trait] + 1)
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
        self.write_copy(trait, min(self.lowest, 5))
        self.ask_owl()

    # Scoring: the expert game

    def remove(self, place: int) -> None:
        """[B8.2] One card of the row, whichever, leaves a gap."""
        self.tell(REMOVED, self.to_move, self.row[place], place)
        self.cut(place, place + 1)
        self.gap = place
        self.close_gap()

    def close_gap(self) -> None:
        """[B8.2] If the two cards beside the gap share a trait, a set must be taken; at an end nothing is."""
        if self.gap == 0 or self.gap == self.row_count or not self.share_trait(self.gap - 1):
            self.end_cascade()
            return
        left = self.row[self.gap - 1]
        right = self.row[self.gap]
        if left == right:
            self.phase = TRAIT_ASKED
        else:
            self.take_set(left >> 2 == right >> 2)

    def take_set(self, by_bird: bool) -> None:
        """[B8.2] They and all further cards contiguous to them on both sides with that trait."""
        shift = 2 if by_bird else 0
        mask = 3
        value = self.row[self.gap] >> shift & mask
        low = self.gap
        while low > 0 and self.row[low - 1] >> shift & mask == value:
            low -= 1
        high = self.gap
        while high < self.row_count and self.row[high] >> shift & mask == value:
            high += 1
        self.low = low
        self.high = high
        self.trait = value if by_bird else 4 + value
        self.tell(SET_TAKEN, self.to_move, self.trait, high - low)
        if self.uses_left(self.to_move, PIGEON):  # [B8.3] at this moment
            self.phase = SET_ASKED
        else:
            self.settle_set()

    def settle_set(self) -> None:
        """[B8.3] Written at once if the box of its trait is empty; else its points are lost."""
        length = self.high - self.low
        if self.boxes[self.to_move * 8 + self.trait]:
            self.tell(LOST, self.to_move, self.trait, length)
        else:
            self.write_set(self.trait, length)
        self.leave_row()

    def take_for_pigeon(self) -> None:
        """[B8.3] Pigeon in place of writing, or of losing it; the set leaves the row anyway."""
        self.tell(DROPPED, self.to_move, self.trait, self.high - self.low)
        self.flap(2)
        self.leave_row()

    def leave_row(self) -> None:
        """[B8.4] Taking out a set leaves a gap again."""
        self.cut(self.low, self.high)
        self.gap = self.low
        self.close_gap()

    def end_cascade(self) -> None:
        """[B8.5] Another removal, unless no cards are left; [B9] ``single``: one removal and its cascade."""
        if self.row_count == 0 or (self.single_removal and self.gap >= 0):
            self.ask_owl()
        else:
            self.phase = REMOVING

    # The end of a round and of the game

    def end_scoring(self) -> None:
        self.tell(SCORED, self.to_move, 0, 0)
        if self.scorer + 1 < self.seats:
            self.begin_scoring(self.scorer + 1)
        else:
            self.end_round()

    def end_round(self) -> None:
        self.tell(ROUND_ENDED, 7, self.round, 0)
        if self.round == 2:
            self.end_game()
            return
        self.starter = self.passed[self.seats - 1]  # [B2.5] who passed last
        self.clear_table()
        self.round = 2
        self.tell(STARTED, self.starter, self.round, 0)
        self.set_up_round()

    def clear_table(self) -> None:
        """[B5.10] Hands and rows are discarded; [B2.1] with 2 players they do not come back, nor what was left over."""
        if self.seats == 2:
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
        points = self.written(seat)
        for bird in range(4):
            if self.trophy[bird] == seat:
                points += TROPHY
        return points

    def written(self, seat: int) -> int:
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
        self.tell(GAME_ENDED, best, 0, 0)

    # Callers outside compiled code

    def __repr__(self) -> str:
        from birdtable.games.birdie.position import state_text

        return state_text(self)

    def score(self, seat: int) -> int:
        """The points ``seat`` has on the board now, as in B6.1."""
        return self.total(seat)

    def slot(self) -> int:
        """Places in a virtual shuffle: the bird deck from the front, then the stop pile; 2 players have one shuffle."""
        if self.phase == CHOOSING_STARTER:
            return -1
        cards = 32 if self.seats == 2 else 64
        first = 32 * (self.round - 1) if self.seats == 2 else 0
        shuffle = 0 if self.seats == 2 else self.round - 1
        if self.phase == DRAWING and not (self.robin_from_deck and self.deck > 0):
            return shuffle * 1024 + first + cards - self.stop
        return shuffle * 1024 + first + cards - self.seats - self.deck
