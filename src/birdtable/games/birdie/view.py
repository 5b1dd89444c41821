"""What a seat may know of a match of Birdie [B3.8], and what it can imagine of the rest.

This file is the gate: nothing secret leaves a state except through ``view`` and the secrets of ``events``.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

import msgspec

from birdtable.game import NOBODY, Event, Memory, Seat, Value, View, Viewer, seat_number, seat_of
from birdtable.games.birdie import cards
from birdtable.games.birdie.cards import BIRDS, KINDS, MAX_ROW, PHASES, TRAITS, TROPHY, cards_text, members
from birdtable.games.birdie.options import options_of
from birdtable.games.birdie.points import flap_points, is_one_shuffle
from birdtable.games.birdie.rules import BirdieState

FLAPS = 10
"""Where ``boxes_of`` has the marks of the Flap column."""


class Board(msgspec.Struct, kw_only=True, frozen=True):
    """[B1.3] A player's board, and what it is worth now [B6.1]."""

    boxes: dict[str, int]
    """The boxes written so far, by trait."""
    passes: list[int]
    """[B4.1] The Pass boxes written so far, by round."""
    flaps: int
    """How many places of the Flap column are marked."""
    used: dict[str, int]
    """[B7.1] How often each ability was used, where it was."""
    points: int
    flap_points: int = 0
    """What the Flap column is worth."""
    trophy_points: int = 0
    """What the trophies are worth."""


class Marked(msgspec.Struct, kw_only=True):
    """[B5.4] A set marked in the row."""

    start: int
    """Its first card, counted from 1."""
    length: int
    trait: str
    out: bool
    """It does not count any more: removed by Pigeon, or another of its trait was chosen."""


class Turn(msgspec.Struct, kw_only=True, frozen=True):
    """[B3.8] What everybody saw of a turn: the display cards, and how many hand cards went with them to the pile."""

    cards: tuple[str, ...]
    to: str
    """``hand`` or ``pile``."""
    added: int = 0


class Played(msgspec.Struct, kw_only=True):
    """What is remembered of one seat's round."""

    turns: list[Turn]
    row: list[str] | None
    """The pile as it was turned over, once it was."""
    spent: list[str]
    """Hand cards discarded for abilities."""


class BirdieView(View, kw_only=True):
    """The table as one seat sees and remembers it. Cards are in notation."""

    options: dict[str, Value]
    round: int
    phase: str
    starter: Seat
    mover: Seat
    display: list[str]
    deck: int
    stop: int
    hand: list[str] | None
    """One's own; ``None`` for a spectator."""
    hands: list[int]
    """Sizes by seat."""
    pile: list[str] | None
    """One's own, in the order in which it was laid: what a careful player remembers."""
    piles: list[int]
    played: list[Played]
    """This round's public turns by seat."""
    passed: list[Seat]
    boards: list[Board]
    trophies: dict[str, Seat]
    records: dict[str, int]
    """[B5.8] The highest value written so far for each bird, by anyone."""
    drawn: list[str]
    """Cards Robin drew this round."""
    scorer: Seat
    """Who is scoring, or ``NOBODY``."""
    row: list[str]
    """The row being scored, as it is now."""
    cursor: int
    """How many cards of the row are marked or left, in the standard game."""
    sets: list[Marked]
    held: str | None
    """A card on its way into the row."""
    picked: int
    """Where Woodpecker took it from, counted from 1; 0 for none."""
    trait: str | None
    """The trait that a question is about: of the set just taken, of the sets to choose from, or held back."""
    holding: int
    """The set that Owl holds back, counted from 1; 0 for none."""
    taking: list[int] | None
    """Expert: the first and last card of the set being taken, counted from 1."""
    gap: int
    """Expert: how many cards stand left of the gap of the last removal; -1 before the first."""
    lowest: int
    """The lowest value written from sets of this row so far."""
    earlier: list[Played] | None
    """2 players, round 2: what is remembered of round 1, whose cards do not come back [B2.1]."""
    earlier_public: list[str] | None
    """Cards of round 1 that went otherwise in the open: drawn by Robin, or left in the display."""
    earlier_hand: list[str] | None
    """The hand that one discarded after round 1."""
    earlier_opening: list[str] | None
    """The opening hand that one had in round 1."""
    opening: list[str] | None
    """One's own opening hand of this round."""


def view(state: BirdieState, viewer: Viewer) -> BirdieView:
    """During take 2 the others see the table as it was before the turn: no order may show [B3.8]."""
    seat = seat_of(viewer, state)
    stacking = state.phase == cards.STACKING
    hidden = stacking and seat != state.to_move
    display = state.display + (state.taken if hidden else 0)
    hands = list(state.hand_count[: state.seats])
    piles = list(state.pile_count[: state.seats])
    phase = state.phase
    if hidden:
        hands[state.to_move] += state.added_count
        piles[state.to_move] -= state.added_count + state.taken_count
        phase = cards.TURN
    scoring = phase >= cards.BEFORE_SETS and phase != cards.OVER
    opening = opening_of(state, seat) if seat is not None else None
    carried = is_one_shuffle(state.seats) and state.round == 2
    flap_values = state.flap_values
    return BirdieView(
        seat=seat_number(viewer),
        seats=state.seats,
        to_move=state.to_move,
        options=options_of(state),
        round=state.round,
        phase=PHASES[phase],
        starter=state.starter,
        mover=state.mover,
        display=names(display),
        deck=state.deck,
        stop=state.stop,
        hand=names(state.hand[seat]) if seat is not None else None,
        hands=hands,
        pile=[KINDS[kind] for kind in state.pile_of(seat)] if seat is not None else None,
        piles=piles,
        played=[this_round(state, each, scoring) for each in range(state.seats)],
        passed=list(state.passed[: state.passed_count]),
        boards=[board(state, each, flap_values) for each in range(state.seats)],
        trophies={bird: holder for bird, holder in zip(BIRDS, state.trophy, strict=True) if holder >= 0},
        records={bird: most for bird, most in zip(BIRDS, state.record, strict=True) if most},
        drawn=names(state.drawn),
        scorer=state.passed[state.scorer] if scoring else NOBODY,
        row=[KINDS[kind] for kind in state.row[: state.row_count]] if scoring else [],
        cursor=state.cursor if scoring else 0,
        sets=sets_of(state) if scoring else [],
        held=KINDS[state.held] if state.held >= 0 else None,
        picked=state.picked + 1,
        trait=TRAITS[state.trait] if scoring and state.trait >= 0 else None,
        holding=state.holding + 1,
        taking=[state.low + 1, state.high] if phase == cards.SET_ASKED else None,
        gap=state.gap if scoring else -1,
        lowest=state.lowest if scoring else 0,
        earlier=[first_round(state, each) for each in range(2)] if carried else None,
        earlier_public=names(public_earlier(state)) if carried else None,
        earlier_hand=names(state.gone_hand[seat]) if carried and seat is not None else None,
        earlier_opening=names(opening_earlier(state, seat)) if carried and seat is not None else None,
        opening=names(opening) if opening is not None else None,
    )


def names(packed: int) -> list[str]:
    return list(sorted_names(packed))


@lru_cache(maxsize=1 << 14)
def sorted_names(packed: int) -> tuple[str, ...]:
    """The same few cards are asked for again and again."""
    return tuple(KINDS[kind] for kind in members(packed))


@cache
def parse_turn(code: int) -> Turn:
    if code < cards.TWO_CARDS:
        return Turn(cards=(KINDS[code],), to="hand")
    return Turn(cards=pair_names(code), to="pile", added=code >> cards.ADDED_BITS)


def turn_code(turn: Turn) -> int:
    kinds = [cards.KIND_OF[card] for card in turn.cards]
    if turn.to == "hand":
        return kinds[0]
    return cards.TWO_CARDS | kinds[0] << cards.KIND_BITS | kinds[1] | turn.added << cards.ADDED_BITS


def pair_names(code: int) -> tuple[str, str]:
    """The two cards of a take 2, from what is noted or told of it."""
    return KINDS[code >> cards.KIND_BITS & cards.KIND], KINDS[code & cards.KIND]


def this_round(state: BirdieState, seat: Seat, scoring: bool) -> Played:
    turned = (scoring and seat in state.passed[: state.scorer + 1]) or state.phase == cards.OVER
    return Played(
        turns=[parse_turn(code) for code in state.turns_of(seat)],
        row=[KINDS[kind] for kind in state.pile_of(seat)] if turned else None,
        spent=names(state.spent[seat]),
    )


def first_round(state: BirdieState, seat: Seat) -> Played:
    return Played(
        turns=[parse_turn(code) for code in state.old_turns_of(seat)],
        row=[KINDS[kind] for kind in state.old_pile_of(seat)],
        spent=names(state.old_spent[seat]),
    )


def board(state: BirdieState, seat: Seat, flap_values: Sequence[int]) -> Board:
    written = state.boxes_of(seat)
    return parse_board(written, state.score(seat), flap_points(flap_values, written[FLAPS]))


@lru_cache(maxsize=1 << 14)
def parse_board(written: tuple[int, ...], points: int, flap_column: int) -> Board:
    """Seen by all, and the same for most of a round."""
    boxes, passes, (flaps, *used, trophies) = written[:8], written[8:FLAPS], written[FLAPS:]
    return Board(
        boxes={trait: box for trait, box in zip(TRAITS, boxes, strict=True) if box},
        passes=[box for box in passes if box >= 0],
        flaps=flaps,
        used={bird: times for bird, times in zip(BIRDS, used, strict=True) if times},
        points=points,
        flap_points=flap_column,
        trophy_points=TROPHY * trophies,
    )


def sets_of(state: BirdieState) -> list[Marked]:
    return [
        Marked(
            start=state.set_start[number] + 1,
            length=state.set_length[number],
            trait=TRAITS[state.set_trait[number]],
            out=bool(state.set_out[number]),
        )
        for number in range(state.set_count)
    ]


def opening_of(state: BirdieState, seat: Seat) -> int:
    """[B2.3] What the seat was dealt: all it has and had, less what it took in the open."""
    had = state.hand[seat] + cards.multiset(state.pile_of(seat)) + state.spent[seat]
    if state.phase == cards.STACKING and seat == state.to_move:
        had -= state.taken
    return had - taken_openly(state.turns_of(seat))


def opening_earlier(state: BirdieState, seat: Seat) -> int:
    had = cards.multiset(state.old_pile_of(seat))
    had += state.gone_hand[seat] + state.old_spent[seat]
    return had - taken_openly(state.old_turns_of(seat))


def taken_openly(turns: list[int]) -> int:
    return sum(map(taken_in_turn, turns))


@cache
def taken_in_turn(code: int) -> int:
    return cards.multiset(cards.KIND_OF[card] for card in parse_turn(code).cards)


def public_earlier(state: BirdieState) -> int:
    """Cards of round 1 gone in the open, less those of the rows and those spent."""
    gone = state.gone
    for seat in range(2):
        gone -= cards.multiset(state.old_pile_of(seat)) + state.old_spent[seat]
    return gone


def shown(view: BirdieView, memory: Memory) -> BirdieView:
    """[B3.7] At a strict table nobody is shown a pile again, nor who took what."""
    if memory == "assisted":
        return view
    forgotten = [Played(turns=[], row=each.row, spent=each.spent) for each in view.played]
    return msgspec.structs.replace(
        view,
        pile=None,
        played=forgotten,
        opening=None,
        earlier=None,
        earlier_public=None,
        earlier_hand=None,
        earlier_opening=None,
    )


def events(state: BirdieState) -> list[Event]:
    """What the step applied last made happen."""
    return [event(state, *word) for word in state.happened()]


def parse_set(told: int) -> tuple[str, int]:
    """The trait of a set and its first card, counted from 1; 0 where there is none."""
    return TRAITS[told & cards.TRAIT], told >> cards.TRAIT_BITS


def event(state: BirdieState, what: int, seat: int, a: int, b: int) -> Event:
    match what:
        case cards.STARTED:
            return Event("started", seat, count=a, clause="B2.5")
        case cards.DEALT:
            return Event("dealt", seat, count=1, secret=KINDS[a], clause="B2.3")
        case cards.LAID_OUT:
            return Event("laid out", cards=KINDS[a], clause="B2.4")
        case cards.TOOK:
            return Event("took", seat, cards=KINDS[a], clause="B3.2")
        case cards.STACKED:
            top = seat * MAX_ROW + (a >> cards.PILE_BITS)
            laid = state.pile[top - 2 - b : top]
            return Event(
                "stacked", seat, cards=" ".join(pair_names(a)), count=b, secret=cards_text(laid), clause="B3.3"
            )
        case cards.PASSED:
            return Event("passed", seat, points=a, clause="B4.1")
        case cards.FORCED_PASS:
            return Event("could only pass", seat, clause="B3.6")
        case cards.REFILLED:
            return Event("refilled", cards=KINDS[a], clause="B3.5")
        case cards.TURNED_OVER:
            turned = cards_text(state.pile[seat * MAX_ROW : seat * MAX_ROW + a])
            return Event("turned over", seat, cards=turned, count=a, clause="B5.2")
        case cards.USED:
            return Event("used", seat, cards=KINDS[a], place=BIRDS[a >> 2], clause="B7.1")
        case cards.DREW:
            return Event("drew", seat, cards=KINDS[a], clause="B7.2")
        case cards.INSERTED:
            return Event("inserted", seat, cards=KINDS[a], count=b + 1, clause="B7.2")
        case cards.PICKED_UP:
            return Event("picked up", seat, cards=KINDS[a], count=b + 1, clause="B7.2")
        case cards.MOVED:
            return Event("moved", seat, cards=KINDS[a], count=b + 1, clause="B7.2")
        case cards.MARKED:
            trait, at = parse_set(a)
            return Event("marked", seat, place=trait, count=b, at=at, clause="B5.4")
        case cards.DROPPED:
            trait, at = parse_set(a)
            return Event("dropped", seat, place=trait, count=b, at=at, clause="B7.4")
        case cards.WROTE:
            trait, at = parse_set(a)
            return Event("wrote", seat, place=trait, points=b, at=at, clause="B8.3" if state.expert else "B5.6")
        case cards.FLAPPED:
            place, clause = a >> cards.MARK_BITS, "B5.7" if a & cards.MARKS == 1 else "B7.4"
            values = state.flap_values
            gain = flap_points(values, place) - flap_points(values, place - b)
            return Event("flapped", seat, count=b, points=gain, at=place, clause=clause)
        case cards.TROPHY_WON:
            other = b - 1 if b else NOBODY
            return Event("won trophy", seat, place=BIRDS[a], points=TROPHY, other=other, clause="B5.8")
        case cards.COPIED:
            trait, at = parse_set(a)
            return Event("copied", seat, place=trait, points=b, at=at, clause="B9.2" if at else "B7.3")
        case cards.REMOVED:
            return Event("removed", seat, cards=KINDS[a], count=b + 1, clause="B8.2")
        case cards.SET_TAKEN:
            return Event("set taken", seat, place=TRAITS[a], count=b, clause="B8.2")
        case cards.LOST:
            return Event("lost", seat, place=TRAITS[a], count=b, clause="B8.3")
        case cards.SCORED:
            return Event("scored", seat, clause="B5.1")
        case cards.ROUND_ENDED:
            return Event("round ended", count=a, clause="B5.10")
        case _:
            return Event("game ended", seat, clause="B6.2")
