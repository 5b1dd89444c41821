"""[C7] The worked examples."""

from __future__ import annotations

import pytest

from birdtable.game import Outcome
from birdtable.games.cubirds import GAME
from birdtable.testing import clause
from kit.cubirds.table import collection, deal, discard, hand, play, position, row


@clause("C7.1")
def test_two_parrots_surround_a_flamingo_and_an_owl() -> None:
    state = play(position(rows=("F O P", "O T D", "D P M", "M R W"), hands=("PPRW", "O")), "lay P 1 left")
    assert (row(state, 1), hand(state)) == ("P P P", "FORW")
    deal(state, "PT")
    assert sorted(row(state, 1).split()) == sorted("PPPPT")
    assert len(row(state, 1).split()) == 5


@clause("C7.2")
@pytest.mark.parametrize(("step", "after"), [("lay O 4 left", "O M R W"), ("lay O 2 left", "O O T D")])
def test_an_owl_that_surrounds_nothing_takes_nothing(step: str, after: str) -> None:
    state = play(position(hands=("OMR", "W")), step)
    assert (row(state, int(step[6])), hand(state)) == (after, "MR")
    assert GAME.legal_steps(state) == ["draw", "keep"]


@clause("C7.3")
def test_6_magpies_are_a_small_flock() -> None:
    state = play(position(hands=("MMMMMMW", "R"), phase="flock"), "flock M")
    assert (collection(state), discard(state), hand(state)) == ("M", "MMMMM", "W")


@clause("C7.4")
def test_a_third_toucan_beside_3_flamingos_wins() -> None:
    state = position(hands=("TTTW", "R"), collections=("FFFTT", ""), phase="flock")
    play(state, "flock T")
    assert GAME.outcome(state) == Outcome((6, 0), (0,), "C5.1")


@clause("C7.5")
def test_an_owl_takes_a_flamingo_and_there_is_neither_a_refill_nor_a_draw() -> None:
    state = play(position(rows=("F O P M", "T", "D", "R"), hands=("ORR", "W")), "lay O 1 left")
    assert (row(state, 1), hand(state)) == ("O O P M", "FRR")
    assert GAME.legal_steps(state) == ["end"]


@clause("C7.6")
def test_the_last_magpie_ends_the_round_unless_its_player_draws() -> None:
    state = play(position(rows=("F O P", "O T D", "D P", "R W"), hands=("M", "W")), "lay M 1 left")
    drawn = deal(play(state.copy(), "draw"), "RR")
    assert (hand(drawn), drawn.round, drawn.to_move) == ("RR", 1, 0)
    kept = play(state.copy(), "keep")
    assert (kept.round, kept.dealer) == (2, 0)


@clause("C7.7")
@pytest.mark.parametrize(("before", "won"), [("FFFO", True), ("FFO", False)])
def test_a_big_flock_of_the_last_4_owls(before: str, won: bool) -> None:
    state = position(hands=("OOOO", "W"), collections=(before, ""), phase="flock")
    play(state, "flock O")
    assert collection(state) == before + "OO"
    assert discard(state).count("O") == 2
    assert (GAME.outcome(state) is not None) == won
    assert (state.round, state.dealer, state.player) == ((1, 0, 0) if won else (2, 0, 0))
