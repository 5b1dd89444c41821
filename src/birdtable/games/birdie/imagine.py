"""States that a view of Birdie could show.

Hidden from a seat are the others' opening hands and, until their piles are turned over, which hand cards they put
there and in what order. Openings are sampled by the probability of the deal; hidden choices are equally likely. Once a
row lies open, the openings that could have led to it are weighed by how likely they made it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from math import comb, gcd

from birdtable.engine import HIGHEST, Rng
from birdtable.game import BadInput, Randomness, Seat
from birdtable.games.birdie import cards
from birdtable.games.birdie.cards import BIRDS, KIND_OF, MAX_ROW, MAX_TURNS, PHASES, TRAITS, members, multiset, size
from birdtable.games.birdie.dealing import Dealing
from birdtable.games.birdie.options import fresh_state
from birdtable.games.birdie.points import winner
from birdtable.games.birdie.rules import BirdieState
from birdtable.games.birdie.view import BirdieView, Played, turn_code

Counts = list[int]
"""How many of each kind."""
WORD = 1 << 30


class Imaginer:
    """Everything that the states of one view have in common, and the dealing of what differs."""

    def __init__(self, view: BirdieView) -> None:
        try:
            self.prepare(view)
        except (IndexError, KeyError, OverflowError, ValueError):
            raise impossible() from None

    def prepare(self, view: BirdieView) -> None:
        self.common = public_state(view)
        if view.seat >= 0:
            fill_own(self.common, view)
        pool, others = view_pool(view), [seat for seat in range(view.seats) if seat != view.seat]
        closed = [seat for seat in others if view.played[seat].row is None]
        sizes = [opening_size(view, seat) for seat in closed]
        hidden = sum(sizes) + 2 * (len(others) - len(closed)) + 2 * len(others) * bool(view.earlier)
        if pool < 0 or hidden > size(pool) or not all(0 <= each <= 2 for each in sizes):
            raise impossible()
        self.dealing = Dealing(pool)
        for seat in others:
            if seat in closed:
                self.dealing.hide(seat, opening_size(view, seat))
            else:
                put_pile(self.common, seat, kinds_of(view.played[seat].row))
                self.hide_open(seat, view.played[seat])
        if view.earlier:
            fill_earlier(self.common, view, view.earlier)
            for seat in others:
                self.hide_open(seat, view.earlier[seat], earlier=True)

    def hide_open(self, seat: Seat, played: Played, *, earlier: bool = False) -> None:
        """The opening hand of a round whose row lies open."""
        openly = sum(packed_names(turn.cards) for turn in played.turns)
        rest = openly - packed_names(played.row) - packed_names(played.spent)
        if not 0 < self.dealing.hide_open(seat, rest, likely_openings(played), earlier) <= HIGHEST:
            raise impossible()

    def __call__(self, rng: Randomness) -> BirdieState:
        state, numbers = self.common.copy(), generator(rng)
        while not self.dealing.draw_openings(numbers):
            pass
        if not self.dealing.deal(state, numbers):
            raise impossible()
        return state


def generator(rng: Randomness) -> Rng:
    return rng if isinstance(rng, Rng) else Rng(rng.below(WORD) * WORD + rng.below(WORD))


def impossible() -> BadInput:
    return BadInput("nothing in Birdie looks like this view")


def public_state(view: BirdieView) -> BirdieState:
    """All that needs no imagination."""
    state = fresh_state(view.seats, view.options)
    state.to_move = view.to_move
    state.phase = PHASES.index(view.phase)
    state.round = view.round
    state.starter = view.starter
    state.mover = view.mover
    state.deck = view.deck
    state.stop = view.stop
    state.display = packed_names(view.display)
    state.display_count = len(view.display)
    state.drawn = packed_names(view.drawn)
    fill_boards(state, view)
    state.passed = pad(view.passed, 4)
    state.passed_count = len(view.passed)
    fill_turns(state, view)
    fill_scoring(state, view)
    return state


def fill_boards(state: BirdieState, view: BirdieView) -> None:
    boxes, passes, flaps, used = [0] * 32, [-1] * 8, [0] * 4, [0] * 16
    for seat, board in enumerate(view.boards):
        for trait, points in board.boxes.items():
            boxes[seat * 8 + TRAITS.index(trait)] = points
        for i, points in enumerate(board.passes):
            passes[seat * 2 + i] = points
        for bird, times in board.used.items():
            used[seat * 4 + BIRDS.index(bird)] = times
        flaps[seat] = board.flaps
    state.boxes, state.pass_points, state.flaps, state.used = boxes, passes, flaps, used
    state.trophy = [view.trophies.get(bird, -1) for bird in BIRDS]
    state.record = [view.records.get(bird, 0) for bird in BIRDS]
    if view.phase == "over":
        state.points = pad([board.points for board in view.boards], 5)
        state.winners = 1 << winner(state.points, view.passed)


def fill_turns(state: BirdieState, view: BirdieView) -> None:
    turns, turn_count, spent = [0] * (4 * MAX_TURNS), [0] * 4, [0] * 4
    for seat, played in enumerate(view.played):
        codes = [turn_code(turn) for turn in played.turns]
        turns[seat * MAX_TURNS : seat * MAX_TURNS + len(codes)] = codes
        turn_count[seat] = len(codes)
        spent[seat] = packed_names(played.spent)
    state.turns, state.turn_count, state.spent = turns, turn_count, spent


def fill_scoring(state: BirdieState, view: BirdieView) -> None:
    state.scorer = view.passed.index(view.scorer) if view.scorer >= 0 else 0
    state.row = pad([KIND_OF[card] for card in view.row], MAX_ROW)
    state.row_count = len(view.row)
    state.cursor = view.cursor
    state.held = KIND_OF[view.held] if view.held else -1
    state.picked = view.picked - 1
    state.trait = TRAITS.index(view.trait) if view.trait else -1
    state.holding = view.holding - 1
    state.gap = view.gap
    state.lowest = view.lowest
    if view.taking:
        state.low, state.high = view.taking[0] - 1, view.taking[1]
    state.set_count = len(view.sets)
    state.set_start = pad([each.start - 1 for each in view.sets], cards.MAX_SETS)
    state.set_length = pad([each.length for each in view.sets], cards.MAX_SETS)
    state.set_trait = pad([TRAITS.index(each.trait) for each in view.sets], cards.MAX_SETS)
    state.set_out = pad([int(each.out) for each in view.sets], cards.MAX_SETS)


def view_pool(view: BirdieView) -> int:
    """Every card whose place the viewer does not know, all hidden opening hands included."""
    pool = cards.ALL_CARDS - packed_names(view.display) - packed_names(view.drawn) - packed_names(view.opening)
    for played in view.played:
        pool -= sum(packed_names(turn.cards) for turn in played.turns)
    if view.phase == "stacking":
        pool -= taken_now(view)
    if view.earlier:
        pool -= packed_names(view.earlier_public) + packed_names(view.earlier_opening)
        for played in view.earlier:
            pool -= sum(packed_names(turn.cards) for turn in played.turns)
    return pool


def unseen(view: BirdieView) -> list[str]:
    """Cards that never lay open and are not the viewer's own: still in a deck, or in another's opening hand."""
    left = Counter(members(view_pool(view)))
    for plays in (view.played, view.earlier or []):
        for seat, played in enumerate(plays):
            if seat != view.seat:
                openly = Counter(card for turn in played.turns for card in turn.cards)
                shown = Counter(played.row or []) + Counter(played.spent)
                left -= Counter(KIND_OF[card] for card in (shown - openly).elements())
    return [cards.KINDS[kind] for kind in sorted(left.elements())]


def taken_now(view: BirdieView) -> int:
    """In one's own take 2, the display cards stacked so far. No card of the hand has been spent by then."""
    had = packed_names(view.hand) + packed_names(view.pile)
    openly = sum(packed_names(turn.cards) for turn in view.played[view.seat].turns)
    return had - openly - packed_names(view.opening)


def opening_size(view: BirdieView, seat: Seat) -> int:
    """Two, or as many as have been dealt so far; only while the pile is closed, when no card has been spent."""
    turns = view.played[seat].turns
    return view.hands[seat] + sum(turn.added for turn in turns) - sum(turn.to == "hand" for turn in turns)


def likely_openings(played: Played) -> list[tuple[list[int], int]]:
    """Every opening hand that could have led to a row that lies open, with the number of ways in lowest terms."""
    changes = hand_changes(played)
    openings = [[first, second] for first in range(16) for second in range(first, 16)]
    weighed = [(opening, likelihood(opening, changes)) for opening in openings]
    common = gcd(*(ways for _, ways in weighed))
    return [(opening, ways // common) for opening, ways in weighed if ways]


def hand_changes(played: Played) -> list[tuple[int, int]]:
    """What came to the hand (kind, 1) and left it (kind, -number) in a round whose row lies open, in order."""
    changes: list[tuple[int, int]] = []
    row, place = played.row or [], 0
    for turn in played.turns:
        kinds = [KIND_OF[card] for card in turn.cards]
        if turn.to == "hand":
            changes.append((kinds[0], 1))
        else:
            added = [KIND_OF[card] for card in row[place : place + 2 + turn.added]]
            place += len(added)
            for kind in kinds:
                added.remove(kind)
            changes += [(kind, -added.count(kind)) for kind in sorted(set(added))]
    return changes + [(KIND_OF[card], 0) for card in played.spent]


def likelihood(opening: list[int], changes: list[tuple[int, int]]) -> int:
    """In how many ways the hand cards seen could have been picked, had this been the opening.

    A card spent in the open (a change of 0) was not a hidden choice: it only must have been there.
    """
    hand = [0] * 16
    for kind in opening:
        hand[kind] += 1
    ways = 1
    for kind, change in changes:
        if change < 0:
            ways *= comb(hand[kind], -change)
        hand[kind] += change or -1
        if hand[kind] < 0:
            return 0
    return ways


def fill_own(state: BirdieState, view: BirdieView) -> None:
    pile = kinds_of(view.pile)
    put_hand(state, view.seat, packed_names(view.hand))
    put_pile(state, view.seat, pile)
    if view.phase == "stacking":
        state.taken = taken_now(view)
        state.taken_count = size(state.taken)
        if state.taken:
            state.first, state.second = members(state.taken)[0], members(state.taken)[-1]
        laid = sum(2 + turn.added for turn in view.played[view.seat].turns if turn.to == "pile")
        state.added = multiset(pile[laid:]) - state.taken
        state.added_count = size(state.added)


def put_hand(state: BirdieState, seat: Seat, hand: int) -> None:
    hands, hand_count = state.hand[:], state.hand_count[:]
    hands[seat] = hand
    hand_count[seat] = size(hand)
    state.hand, state.hand_count = hands, hand_count


def put_pile(state: BirdieState, seat: Seat, pile: list[int]) -> None:
    piles, pile_count = state.pile[:], state.pile_count[:]
    piles[seat * MAX_ROW : seat * MAX_ROW + len(pile)] = pile
    pile_count[seat] = len(pile)
    state.pile, state.pile_count = piles, pile_count


def fill_earlier(state: BirdieState, view: BirdieView, earlier: list[Played]) -> None:
    """[B2.1] With 2 players the cards of round 1 stay out: what became of them is remembered."""
    turns, piles = [0] * (2 * MAX_TURNS), [0] * (2 * MAX_ROW)
    gone = packed_names(view.earlier_public)
    for seat, played in enumerate(earlier):
        codes, row = [turn_code(turn) for turn in played.turns], kinds_of(played.row)
        turns[seat * MAX_TURNS : seat * MAX_TURNS + len(codes)] = codes
        piles[seat * MAX_ROW : seat * MAX_ROW + len(row)] = row
        gone += multiset(row) + packed_names(played.spent)
    state.gone = gone
    state.gone_hand = [packed_names(view.earlier_hand) if seat == view.seat else 0 for seat in range(2)]
    state.old_turns = turns
    state.old_turn_count = [len(played.turns) for played in earlier]
    state.old_pile = piles
    state.old_pile_count = [len(played.row or []) for played in earlier]
    state.old_spent = [packed_names(played.spent) for played in earlier]


def shuffle(kinds: list[int], rng: Randomness) -> None:
    for last in range(len(kinds) - 1, 0, -1):
        other = rng.below(last + 1)
        kinds[last], kinds[other] = kinds[other], kinds[last]


def counts_of(multiset: int) -> Counts:
    return [multiset >> 4 * kind & 15 for kind in range(16)]


def kinds_of(names: Iterable[str] | None) -> list[int]:
    return [KIND_OF[name] for name in names or ()]


def packed_names(names: Iterable[str] | None) -> int:
    return multiset(kinds_of(names))


def pad(values: list[int], width: int) -> list[int]:
    return [*values, *[0] * (width - len(values))]
