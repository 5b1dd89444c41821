"""States that a view of CuBirds could show."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from birdtable.engine import Rng
from birdtable.game import NO_SEAT, BadInput, Randomness, Seat
from birdtable.games.cubirds import cards
from birdtable.games.cubirds.cards import (
    ALL_CARDS,
    CAME_BITS,
    DECIDING_CLAUSES,
    LEFT_BITS,
    NOTES,
    PHASES,
    SPECIES,
    cards_text,
    parse_cards,
    size,
)
from birdtable.games.cubirds.notation import PLACES
from birdtable.games.cubirds.options import fresh_state
from birdtable.games.cubirds.redeal import Redealing, redeal
from birdtable.games.cubirds.rules import CuBirdsState
from birdtable.games.cubirds.view import CuBirdsView, Note

WORD = 1 << 30


def imagine(view: CuBirdsView, rng: Randomness) -> CuBirdsState:
    state = any_state(view)
    redeal(state, view.seat, generator(rng))
    return state


class Imaginer:
    """``imagine`` for many states of one view."""

    def __init__(self, view: CuBirdsView) -> None:
        self.any = any_state(view)
        self.redealing = Redealing(self.any, view.seat)

    def __call__(self, rng: Randomness) -> CuBirdsState:
        state, numbers = self.any.copy(), generator(rng)
        while not self.redealing.deal(state, numbers):
            self.redealing = self.redealing.heeding_less(state)
        return state


def generator(rng: Randomness) -> Rng:
    return rng if isinstance(rng, Rng) else Rng(rng.below(WORD) * WORD + rng.below(WORD))


def any_state(view: CuBirdsView) -> CuBirdsState:
    """All that the view tells, with the unknown cards just anywhere: ``redeal`` puts them where they may be."""
    if is_sound(view):
        with suppress(KeyError, ValueError, OverflowError):
            return fill_state(view)
    raise BadInput("nothing in CuBirds looks like this view")


def is_sound(view: CuBirdsView) -> bool:
    """Whether the numbers in a view go with each other."""
    by_seat = (view.hands, view.collections, view.known, view.notes)
    notes_of_seats = view.notes or ()
    reshuffles = len(view.unseen or ())
    return (
        2 <= view.seats <= 5
        and NO_SEAT <= view.seat < view.seats
        and (view.seat == NO_SEAT) == (view.hand is None)
        and all(0 <= seat < view.seats for seat in (view.player, view.dealer, *view.winners))
        and all(each is None or len(each) == view.seats for each in by_seat)
        and all(len(notes) <= NOTES for notes in notes_of_seats)
        and all(0 <= note.came < 128 and 0 <= note.left < 32 for notes in notes_of_seats for note in notes)
        and all(sum(not note.species for note in notes) == reshuffles for notes in notes_of_seats)
        and reshuffles <= cards.RESHUFFLES
        and (view.mine is None or len(view.mine) == reshuffles)
        and len(view.rows) == cards.ROWS
    )


def fill_state(view: CuBirdsView) -> CuBirdsState:
    state = fresh_state(view.seats, view.options)
    state.to_move = view.to_move
    state.phase = PHASES.index(view.phase)
    state.player = view.player
    state.dealer = view.dealer
    state.round = view.round
    state.turns = view.turns
    state.left = view.left
    state.shuffles = view.shuffles
    state.turned = view.turned
    fill_place(state, view.place)
    fill_rows(state, view.rows)
    state.collections = of_seats(view.collections)
    state.discard = parse_cards(view.discard)
    state.aside = parse_cards(view.aside)
    if view.known is not None:
        state.known = of_seats(view.known)
    if view.notes is not None:
        fill_notes(state, view.notes)
    if view.unseen is not None:
        fill_unknown(state, view.seat, view.unseen, view.mine)
    fill_hands(state, view)
    fill_end(state, view)
    return state


def of_seats(piles: Sequence[Sequence[str]]) -> list[int]:
    return [parse_cards(pile) for pile in piles] + [0] * (5 - len(piles))


def fill_place(state: CuBirdsState, place: str) -> None:
    if place in PLACES:
        state.row, state.side = divmod(PLACES.index(place), 2)
    elif place:
        state.row = int(place) - 1


def fill_rows(state: CuBirdsState, rows: Sequence[Sequence[str]]) -> None:
    state.birds = [parse_cards(row) for row in rows]
    standing = [[SPECIES.index(letter) for letter in dict.fromkeys(row)] for row in rows]
    state.order = [sum(group << 4 * place for place, group in enumerate(groups)) for groups in standing]
    state.groups = [len(groups) for groups in standing]


def fill_notes(state: CuBirdsState, notes: Sequence[Sequence[Note]]) -> None:
    codes = [0] * (5 * NOTES)
    for seat, made in enumerate(notes):
        codes[seat * NOTES : seat * NOTES + len(made)] = [note_code(note) for note in made]
    absent = [0] * (5 - len(notes))
    state.notes = codes
    state.noted = [*map(len, notes), *absent]
    state.settled = [*(sum(note.came - note.left for note in made) for made in notes), *absent]


def note_code(note: Note) -> int:
    species = SPECIES.index(note.species) if note.species else cards.RESHUFFLE_NOTE
    return note.came << CAME_BITS | note.left << LEFT_BITS | species


def fill_unknown(state: CuBirdsState, seat: Seat, unseen: list[list[str]], mine: list[list[str]] | None) -> None:
    """What was the others' goes to any of them."""
    state.reshuffles = len(unseen)
    unknown = [0] * (5 * cards.RESHUFFLES)
    for number, pile in enumerate(unseen):
        another = number * 5 + (seat == 0)
        unknown[another] = parse_cards(pile)
        if mine is not None:
            unknown[number * 5 + seat] = parse_cards(mine[number])
            unknown[another] -= unknown[number * 5 + seat]
    state.unknown = unknown


def fill_hands(state: CuBirdsState, view: CuBirdsView) -> None:
    hands = list(state.known)
    if view.hand is not None:
        hands[view.seat] = parse_cards(view.hand)
    unseen = cards_text(
        ALL_CARDS - sum(state.birds) - sum(state.collections) - sum(hands) - state.discard - state.aside
    )
    for seat in range(view.seats):
        missing = view.hands[seat] - size(hands[seat])
        unknown = view.hands[seat] - size(state.known[seat])
        if missing < 0 or (missing and seat == view.seat) or unknown < state.settled[seat]:
            raise ValueError("a hand has other cards than are told of it")
        hands[seat] += parse_cards(unseen[:missing])
        unseen = unseen[missing:]
    if len(unseen) != view.pile:
        raise ValueError("there are not 110 cards")
    state.hands = hands
    state.pile = parse_cards(unseen)


def unseen(view: CuBirdsView) -> list[str]:
    """Cards that lie in the draw pile, or in another's hand without anybody having seen them go there."""
    known = [parse_cards(cards) for seat, cards in enumerate(view.known or []) if seat != view.seat]
    seen = [parse_cards(cards) for cards in (*view.rows, *view.collections, view.hand or [], view.discard, view.aside)]
    return list(cards_text(ALL_CARDS - sum(known) - sum(seen)))


def fill_end(state: CuBirdsState, view: CuBirdsView) -> None:
    state.decided = DECIDING_CLAUSES.index(view.decided)
    state.winners = sum(1 << winner for winner in view.winners)
    if state.winners:
        state.points = [size(collection) for collection in state.collections]
