"""States that a view of CuBirds could be of."""

from __future__ import annotations

from collections.abc import Sequence

from birdtable.engine import Rng
from birdtable.game import Randomness, Seat
from birdtable.games.cubirds import cards
from birdtable.games.cubirds.cards import ALL_CARDS, DECIDING_CLAUSES, NOTES, PHASES, SPECIES, UNITS, parse_cards, size
from birdtable.games.cubirds.notation import PLACES
from birdtable.games.cubirds.redeal import redeal
from birdtable.games.cubirds.rules import CuBirdsState
from birdtable.games.cubirds.view import CuBirdsView, Note

WORD = 1 << 30


def imagine(view: CuBirdsView, rng: Randomness) -> CuBirdsState:
    state = any_state(view)
    redeal(state, view.seat, rng if isinstance(rng, Rng) else Rng(rng.below(WORD) * WORD + rng.below(WORD)))
    return state


def any_state(view: CuBirdsView) -> CuBirdsState:
    """All that the view tells, with the unknown cards just anywhere: ``redeal`` puts them where they may be."""
    state = CuBirdsState(view.seats, view.options["turn_limit"] or 0)
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
    return note.came << 9 | note.left << 4 | species


def fill_unknown(state: CuBirdsState, seat: Seat, unseen: list[list[str]], mine: list[list[str]] | None) -> None:
    """What was the others' goes to any of them."""
    state.reshuffles = len(unseen)
    unknown = [0] * (5 * cards.RESHUFFLES)
    for number, pile in enumerate(unseen):
        own = parse_cards(mine[number]) if mine is not None else 0
        unknown[number * 5 + (seat == 0)] = parse_cards(pile) - own
        unknown[number * 5 + seat] += own
    state.unknown = unknown


def fill_hands(state: CuBirdsState, view: CuBirdsView) -> None:
    hands = list(state.known)
    if view.hand is not None:
        hands[view.seat] = parse_cards(view.hand)
    unseen = ALL_CARDS - sum(state.birds) - sum(state.collections) - sum(hands) - state.discard - state.aside
    for seat in range(view.seats):
        for _ in range(view.hands[seat] - size(hands[seat])):
            card = next(unit for unit in UNITS if unseen & 255 * unit)
            unseen -= card
            hands[seat] += card
    state.hands = hands
    state.pile = unseen


def fill_end(state: CuBirdsState, view: CuBirdsView) -> None:
    state.decided = DECIDING_CLAUSES.index(view.decided)
    state.winners = sum(1 << winner for winner in view.winners)
    if state.winners:
        state.points = [size(collection) for collection in state.collections]
