"""States that a view of Birdie could be of.

Hidden from a seat are the others' opening hands and, until their piles are turned over, which hand cards they put
there and in what order. Openings are sampled by the probability of the deal; hidden choices are equally likely. Once a
row lies open, the openings that could have led to it are weighed by how likely they made it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from math import comb, gcd

from birdtable.game import Randomness, Seat
from birdtable.games.birdie import cards
from birdtable.games.birdie.cards import BIRDS, KIND_OF, MAX_ROW, MAX_TURNS, PHASES, TRAITS, members, multiset, size
from birdtable.games.birdie.options import fresh_state
from birdtable.games.birdie.points import winner
from birdtable.games.birdie.rules import BirdieState
from birdtable.games.birdie.view import BirdieView, Played, turn_code

Counts = list[int]
"""How many of each kind."""


class Hidden:
    """An opening hand that the viewer does not know, and what is known of its round."""

    def __init__(self, played: Played, opening_size: int, pool: Counts) -> None:
        self.played = played
        self.opening_size = opening_size
        self.open = played.row is not None
        """Whether anything is known that tells openings apart."""
        self.openings = likely_openings(played) if self.open else []
        self.weight = sum(ways * deals(pool, opening) for opening, ways in self.openings)
        """Of all openings together while the whole pool is there; it can only become less."""


class Imaginer:
    """Everything that the states of one view have in common, and the sampling of what differs."""

    def __init__(self, view: BirdieView) -> None:
        self.view = view
        self.seats = [seat for seat in range(view.seats) if seat != view.seat]
        self.old_seats = self.seats if view.earlier else []
        self.pool = counts_of(view_pool(view))
        self.hidden = [Hidden(view.played[seat], opening_size(view, seat), self.pool) for seat in self.seats]
        self.hidden += [Hidden(view.earlier[seat], 2, self.pool) for seat in self.old_seats if view.earlier]
        self.common = public_state(view)
        if view.seat >= 0:
            fill_own(self.common, view)

    def __call__(self, rng: Randomness) -> BirdieState:
        state = self.common.copy()
        openings = sample_openings(self.pool, self.hidden, rng)
        for seat, secret, opening in zip(self.seats, self.hidden, openings, strict=False):
            fill_seat(state, seat, secret.played, opening, rng)
        state.unseen = pack(self.pool) - sum(multiset(opening) for opening in openings)
        fill_earlier(state, self.view, self.old_seats, openings[len(self.seats) :])
        state.rest = size(state.unseen) - state.deck - state.stop
        return state


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


def sample_openings(pool: Counts, hidden: list[Hidden], rng: Randomness) -> list[list[int]]:
    """Openings by the probability of the deal times that of what has been seen.

    Where several hands have to be weighed, one after the other is drawn and the whole is kept with the probability
    that makes up for the order (rejection sampling, exact).
    """
    order = sorted(range(len(hidden)), key=lambda i: not hidden[i].open)
    while True:
        left = list(pool)
        drawn: list[list[int]] = [[] for _ in hidden]
        for rank, i in enumerate(order):
            opening = sample_opening(left, hidden[i], rng, first=rank == 0)
            if opening is None:
                break
            drawn[i] = opening
        else:
            return drawn


def sample_opening(left: Counts, hidden: Hidden, rng: Randomness, *, first: bool) -> list[int] | None:
    """Takes an opening out of ``left``, or ``None`` where the whole sample has to be thrown away."""
    if not hidden.open:
        return draw_cards(left, hidden.opening_size, rng)
    options = [(opening, ways * deals(left, opening)) for opening, ways in hidden.openings]
    total = sum(weight for _, weight in options)
    if not first and rng.below(hidden.weight) >= total:
        return None
    opening = pick_weighed(options, rng.below(total))
    for kind in opening:
        left[kind] -= 1
    return opening


def deals(left: Counts, opening: list[int]) -> int:
    """In how many ways the cards left can be dealt as this opening."""
    first, second = opening
    return left[first] * left[second] if first != second else left[first] * (left[first] - 1) // 2


def draw_cards(left: Counts, count: int, rng: Randomness) -> list[int]:
    drawn = []
    for _ in range(count):
        number = rng.below(sum(left))
        kind = 0
        while number >= left[kind]:
            number -= left[kind]
            kind += 1
        left[kind] -= 1
        drawn.append(kind)
    return drawn


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


def pick_weighed(options: list[tuple[list[int], int]], number: int) -> list[int]:
    for opening, weight in options[:-1]:
        number -= weight
        if number < 0:
            return opening
    return options[-1][0]


def fill_seat(state: BirdieState, seat: Seat, played: Played, opening: list[int], rng: Randomness) -> None:
    hand = list(opening)
    pile: list[int] = []
    for turn in played.turns:
        kinds = [KIND_OF[card] for card in turn.cards]
        if turn.to == "hand":
            hand += kinds
        elif played.row is None:
            shuffle(hand, rng)
            added = [hand.pop() for _ in range(turn.added)]
            laid = kinds + added
            shuffle(laid, rng)
            pile += laid
    if played.row is not None:
        pile = [KIND_OF[card] for card in played.row]
        openly = [KIND_OF[card] for turn in played.turns for card in turn.cards]
        hand = members(multiset(opening) + multiset(openly) - multiset(pile) - packed_names(played.spent))
    put_seat(state, seat, multiset(hand), pile)


def fill_own(state: BirdieState, view: BirdieView) -> None:
    pile = [KIND_OF[card] for card in view.pile or []]
    put_seat(state, view.seat, packed_names(view.hand), pile)
    if view.phase == "stacking":
        state.taken = taken_now(view)
        state.taken_count = size(state.taken)
        if state.taken:
            state.first, state.second = members(state.taken)[0], members(state.taken)[-1]
        laid = sum(2 + turn.added for turn in view.played[view.seat].turns if turn.to == "pile")
        state.added = multiset(pile[laid:]) - state.taken
        state.added_count = size(state.added)


def put_seat(state: BirdieState, seat: Seat, hand: int, pile: list[int]) -> None:
    hands, hand_count, piles, pile_count = state.hand[:], state.hand_count[:], state.pile[:], state.pile_count[:]
    hands[seat] = hand
    hand_count[seat] = size(hand)
    piles[seat * MAX_ROW : seat * MAX_ROW + len(pile)] = pile
    pile_count[seat] = len(pile)
    state.hand, state.hand_count, state.pile, state.pile_count = hands, hand_count, piles, pile_count


def fill_earlier(state: BirdieState, view: BirdieView, seats: list[Seat], openings: list[list[int]]) -> None:
    """[B2.1] With 2 players the cards of round 1 stay out: what became of them is remembered."""
    if not view.earlier:
        return
    hands = [0, 0]
    if view.seat >= 0:
        hands[view.seat] = packed_names(view.earlier_hand)
    for seat, opening in zip(seats, openings, strict=True):
        played = view.earlier[seat]
        openly = sum(packed_names(turn.cards) for turn in played.turns)
        hands[seat] = multiset(opening) + openly - packed_names(played.row) - packed_names(played.spent)
    turns, piles = [0] * (2 * MAX_TURNS), [0] * (2 * MAX_ROW)
    gone = packed_names(view.earlier_public)
    for seat, played in enumerate(view.earlier):
        codes = [turn_code(turn) for turn in played.turns]
        row = [KIND_OF[card] for card in played.row or []]
        turns[seat * MAX_TURNS : seat * MAX_TURNS + len(codes)] = codes
        piles[seat * MAX_ROW : seat * MAX_ROW + len(row)] = row
        gone += multiset(row) + packed_names(played.spent)
    state.gone = gone
    state.gone_hand = hands
    state.old_turns = turns
    state.old_turn_count = [len(played.turns) for played in view.earlier]
    state.old_pile = piles
    state.old_pile_count = [len(played.row or []) for played in view.earlier]
    state.old_spent = [packed_names(played.spent) for played in view.earlier]


def shuffle(kinds: list[int], rng: Randomness) -> None:
    for last in range(len(kinds) - 1, 0, -1):
        other = rng.below(last + 1)
        kinds[last], kinds[other] = kinds[other], kinds[last]


def counts_of(multiset: int) -> Counts:
    return [multiset >> 4 * kind & 15 for kind in range(16)]


def pack(counts: Counts) -> int:
    return sum(count << 4 * kind for kind, count in enumerate(counts))


def packed_names(names: Iterable[str] | None) -> int:
    return multiset(KIND_OF[name] for name in names or ())


def pad(values: list[int], width: int) -> list[int]:
    return [*values, *[0] * (width - len(values))]
