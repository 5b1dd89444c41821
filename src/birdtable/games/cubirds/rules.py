"""CuBirds: the law.

From one rule document, settled clause by clause in ``RULES.md`` beside this file; the clause stands beside the code
that keeps it. Complete: 2 to 5 players and the options ``extras`` and ``turn_limit``.

The fields of a state are in ``state.py``. A player is asked for a flock unless everybody knows that the hand has none,
so that being asked tells the others nothing.
"""

from __future__ import annotations

from birdtable.bits import MASK, ONES, TOPS, first_above, is_full, log_step, lowest, pick, tell
from birdtable.engine import Log, Rng
from birdtable.game import CHANCE, NOBODY
from birdtable.games.cubirds import cards
from birdtable.games.cubirds.cards import (
    ASIDE_DISCARDED,
    ASIDE_SHUFFLED,
    BY_COLLECTION,
    BY_LIMIT,
    BY_SHORTAGE,
    CAME_BITS,
    COLLECTED,
    COLLECTING,
    DEAL,
    DEALING,
    DEALT,
    DISCARDED,
    DRAW,
    DRAW_SIZE,
    DRAWING,
    DREW,
    END,
    ENDED,
    FIRST_BIRD,
    FLOCK,
    FLOCKED,
    HAND,
    HAND_DISCARDED,
    KEEP,
    KEPT,
    KINDS,
    LAID,
    LAID_OUT,
    LAYING_OUT,
    LEFT,
    LEFT_BITS,
    NOTES,
    OVER,
    PUT_ASIDE,
    REFILLED,
    REFILLING,
    RESHUFFLE_NOTE,
    RESHUFFLED,
    RESHUFFLES,
    ROUND_ENDED,
    ROW_START,
    ROWS,
    SHUFFLED,
    STARTED,
    STARTER,
    STARTING,
    TO_DRAW,
    TO_FLOCK,
    TO_LAY,
    TO_TOP_FROM_1,
    TO_TOP_FROM_SMALL,
    TOOK,
    WON,
)
from birdtable.games.cubirds.flocks import flock_brings, wins
from birdtable.games.cubirds.state import CuBirdsFields

UNIT = cards.UNITS
LANE = tuple(255 * unit for unit in cards.UNITS)
"""The bits of each species in a multiset."""


def total(multiset: int) -> int:
    """How many cards a multiset has: the product gathers the sum of all counts in its highest byte."""
    return (multiset * ONES & MASK) >> 56


def receiver(state: CuBirdsState) -> int:
    """Who gets the next card [C2.3, C4.2]: the dealer first, all of a hand together, then each a first bird."""
    if state.phase == DEALING:
        return (state.dealer + (HAND * state.seats - state.left) // HAND) % state.seats
    if state.phase == COLLECTING:
        return (state.dealer + state.seats - state.left) % state.seats
    return state.player


class CuBirdsState(CuBirdsFields):
    """A match of CuBirds."""

    def copy(self) -> CuBirdsState:
        other = CuBirdsState.__new__(CuBirdsState)
        self.copy_into(other)
        return other

    def copy_into(self, other: CuBirdsState) -> None:  # type: ignore[override]
        self.share_base(other)
        self.share_fields(other)

    def list_steps(self) -> int:
        steps = self.steps
        phase = self.phase
        n = 0
        if phase == TO_LAY:
            lanes = self.layable()
            while lanes:
                first = lowest(lanes)
                for code in range(first, first + 8):
                    steps[n] = code
                    n += 1
                lanes &= lanes - 1
        elif phase == TO_FLOCK:
            lanes = self.flockable()
            while lanes:
                steps[n] = FLOCK + (lowest(lanes) >> 3)
                n += 1
                lanes &= lanes - 1
            steps[n] = END
            n += 1
        elif phase == TO_DRAW:
            steps[0] = DRAW
            steps[1] = KEEP
            n = 2
        elif phase == STARTING and self.named:  # [C2.1]
            steps[0] = STARTER + self.named - 1
            self.weights[0] = 1
            n = 1
        elif phase == STARTING:
            for n in range(self.seats):
                steps[n] = STARTER + n
                self.weights[n] = 1
            n = self.seats
        elif phase != OVER:
            for species in range(KINDS):
                weight = self.pile >> 8 * species & 255
                if weight:
                    steps[n] = DEAL + species
                    self.weights[n] = weight
                    n += 1
        return n

    def layable(self) -> int:
        """[C3.1] The species that the player has: the lowest bit of each."""
        return (self.hands[self.player] + TO_TOP_FROM_1 & TOPS) >> 7

    def flockable(self) -> int:
        """[C3.5] The species of which the player has a flock: the lowest bit of each."""
        return (self.hands[self.player] + TO_TOP_FROM_SMALL & TOPS) >> 7

    def pick_step(self, rng: Rng) -> int:
        return self.pick_code(rng)

    def pick_code(self, rng: Rng) -> int:
        """One of the steps that ``list_steps`` lists for a seat, without listing them."""
        if self.phase == TO_LAY:
            sums = self.layable() * ONES & MASK
            number = pick(rng, 8 * (sums >> 56))
            return 8 * first_above(sums, number >> 3) + (number & 7)
        if self.phase == TO_DRAW:
            return DRAW + pick(rng, 2)
        sums = self.flockable() * ONES & MASK
        count = sums >> 56
        number = pick(rng, count + 1)
        return END if number == count else FLOCK + first_above(sums, number)

    def draw(self, rng: Rng) -> int:
        return self.draw_code(rng)

    def draw_code(self, rng: Rng) -> int:
        """The same as by the listed weights, without listing them."""
        if self.phase == STARTING:
            return STARTER + self.named - 1 if self.named else STARTER + pick(rng, self.seats)
        sums = self.pile * ONES & MASK
        return DEAL + first_above(sums, pick(rng, sums >> 56))

    def play_on(self, rng: Rng, log: Log | None) -> int:
        """The whole match."""
        decisions = 0
        while self.to_move != NOBODY and not is_full(log):
            if self.to_move == CHANCE:
                code = self.draw_code(rng)
            else:
                code = self.pick_code(rng)
                decisions += 1
            log_step(log, self.to_move, code)
            self.carry_out(code)
        return decisions

    def do(self, code: int) -> None:
        self.carry_out(code)

    def carry_out(self, code: int) -> None:
        if code < DRAW:
            self.lay(code >> 3, code >> 1 & 3, code & 1)
        elif code >= STARTER:
            self.begin(code - STARTER)
        elif code >= DEAL:
            self.deal(code - DEAL)
        elif code >= FLOCK:
            self.flock(code - FLOCK)
        elif code == DRAW:
            self.left = DRAW_SIZE
            self.await_card(DRAWING)
        elif code == KEEP:
            tell(self, KEPT, self.player, 0, 0)
            self.offer_flock()
        else:
            self.end_turn()

    def begin(self, seat: int) -> None:
        """[C2.1] A dealer is drawn; then the rows are laid out. [C2.4] The dealer plays first."""
        self.dealer = seat
        self.player = seat
        tell(self, STARTED, seat, 0, 0)
        self.await_card(LAYING_OUT)

    def deal(self, species: int) -> None:
        """Chance turns the next card of the draw pile."""
        self.pile -= UNIT[species]
        self.turned += 1
        phase = self.phase
        if phase == DRAWING:
            self.draw_card(species)
        elif phase == DEALING:
            self.deal_card(species)
        elif phase == REFILLING:
            self.refill(species)
        elif phase == LAYING_OUT:
            self.lay_out(species)
        else:
            self.deal_first_bird(species)

    def await_card(self, phase: int) -> bool:
        """Waits for a card of the draw pile; false if there is none.

        [C4.3] Whenever the draw pile is empty and a card is needed, the discard pile is shuffled into a new one.
        """
        if self.pile == 0:
            if self.discard == 0:
                return False
            self.reshuffle()
        self.phase = phase
        self.to_move = CHANCE
        return True

    def reshuffle(self) -> None:
        self.pile = self.discard
        self.discard = 0
        self.shuffles += 1
        self.turned = 0
        tell(self, RESHUFFLED, NOBODY, total(self.pile), 0)
        self.note_reshuffle()

    def lay_out(self, species: int) -> None:
        """[C2.1] 4 rows of 3 cards, row by row; a card that repeats a species of its row is put aside."""
        row = self.row
        if self.birds[row] & LANE[species]:
            self.aside += UNIT[species]
            tell(self, PUT_ASIDE, NOBODY, species, row)
            if self.pile == 0:
                self.shuffle_aside()
            return
        tell(self, LAID_OUT, NOBODY, species, row)
        self.extend(row, species, 1, 1)
        if self.groups[row] == ROW_START:
            self.row += 1
        if self.row == ROWS:
            self.shuffle_rest()
        elif self.pile == 0:
            self.shuffle_aside()

    def shuffle_aside(self) -> None:
        """[C2.1] No card is left for the rows: those put aside are used. A row's third species is always among them."""
        self.pile = self.aside
        self.aside = 0
        self.shuffles += 1
        self.turned = 0
        tell(self, ASIDE_SHUFFLED, NOBODY, total(self.pile), 0)

    def shuffle_rest(self) -> None:
        """[C2.2] All remaining cards are the draw pile, with those put aside or, as an option, without."""
        self.row = 0
        if self.extras_discarded:
            self.discard_aside()
        else:
            self.pile += self.aside
        self.aside = 0
        self.shuffles += 1
        self.turned = 0
        tell(self, SHUFFLED, NOBODY, total(self.pile), 0)
        self.left = HAND * self.seats
        self.await_card(DEALING)

    def discard_aside(self) -> None:
        """[C2.2] The cards put aside start the discard pile."""
        self.discard = self.aside
        for species in range(KINDS):
            if self.aside & LANE[species]:
                tell(self, ASIDE_DISCARDED, NOBODY, species, self.aside >> 8 * species & 255)

    def deal_card(self, species: int) -> None:
        """[C2.3, C4.2] Each player gets 8 cards, secret, the dealer first."""
        seat = receiver(self)
        self.hands[seat] += UNIT[species]
        tell(self, DEALT, seat, species, 0)
        self.left -= 1
        if self.left:
            self.await_card(DEALING)
        elif self.round == 1:
            self.left = self.seats
            self.await_card(COLLECTING)
        else:
            self.start_turn(self.dealer)

    def deal_first_bird(self, species: int) -> None:
        """[C2.3] Then one card face up: the first bird of the collection, at set-up only."""
        seat = receiver(self)
        self.collections[seat] += UNIT[species]
        tell(self, FIRST_BIRD, seat, species, 1)
        self.left -= 1
        if self.left:
            self.await_card(COLLECTING)
        else:
            self.start_turn(self.dealer)

    def start_turn(self, seat: int) -> None:
        self.player = seat
        self.phase = TO_LAY
        self.to_move = seat

    def extend(self, row: int, species: int, side: int, count: int) -> None:
        """Puts birds of a species that is new to the row at its end."""
        self.birds[row] += count * UNIT[species]
        group = species
        if side == LEFT:
            self.order[row] = self.order[row] << 4 | group
        else:
            self.order[row] |= group << 4 * self.groups[row]
        self.groups[row] += 1

    def lay(self, species: int, row: int, side: int) -> None:
        """[C3.1] All cards of a species, at the left or the right end of one row."""
        seat = self.player
        count = self.hands[seat] >> 8 * species & 255
        self.note_leaving(seat, species)
        self.hands[seat] -= count * UNIT[species]
        self.known[seat] &= ~LANE[species]
        tell(self, LAID, seat, species << 3 | row << 1 | side, count)
        if self.birds[row] & LANE[species]:
            self.birds[row] += count * UNIT[species]
            taken = self.take_between(species, row, side)
        else:
            self.extend(row, species, side, count)
            taken = 0
        if taken:
            self.birds[row] -= taken
            self.hands[seat] += taken
            self.known[seat] += taken
            if self.groups[row] == 1:
                # [C3.3] If, and only if, cards were taken and one species is left in the row, cards are added.
                self.row = row
                self.side = side
                if self.await_card(REFILLING):
                    return
            self.offer_flock()
        elif self.pile | self.discard:
            # [C3.4] If no card was taken the player may draw, or not.
            self.phase = TO_DRAW
        else:
            self.offer_flock()

    def take_between(self, species: int, row: int, side: int) -> int:
        """[C3.2] The cards between the laid birds and those of their species; the row closes up."""
        order = self.order[row]
        birds = self.birds[row]
        groups = self.groups[row]
        place = 0
        while (order >> 4 * place & 15) != species:
            place += 1
        if side == LEFT:
            first = 0
            last = place
            self.order[row] = order >> 4 * place
            self.groups[row] = groups - place
        else:
            first = place + 1
            last = groups
            self.order[row] = order & MASK >> 60 - 4 * place
            self.groups[row] = place + 1
        taken = 0
        for i in range(first, last):
            other = order >> 4 * i & 15
            taken |= birds & LANE[other]
            tell(self, TOOK, self.player, other, birds >> 8 * other & 255)
        return taken

    def refill(self, species: int) -> None:
        """[C3.3] Cards are added one by one, on the side of those just laid, until the row holds two species."""
        row = self.row
        tell(self, REFILLED, NOBODY, species << 3 | row << 1 | self.side, 1)
        if self.birds[row] & LANE[species]:
            self.birds[row] += UNIT[species]
            if self.await_card(REFILLING):
                return
        else:
            self.extend(row, species, self.side, 1)
        self.offer_flock()

    def draw_card(self, species: int) -> None:
        """[C3.4] The 2 top cards of the draw pile; [C4.3] what there is, if there are fewer."""
        self.hands[self.player] += UNIT[species]
        tell(self, DREW, self.player, species, 0)
        self.left -= 1
        if self.left == 0 or not self.await_card(DRAWING):
            self.left = 0
            self.offer_flock()

    def offer_flock(self) -> None:
        """[C3.5] The player may flock, once; the turn ends if everybody knows that no flock is possible."""
        self.to_move = self.player
        if self.could_flock(self.player):
            self.phase = TO_FLOCK
        else:
            self.end_turn()

    def could_flock(self, seat: int) -> bool:
        """Whether the hand may hold a flock, as far as everybody knows [C6.1]."""
        known = self.known[seat]
        hidden = total(self.hands[seat] - known)
        return (known + hidden * ONES + TO_TOP_FROM_SMALL & TOPS) != 0

    def flock(self, species: int) -> None:
        """[C3.5] All cards of a species are revealed: one goes to the collection, two of a big flock."""
        seat = self.player
        count = self.hands[seat] >> 8 * species & 255
        kept = flock_brings(species, count)
        self.note_leaving(seat, species)
        self.hands[seat] -= count * UNIT[species]
        self.known[seat] &= ~LANE[species]
        self.collections[seat] += kept * UNIT[species]
        self.discard += (count - kept) * UNIT[species]
        tell(self, FLOCKED, seat, species, count)
        tell(self, COLLECTED, seat, species, kept)
        tell(self, DISCARDED, seat, species, count - kept)
        self.end_turn()

    def end_turn(self) -> None:
        """[C5.1] A collection that wins does so at once, before a round ends [C4.1]."""
        seat = self.player
        self.turns += 1
        tell(self, ENDED, seat, 0, 0)
        if wins(self.collections[seat]):
            self.winners = 1 << seat
            self.finish(BY_COLLECTION)
        elif self.turns == self.turn_limit:
            self.most_cards_win(BY_LIMIT)
        elif self.hands[seat] == 0:
            self.end_round()
        else:
            self.start_turn((seat + 1) % self.seats)

    def end_round(self) -> None:
        """[C4.1] The others discard their hands. [C4.2] Who has none deals 8 cards to each, and plays first."""
        tell(self, ROUND_ENDED, self.player, 0, 0)
        for seat in range(self.seats):
            hand = self.hands[seat]
            for species in range(KINDS):
                if hand & LANE[species]:
                    tell(self, HAND_DISCARDED, seat, species, hand >> 8 * species & 255)
            self.discard += hand
            self.hands[seat] = 0
            self.known[seat] = 0
        self.forget()
        self.dealer = self.player
        if total(self.pile) + total(self.discard) < HAND * self.seats:
            self.most_cards_win(BY_SHORTAGE)
        else:
            self.round += 1
            self.left = HAND * self.seats
            self.await_card(DEALING)

    def most_cards_win(self, decided: int) -> None:
        """[C5.2] Most cards in the collection win; ties share the victory."""
        most = 0
        for seat in range(self.seats):
            size = total(self.collections[seat])
            if size > most:
                most = size
                self.winners = 0
            if size == most:
                self.winners |= 1 << seat
        self.finish(decided)

    def finish(self, decided: int) -> None:
        self.phase = OVER
        self.to_move = NOBODY
        self.decided = decided
        for seat in range(self.seats):
            self.points[seat] = total(self.collections[seat])
            if self.winners >> seat & 1:
                tell(self, WON, seat, decided, self.points[seat])

    def note_leaving(self, seat: int, species: int) -> None:
        """All birds of a species are about to leave the hand: no unknown card that came before is one."""
        cards = self.hands[seat] - self.known[seat]
        if cards == 0:
            return
        if self.noted[seat] == NOTES:
            self.forget()
        self.note(seat, total(cards), cards >> 8 * species & 255, species)
        if self.settled[seat] == 0 and self.reshuffles == 0:
            self.noted[seat] = 0

    def note_reshuffle(self) -> None:
        """No card unknown now is one of the new draw pile."""
        full = self.reshuffles == RESHUFFLES
        hidden = 0
        for seat in range(self.seats):
            hidden += total(self.hands[seat] - self.known[seat])
            full = full or self.noted[seat] == NOTES
        if hidden == 0:
            return
        if full:
            self.forget()
        for seat in range(self.seats):
            cards = self.hands[seat] - self.known[seat]
            self.unknown[self.reshuffles * 5 + seat] = cards
            self.note(seat, total(cards), 0, RESHUFFLE_NOTE)
        self.reshuffles += 1

    def note(self, seat: int, hidden: int, left: int, species: int) -> None:
        """``hidden`` unknown cards were in the hand, and ``left`` of them leave it."""
        self.notes[seat * NOTES + self.noted[seat]] = (
            hidden - self.settled[seat] << CAME_BITS | left << LEFT_BITS | species
        )
        self.noted[seat] += 1
        self.settled[seat] = hidden - left

    def forget(self) -> None:
        """Drops all notes: when a round is over, or when they are more than anybody would remember."""
        self.reshuffles = 0
        for seat in range(self.seats):
            self.noted[seat] = 0
            self.settled[seat] = 0

    def __repr__(self) -> str:
        from birdtable.games.cubirds.position import state_text

        return state_text(self)

    def slot(self) -> int:
        if self.to_move != CHANCE or self.phase == STARTING:
            return -1
        return self.shuffles * 1024 + self.turned
