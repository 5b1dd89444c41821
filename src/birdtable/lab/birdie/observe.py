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
PILE = 32
TO_HAND = 72
TO_PILE = 136
ADDED = 200
HANDS = 204
PILES = 208
BOXES = 212
PASSES = 244
FLAPS = 252
POINTS = 256
USED = 260
TROPHIES = 276
RECORDS = 280
PASSED = 284
SEATS = 288
PHASE = 292
ROW = 316
SETS = 357
HELD = 437
SPENT = 444
OPTIONS = 476
WIDTH = 493
FLAP_PLACES = 12


def write(state: BirdieState, seat: int, out: Any) -> None:
    """Writes what ``seat`` sees into ``out``, an array of ``WIDTH`` numbers."""
    for i in range(WIDTH):
        out[i] = 0
    # [B3.8] During another seat's take 2 the table looks as before the turn.
    hidden = state.phase == STACKING and seat != state.to_move
    display = state.display + state.taken if hidden else state.display
    write_counts(state.hand[seat], out, HAND)
    write_counts(display, out, DISPLAY)
    for i in range(state.pile_count[seat]):
        out[PILE + i] = state.pile[seat * MAX_ROW + i] + 1
    for i in range(state.seats):
        write_seat(state, (seat + i) % state.seats, i, hidden, out)
    write_table(state, seat, hidden, out)
    if state.phase >= BEFORE_SETS and state.phase != OVER:
        write_scoring(state, out)
    if state.held >= 0:
        out[HELD] = state.held + 1
        out[HELD + 1] = state.picked + 1
    out[HELD + 3] = state.holding + 1
    for i in range(state.seats):
        write_counts(state.spent[i], out, SPENT)
    write_counts(state.drawn, out, SPENT + 16)
    out[OPTIONS] = state.expert
    out[OPTIONS + 1] = state.robin_from_deck
    out[OPTIONS + 2] = state.owl_moves
    out[OPTIONS + 3] = state.sets_chosen
    out[OPTIONS + 4] = state.single_removal
    for i in range(min(state.places, FLAP_PLACES)):
        out[OPTIONS + 5 + i] = state.flap_values[i]


def write_counts(cards: int, out: Any, start: int) -> None:
    """Adds how many of each kind a multiset has."""
    kind = start
    while cards:
        out[kind] += cards & 15
        cards >>= 4
        kind += 1


def write_seat(state: BirdieState, seat: int, i: int, hidden: bool, out: Any) -> None:
    """What everybody sees of a seat, ``i`` places from the observer on."""
    for number in range(state.turn_count[seat]):
        turn = state.turns[seat * MAX_TURNS + number]
        if turn < TWO_CARDS:
            out[TO_HAND + 16 * i + turn] += 1
        else:
            out[TO_PILE + 16 * i + (turn >> KIND_BITS & KIND)] += 1
            out[TO_PILE + 16 * i + (turn & KIND)] += 1
            out[ADDED + i] += turn >> ADDED_BITS
    out[HANDS + i] = state.hand_count[seat]
    out[PILES + i] = state.pile_count[seat]
    if hidden and seat == state.to_move:
        out[HANDS + i] += state.added_count
        out[PILES + i] -= state.added_count + state.taken_count
    for trait in range(8):
        out[BOXES + 8 * i + trait] = state.boxes[seat * 8 + trait]
    out[PASSES + 2 * i] = state.pass_points[seat * 2] + 1
    out[PASSES + 2 * i + 1] = state.pass_points[seat * 2 + 1] + 1
    out[FLAPS + i] = state.flaps[seat]
    out[POINTS + i] = state.total(seat)
    for bird in range(4):
        out[USED + 4 * i + bird] = state.used[seat * 4 + bird]


def write_table(state: BirdieState, seat: int, hidden: bool, out: Any) -> None:
    for bird in range(4):
        if state.trophy[bird] >= 0:
            out[TROPHIES + bird] = (state.trophy[bird] - seat + state.seats) % state.seats + 1
        out[RECORDS + bird] = state.record[bird]
    for i in range(state.passed_count):
        out[PASSED + i] = (state.passed[i] - seat + state.seats) % state.seats + 1
    out[SEATS] = state.seats
    out[SEATS + 1] = state.round
    out[SEATS + 2] = state.deck
    out[SEATS + 3] = state.stop
    out[PHASE + (TURN if hidden else state.phase)] = 1


def write_scoring(state: BirdieState, out: Any) -> None:
    for i in range(state.row_count):
        out[ROW + i] = state.row[i] + 1
    out[ROW + MAX_ROW] = state.cursor
    for number in range(state.set_count):
        out[SETS + 4 * number] = state.set_start[number] + 1
        out[SETS + 4 * number + 1] = state.set_length[number]
        out[SETS + 4 * number + 2] = state.set_trait[number] + 1
        out[SETS + 4 * number + 3] = state.set_out[number]
    out[HELD + 2] = state.trait + 1
    out[HELD + 4] = state.gap + 1
    out[HELD + 5] = state.lowest
    if state.phase == SET_ASKED:
        out[HELD + 6] = state.high - state.low
