"""What a seat may know of a match of CuBirds [C6.1].

This file is the gate: nothing secret leaves a state except through ``view`` and the secrets of ``events``.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any

import msgspec

from birdtable.game import Event, Memory, Seat, View, Viewer, seat_number, seat_of
from birdtable.games.cubirds import cards
from birdtable.games.cubirds.cards import DECIDING_CLAUSES, PHASES, SPECIES, cards_text, count, size
from birdtable.games.cubirds.notation import PLACES
from birdtable.games.cubirds.options import options_of
from birdtable.games.cubirds.rules import CuBirdsState


class Note(msgspec.Struct, kw_only=True, frozen=True):
    """Something everybody saw that says what the unknown cards of a hand are not.

    All birds of a species left the hand, so that no card that came before is one of them; or, with no species, the draw
    pile was shuffled anew, so that no card that came before is one of its cards.
    """

    came: int
    """Unknown cards that had come to the hand since the note before."""
    species: str = ""
    left: int = 0
    """How many of the birds that left had been unknown."""


class CuBirdsView(View, kw_only=True):
    """The table as one seat sees and remembers it. Cards are letters."""

    options: dict[str, Any]
    phase: str
    player: Seat
    """Whose turn it is."""
    dealer: Seat
    round: int
    turns: int
    """Turns played to their end."""
    rows: list[list[str]]
    """From left to right."""
    place: str
    """Where cards are being added: ``2 left``; at the set-up the row alone, ``2``; else empty."""
    left: int
    """Cards still to be dealt or drawn."""
    hand: list[str] | None
    """One's own; ``None`` for a spectator."""
    hands: list[int]
    """Sizes by seat."""
    collections: list[list[str]]
    pile: int
    """Cards in the draw pile."""
    discard: list[str]
    aside: list[str]
    """[C2.1] Cards put aside while the rows are laid out."""
    shuffles: int
    turned: int
    """Cards turned since the last shuffle."""
    known: list[list[str]] | None
    """The cards that everybody knows to be in each hand, taken from rows; ``None`` where memory is not shown."""
    notes: list[list[Note]] | None
    """What everybody remembers of the other cards of each hand, this round; ``None`` where memory is not shown."""
    unseen: list[list[str]] | None
    """The unknown cards of all hands together, at each reshuffle in the notes."""
    mine: list[list[str]] | None
    """Those among them that were one's own."""
    winners: list[Seat]
    decided: str
    """The clause that decided the match, once it is over."""


def view(state: CuBirdsState, viewer: Viewer) -> CuBirdsView:
    seat = seat_of(viewer, state)
    seats = range(state.seats)
    hands, collections, known = state.hands, state.collections, state.known
    unknown = state.unknown if state.reshuffles else []
    shuffled = [unknown[number * 5 : number * 5 + state.seats] for number in range(state.reshuffles)]
    return CuBirdsView(
        seat=seat_number(viewer),
        seats=state.seats,
        to_move=state.to_move,
        options=options_of(state),
        phase=PHASES[state.phase],
        player=state.player,
        dealer=state.dealer,
        round=state.round,
        turns=state.turns,
        rows=[list(row_letters(*row)) for row in zip(state.groups, state.order, state.birds, strict=True)],
        place=place_text(state),
        left=state.left,
        hand=letters(hands[seat]) if seat is not None else None,
        hands=[size(hands[each]) for each in seats],
        collections=[letters(collections[each]) for each in seats],
        pile=size(state.pile),
        discard=letters(state.discard),
        aside=letters(state.aside),
        shuffles=state.shuffles,
        turned=state.turned,
        known=[letters(known[each]) for each in seats],
        notes=[notes_of(state, each) for each in seats],
        unseen=[letters(sum(hidden)) for hidden in shuffled],
        mine=[letters(hidden[seat]) for hidden in shuffled] if seat is not None else None,
        winners=[each for each in seats if state.winners >> each & 1],
        decided=DECIDING_CLAUSES[state.decided],
    )


def shown(view: CuBirdsView, memory: Memory) -> CuBirdsView:
    """A strict table shows what lies there, and one's own hand; what happened before is for people to remember."""
    if memory == "assisted":
        return view
    return msgspec.structs.replace(view, known=None, notes=None, unseen=None, mine=None)


def letters(multiset: int) -> list[str]:
    return list(sorted_letters(multiset))


@lru_cache(maxsize=1 << 14)
def sorted_letters(multiset: int) -> str:
    """The same few cards are asked for again and again."""
    return cards_text(multiset)


def row_cards(state: CuBirdsState, row: int) -> list[str]:
    return list(row_letters(state.groups[row], state.order[row], state.birds[row]))


@lru_cache(maxsize=1 << 14)
def row_letters(groups: int, order: int, birds: int) -> str:
    """The cards of a row from left to right."""
    species = [order >> 4 * place & 15 for place in range(groups)]
    return "".join(SPECIES[each] * count(birds, each) for each in species)


def place_text(state: CuBirdsState) -> str:
    if state.phase == cards.LAYING_OUT:
        return str(state.row + 1)
    return PLACES[state.row * 2 + state.side] if state.phase == cards.REFILLING else ""


def notes_of(state: CuBirdsState, seat: Seat) -> list[Note]:
    return [parse_note(code) for code in state.note_codes(seat)]


@cache
def parse_note(code: int) -> Note:
    came, species = code >> cards.CAME_BITS, code & cards.NOTED_SPECIES
    if species == cards.RESHUFFLE_NOTE:
        return Note(came=came)
    return Note(came=came, species=SPECIES[species], left=code >> cards.LEFT_BITS & cards.NOTED_LEFT)


def events(state: CuBirdsState) -> list[Event]:
    """What the step applied last made happen. Cards of several species taken or discarded at once are one event."""
    found: list[Event] = []
    for word in state.happened():
        happened = event(*word)
        last = found[-1] if found else None
        if (
            last
            and happened.what in ("took", "hand discarded", "aside discarded")
            and (last.what, last.seat) == (happened.what, happened.seat)
        ):
            both = last.cards + happened.cards
            found[-1] = msgspec.structs.replace(last, cards=both, count=len(both))
        else:
            found.append(happened)
    return found


def event(what: int, seat: int, a: int, b: int) -> Event:
    match what:
        case cards.STARTED:
            return Event("started", seat, clause="C2.1")
        case cards.LAID_OUT:
            return Event("laid out", cards=SPECIES[a], count=1, place=str(b + 1), clause="C2.1")
        case cards.PUT_ASIDE:
            return Event("put aside", cards=SPECIES[a], count=1, place=str(b + 1), clause="C2.1")
        case cards.SHUFFLED:
            return Event("shuffled", count=a, clause="C2.2")
        case cards.ASIDE_SHUFFLED:
            return Event("aside shuffled", count=a, clause="C2.1")
        case cards.ASIDE_DISCARDED:
            return Event("aside discarded", cards=SPECIES[a] * b, count=b, clause="C2.2")
        case cards.DEALT:
            return Event("dealt", seat, count=1, secret=SPECIES[a], clause="C2.3")
        case cards.COLLECTED:
            return Event("collected", seat, cards=SPECIES[a] * b, count=b, clause="C3.5")
        case cards.FIRST_BIRD:
            return Event("first bird", seat, cards=SPECIES[a], count=1, clause="C2.3")
        case cards.LAID:
            return Event("laid", seat, cards=SPECIES[a >> 3] * b, count=b, place=PLACES[a & 7], clause="C3.1")
        case cards.TOOK:
            return Event("took", seat, cards=SPECIES[a] * b, count=b, clause="C3.2")
        case cards.REFILLED:
            return Event("refilled", cards=SPECIES[a >> 3], count=1, place=PLACES[a & 7], clause="C3.3")
        case cards.DREW:
            return Event("drew", seat, count=1, secret=SPECIES[a], clause="C3.4")
        case cards.KEPT:
            return Event("kept", seat, clause="C3.4")
        case cards.FLOCKED:
            return Event("flocked", seat, cards=SPECIES[a] * b, count=b, clause="C3.5")
        case cards.DISCARDED:
            return Event("discarded", seat, cards=SPECIES[a] * b, count=b, clause="C3.5")
        case cards.HAND_DISCARDED:
            return Event("hand discarded", seat, cards=SPECIES[a] * b, count=b, clause="C4.1")
        case cards.RESHUFFLED:
            return Event("reshuffled", count=a, clause="C4.3")
        case cards.ENDED:
            return Event("ended", seat, clause="C3.5")
        case cards.ROUND_ENDED:
            return Event("round ended", seat, clause="C4.1")
        case _:
            return Event("won", seat, points=b, clause=DECIDING_CLAUSES[a])
