"""Observations of CuBirds written straight from the state, which is many times faster than by way of a view.

The numbers are exactly those that ``fields`` reads from the seat's view: a test compares the two.
"""

from __future__ import annotations

from typing import Any

from birdtable.games.cubirds.cards import (
    CAME_BITS,
    LAYING_OUT,
    LEFT_BITS,
    NOTED_LEFT,
    NOTED_SPECIES,
    NOTES,
    OVER,
    REFILLING,
)
from birdtable.games.cubirds.rules import CuBirdsState, total
from birdtable.lab.cubirds.fields import FIELDS, MOST, NOTED
from birdtable.lab.envs import numbers
from birdtable.lab.part import LARGEST, starts_of

AT = starts_of(FIELDS)
HAND = AT["hand"]
ROW_SPECIES = AT["row species"]
ROW_BIRDS = AT["row birds"]
COLLECTIONS = AT["collections"]
KNOWN = AT["known"]
HANDS = AT["hands"]
DISCARD = AT["discard"]
ASIDE = AT["aside"]
PILE = AT["pile"]
SEATS = AT["seats"]
WHO = AT["who"]
PROGRESS = AT["progress"]
PLACE = AT["place"]
PHASE = AT["phase"]
LIMIT = AT["turn limit"]
EXTRAS = AT["extras"]
WINNERS = AT["winners"]
DECIDED = AT["decided"]
FIRST_NOTE = AT["notes"]
UNSEEN = AT["unseen"]
MINE = AT["mine"]
WIDTH = AT[""]
NOTED_2 = NOTED * (MOST + 1)


def write(state: CuBirdsState, seat: int, out: Any) -> None:
    """Writes what ``seat`` sees into ``out``, an array of ``WIDTH`` numbers."""
    write_numbers(state, seat, numbers.numbers_of(out))


def write_numbers(state: CuBirdsState, seat: int, out: Any) -> None:
    for i in range(WIDTH):
        out[i] = 0
    numbers.spread_bytes(state.hands[seat], out, HAND)
    for row in range(4):
        for i in range(state.groups[row]):
            species = state.order[row] >> 4 * i & 15
            out[ROW_SPECIES + 8 * row + i] = species + 1
            out[ROW_BIRDS + 8 * row + i] = state.birds[row] >> 8 * species & 255
    for i in range(state.seats):
        other = seat + i if seat + i < state.seats else seat + i - state.seats
        numbers.spread_bytes(state.collections[other], out, COLLECTIONS + 8 * i)
        numbers.spread_bytes(state.known[other], out, KNOWN + 8 * i)
        out[HANDS + i] = total(state.hands[other])
        for number in range(state.noted[other]):
            out[FIRST_NOTE + NOTES * i + number] = note_number(state.notes[other * NOTES + number])
    for number in range(state.reshuffles):
        numbers.spread_bytes(state.unknown[number * 5 + seat], out, MINE + 8 * number)
        unseen = 0
        for i in range(state.seats):
            unseen += state.unknown[number * 5 + i]
        numbers.spread_bytes(unseen, out, UNSEEN + 8 * number)
    write_table(state, seat, out)


def write_table(state: CuBirdsState, seat: int, out: Any) -> None:
    numbers.spread_bytes(state.discard, out, DISCARD)
    numbers.spread_bytes(state.aside, out, ASIDE)
    out[PILE] = total(state.pile)
    out[SEATS] = state.seats
    out[SEATS + 1] = seat
    out[WHO] = place_of(state, seat, state.to_move)
    out[WHO + 1] = place_of(state, seat, state.player)
    out[WHO + 2] = place_of(state, seat, state.dealer)
    out[PROGRESS] = min(state.round, LARGEST)
    out[PROGRESS + 1] = min(state.turns, LARGEST)
    out[PROGRESS + 2] = min(state.shuffles, LARGEST)
    out[PROGRESS + 3] = state.turned
    out[PROGRESS + 4] = state.left
    if state.phase == REFILLING:
        out[PLACE] = 1 + 2 * state.row + state.side
    elif state.phase == LAYING_OUT:
        out[PLACE] = 9 + state.row
    out[PHASE + state.phase] = 1
    out[LIMIT] = min(state.turn_limit, LARGEST)
    out[EXTRAS] = state.extras_discarded
    if state.phase == OVER:
        out[DECIDED] = state.decided
        for i in range(state.seats):
            out[WINNERS + i] = state.winners >> (seat + i) % state.seats & 1


def note_number(note: int) -> int:
    """A note as ``fields.note_number`` has it."""
    return (note & NOTED_SPECIES) + 1 + NOTED * (note >> LEFT_BITS & NOTED_LEFT) + NOTED_2 * (note >> CAME_BITS)


def place_of(state: CuBirdsState, seat: int, other: int) -> int:
    """How many places on from the observer ``other`` is, plus 1; 0 for nobody."""
    if other < 0:
        return 0
    return other - seat + 1 if other >= seat else other - seat + 1 + state.seats
