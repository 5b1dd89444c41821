"""A step that the rules forbid is refused with the clause that forbids it, and nothing changes."""

from __future__ import annotations

from typing import Any

import pytest

from birdtable.game import BadInput, IllegalStep
from birdtable.games.birdie import GAME
from birdtable.games.birdie.rules import BirdieState
from birdtable.testing import clause
from kit.birdie.table import after, open_game, scoring, turn


def refusal(state: BirdieState, step: str) -> str:
    """The message, after seeing that nothing has changed."""
    before = GAME.state_text(state)
    with pytest.raises(IllegalStep) as refused:
        GAME.play(state, step)
    assert GAME.state_text(state) == before
    assert refused.value.clause in str(refused.value)
    return str(refused.value)


@clause("B6.1")
@pytest.mark.parametrize("step", ["pass", "starter 1", "deal Rs", "done"])
def test_after_the_end(step: str) -> None:
    assert refusal(scoring("", in_round=2), step) == "the game is over [B6.1]"


@clause("B1.1", "B2.1", "B2.5", "B3.4")
def test_chance() -> None:
    fresh = GAME.start(3)
    assert refusal(fresh, "starter 4") == "there is no seat 4 at this table [B2.5]"
    assert refusal(fresh, "deal Rs") == "the starter is drawn first [B2.5]"
    assert refusal(fresh, "pass") == "cards are being dealt [B2.1]"
    dealing = after(fresh, "starter 2, deal Rs, deal Rs, deal Rs, deal Rs")
    assert refusal(dealing, "starter 2") == "the starter has already been drawn [B2.5]"
    assert refusal(dealing, "deal Rs") == "no Rs is left among the unseen cards [B1.1]"
    assert refusal(turn("Rs,", "Ou"), "deal Ow") == "no card is turned up now [B3.4]"


@clause("B3.1", "B3.3", "B3.4", "B5.1")
@pytest.mark.parametrize(
    ("display", "steps", "step", "message"),
    [
        ("Ou Ow", "", "use Rs", "scoring begins when all have passed [B5.1]"),
        ("Ou Ow", "", "done", "scoring begins when all have passed [B5.1]"),
        ("Ou Ow", "", "take Rs", "Rs is not in the display [B3.4]"),
        ("Ou Ow", "", "stack Rs", "Rs is not in the display [B3.4]"),
        ("Ou Ow", "", "add Ow", "Ow is not in the hand [B3.3]"),
        ("Ou Ow", "", "end", "take 2 needs two cards from the display; 0 taken so far [B3.3]"),
        ("Ou", "", "stack Ou", "take 2 needs two cards in the display; there are 1 [B3.3]"),
        ("Ou", "", "add Rs", "take 2 needs two cards in the display; there are 1 [B3.3]"),
        ("Ou Ow", "add Rs", "add Rs", "Rs is not in the hand [B3.3]"),
        ("Ou Ow", "stack Ou", "stack Ou", "Ou is not in the display [B3.4]"),
        ("Ou Ow", "stack Ou", "end", "take 2 needs two cards from the display; 1 taken so far [B3.3]"),
        ("Ou Ow Pa", "stack Ou, stack Ow", "stack Pa", "two cards from the display have already been taken [B3.3]"),
        (
            "Ou Ow",
            "stack Ou",
            "take Ow",
            "a turn is exactly one of take 1, take 2 or pass, and take 2 has begun [B3.1]",
        ),
        ("Ou Ow", "add Rs", "pass", "a turn is exactly one of take 1, take 2 or pass, and take 2 has begun [B3.1]"),
    ],
)
def test_turns(display: str, steps: str, step: str, message: str) -> None:
    state = turn("Rs Ra,", display)
    assert refusal(after(state, steps) if steps else state, step) == message


@clause("B5.1")
@pytest.mark.parametrize("step", ["take Rs", "stack Rs", "add Rs", "end", "pass"])
def test_turns_are_over_when_the_round_is_scored(step: str) -> None:
    assert refusal(scoring("Rs Ru"), step) == "the round is being scored [B5.1]"


ROW = "Rs Ru Ra Oa Ow"
MOVE: dict[str, Any] = {"owl": "move", "same_trait_sets": "choose"}


@clause("B7.1", "B7.2", "B7.3", "B7.4")
@pytest.mark.parametrize(
    ("row", "hand", "steps", "step", "message"),
    [
        (ROW, "Rs", "", "use Ra", "Ra is not in the hand [B7.1]"),
        (ROW, "Ws Wu", "use Ws, move 1, insert 2", "use Wu", "woodpecker has been used up [B7.1]"),
        ("Rs", "Ws", "", "use Ws", "the row has fewer than 2 cards [B7.2]"),
        (ROW, "Ws", "done", "use Ws", "Woodpecker is used before sets are formed [B7.2]"),
        (ROW, "Rs", "done", "use Rs", "Robin is used before sets are formed [B7.2]"),
        (ROW, "Ps", "", "use Ps", "Pigeon is used on a set just formed, before it is written [B7.4]"),
        (ROW, "Os", "", "use Os", "Owl is used after sets are written, with an empty box left [B7.3]"),
    ],
)
def test_abilities(row: str, hand: str, steps: str, step: str, message: str) -> None:
    state = scoring(row, hand)
    assert refusal(after(state, steps) if steps else state, step) == message


@clause("B7.2")
def test_robin_with_an_empty_stop_pile() -> None:
    state = scoring("Rs Ru", "Rs", expert=True)
    state.stop, state.rest = 0, state.rest + 2
    assert refusal(state, "use Rs") == "the stop pile is empty [B7.2]"


@clause("B9.2")
def test_owl_that_moves() -> None:
    assert refusal(scoring(ROW, "Os", **MOVE), "use Os") == "Owl is used when sets are about to be written [B9.2]"


@clause("B5.3", "B5.4", "B5.5", "B5.9", "B7.2", "B7.3", "B7.4")
@pytest.mark.parametrize(
    ("steps", "step", "message"),
    [
        ("", "bird 2", "now Robin or Woodpecker may be used, before sets are formed [B5.3]"),
        ("use Rs, deal Pw", "done", "the card drawn must go into the row first [B7.2]"),
        ("use Rs, deal Pw", "insert 7", "the row has no place 7 [B7.2]"),
        ("use Ws", "done", "a card in the row must be moved first [B7.2]"),
        ("use Ws", "move 6", "the row has no place 6 [B7.2]"),
        ("use Ws, move 2", "move 2", "a card in the row must be moved first [B7.2]"),
        ("use Ws, move 2", "insert 2", "Woodpecker moves a card to another place [B7.2]"),
        ("use Ws, move 2", "insert 6", "the row has no place 6 [B7.2]"),
        ("done", "bird 4", "the cards of a set share one bird or one season [B5.4]"),
        ("done", "season 2", "the cards of a set share one bird or one season [B5.4]"),
        ("done", "done", "a set must be marked here, or the card left alone [B5.4]"),
        ("done", "remove 1", "a set must be marked here, or the card left alone [B5.4]"),
        ("done, bird 3, bird 2", "set 1", "now Pigeon may be used, before anything is written [B5.5]"),
        ("done, bird 3, bird 2, use Ps", "set 3", "one of the marked sets must be removed for Pigeon [B7.4]"),
        ("done, bird 3, bird 2, use Ps", "done", "one of the marked sets must be removed for Pigeon [B7.4]"),
        ("done, bird 3, bird 2, done", "box winter", "now Owl may be used [B5.9]"),
        ("done, bird 3, bird 2, done, use Os", "box robin", "the robin box is full [B7.3]"),
        ("done, bird 3, bird 2, done, use Os", "done", "Owl must write in an empty box [B7.3]"),
    ],
)
def test_the_standard_game(steps: str, step: str, message: str) -> None:
    state = scoring(ROW, "Rs Ws Ps Os")
    assert refusal(after(state, steps) if steps else state, step) == message


@clause("B9.2", "B9.3")
@pytest.mark.parametrize(
    ("steps", "step", "message"),
    [
        ("bird 2, bird 2, bird 2", "done", "one of the sets of this trait must be chosen [B9.3]"),
        ("bird 2, leave, bird 2", "box winter", "now Owl may be used, before sets are written [B9.2]"),
        ("bird 2, leave, bird 2, use Os", "set 3", "one of the lowest sets must be held back [B9.2]"),
        ("bird 4, bird 2, use Os", "box owl", "the set held back must go into a box other than its own [B9.2]"),
        ("bird 4, bird 2, use Os", "box robin", "the robin box is full [B9.2]"),
        ("bird 4, bird 2, use Os", "done", "Owl must write in an empty box [B9.2]"),
    ],
)
def test_the_options_of_the_standard_game(steps: str, step: str, message: str) -> None:
    state = scoring("Rs Ru Ra Rw Os Ou", "Os", **MOVE)
    state.used = [1, 0, 1, *[0] * 13]
    assert refusal(after(state, f"done, {steps}"), step) == message


@clause("B8.2", "B8.3", "B8.5")
@pytest.mark.parametrize(
    ("steps", "step", "message"),
    [
        ("", "remove 6", "the row has no card 6 [B8.2]"),
        ("", "bird 2", "now a card may be removed from the row [B8.5]"),
        ("", "by bird", "now a card may be removed from the row [B8.5]"),
        ("remove 3", "done", "bird or season must be chosen for the set [B8.2]"),
        ("remove 3, by bird", "remove 1", "now Pigeon may be used on the set [B8.3]"),
    ],
)
def test_the_expert_game(steps: str, step: str, message: str) -> None:
    state = after(scoring("Wa Rs Ou Rs Ww", "Ps", expert=True), "done")
    assert refusal(after(state, steps) if steps else state, step) == message


def test_what_is_no_step_at_all() -> None:
    with pytest.raises(BadInput, match="'take Xx' is not a step of Birdie"):
        GAME.play(open_game("Rs Rs, Rs Rs", "Ou Ou Ou Ou"), "take Xx")
