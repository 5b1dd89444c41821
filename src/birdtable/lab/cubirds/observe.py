"""Observations of CuBirds written straight from the state, which is many times faster than by way of a view.

The numbers are exactly those that ``fields`` reads from the seat's view: a test compares the two.
"""

from __future__ import annotations

from typing import Any

from birdtable.games.cubirds.rules import CuBirdsState, total

# Where the fields of ``fields.FIELDS`` begin.
HAND = 0
ROWS = 8
COLLECTIONS = 72
KNOWN = 112
HANDS = 152
DISCARD = 157
PILE = 165
SEATS = 166
DEALER = 167
TURNS = 168
PHASE = 169
LIMIT = 179
WIDTH = 180


def write(state: CuBirdsState, seat: int, out: Any) -> None:
    """Writes what ``seat`` sees into ``out``, an array of ``WIDTH`` numbers."""
    for i in range(WIDTH):
        out[i] = 0
    write_counts(state.hands[seat], out, HAND)
    for row in range(4):
        for i in range(state.groups[row]):
            species = state.order[row] >> 4 * i & 15
            out[ROWS + 16 * row + 2 * i] = species + 1
            out[ROWS + 16 * row + 2 * i + 1] = state.birds[row] >> 8 * species & 255
    for i in range(state.seats):
        other = (seat + i) % state.seats
        write_counts(state.collections[other], out, COLLECTIONS + 8 * i)
        write_counts(state.known[other], out, KNOWN + 8 * i)
        out[HANDS + i] = total(state.hands[other])
    write_counts(state.discard, out, DISCARD)
    out[PILE] = total(state.pile)
    out[SEATS] = state.seats
    out[DEALER] = (state.dealer - seat + state.seats) % state.seats
    out[TURNS] = state.turns
    out[PHASE + state.phase] = 1
    out[LIMIT] = state.turn_limit


def write_counts(cards: int, out: Any, start: int) -> None:
    species = start
    while cards:
        out[species] = cards & 255
        cards >>= 8
        species += 1
