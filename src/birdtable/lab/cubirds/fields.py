"""What an observation of CuBirds holds: everything in the view of its seat."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain

from birdtable.games.cubirds.cards import (
    CARDS,
    COUNTS,
    DECIDING_CLAUSES,
    KINDS,
    NOTES,
    PHASES,
    RESHUFFLES,
    ROWS,
    SPECIES,
)
from birdtable.games.cubirds.notation import PLACES
from birdtable.games.cubirds.view import CuBirdsView, Note
from birdtable.lab.part import LARGEST, Field, distance, from_seat, one_hot

SEATS = 5
MOST = max(COUNTS)
"""Cards of one species."""
WHERE = ("", *PLACES, *map(str, range(1, ROWS + 1)))
"""Where cards can be added: nowhere, at an end of a row, or at the set-up in a row."""
NOTED = KINDS + 2
"""What a note can be about: nothing, a species, or a reshuffle."""


def counts(cards: Iterable[str] | None) -> list[int]:
    counted = [0] * KINDS
    for card in cards or ():
        counted[SPECIES.index(card)] += 1
    return counted


def groups(row: list[str]) -> list[tuple[int, int]]:
    """[C3.2] The species + 1 of each group of a row, and its birds; (0, 0) for no group."""
    found = [(SPECIES.index(card) + 1, row.count(card)) for card in dict.fromkeys(row)]
    return found + [(0, 0)] * (KINDS - len(found))


def by_seat(view: CuBirdsView, cards: list[list[str]]) -> list[int]:
    numbers: list[int] = []
    for seat in from_seat(view, SEATS):
        numbers += counts(cards[seat] if seat >= 0 else ())
    return numbers


def notes(view: CuBirdsView) -> list[int]:
    numbers: list[int] = []
    for seat in from_seat(view, SEATS)[: view.seats]:
        found = [note_number(note) for note in (view.notes or [])[seat]]
        numbers += found + [0] * (NOTES - len(found))
    return numbers


def note_number(note: Note) -> int:
    about = SPECIES.index(note.species) + 1 if note.species else KINDS + 1
    return about + NOTED * (note.left + (MOST + 1) * note.came)


def at_reshuffles(cards: list[list[str]] | None) -> list[int]:
    return list(chain.from_iterable(map(counts, cards or ())))


def cap(number: int) -> int:
    return min(number, LARGEST)


FIELDS: tuple[Field, ...] = (
    Field("hand", KINDS, "your hand: how many of each species", lambda view: counts(view.hand), MOST),
    Field("row species", ROWS * KINDS, "the groups of each row from left to right: species + 1, then 0",
          lambda view: [species for row in view.rows for species, _ in groups(row)], KINDS, digits=(KINDS + 1,)),
    Field("row birds", ROWS * KINDS, "and how many birds each has",
          lambda view: [birds for row in view.rows for _, birds in groups(row)], MOST),
    Field("collections", SEATS * KINDS, "each seat's collection", lambda view: by_seat(view, view.collections), MOST),
    Field("known", SEATS * KINDS, "cards everybody knows to be in each hand",
          lambda view: by_seat(view, view.known or []), MOST),
    Field("hands", SEATS, "cards in each hand",
          lambda view: [view.hands[seat] if seat >= 0 else 0 for seat in from_seat(view, SEATS)], CARDS),
    Field("discard", KINDS, "the discard pile", lambda view: counts(view.discard), MOST),
    Field("aside", KINDS, "cards put aside at the set-up", lambda view: counts(view.aside), MOST),
    Field("pile", 1, "cards in the draw pile", lambda view: [view.pile], CARDS),
    Field("seats", 1, "how many play", lambda view: [view.seats], SEATS),
    Field("seat", 1, "your seat at the table, from 0 on", lambda view: [view.seat], SEATS - 1, digits=(SEATS,)),
    Field("who", 3, "seat + 1 of who is to move (0 for nobody), of whose turn it is, and of the dealer",
          lambda view: [distance(view, seat) for seat in (view.to_move, view.player, view.dealer)], SEATS,
          digits=(SEATS + 1,)),
    Field("progress", 5, "rounds begun, turns played, shuffles, cards turned since the last one, cards still to be "
          "dealt; "
          f"each at most {LARGEST:,}",
          lambda view: [*map(cap, (view.round, view.turns, view.shuffles, view.turned, view.left))], LARGEST),
    Field("place", 1, "where cards are being added: 0 for nowhere, then " + ", ".join(WHERE[1:]),
          lambda view: [WHERE.index(view.place)], len(WHERE) - 1, digits=(len(WHERE),)),
    Field("phase", len(PHASES), "what is being decided, one of " + ", ".join(PHASES),
          lambda view: one_hot(len(PHASES), PHASES.index(view.phase)), 1),
    Field("turn limit", 1, f"the turn limit, at most {LARGEST:,}; 0 for none",
          lambda view: [cap(view.options["turn_limit"] or 0)], LARGEST),
    Field("extras", 1, "1 if the cards put aside at the set-up are discarded, 0 if they are shuffled",
          lambda view: [int(view.options["extras"] == "discarded")], 1),
    Field("winners", SEATS, "1 for each seat that has won",
          lambda view: [int(seat in view.winners) for seat in from_seat(view, SEATS)], 1),
    Field("decided", 1, "what decided the match: 0 for nothing yet, then " + ", ".join(DECIDING_CLAUSES[1:]),
          lambda view: [DECIDING_CLAUSES.index(view.decided)], len(DECIDING_CLAUSES) - 1,
          digits=(len(DECIDING_CLAUSES),)),
    Field("notes", SEATS * NOTES, "what everybody remembers of the unknown cards of each hand, in order: the "
          "species + 1 of "
          f"which all birds left the hand, or {KINDS + 1} for a reshuffle, plus {NOTED} times how many of these had "
          f"been "
          f"unknown, plus {NOTED * (MOST + 1)} times the unknown cards that had come since the note before; then 0",
          notes, NOTED * (MOST + 1) * (CARDS + 1) - 1, digits=(NOTED, MOST + 1)),
    Field("unseen", RESHUFFLES * KINDS, "the unknown cards of all hands together, at each reshuffle in the notes",
          lambda view: at_reshuffles(view.unseen), MOST),
    Field("mine", RESHUFFLES * KINDS, "those among them that were yours", lambda view: at_reshuffles(view.mine), MOST),
)  # fmt: skip
