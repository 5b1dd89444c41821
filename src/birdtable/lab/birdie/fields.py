"""What an observation of Birdie holds: everything in the view of its seat.

What can be worked out from other fields is left out: the opening hands, and which cards of round 1 were seen
otherwise than in rows and as spent.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from birdtable.games.birdie.cards import (
    ADDED_BITS,
    BIRDS,
    COPIES,
    KIND_OF,
    MAX_PLACES,
    MAX_ROW,
    MAX_RUN,
    MAX_SETS,
    MAX_TURNS,
    PHASES,
    TRAITS,
    TWO_CARDS,
)
from birdtable.games.birdie.options import MAX_FLAP_VALUE
from birdtable.games.birdie.points import cards_of_round, most_uses, pass_points, total
from birdtable.games.birdie.view import BirdieView, Played, turn_code
from birdtable.lab.part import Field, distance, from_seat, one_hot

SEATS = 4
CARDS = cards_of_round(SEATS)
KINDS = 17
"""Of cards, and none."""
ALL_TURNS = 56
"""All seats together have no more in a round: at most 55 cards come to the display."""
MAX_SPENT = len(BIRDS) * most_uses(expert=True)
"""[B7.1] A card for each use of an ability."""
MAX_DRAWN = SEATS * most_uses(expert=True)
"""[B7.2] A card for each use of Robin."""
TURN_DIGITS = (16, 16, 2)
MOST_OF_TURN = (MAX_ROW + 1 << ADDED_BITS) - 1

# A set is one number: its trait + 1 or 0, whether it does not count any more, its first card and its length.
SET_PLACES = (len(TRAITS) + 1) * 2
SET_LENGTHS = SET_PLACES * (MAX_ROW + 1)
MOST_PASS = pass_points(SEATS, 0)
MOST_POINTS = total([MAX_RUN] * len(TRAITS), [MOST_PASS] * 2, MAX_FLAP_VALUE, len(BIRDS))
"""[B6.1] Every box with the longest set, both Pass boxes, the Flap column, all trophies."""


def counts(cards: Iterable[str] | None) -> list[int]:
    counted = [0] * 16
    for card in cards or ():
        counted[KIND_OF[card]] += 1
    return counted


def in_order(cards: Iterable[str] | None) -> list[int]:
    return [KIND_OF[card] + 1 for card in cards or ()]


def laid_now(view: BirdieView) -> list[int]:
    """Display cards that the observer has laid in a take 2 under way: all cards it ever had, less the opening hand and
    what it took before."""
    own = view.played[view.seat]
    had = counts([*(view.hand or ()), *(view.pile or ()), *own.spent])
    before = counts([*(view.opening or ()), *(card for turn in own.turns for card in turn.cards)])
    laid = [now - then for now, then in zip(had, before, strict=True)]
    return [kind + 1 for kind in range(16) for _ in range(laid[kind])]


def each_seat(read: Callable[[Played], list[int]], width: int) -> Callable[[BirdieView], list[int]]:
    """Of what each seat played this round; so many numbers a seat."""
    return lambda view: [number for seat in around(view) for number in pad(read(view.played[seat]), width)]


def earlier(read: Callable[[Played], list[int]], width: int = 0) -> Callable[[BirdieView], list[int]]:
    """The same of round 1."""
    return lambda view: [
        number for seat in around(view) if view.earlier for number in pad(read(view.earlier[seat]), width)
    ]


def around(view: BirdieView) -> list[int]:
    """The seats from the observer on."""
    return from_seat(view, view.seats)


def pad(numbers: list[int], width: int) -> list[int]:
    return numbers + [0] * (width - len(numbers))


def taken_to(place: str) -> Callable[[Played], list[int]]:
    return lambda played: counts(card for turn in played.turns if turn.to == place for card in turn.cards)


def turns(played: Played) -> list[int]:
    return [turn_code(turn) for turn in played.turns]


def rows_of_others(view: BirdieView) -> list[int]:
    return [number for seat in around(view)[1:] for number in in_order(view.played[seat].row)]


def sets(view: BirdieView) -> list[int]:
    return [
        trait_number(each.trait) + (len(TRAITS) + 1) * each.out + SET_PLACES * each.start + SET_LENGTHS * each.length
        for each in view.sets
    ]


def cards_gone(view: BirdieView) -> list[int]:
    rounds = view.earlier or []
    return counts(
        [*(view.earlier_public or ()), *(card for each in rounds for card in [*(each.row or ()), *each.spent])]
    )


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


def by_seat(view: BirdieView, numbers: list[int]) -> list[int]:
    return [numbers[seat] if seat >= 0 else 0 for seat in from_seat(view)]


def settings(view: BirdieView) -> list[int]:
    options = view.options
    return [
        int(options["expert"] is True),
        int(options["robin_source"] == "bird_deck"),
        int(options["owl"] == "move"),
        int(options["same_trait_sets"] == "choose"),
        int(options["expert_removals"] == "single"),
    ]


def flap_values(view: BirdieView) -> list[int]:
    values: Any = view.options["flap_values"]
    return list(values)


def trait_number(trait: str | None) -> int:
    return TRAITS.index(trait) + 1 if trait else 0


FIELDS: tuple[Field, ...] = (
    Field("hand", 16, "your hand: how many of each kind", lambda view: counts(view.hand), COPIES),
    Field("display", 16, "the display: how many of each kind", lambda view: counts(view.display), COPIES),
    Field("taken to hand", 64, "display cards each seat took to the hand this round", each_seat(taken_to("hand"), 16),
          COPIES),
    Field("taken to pile", 64, "display cards each seat took to the pile this round", each_seat(taken_to("pile"), 16),
          COPIES),
    Field("added", 4, "hand cards each seat put on its pile this round",
          each_seat(lambda played: [sum(turn.added for turn in played.turns)], 1), CARDS),
    Field("hands", 4, "cards in each hand", lambda view: by_seat(view, view.hands), CARDS),
    Field("piles", 4, "cards in each pile", lambda view: by_seat(view, view.piles), MAX_ROW),
    Field("boxes", 32, "points in each seat's boxes, 0 for empty: birds, then seasons", boxes, MAX_RUN),
    Field("passes", 8, "each seat's Pass boxes: points + 1, 0 for empty", passes, MOST_PASS + 1),
    Field("used", 16, "how often each seat used each ability", uses, 2),
    Field("flaps", 4, "marked places of each Flap column", lambda view: by_seat(view, [b.flaps for b in view.boards]),
          MAX_PLACES),
    Field("points", 4, "what each board is worth now", lambda view: by_seat(view, [b.points for b in view.boards]),
          MOST_POINTS),
    Field("trophies", 4, "who holds each trophy: seat + 1, 0 for nobody",
          lambda view: [distance(view, view.trophies.get(bird, -1)) for bird in BIRDS], SEATS, digits=(SEATS + 1,)),
    Field("records", 4, "highest value written for each bird", lambda view: [view.records.get(b, 0) for b in BIRDS],
          MAX_RUN),
    Field("passed", 4, "who passed first, second ...: seat + 1, 0 for nobody yet",
          lambda view: [distance(view, s) for s in view.passed], SEATS, digits=(SEATS + 1,)),
    Field("seats", 1, "how many play", lambda view: [view.seats], SEATS),
    Field("seat", 1, "your seat at the table, from 0 on", lambda view: [view.seat], SEATS - 1, digits=(SEATS,)),
    Field("round", 1, "the round", lambda view: [view.round], 2),
    Field("deck", 2, "cards above the Stop card and in the stop pile", lambda view: [view.deck, view.stop], CARDS),
    Field("who", 4, "seat + 1 of who is to move (0 for nobody), of the starting player, of whose turn it is or was "
          "last, "
          "and of who is scoring (0 for nobody)",
          lambda view: [distance(view, s) for s in (view.to_move, view.starter, view.mover, view.scorer)], SEATS,
          digits=(SEATS + 1,)),
    Field("phase", len(PHASES), "what is being decided, one of " + ", ".join(PHASES),
          lambda view: one_hot(len(PHASES), PHASES.index(view.phase)), 1),
    Field("options", 5, "1 for each of expert, bird_deck, move, choose, single", settings, 1),
    Field("flap values", MAX_PLACES, "points of each place of the Flap column, then 0", flap_values, MAX_FLAP_VALUE),
    Field("pile", MAX_ROW, "your pile from the bottom: kind + 1, then 0", lambda view: in_order(view.pile), KINDS - 1,
          digits=(KINDS,)),
    Field("turn counts", SEATS, "turns of each seat this round", each_seat(lambda played: [len(played.turns)], 1),
          MAX_TURNS),
    Field("turns", ALL_TURNS, "the turns of this round, first all of yours, then those of the next seat, and so on: "
          "the kind of a take 1; for a take 2 the higher kind, plus 16 times the lower, plus "
          f"{TWO_CARDS}, plus {1 << ADDED_BITS} times the number of hand cards added", each_seat(turns, 0),
          MOST_OF_TURN, digits=TURN_DIGITS),
    Field("spent", SEATS * MAX_SPENT, "cards each seat spent for abilities this round: kind + 1, then 0",
          each_seat(lambda played: in_order(played.spent), MAX_SPENT), KINDS - 1, digits=(KINDS,)),
    Field("laid now", 2, "display cards that you have laid in the take 2 under way: kind + 1, then 0", laid_now,
          KINDS - 1, digits=(KINDS,)),
    Field("drawn", MAX_DRAWN, "cards Robin drew this round: kind + 1, then 0", lambda view: in_order(view.drawn),
          KINDS - 1, digits=(KINDS,)),
    Field("rows", CARDS, "the piles of the others that were turned over this round, from the next seat on: kind + "
          "1, one "
          "pile after the other, then 0", rows_of_others, KINDS - 1, digits=(KINDS,)),
    Field("row", MAX_ROW, "the row being scored as it is now: kind + 1, then 0", lambda view: in_order(view.row),
          KINDS - 1, digits=(KINDS,)),
    Field("cursor", 1, "cards of the row already marked or left", lambda view: [view.cursor], MAX_ROW),
    Field("sets", MAX_SETS, f"each set marked: its trait + 1, plus {len(TRAITS) + 1} if it does not count any "
          f"more, plus {SET_PLACES} times its first card, from 1 on, plus {SET_LENGTHS} times its length; then 0", sets,
          SET_LENGTHS * (MAX_RUN + 1) - 1,
          digits=(len(TRAITS) + 1, 2, MAX_ROW + 1)),
    Field("held", 1, "a card on its way into the row: kind + 1",
          lambda view: [KIND_OF[view.held] + 1 if view.held else 0],
          KINDS - 1, digits=(KINDS,)),
    Field("trait", 1, "trait + 1 asked about", lambda view: [trait_number(view.trait)], len(TRAITS),
          digits=(len(TRAITS) + 1,)),
    Field("question", 6, "place that the card on its way came from, set held back by Owl, first and last card of "
          "the set "
          "being taken, gap + 1, lowest value written; each 0 for none",
          lambda view: [view.picked, view.holding, *(view.taking or (0, 0)), view.gap + 1, view.lowest], MAX_ROW + 1),
    Field("earlier counts", 4, "2 players, round 2: turns of each seat in round 1, then cards of each row",
          lambda view: [*earlier(lambda played: [len(played.turns)])(view),
                        *earlier(lambda played: [len(played.row or ())])(view)], MAX_ROW),
    Field("earlier turns", MAX_TURNS, "2 players, round 2: turns of round 1, as above", earlier(turns), MOST_OF_TURN,
          digits=TURN_DIGITS),
    Field("earlier rows", CARDS // 2, "2 players, round 2: rows of round 1 as they were turned over, yours first: "
          "kind + 1, "
          "then 0", earlier(lambda played: in_order(played.row)), KINDS - 1, digits=(KINDS,)),
    Field("earlier spent", 2 * MAX_SPENT, "2 players, round 2: cards each seat spent in round 1: kind + 1, then 0",
          earlier(lambda played: in_order(played.spent), MAX_SPENT), KINDS - 1, digits=(KINDS,)),
    Field("earlier seen", 16, "2 players, round 2: all cards of round 1 that everybody saw", cards_gone, COPIES),
    Field("earlier hand", 16, "2 players, round 2: your hand discarded after round 1",
          lambda view: counts(view.earlier_hand), COPIES),
)  # fmt: skip
