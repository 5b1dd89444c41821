"""Why a step is refused: the reason and its clause, and nothing has changed."""

from __future__ import annotations

import pytest

from birdtable.game import BadInput, IllegalStep
from birdtable.games.cubirds import GAME
from birdtable.games.cubirds.rules import CuBirdsState
from birdtable.testing import clause
from kit.cubirds.table import play, position


def starting() -> CuBirdsState:
    return GAME.start(3)


def laying_out() -> CuBirdsState:
    return play(GAME.start(2), "starter 1")


def to_lay() -> CuBirdsState:
    return position(hands=("PPMMMM", "O"))


def to_draw() -> CuBirdsState:
    return play(to_lay(), "lay P 4 left")


def to_flock() -> CuBirdsState:
    return play(to_draw(), "keep")


def drawing() -> CuBirdsState:
    return play(to_draw(), "draw")


def over() -> CuBirdsState:
    return play(position(hands=("TTT", "RW"), collections=("FFFTT", "M"), phase="flock"), "flock T")


@clause("C2.1", "C3.1", "C3.4", "C3.5", "C5.1")
@pytest.mark.parametrize(
    ("state", "step", "message"),
    [
        (starting(), "starter 4", "there is no seat 4 at this table [C2.1]"),
        (starting(), "deal F", "the dealer is drawn first [C2.1]"),
        (starting(), "lay F 1 left", "cards are being dealt [C2.2]"),
        (laying_out(), "starter 1", "the dealer has already been drawn [C2.1]"),
        (to_lay(), "starter 1", "the dealer has already been drawn [C2.1]"),
        (to_lay(), "deal F", "no card is dealt now [C3.4]"),
        (to_lay(), "lay W 1 left", "there is no reed warbler in the hand [C3.1]"),
        (to_lay(), "draw", "birds are laid first [C3.4]"),
        (to_lay(), "keep", "birds are laid first [C3.4]"),
        (to_lay(), "flock M", "birds are laid first [C3.5]"),
        (to_lay(), "end", "birds must be laid [C3.1]"),
        (to_draw(), "lay M 1 left", "birds have already been laid this turn [C3.1]"),
        (to_draw(), "flock M", "first choose draw or keep [C3.5]"),
        (to_draw(), "end", "first choose draw or keep [C3.4]"),
        (drawing(), "draw", "cards are being dealt [C2.2]"),
        (to_flock(), "lay M 1 left", "birds have already been laid this turn [C3.1]"),
        (to_flock(), "draw", "cards are drawn only after a lay that takes none, and only once [C3.4]"),
        (to_flock(), "flock M", "4 magpies are fewer than a small flock (5) [C3.5]"),
        (to_flock(), "flock F", "0 flamingos are fewer than a small flock (2) [C3.5]"),
        (over(), "end", "the game is over [C5.1]"),
        (over(), "deal F", "the game is over [C5.1]"),
    ],
)
def test_a_refusal_names_reason_and_clause_and_changes_nothing(state: CuBirdsState, step: str, message: str) -> None:
    before = GAME.state_text(state)
    with pytest.raises(IllegalStep) as refusal:
        GAME.play(state, step)
    assert str(refusal.value) == message
    assert GAME.state_text(state) == before


def test_a_card_that_is_not_in_the_pile_cannot_be_dealt() -> None:
    state = play(position(rows=("F7", "O", "T", "D"), hands=("PPM", "R")), "lay P 1 left", "draw")
    with pytest.raises(IllegalStep, match=r"no flamingo is left in the draw pile \[C1.1\]"):
        GAME.play(state, "deal F")


def test_one_bird_is_named_in_the_singular() -> None:
    state = position(hands=("MWWW", "O"), phase="flock")
    with pytest.raises(IllegalStep, match="1 magpie are fewer"):
        GAME.play(state, "flock M")


@pytest.mark.parametrize(
    "step", ["", "lay", "lay P", "lay P 5 left", "lay X 1 left", "flock", "deal", "starter 6", "LAY P 1 left"]
)
def test_what_is_no_step_is_bad_input(step: str) -> None:
    with pytest.raises(BadInput, match="is not a step of CuBirds"):
        GAME.play(to_lay(), step)
