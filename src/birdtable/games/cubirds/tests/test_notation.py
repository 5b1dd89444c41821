"""Steps and whole states as texts."""

from __future__ import annotations

import pytest

from birdtable.game import BadInput
from birdtable.games.cubirds import GAME
from birdtable.games.cubirds.cards import cards_text, parse_cards, size
from birdtable.games.cubirds.notation import CODES, STEPS
from kit.cubirds.table import play, position


def test_a_step_is_its_text() -> None:
    assert STEPS[0] == "lay F 1 left"
    assert STEPS[CODES["lay P 2 right"]] == "lay P 2 right"
    assert CODES["lay W 4 right"] == 63
    assert STEPS[64:67] == ("draw", "keep", "end")
    assert len(STEPS) == 88


def test_cards_are_letters_in_the_order_of_the_species() -> None:
    assert cards_text(parse_cards("MPFMP")) == "FPPMM"
    assert size(parse_cards("MPFMP")) == 5


def test_a_state_is_one_readable_line() -> None:
    state = position(hands=("PPM", "OO"), collections=("F", "T"), discard="RR", dealer=2, turns=3)
    play(state, "lay P 4 left")
    assert GAME.state_text(state) == (
        "seats=2 phase=draw player=1 dealer=2 turn_limit=0 round=1 turns=3 left=0 shuffles=0 turned=0 "
        "rows=FOP,OTD,DPM,PPMRW hands=M,OO collections=F,T pile=F5O6T8D11P9M14R17W19 discard=R2 notes=3P2,"
    )


def test_what_is_left_out_is_as_at_the_start() -> None:
    assert GAME.state_text(GAME.parse_state("")) == GAME.state_text(GAME.start(2))
    limited = GAME.start(4, {"turn_limit": 9})
    assert GAME.state_text(GAME.parse_state("seats=4 turn_limit=9")) == GAME.state_text(limited)


def test_the_text_of_a_match_that_is_over_parses_back() -> None:
    state = play(position(hands=("TTT", "RW"), collections=("FFFTT", "M"), phase="flock"), "flock T")
    again = GAME.parse_state(GAME.state_text(state))
    assert GAME.outcome(again) == GAME.outcome(state)
    assert GAME.state_text(again) == GAME.state_text(state)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("nest=1", "has no 'nest=1'"),
        ("rows", "has no 'rows'"),
        ("seats=2 seats=2", "one 'seats', not two"),
        ("seats=6", "seats is a number from 2 to 5, not '6'"),
        ("seats=two", "seats is a number"),
        ("player=3", "player is a number from 1 to 2"),
        ("turns=99999999", "turns is a number"),
        ("phase=nap", "phase is one of"),
        ("place=9-left", "place is a row and its end"),
        ("rows=FOX", "cards are the letters"),
        ("rows=F999", "more than 110 cards"),
        ("rows=F8", r"more than 7 flamingos \[C1.1\]"),
        ("rows=F,O,T,D,P", r"there are 4 rows, not 5 \[C2.1\]"),
        ("rows=FOF", r"does not stand in one group \[C3.2\]"),
        ("hands=F,O,T", "hands are of 3 seats"),
        ("pile=F", r"draw pile has F1, not F7O10.* \[C1.1\]"),
        ("known=F", "known has cards that are not in hand 1"),
        ("notes=,,8P2", "notes are of 3 seats"),
        ("notes=P2", "a note is such as 8P2"),
        ("notes=1P2", "more cards left than were there"),
        ("notes=3P2", "more cards came than are there"),
        ("hands=FFF notes=3*", "unknown has the cards of every seat"),
        ("decided=C1.1", "decided is a clause of C5"),
        ("phase=over", "has winners and a clause that decided"),
        ("winners=1", "has winners and a clause that decided"),
        ("phase=deal", "left is from 1 to 16"),
        ("left=3", "left is from 0 to 0"),
        ("phase=lay", r"no card to lay \[C4.1\]"),
        ("phase=refill rows=FO", r"one species \[C3.3\]"),
        ("phase=layout rows=FOP", r"has its 3 cards \[C2.1\]"),
        ("phase=draw rows=F7O10T10D13,P13M17R20W20", r"no card to draw \[C4.3\]"),
        ("phase=drawing left=1 rows=F7O10T10D13,P13M17R20W20", r"draw pile is empty \[C4.3\]"),
    ],
)
def test_a_state_that_cannot_be_is_refused_in_one_line(text: str, message: str) -> None:
    with pytest.raises(BadInput, match=message) as refusal:
        GAME.parse_state(text)
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"seat": 0}', "nest"])
def test_a_view_that_cannot_be_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(BadInput, match="not a view of CuBirds"):
        GAME.parse_view(text)
