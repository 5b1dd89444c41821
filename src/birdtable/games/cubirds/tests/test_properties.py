"""What holds at every moment of every game, over random games of all numbers of players."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from birdtable.engine import Rng
from birdtable.game import CHANCE, NOBODY
from birdtable.games.cubirds import GAME
from birdtable.games.cubirds.cards import (
    COLLECTING,
    COUNTS,
    DEALING,
    HAND,
    NOTES,
    SPECIES,
    TO_LAY,
    cards_text,
    count,
    size,
)
from birdtable.games.cubirds.rules import CuBirdsState
from birdtable.games.cubirds.view import notes_of, row_cards
from birdtable.testing import clause
from kit.cubirds.table import eager_step, position

LIMIT = 150
any_game = given(st.integers(2, 5), st.booleans(), st.integers(0, 2**32))
games = settings(max_examples=25, deadline=None)


def moments(seats: int, eager: bool, seed: int) -> Iterator[CuBirdsState]:
    """A game at random or by eager players, moment by moment. The state is always the same object."""
    rng = Rng(seed)
    state = GAME.start(seats, {"turn_limit": LIMIT})
    while state.to_move != NOBODY:
        yield state
        if state.to_move == CHANCE:
            state.apply(state.roll(rng))
        elif eager:
            state.apply(eager_step(state, rng))
        else:
            codes = state.legal()
            state.apply(codes[rng.below(len(codes))])
    yield state


@clause("C1.1", "C2.2")
@games
@any_game
def test_all_110_cards_are_accounted_for(seats: int, eager: bool, seed: int) -> None:
    for state in moments(seats, eager, seed):
        piles = [state.pile, state.discard, state.aside, *state.birds, *state.hands, *state.collections]
        assert [sum(count(pile, species) for pile in piles) for species in range(8)] == list(COUNTS)


@clause("C3.2")
@games
@any_game
def test_every_species_of_a_row_stands_in_one_group(seats: int, eager: bool, seed: int) -> None:
    for state in moments(seats, eager, seed):
        for row in range(4):
            cards = row_cards(state, row)
            changes = sum(one != other for one, other in pairwise(cards))
            assert len(set(cards)) == state.groups[row] == (changes + 1 if cards else 0)
            assert sorted(cards) == sorted(cards_text(state.birds[row]))


@clause("C3.6")
@games
@any_game
def test_collections_only_grow(seats: int, eager: bool, seed: int) -> None:
    before = [0] * 40
    for state in moments(seats, eager, seed):
        now = [count(pile, species) for pile in state.collections for species in range(8)]
        assert all(one <= other for one, other in zip(before, now, strict=True))
        before = now


@clause("C3.5", "C5.1", "C5.2", "C5.3")
@games
@any_game
def test_every_game_ends_with_the_winners_of_its_clause(seats: int, eager: bool, seed: int) -> None:
    for state in moments(seats, eager, seed):
        assert state.turns <= LIMIT
        assert (GAME.outcome(state) is None) == (state.to_move != NOBODY)
    outcome = GAME.outcome(state)
    assert outcome is not None
    sizes = tuple(size(state.collections[seat]) for seat in range(seats))
    assert outcome.points == sizes
    if outcome.clause == "C5.1":
        [winner] = outcome.winners
        numbers = [count(state.collections[winner], species) for species in range(8)]
        assert sum(number > 0 for number in numbers) >= 7 or sum(number >= 3 for number in numbers) >= 2
    else:
        assert outcome.winners == tuple(seat for seat in range(seats) if sizes[seat] == max(sizes))
        assert outcome.clause == ("C5.3" if state.turns == LIMIT else "C5.2")


@clause("C6.1")
@games
@any_game
def test_what_is_remembered_of_a_hand_is_true(seats: int, eager: bool, seed: int) -> None:
    for state in moments(seats, eager, seed):
        for seat in range(seats):
            known, hand = state.known[seat], state.hands[seat]
            assert all(count(known, species) <= count(hand, species) for species in range(8))
            notes = notes_of(state, seat)
            assert len(notes) <= NOTES
            assert sum(note.came - note.left for note in notes) == state.settled[seat] <= size(hand - known)
            assert sum(not note.species for note in notes) == state.reshuffles


@clause("C4.2")
@games
@any_game
def test_a_round_begins_with_8_cards_each(seats: int, eager: bool, seed: int) -> None:
    phase = DEALING
    for state in moments(seats, eager, seed):
        if phase in (DEALING, COLLECTING) and state.phase == TO_LAY:
            assert [size(hand) for hand in state.hands[:seats]] == [HAND] * seats
            assert state.to_move == state.dealer
        phase = state.phase


# A row as a string, without any of the engine


def lay_in_row(row: str, birds: str, left: bool) -> tuple[str, str]:
    """[C3.1, C3.2] The row afterwards, and the cards taken."""
    if not left:
        after, taken = lay_in_row(row[::-1], birds, left=True)
        return after[::-1], taken
    if birds[0] not in row:
        return birds + row, ""
    place = row.index(birds[0])
    return birds + row[place:], row[:place]


rows = st.lists(
    st.tuples(st.sampled_from(SPECIES), st.integers(1, 3)), max_size=8, unique_by=lambda group: group[0]
).map(lambda groups: "".join(letter * number for letter, number in groups))


@clause("C3.1", "C3.2")
@settings(deadline=None)
@given(rows, st.sampled_from(SPECIES), st.integers(1, 3), st.sampled_from(["left", "right"]))
def test_laying_does_what_it_does_to_a_string(row: str, letter: str, number: int, side: str) -> None:
    other = "R" if letter != "R" else "W"
    state = position(rows=(row, "", "", ""), hands=(letter * number + other, "M"))
    GAME.play(state, f"lay {letter} 1 {side}")
    after, taken = lay_in_row(row, letter * number, side == "left")
    assert "".join(row_cards(state, 0)) == after
    assert sorted(cards_text(state.hands[0])) == sorted(other + taken)
    refills = bool(taken) and len(set(after)) == 1
    assert (state.to_move == CHANCE) == refills
    assert (GAME.legal_steps(state) == ["draw", "keep"]) == (not taken)
