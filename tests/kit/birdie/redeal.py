"""What a seat at a table of Birdie cannot know, dealt and chosen anew: the other half of a leak test.

Written from B3.8 alone, apart from the code that makes views: whatever differs between a state and its re-deal must
show in no view, event or list of legal steps of that seat, now or later, as long as the same is done in the open.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from birdtable.engine import Rng
from birdtable.game import Viewer
from birdtable.games.birdie.cards import (
    ADDED_BITS,
    BEFORE_SETS,
    END,
    KIND,
    KIND_BITS,
    MAX_ROW,
    MAX_TURNS,
    OVER,
    STACK,
    STACKING,
    TURN,
    TWO_CARDS,
    members,
    multiset,
)
from birdtable.games.birdie.rules import BirdieState

Cards = Counter[int]


class Turn(NamedTuple):
    """A turn as everybody sees it: the display cards, and how many hand cards went with them (-1: to the hand)."""

    taken: tuple[int, ...]
    added: int


class Round(NamedTuple):
    """A seat's round: what is public of it, and the opening hand, which is not."""

    turns: list[Turn]
    row: list[int] | None
    """The pile, once it has been turned over."""
    spent: Cards
    opening: list[int]


def redeal(state: BirdieState, seat: Viewer, rng: Rng) -> BirdieState:
    """A state that ``seat`` (or ``SPECTATOR``) cannot tell from this one. Everything secret from it may differ."""
    twin = before_turn(state, seat)
    others = [other for other in range(twin.seats) if other != seat]
    rounds = [this_round(twin, other) for other in others]
    carried = twin.seats == 2 and twin.round == 2
    earlier = [first_round(twin, other) for other in others] if carried else []
    openings = new_openings(twin, rounds + earlier, rng)
    for other, played, dealt in zip(others, rounds, openings, strict=False):
        replace_seat(twin, other, played, dealt, rng)
    for other, played, dealt in zip(others, earlier, openings[len(rounds) :], strict=False):
        replace_gone_hand(twin, other, played, dealt)
    return stack_some(twin, rng) if state.phase == STACKING and state.to_move != seat else twin


def before_turn(state: BirdieState, seat: Viewer) -> BirdieState:
    """A copy; where another seat is in the middle of take 2, with that undone: nobody else sees it before its end."""
    twin = state.copy()
    mover = twin.to_move
    if twin.phase == STACKING and mover != seat:
        twin.hand = with_value(twin.hand, mover, twin.hand[mover] + twin.added)
        twin.hand_count = with_value(twin.hand_count, mover, twin.hand_count[mover] + twin.added_count)
        laid = twin.taken_count + twin.added_count
        twin.pile_count = with_value(twin.pile_count, mover, twin.pile_count[mover] - laid)
        twin.display += twin.taken
        twin.display_count += twin.taken_count
        twin.taken = twin.taken_count = twin.added = twin.added_count = 0
        twin.phase = TURN
    return twin


def this_round(state: BirdieState, seat: int) -> Round:
    turns = list(read_turns(state.turns[seat * MAX_TURNS :][: state.turn_count[seat]]))
    pile = state.pile[seat * MAX_ROW :][: state.pile_count[seat]]
    scoring = state.phase >= BEFORE_SETS
    open_now = state.phase == OVER or (scoring and seat in state.passed[: state.scorer + 1])
    had = Counter(members(state.hand[seat])) + Counter(pile) + Counter(members(state.spent[seat]))
    return Round(turns, pile if open_now else None, Counter(members(state.spent[seat])), opening(had, turns))


def first_round(state: BirdieState, seat: int) -> Round:
    """[B2.1] The round of two players whose cards do not come back, so that it still tells something."""
    turns = list(read_turns(state.old_turns[seat * MAX_TURNS :][: state.old_turn_count[seat]]))
    row = state.old_pile[seat * MAX_ROW :][: state.old_pile_count[seat]]
    spent = Counter(members(state.old_spent[seat]))
    return Round(turns, row, spent, opening(Counter(members(state.gone_hand[seat])) + Counter(row) + spent, turns))


def read_turns(codes: Iterable[int]) -> Iterator[Turn]:
    for code in codes:
        yield (
            Turn((code,), -1) if code < TWO_CARDS else Turn((code >> KIND_BITS & KIND, code & KIND), code >> ADDED_BITS)
        )


def opening(had: Cards, turns: Sequence[Turn]) -> list[int]:
    had.subtract(card for turn in turns for card in turn.taken)
    return sorted(had.elements())


def new_openings(state: BirdieState, rounds: list[Round], rng: Rng) -> list[list[int]]:
    """Puts what nobody has seen of the openings back among the unseen cards, and deals as many again."""
    kept = [needed_opening(each) for each in rounds]
    pool = members(state.unseen)
    for each, known in zip(rounds, kept, strict=True):
        pool += sorted((Counter(each.opening) - Counter(known)).elements())
    shuffle(pool, rng)
    for each, known in zip(rounds, kept, strict=True):
        known += [pool.pop() for _ in range(len(each.opening) - len(known))]
    state.unseen = multiset(pool)
    return kept


def needed_opening(played: Round) -> list[int]:
    """The opening cards that what has been seen cannot be explained without."""
    kept = list(played.opening)
    for card in played.opening:
        without = list(kept)
        without.remove(card)
        if played.row is None or explains(without, played):
            kept = without
    return kept


def explains(opening: list[int], played: Round) -> bool:
    """Whether a hand that began like this had all the cards that were seen to come from it."""
    hand, place = Counter(opening), 0
    for turn in played.turns:
        if turn.added < 0:
            hand.update(turn.taken)
            continue
        assert played.row is not None
        added = Counter(played.row[place : place + 2 + turn.added])
        added.subtract(turn.taken)
        hand.subtract(added)
        place += 2 + turn.added
        if min(hand.values(), default=0) < 0:
            return False
    hand.subtract(played.spent)
    return min(hand.values(), default=0) >= 0


def replace_seat(state: BirdieState, seat: int, played: Round, opening: list[int], rng: Rng) -> None:
    """Plays a seat's public turns again from another opening, with other secret choices."""
    hand = list(opening)
    pile: list[int] = []
    for turn in played.turns:
        if turn.added < 0:
            hand += turn.taken
        elif played.row is None:
            shuffle(hand, rng)
            laid = [*turn.taken, *(hand.pop() for _ in range(turn.added))]
            shuffle(laid, rng)
            pile += laid
    if played.row is not None:
        had = Counter(opening + [card for turn in played.turns for card in turn.taken])
        had.subtract(played.row)
        had.subtract(played.spent)
        hand = sorted(had.elements())
    else:
        piles = state.pile
        piles[seat * MAX_ROW : seat * MAX_ROW + len(pile)] = pile
        state.pile = piles
    state.hand = with_value(state.hand, seat, multiset(hand))


def replace_gone_hand(state: BirdieState, seat: int, played: Round, opening: list[int]) -> None:
    had = Counter(opening + [card for turn in played.turns for card in turn.taken])
    had.subtract(played.row or [])
    had.subtract(played.spent)
    state.gone_hand = with_value(state.gone_hand, seat, multiset(had.elements()))


def stack_some(state: BirdieState, rng: Rng) -> BirdieState:
    """After some steps of a take 2 that does not come to its end."""
    for _ in range(rng.below(4)):
        codes = [code for code in state.legal() if STACK <= code < END]
        after = state.copy()
        after.apply(codes[rng.below(len(codes))])
        if after.phase != STACKING:
            break
        state = after
    return state


def shuffle(cards: list[int], rng: Rng) -> None:
    for last in range(len(cards) - 1, 0, -1):
        other = rng.below(last + 1)
        cards[last], cards[other] = cards[other], cards[last]


def with_value(values: list[int], place: int, value: int) -> list[int]:
    return [*values[:place], value, *values[place + 1 :]]
