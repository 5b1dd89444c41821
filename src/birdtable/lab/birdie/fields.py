"""What an observation of Birdie holds."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from birdtable.games.birdie.cards import BIRDS, KIND_OF, MAX_ROW, MAX_SETS, PHASES, TRAITS
from birdtable.games.birdie.view import BirdieView
from birdtable.lab.part import Field, from_seat, one_hot

FLAP_PLACES = 12
"""[B1.5] No more marks can be made in a game."""


def counts(cards: Iterable[str] | None) -> list[int]:
    counted = [0] * 16
    for card in cards or ():
        counted[KIND_OF[card]] += 1
    return counted


def in_order(cards: Iterable[str] | None) -> list[int]:
    return [KIND_OF[card] + 1 for card in cards or ()]


def takes(view: BirdieView, to: str) -> list[int]:
    numbers: list[int] = []
    for seat in from_seat(view):
        turns = view.played[seat].turns if seat >= 0 else []
        numbers += counts(card for turn in turns if turn.to == to for card in turn.cards)
    return numbers


def additions(view: BirdieView) -> list[int]:
    return [sum(turn.added for turn in view.played[seat].turns) if seat >= 0 else 0 for seat in from_seat(view)]


def boxes(view: BirdieView) -> list[int]:
    boards = [view.boards[seat].boxes if seat >= 0 else {} for seat in from_seat(view)]
    return [board.get(trait, 0) for board in boards for trait in TRAITS]


def passes(view: BirdieView) -> list[int]:
    """Points plus 1, as 0 stands for a box not written."""
    numbers: list[int] = []
    for seat in from_seat(view):
        written = view.boards[seat].passes if seat >= 0 else []
        numbers += [points + 1 for points in written] + [0] * (2 - len(written))
    return numbers


def uses(view: BirdieView) -> list[int]:
    boards = [view.boards[seat].used if seat >= 0 else {} for seat in from_seat(view)]
    return [board.get(bird, 0) for board in boards for bird in BIRDS]


def distance(view: BirdieView, seat: int) -> int:
    """How many places on from the observer a seat is, plus 1; 0 for nobody."""
    return (seat - view.seat) % view.seats + 1 if seat >= 0 else 0


def by_seat(view: BirdieView, numbers: list[int]) -> list[int]:
    return [numbers[seat] if seat >= 0 else 0 for seat in from_seat(view)]


def sets(view: BirdieView) -> list[int]:
    marked = [(each.start, each.length, TRAITS.index(each.trait) + 1, int(each.out)) for each in view.sets]
    return [number for each in marked for number in each]


def settings(view: BirdieView) -> list[int]:
    options: dict[str, Any] = dict(view.options)
    return [
        int(options["expert"]),
        int(options["robin_source"] == "bird_deck"),
        int(options["owl"] == "move"),
        int(options["same_trait_sets"] == "choose"),
        int(options["expert_removals"] == "single"),
        *options["flap_values"][:FLAP_PLACES],
    ]


FIELDS: tuple[Field, ...] = (
    Field("hand", 16, "your hand: how many of each kind", lambda view: counts(view.hand)),
    Field("display", 16, "the display: how many of each kind", lambda view: counts(view.display)),
    Field("pile", MAX_ROW, "your pile from the bottom: kind + 1, then 0", lambda view: in_order(view.pile)),
    Field("taken to hand", 64, "display cards each seat took to the hand this round", lambda view: takes(view, "hand")),
    Field("taken to pile", 64, "display cards each seat took to the pile this round", lambda view: takes(view, "pile")),
    Field("added", 4, "hand cards each seat put on its pile this round", additions),
    Field("hands", 4, "cards in each hand", lambda view: by_seat(view, view.hands)),
    Field("piles", 4, "cards in each pile", lambda view: by_seat(view, view.piles)),
    Field("boxes", 32, "points in each seat's boxes, 0 for empty: birds, then seasons", boxes),
    Field("passes", 8, "each seat's Pass boxes: points + 1, 0 for empty", passes),
    Field("flaps", 4, "marked places of each Flap column", lambda view: by_seat(view, [b.flaps for b in view.boards])),
    Field("points", 4, "what each board is worth now", lambda view: by_seat(view, [b.points for b in view.boards])),
    Field("used", 16, "how often each seat used each ability", uses),
    Field("trophies", 4, "who holds each trophy: seat + 1, 0 for nobody",
          lambda view: [distance(view, view.trophies.get(bird, -1)) for bird in BIRDS]),
    Field("records", 4, "highest value written for each bird", lambda view: [view.records.get(b, 0) for b in BIRDS]),
    Field("passed", 4, "who passed first, second ...: seat + 1", lambda view: [distance(view, s) for s in view.passed]),
    Field("seats", 1, "how many play", lambda view: [view.seats]),
    Field("round", 1, "the round", lambda view: [view.round]),
    Field("deck", 2, "cards above the Stop card and in the stop pile", lambda view: [view.deck, view.stop]),
    Field("phase", len(PHASES), "what is being decided, one of " + ", ".join(PHASES),
          lambda view: one_hot(len(PHASES), PHASES.index(view.phase))),
    Field("row", MAX_ROW, "the row being scored: kind + 1, then 0", lambda view: in_order(view.row)),
    Field("cursor", 1, "cards of the row already marked or left", lambda view: [view.cursor]),
    Field("sets", 4 * MAX_SETS, "sets marked: first card, length, trait + 1, whether out", sets),
    Field("held", 2, "a card on its way into the row: kind + 1, and the place it came from",
          lambda view: [KIND_OF[view.held] + 1 if view.held else 0, view.picked]),
    Field("question", 5, "trait + 1 asked about, set held back, gap + 1, lowest value written, size of the set taken",
          lambda view: [TRAITS.index(view.trait) + 1 if view.trait else 0, view.holding, view.gap + 1, view.lowest,
                        view.taking[1] - view.taking[0] + 1 if view.taking else 0]),
    Field("spent", 16, "cards spent for abilities this round, by all",
          lambda view: counts(card for played in view.played for card in played.spent)),
    Field("drawn", 16, "cards Robin drew this round", lambda view: counts(view.drawn)),
    Field("options", 5 + FLAP_PLACES, "expert, bird_deck, move, choose, single, then the Flap values", settings),
)  # fmt: skip
