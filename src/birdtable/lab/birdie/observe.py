"""Observations of Birdie written straight from the state, which is many times faster than by way of a view.

The numbers are exactly those that ``fields`` reads from the seat's view: a test compares the two.
"""

from __future__ import annotations

from typing import Any

from birdtable.bits import MASK, lowest
from birdtable.games.birdie import cards
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
from birdtable.games.birdie.points import is_one_shuffle
from birdtable.games.birdie.rules import BirdieState
from birdtable.lab.birdie.fields import FIELDS, MAX_SPENT, SET_LENGTHS, SET_PLACES
from birdtable.lab.envs import numbers
from birdtable.lab.part import starts_of

AT = starts_of(FIELDS)
HAND = AT["hand"]
DISPLAY = AT["display"]
TO_HAND = AT["taken to hand"]
TO_PILE = AT["taken to pile"]
ADDED = AT["added"]
HANDS = AT["hands"]
PILES = AT["piles"]
BOXES = AT["boxes"]
PASSES = AT["passes"]
USED = AT["used"]
FLAPS = AT["flaps"]
POINTS = AT["points"]
TROPHIES = AT["trophies"]
RECORDS = AT["records"]
PASSED = AT["passed"]
SEATS = AT["seats"]
ROUND = AT["round"]
DECK = AT["deck"]
WHO = AT["who"]
PHASE = AT["phase"]
OPTIONS = AT["options"]
FLAP_VALUES = AT["flap values"]
PILE = AT["pile"]
TURN_COUNTS = AT["turn counts"]
TURNS = AT["turns"]
SPENT = AT["spent"]
LAID = AT["laid now"]
DRAWN = AT["drawn"]
ROWS = AT["rows"]
ROW = AT["row"]
CURSOR = AT["cursor"]
SETS = AT["sets"]
HELD = AT["held"]
TRAIT = AT["trait"]
QUESTION = AT["question"]
OLD_COUNTS = AT["earlier counts"]
OLD_TURNS = AT["earlier turns"]
OLD_ROWS = AT["earlier rows"]
OLD_SPENT = AT["earlier spent"]
OLD_SEEN = AT["earlier seen"]
OLD_HAND = AT["earlier hand"]
WIDTH = AT[""]

TWO_BITS = TWO_CARDS.bit_length() - 1
UNIT = cards.UNITS


def write(state: BirdieState, seat: int, out: Any) -> None:
    """Writes what ``seat`` sees into ``out``, an array of ``WIDTH`` numbers."""
    write_numbers(state, seat, numbers.numbers_of(out))


def write_numbers(state: BirdieState, seat: int, out: Any) -> None:
    # In the order of the places: what fills up to a multiple of eight is written over by what follows it.
    for i in range(WIDTH):
        out[i] = 0
    # [B3.8] During another seat's take 2 the table looks as before the turn.
    hidden = state.phase == STACKING and seat != state.to_move
    numbers.spread_nibbles(state.hand[seat], out, HAND)
    numbers.spread_nibbles(state.display + state.taken if hidden else state.display, out, DISPLAY)
    numbers.copy_eights(state.pile, seat * MAX_ROW, state.pile_count[seat], 1, out, PILE)
    place = TURNS
    for i in range(state.seats):
        other = seat + i if seat + i < state.seats else seat + i - state.seats
        place = write_turns(state, other, i, out, place)
    for i in range(state.seats):
        other = seat + i if seat + i < state.seats else seat + i - state.seats
        write_board(state, other, i, out)
    if hidden:
        i = place_of(state, seat, state.to_move) - 1
        out[HANDS + i] += state.added_count
        out[PILES + i] -= state.added_count + state.taken_count
    elif state.phase == STACKING:
        write_cards(state.taken, out, LAID)
    write_table(state, seat, TURN if hidden else state.phase, out)
    if state.phase >= BEFORE_SETS:
        write_cards(state.drawn, out, DRAWN)
        write_rows(state, seat, out)
        if state.phase != OVER:
            write_scoring(state, seat, out)
    if is_one_shuffle(state.seats) and state.round == 2:
        write_earlier(state, seat, out)


def write_cards(left: int, out: Any, place: int) -> None:
    """The cards of a multiset one by one."""
    while left:
        kind = lowest(left) >> 2
        out[place] = kind + 1
        place += 1
        left -= UNIT[kind]


def write_turns(state: BirdieState, seat: int, i: int, out: Any, place: int) -> int:
    """The turns of the seat ``i`` places from the observer on; returns where those of the next begin."""
    count = state.turn_count[seat]
    added = 0
    to_hand = 0
    to_pile = 0
    numbers.copy_eights(state.turns, seat * MAX_TURNS, count, 0, out, place)
    for number in range(count):
        turn = state.turns[seat * MAX_TURNS + number]
        # Compiled, no branch is mispredicted: of the two sums one grows by nothing.
        pile = MASK * (turn >> TWO_BITS & 1)
        one = UNIT[turn & KIND]
        to_pile += one + UNIT[turn >> KIND_BITS & KIND] & pile
        to_hand += one & ~pile
        added += turn >> ADDED_BITS
    numbers.spread_nibbles(to_hand, out, TO_HAND + 16 * i)
    numbers.spread_nibbles(to_pile, out, TO_PILE + 16 * i)
    out[ADDED + i] = added
    out[TURN_COUNTS + i] = count
    return place + count


def write_board(state: BirdieState, seat: int, i: int, out: Any) -> None:
    """What else everybody sees of a seat."""
    out[HANDS + i] = state.hand_count[seat]
    out[PILES + i] = state.pile_count[seat]
    numbers.copy_eights(state.boxes, seat * 8, 8, 0, out, BOXES + 8 * i)
    out[PASSES + 2 * i] = state.pass_points[seat * 2] + 1
    out[PASSES + 2 * i + 1] = state.pass_points[seat * 2 + 1] + 1
    for bird in range(4):
        out[USED + 4 * i + bird] = state.used[seat * 4 + bird]
    out[FLAPS + i] = state.flaps[seat]
    out[POINTS + i] = state.total(seat)
    write_cards(state.spent[seat], out, SPENT + MAX_SPENT * i)


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
    numbers.copy_eights(state.flap_values, 0, state.places, 0, out, FLAP_VALUES)


def write_rows(state: BirdieState, seat: int, out: Any) -> None:
    """[B5.2] The piles of others that have been turned over."""
    turned = 0
    for i in range(state.passed_count if state.phase == OVER else state.scorer + 1):
        turned |= 1 << state.passed[i]
    place = ROWS
    for i in range(1, state.seats):
        other = seat + i if seat + i < state.seats else seat + i - state.seats
        if turned >> other & 1:
            numbers.copy_eights(state.pile, other * MAX_ROW, state.pile_count[other], 1, out, place)
            place += state.pile_count[other]


def write_scoring(state: BirdieState, seat: int, out: Any) -> None:
    out[WHO + 3] = place_of(state, seat, state.passed[state.scorer])
    numbers.copy_eights(state.row, 0, state.row_count, 1, out, ROW)
    out[CURSOR] = state.cursor
    for i in range(state.set_count):
        out[SETS + i] = (
            state.set_trait[i]
            + 1
            + 9 * state.set_out[i]
            + SET_PLACES * (state.set_start[i] + 1)
            + SET_LENGTHS * state.set_length[i]
        )
    out[HELD] = state.held + 1
    out[TRAIT] = state.trait + 1
    out[QUESTION] = state.picked + 1
    out[QUESTION + 1] = state.holding + 1
    if state.phase == SET_ASKED:
        out[QUESTION + 2] = state.low + 1
        out[QUESTION + 3] = state.high
    out[QUESTION + 4] = state.gap + 1
    out[QUESTION + 5] = state.lowest


def write_earlier(state: BirdieState, seat: int, out: Any) -> None:
    """[B2.1] What is remembered of round 1, with 2 players."""
    place = OLD_TURNS
    for i in range(2):
        other = seat ^ i
        out[OLD_COUNTS + i] = state.old_turn_count[other]
        out[OLD_COUNTS + 2 + i] = state.old_pile_count[other]
        numbers.copy_eights(state.old_turns, other * MAX_TURNS, state.old_turn_count[other], 0, out, place)
        place += state.old_turn_count[other]
    place = OLD_ROWS
    for i in range(2):
        other = seat ^ i
        numbers.copy_eights(state.old_pile, other * MAX_ROW, state.old_pile_count[other], 1, out, place)
        place += state.old_pile_count[other]
    for i in range(2):
        write_cards(state.old_spent[seat ^ i], out, OLD_SPENT + MAX_SPENT * i)
    numbers.spread_nibbles(state.gone, out, OLD_SEEN)
    numbers.spread_nibbles(state.gone_hand[seat], out, OLD_HAND)
