"""Score sheets take what cards could make, up to the longest row, and refuse the rest with its clause."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from birdtable import catalog
from birdtable.companion import Ask, BirdieAnswer, recompute
from birdtable.companion.birdie.possible import most_cards
from birdtable.games.birdie.cards import KINDS, MAX_ROW

LONGEST = " ".join([*KINDS, *KINDS, *KINDS][:MAX_ROW])
EVERYTHING = " ".join([*KINDS, *KINDS])
"""32 cards, as many as a round of 2 players has."""


def faults(*scorings: dict[str, Any], players: int = 3, **options: Any) -> list[tuple[int, str]]:
    """Seat and clause of what is wrong with round 1."""
    given = [*scorings, *[None] * (players - len(scorings))]
    sheet = {
        "game": "birdie",
        "players": ["Ana", "Ben", "Cloe", "Dan"][:players],
        "options": options,
        "rounds": [{"order": list(range(players)), "scorings": given}],
    }
    answer = recompute(msgspec.convert({"sheet": sheet}, Ask))
    assert isinstance(answer, BirdieAnswer)
    return [(fault.seat, fault.clause) for fault in answer.faults]


def choose(state: Any, legal: list[str]) -> str:
    """The first seat takes 2 with its whole hand, the second one takes 1 to the last, others pass at once."""
    if state.to_move == 0:
        return next(step for word in ("stack", "add", "end", "pass") for step in legal if step.startswith(word))
    if state.to_move == 1 and state.display_count + state.deck > 2:
        return next(step for step in legal if step.startswith("take"))
    return "pass" if "pass" in legal else legal[0]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_nobody_gets_more_cards_than_whoever_plays_for_them(seats: int) -> None:
    game = catalog.game("birdie")
    state = game.start(seats)
    while state.passed_count < seats:
        game.play(state, choose(state, list(game.legal_steps(state))))
    assert state.pile_count[0] == most_cards(seats) <= MAX_ROW


@pytest.mark.parametrize("entered", [{}, {"cuts": [2]}, {"steps": []}, {"wrote": {"robin": 4}, "marks": 1}])
def test_the_longest_row_is_taken(entered: dict[str, Any]) -> None:
    assert faults({"row": LONGEST, **entered}) == []


def test_more_cards_than_anybody_gets_are_refused() -> None:
    assert faults({"row": LONGEST, "hand": "Ww"}) == [(0, "B3.3")]
    assert faults({"row": " ".join(KINDS), "hand": "Rs Ra Ru Rw"}, players=2) == []
    assert faults({"row": " ".join(KINDS), "hand": "Rs Ra Ru Rw Os"}, players=2) == [(0, "B3.3")]


def test_a_round_of_two_has_32_cards() -> None:
    half = " ".join(KINDS)
    assert faults({"row": half}, {"row": half}, players=2) == []
    assert faults({"row": half}, {"row": f"{half} Rs"}, players=2) == [(-1, "B2.1")]


@pytest.mark.parametrize(
    ("entered", "clause"),
    [
        ({"wrote": {"robin": 16}, "marks": 1}, ""),
        ({"wrote": {"robin": 17}, "marks": 1}, "B5.6"),
        ({"row": "Rs Ra", "wrote": {"robin": 2}, "marks": 1}, ""),
        ({"row": "Rs Ra", "wrote": {"robin": 3}, "marks": 1}, "B5.6"),
        ({"row": "Rs Ra", "wrote": {"robin": 3}, "marks": 1, "spent": {"robin": 1}}, ""),
        ({"row": "Rs Ra Ws Wa Os", "wrote": {"robin": 2, "owl": 2}, "marks": 1, "spent": {"owl": 1}}, ""),
        ({"wrote": {"robin": 15, "owl": 15, "winter": 15}, "marks": 3}, "B3.3"),
        ({"wrote": {"robin": 4, "owl": 3}, "marks": 3}, "B5.7"),
        ({"wrote": {"robin": 4, "owl": 3}, "marks": 1}, "B5.7"),
        ({"wrote": {"robin": 4}, "marks": 3, "spent": {"pigeon": 1}}, ""),
    ],
)
def test_boxes_that_no_set_could_make_are_refused(entered: dict[str, Any], clause: str) -> None:
    assert faults(entered) == ([(0, clause)] if clause else [])


def test_marks_beyond_the_end_of_the_column_need_not_be_entered() -> None:
    boxes = {"robin": 2, "owl": 2, "winter": 2}
    assert faults({"wrote": boxes, "marks": 2}, flap_values=[1, 2]) == []
    assert faults({"wrote": boxes, "marks": 2}, flap_values=[1, 2, 3]) == [(0, "B5.7")]
