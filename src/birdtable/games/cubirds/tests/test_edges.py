"""What only a close look shows: matches word by word, memory at its limits, and imagining to the last card."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2b

import pytest

from birdtable.engine import Rng
from birdtable.game import CHANCE, NOBODY, SPECTATOR, Event
from birdtable.games.cubirds import GAME
from birdtable.games.cubirds.cards import SPECIES, count
from birdtable.games.cubirds.redeal import Redealing
from birdtable.games.cubirds.rules import CuBirdsState
from birdtable.testing import clause
from kit.cubirds.table import play, position

OWL = SPECIES.index("O")


def moments(seats: int) -> Iterator[CuBirdsState]:
    """A match at random. The state is always the same object."""
    rng, state = Rng(seats), GAME.start(seats, {"turn_limit": 150})
    while state.to_move != NOBODY:
        yield state
        if state.to_move == CHANCE:
            state.apply(state.roll(rng))
        else:
            codes = state.legal()
            state.apply(codes[rng.below(len(codes))])
    yield state


@pytest.mark.parametrize(
    ("seats", "digest"),
    [(2, "c9ca7e31c9399e20"), (3, "17d35880385ef872"), (4, "9f3cf27f9567b99d"), (5, "6f7b6a753f335526")],
)
def test_a_seed_always_plays_the_same_match(seats: int, digest: str) -> None:
    """In the engine's own words, those included that no event shows."""
    words = blake2b(digest_size=8)
    for state in moments(seats):
        words.update(f"{state.happened()} {state.slot() if state.to_move == CHANCE else state.legal()}".encode())
    assert words.hexdigest() == digest


@pytest.mark.parametrize(
    ("seats", "digest"),
    [(2, "3b499553817bd10d"), (3, "1e0575ff0e768c76"), (4, "a10ecf8eb2b0e4c2"), (5, "b0a59aeb40bbf63e")],
)
def test_a_seed_always_imagines_the_same_cards(seats: int, digest: str) -> None:
    """Studies are repeated from their seeds: a sampler that is as fair but draws otherwise is a change to announce."""
    imagined = blake2b(digest_size=8)
    decisions = (state for state in moments(seats) if state.to_move >= 0)
    for number, state in enumerate(decisions):
        if number % 11 == 0:
            for viewer in (SPECTATOR, (state.to_move + 1) % seats):
                other = GAME.imagine(GAME.view(state, viewer), Rng(number))
                imagined.update(GAME.state_text(other).encode())
    assert imagined.hexdigest() == digest


@clause("C6.1")
def test_of_a_hand_that_everybody_knows_no_leaving_is_noted() -> None:
    """Notes are few: one that says nothing would push out others."""
    state = position(hands=("PPMR", "OOWT"), known="PPMR,", notes="0*,2*", unknown=",OO")
    play(state, "lay P 4 left")
    assert "notes=0*,2* " in GAME.state_text(state)


@clause("C6.1")
def test_cards_that_somebody_is_known_to_hold_are_not_unseen() -> None:
    view = GAME.view(position(hands=("PPMR", "OOWT"), known=",OO"), 0)
    in_rows = sum(row.count("O") for row in view.rows)
    assert GAME.unseen(view).count("O") == 10 - in_rows - 2


@clause("C2.1")
def test_cards_are_put_aside_one_by_one() -> None:
    state = play(GAME.start(2), "starter 1", "deal F")
    assert GAME.play(state, "deal F") == [Event("put aside", cards="F", count=1, place="1", clause="C2.1")]


@pytest.mark.parametrize(
    ("text", "hand"),
    [
        ("hands=PP,OO notes=,3O0.0O1", "DR"),
        ("hands=PP,OO notes=0*,1*.3F2 unknown=,O", "OR"),
        ("hands=PP,FFT notes=0*,3*.1O1 unknown=,OOO", "MRR"),
        ("hands=PP,FFT notes=0*,3*.0O0 unknown=,OFT", "TDR"),
    ],
)
def test_what_cannot_be_true_is_given_up_before_the_first_card_is_dealt(text: str, hand: str) -> None:
    """Else many attempts would fail, and other numbers would be drawn."""
    view = GAME.view(GAME.parse_state(f"phase=lay rows=FOP,OTD,DPM,MRW {text}"), 0)
    assert "".join(GAME.view(GAME.imagine(view, Rng(1)), 1).hand or ()) == hand


@clause("C6.1")
def test_the_last_of_a_species_may_have_left_either_of_two_hands() -> None:
    """At the reshuffle two hands had two owls together. Since then all owls have left both, newer ones among them."""
    notes, unknown = "0*,2*.2O2,2*.2O2", ",FO,DO"
    text = f"hands=PP,FT,DM notes={notes} unknown={unknown} discard=OOOO"
    state = GAME.parse_state(f"seats=3 phase=lay rows=FOP,OTD,DPM,MRW {text}")
    dealing, rng = Redealing(state, 0), Rng(1)
    had = set()
    for _ in range(60):
        assert dealing.deal(state, rng)
        had.add((count(state.unknown[1], OWL), count(state.unknown[2], OWL)))
    assert had == {(0, 2), (1, 1), (2, 0)}
