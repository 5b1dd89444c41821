"""Observations of Birdie written straight from the state, which is many times faster than by way of a view.

The numbers are exactly those that ``fields`` reads from the seat's view: a test compares the two.
"""

from __future__ import annotations

from typing import Any

from birdtable.games.birdie.cards import (
    ADDED_BITS,
    BEFORE_SETS,
    KIND,
    KIND_BITS,
    MAX_ROW,
    MAX_TURNS,
    OVER,
    SET_ASKED,
    STACKING,
    TURN,
    TWO_CARDS,
)
from birdtable.games.birdie.rules import BirdieState

# Where the fields of ``fields.FIELDS`` begin.
HAND = 0
DISPLAY = 16
LAID = 32
DRAWN = 48
SPENT = 64
TO_HAND = 128
TO_PILE = 192
ADDED = 256
HANDS = 260
PILES = 264
BOXES = 268
PASSES = 300
USED = 308
FLAPS = 324
POINTS = 328
TROPHIES = 332
RECORDS = 336
PASSED = 340
SEATS = 344
ROUND = 346
DECK = 347
WHO = 349
PHASE = 353
OPTIONS = 377
FLAP_VALUES = 382
PILE = 406
TURNS = 446
ROWS = 558
ROW = 678
CURSOR = 718
SET_STARTS = 719
SET_LENGTHS = 739
SET_TRAITS = 759
SETS_OUT = 779
HELD = 799
TRAIT = 800
QUESTION = 801
OLD_TURNS = 807
OLD_ROWS = 863
OLD_SPENT = 943
OLD_SEEN = 975
OLD_HAND = 991
WIDTH = 1007
KINDS = 17
KINDS_2 = 289


def write(state: BirdieState, seat: int, out: Any) -> None:
    """Writes what ``seat`` sees into ``out``, an array of ``WIDTH`` numbers."""
    for i in range(WIDTH):
        out[i] = 0
    # [B3.8] During another seat's take 2 the table looks as before the turn.
    stacking = state.phase == STACKING
    hidden = stacking and seat != state.to_move
    scoring = state.phase >= BEFORE_SETS
    write_counts(state.hand[seat], out, HAND)
    write_counts(state.display + state.taken if hidden else state.display, out, DISPLAY)
    if stacking and not hidden:
        write_counts(state.taken, out, LAID)
    for i in range(state.pile_count[seat]):
        out[PILE + i] = state.pile[seat * MAX_ROW + i] + 1
    for i in range(state.seats):
        write_seat(state, (seat + i) % state.seats, i, out)
    if hidden:
        i = (state.to_move - seat + state.seats) % state.seats
        out[HANDS + i] += state.added_count
        out[PILES + i] -= state.added_count + state.taken_count
    write_table(state, seat, TURN if hidden else state.phase, out)
    if scoring:
        write_counts(state.drawn, out, DRAWN)
        write_rows(state, seat, out)
        if state.phase != OVER:
            write_scoring(state, seat, out)
    if state.seats == 2 and state.round == 2:
        write_earlier(state, seat, 0, out)
        write_earlier(state, 1 - seat, 1, out)
        write_counts(state.gone, out, OLD_SEEN)
        write_counts(state.gone_hand[seat], out, OLD_HAND)


def write_counts(cards: int, out: Any, start: int) -> None:
    """How many of each kind a multiset has."""
    if cards:
        for kind in range(16):
            out[start + kind] = cards >> 4 * kind & 15


def turn_number(turn: int) -> int:
    """A turn as ``fields.turns`` has it."""
    if turn < TWO_CARDS:
        return turn + 1
    return (turn >> KIND_BITS & KIND) + 1 + KINDS * ((turn & KIND) + 1) + KINDS_2 * (turn >> ADDED_BITS)


def write_seat(state: BirdieState, seat: int, i: int, out: Any) -> None:
    """What everybody sees of a seat, ``i`` places from the observer on."""
    added = 0
    for number in range(state.turn_count[seat]):
        turn = state.turns[seat * MAX_TURNS + number]
        out[TURNS + MAX_TURNS * i + number] = turn_number(turn)
        if turn < TWO_CARDS:
            out[TO_HAND + 16 * i + turn] += 1
        else:
            out[TO_PILE + 16 * i + (turn >> KIND_BITS & KIND)] += 1
            out[TO_PILE + 16 * i + (turn & KIND)] += 1
            added += turn >> ADDED_BITS
    out[ADDED + i] = added
    out[HANDS + i] = state.hand_count[seat]
    out[PILES + i] = state.pile_count[seat]
    write_counts(state.spent[seat], out, SPENT + 16 * i)
    for trait in range(8):
        out[BOXES + 8 * i + trait] = state.boxes[seat * 8 + trait]
    out[PASSES + 2 * i] = state.pass_points[seat * 2] + 1
    out[PASSES + 2 * i + 1] = state.pass_points[seat * 2 + 1] + 1
    for bird in range(4):
        out[USED + 4 * i + bird] = state.used[seat * 4 + bird]
    out[FLAPS + i] = state.flaps[seat]
    out[POINTS + i] = state.total(seat)


def place_of(state: BirdieState, seat: int, other: int) -> int:
    """How many places on from the observer ``other`` is, plus 1; 0 for nobody."""
    if other < 0:
        return 0
    return other - seat + 1 if other >= seat else other - seat + 1 + state.seats


def write_table(state: BirdieState, seat: int, phase: int, out: Any) -> None:
    for bird in range(4):
        out[TROPHIES + bird] = place_of(state, seat, state.trophy[bird])
        out[RECORDS + bird] = state.record[bird]
    for i in range(state.passed_count):
        out[PASSED + i] = place_of(state, seat, state.passed[i])
    out[SEATS] = state.seats
    out[SEATS + 1] = seat
    out[ROUND] = state.round
    out[DECK] = state.deck
    out[DECK + 1] = state.stop
    out[WHO] = place_of(state, seat, state.to_move)
    out[WHO + 1] = place_of(state, seat, state.starter)
    out[WHO + 2] = place_of(state, seat, state.mover)
    out[PHASE + phase] = 1
    out[OPTIONS] = state.expert
    out[OPTIONS + 1] = state.robin_from_deck
    out[OPTIONS + 2] = state.owl_moves
    out[OPTIONS + 3] = state.sets_chosen
    out[OPTIONS + 4] = state.single_removal
    for i in range(state.places):
        out[FLAP_VALUES + i] = state.flap_values[i]


def write_rows(state: BirdieState, seat: int, out: Any) -> None:
    """[B5.2] The piles of others that have been turned over."""
    turned = state.passed_count if state.phase == OVER else state.scorer + 1
    for number in range(turned):
        other = state.passed[number]
        if other != seat:
            start = ROWS + MAX_ROW * (place_of(state, seat, other) - 2)
            for i in range(state.pile_count[other]):
                out[start + i] = state.pile[other * MAX_ROW + i] + 1


def write_scoring(state: BirdieState, seat: int, out: Any) -> None:
    out[WHO + 3] = place_of(state, seat, state.passed[state.scorer])
    for i in range(state.row_count):
        out[ROW + i] = state.row[i] + 1
    out[CURSOR] = state.cursor
    for number in range(state.set_count):
        out[SET_STARTS + number] = state.set_start[number] + 1
        out[SET_LENGTHS + number] = state.set_length[number]
        out[SET_TRAITS + number] = state.set_trait[number] + 1
        out[SETS_OUT + number] = state.set_out[number]
    out[HELD] = state.held + 1
    out[TRAIT] = state.trait + 1
    out[QUESTION] = state.picked + 1
    out[QUESTION + 1] = state.holding + 1
    if state.phase == SET_ASKED:
        out[QUESTION + 2] = state.low + 1
        out[QUESTION + 3] = state.high
    out[QUESTION + 4] = state.gap + 1
    out[QUESTION + 5] = state.lowest


def write_earlier(state: BirdieState, seat: int, i: int, out: Any) -> None:
    """[B2.1] What is remembered of a seat's round 1, with 2 players."""
    for number in range(state.old_turn_count[seat]):
        out[OLD_TURNS + MAX_TURNS * i + number] = turn_number(state.old_turns[seat * MAX_TURNS + number])
    for number in range(state.old_pile_count[seat]):
        out[OLD_ROWS + MAX_ROW * i + number] = state.old_pile[seat * MAX_ROW + number] + 1
    write_counts(state.old_spent[seat], out, OLD_SPENT + 16 * i)
