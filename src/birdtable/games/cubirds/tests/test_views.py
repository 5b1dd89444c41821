"""[C6.1] What is public, what is secret, and what is remembered."""

from __future__ import annotations

import pytest

from birdtable.engine import Rng
from birdtable.game import SPECTATOR, Event
from birdtable.games.cubirds import GAME
from birdtable.games.cubirds.view import Note
from birdtable.testing import clause
from kit.cubirds.table import deal, play, position


@clause("C6.1")
def test_everybody_sees_rows_collections_discards_and_sizes() -> None:
    state = position(hands=("PPM", "OOW"), collections=("F", "TT"), discard="DDR", dealer=2, turns=7, round=3)
    for seat in (0, 1, SPECTATOR):
        view = GAME.view(state, seat)
        assert view.rows == [list("FOP"), list("OTD"), list("DPM"), list("MRW")]
        assert (view.collections, view.discard) == ([["F"], ["T", "T"]], ["D", "D", "R"])
        assert (view.hands, view.pile) == ([3, 3], 110 - 12 - 6 - 3 - 3)
        assert (view.dealer, view.player, view.round, view.turns, view.phase) == (1, 0, 3, 7, "lay")


@clause("C6.1")
def test_a_hand_is_seen_by_its_owner_alone() -> None:
    state = position(hands=("PPM", "OOW"))
    assert GAME.view(state, 0).hand == ["P", "P", "M"]
    assert GAME.view(state, 1).hand == ["O", "O", "W"]
    assert GAME.view(state, SPECTATOR).hand is None


@clause("C6.1")
def test_dealt_and_drawn_cards_are_told_to_their_owner_alone() -> None:
    state = play(position(hands=("PMR", "OOW")), "lay P 4 left", "draw")
    [event] = GAME.play(state, "deal T")
    assert event == Event("drew", 0, count=1, clause="C3.4", secret="T")
    assert event.seen_by(0).secret == "T"
    for other in (1, SPECTATOR):
        assert event.seen_by(other) == Event("drew", 0, count=1, clause="C3.4")


@clause("C6.1")
def test_laid_taken_revealed_and_discarded_cards_are_told_to_all() -> None:
    state = position(rows=("F F P M", "T", "D", "R"), hands=("PPFMM", "OOW"))
    laid = GAME.play(state, "lay P 1 left")
    flock = GAME.play(state, "flock F")
    events = [event.seen_by(SPECTATOR) for event in laid + flock]
    assert [(event.what, event.cards, event.place) for event in events] == [
        ("laid", "PP", "1 left"),
        ("took", "FF", ""),
        ("flocked", "FFF", ""),
        ("collected", "FF", ""),
        ("discarded", "F", ""),
        ("ended", "", ""),
    ]


@clause("C6.1")
def test_cards_taken_from_a_row_are_known_until_they_are_laid() -> None:
    state = position(rows=("F O O P M", "T", "D", "R"), hands=("PRWOW", "OOW"))
    play(state, "lay P 1 left", "end")
    assert GAME.view(state, 1).known == [["F", "O", "O"], []]
    play(state, "lay W 2 left", "keep", "end", "lay O 2 left", "keep", "end")
    assert GAME.view(state, 1).known == [["F"], []]


@clause("C6.1")
def test_discarded_hands_are_in_the_discard_pile_for_all_to_see() -> None:
    state = play(position(rows=("F O P", "O T D", "D P", "R W"), hands=("M", "OOT")), "lay M 1 left", "keep")
    assert GAME.view(state, SPECTATOR).discard == ["O", "O", "T"]


@clause("C6.1")
def test_notes_say_what_the_unknown_cards_of_a_hand_are_not() -> None:
    state = position(hands=("PPRW", "OOW"))
    play(state, "lay P 4 left", "draw", "deal P", "deal T", "end", "lay O 4 left", "keep")
    play(state, "lay P 2 left", "keep", "end")
    assert GAME.view(state, 1).notes == [
        [Note(came=4, species="P", left=2), Note(came=2, species="P", left=1)],
        [Note(came=3, species="O", left=2)],
    ]


@clause("C6.1")
def test_a_reshuffle_tells_what_all_unknown_cards_are_together() -> None:
    rows = ("D13P13", "T10M17", "W20", "F7")
    state = position(rows=rows, hands=("OORR", "OORRR"), discard="O6R14")
    deal(play(state, "lay O 1 left", "draw"), "R")
    view = GAME.view(state, 1)
    assert view.notes == [[Note(came=4, species="O", left=2), Note(came=1)], [Note(came=5)]]
    assert (view.unseen, view.mine) == ([list("OORRRRRR")], [list("OORRR")])
    assert GAME.view(state, SPECTATOR).mine is None


@clause("C6.1")
def test_more_notes_than_anybody_would_remember_are_dropped() -> None:
    state = position(hands=("PPRW", "OOW"), notes="4F0" + ".0F0" * 39)
    play(state, "lay P 4 left")
    assert GAME.view(state, 1).notes == [[Note(came=4, species="P", left=2)], []]


@clause("C6.1")
def test_a_strict_table_shows_nothing_that_people_must_remember() -> None:
    state = position(rows=("F O O P M", "T", "D", "R"), hands=("PRWW", "OOW"))
    play(state, "lay P 1 left", "end")
    for seat in (0, 1, SPECTATOR):
        view = GAME.view(state, seat)
        strict = GAME.shown(view, "strict")
        assert (strict.known, strict.notes, strict.unseen, strict.mine) == (None, None, None, None)
        assert (strict.hand, strict.rows, strict.discard) == (view.hand, view.rows, view.discard)
        assert GAME.shown(view, "assisted") is view


@clause("C6.1")
def test_what_a_strict_view_shows_can_be_imagined_too() -> None:
    state = position(rows=("F O O P M", "T", "D", "R"), hands=("PRWW", "OOW"))
    view = GAME.shown(GAME.view(play(state, "lay P 1 left", "end"), 1), "strict")
    imagined = GAME.imagine(view, Rng(1))
    assert GAME.shown(GAME.view(imagined, 1), "strict") == view


@pytest.mark.parametrize("seat", [0, 1, SPECTATOR])
def test_a_view_has_a_text_that_parses_back(seat: int) -> None:
    view = GAME.view(play(position(), "lay P 4 left", "draw"), seat)
    assert GAME.parse_view(GAME.view_text(view)) == view


def test_a_place_is_told_while_a_row_is_laid_out_or_refilled() -> None:
    assert GAME.view(play(GAME.start(2), "starter 1"), 0).place == "1"
    assert GAME.view(play(position(hands=("PPD", "O")), "lay P 1 left"), 0).place == "1 left"
    assert GAME.view(position(), 0).place == ""


def test_the_end_is_in_the_view() -> None:
    state = play(position(hands=("TTT", "RW"), collections=("FFFTT", "M"), phase="flock"), "flock T")
    view = GAME.view(state, 1)
    assert (view.winners, view.decided, view.phase) == ([0], "C5.1", "over")
