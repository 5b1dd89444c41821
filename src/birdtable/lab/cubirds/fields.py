"""What an observation of CuBirds holds."""

from __future__ import annotations

from collections.abc import Iterable

from birdtable.games.cubirds.cards import KINDS, PHASES, ROWS, SPECIES
from birdtable.games.cubirds.view import CuBirdsView
from birdtable.lab.part import Field, from_seat, one_hot

SEATS = 5


def counts(cards: Iterable[str] | None) -> list[int]:
    counted = [0] * KINDS
    for card in cards or ():
        counted[SPECIES.index(card)] += 1
    return counted


def groups(row: list[str]) -> list[int]:
    """[C3.2] Every species of a row stands in one group."""
    numbers: list[int] = []
    for card in dict.fromkeys(row):
        numbers += [SPECIES.index(card) + 1, row.count(card)]
    return numbers + [0] * (2 * KINDS - len(numbers))


def by_seat(view: CuBirdsView, cards: list[list[str]]) -> list[int]:
    numbers: list[int] = []
    for seat in from_seat(view, SEATS):
        numbers += counts(cards[seat] if seat >= 0 else ())
    return numbers


def sizes(view: CuBirdsView) -> list[int]:
    return [view.hands[seat] if seat >= 0 else 0 for seat in from_seat(view, SEATS)]


FIELDS: tuple[Field, ...] = (
    Field("hand", KINDS, "your hand: how many of each species", lambda view: counts(view.hand)),
    Field("rows", ROWS * 2 * KINDS, "each row from left to right: species + 1 and how many, then 0",
          lambda view: [number for row in view.rows for number in groups(row)]),
    Field("collections", SEATS * KINDS, "each seat's collection", lambda view: by_seat(view, view.collections)),
    Field("known", SEATS * KINDS, "cards everybody knows to be in each hand",
          lambda view: by_seat(view, view.known or [])),
    Field("hands", SEATS, "cards in each hand", sizes),
    Field("discard", KINDS, "the discard pile", lambda view: counts(view.discard)),
    Field("pile", 1, "cards in the draw pile", lambda view: [view.pile]),
    Field("seats", 1, "how many play", lambda view: [view.seats]),
    Field("dealer", 1, "the dealer, counted from you on", lambda view: [(view.dealer - view.seat) % view.seats]),
    Field("turns", 1, "turns played", lambda view: [view.turns]),
    Field("phase", len(PHASES), "what is being decided, one of " + ", ".join(PHASES),
          lambda view: one_hot(len(PHASES), PHASES.index(view.phase))),
    Field("turn limit", 1, "the turn limit, 0 for none", lambda view: [view.options["turn_limit"] or 0]),
)  # fmt: skip
