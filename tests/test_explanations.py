"""What is explained follows the options of the match: with others the same thing is told otherwise."""

from __future__ import annotations

from typing import Any

import pytest

from birdtable.bots.birdie.reasons import REASONS, step_reason
from birdtable.game import IllegalStep
from birdtable.games.birdie import GAME as BIRDIE
from birdtable.games.cubirds import GAME as CUBIRDS
from birdtable.terminal.birdie.steps import label, question
from birdtable.terminal.speech import speech
from birdtable.testing import clause
from birdtable.texts import event_text
from kit.birdie.table import after, play, scoring, turn

KSR: dict[str, Any] = dict(BIRDIE.presets["ksr"])
ROW = "Rs Rw Pa Ou Wu"
MARKED = "done, bird 2, season 2, done"
"""Up to the question whether to use Owl."""


@clause("B9.2")
def test_an_owl_that_moves_is_not_said_to_copy() -> None:
    copied = play(scoring(ROW, "Ow"), f"{MARKED}, use Ow, box winter")
    moved = play(scoring(ROW, "Ow", **KSR), f"{MARKED}, use Ow, set 2, box winter")
    told = [event_text("birdie", event, ["Ann", "Ben"]) for events in (copied, moved) for event in events]
    assert [each for each in told if "box winter" in each] == [
        "Ann copies 2 into the box winter",
        "Ann moves a set to the box winter, for 2",
    ]


@clause("B9.2")
def test_the_terminal_says_what_owl_would_do() -> None:
    for options, wanted in (
        ({}, "Discard Ow: Owl writes the lowest value in an empty box"),
        (KSR, "Discard Ow: Owl moves the lowest set to another box"),
    ):
        view = BIRDIE.view(after(scoring(ROW, "Ow", **options), MARKED), 0)
        assert label("use Ow", view, speech("en")) == wanted
    state = after(scoring(ROW, "Ow", **KSR), f"{MARKED}, use Ow, set 2")
    assert question(BIRDIE.view(state, 0), speech("en")) == ("Which box does Owl write in?", "B9.2")
    with pytest.raises(IllegalStep, match=r"B9\.2"):
        BIRDIE.play(state, "done")


@pytest.mark.parametrize(("options", "reason"), [({}, "owl"), (KSR, "owl moves")])
def test_hints_say_what_an_owl_in_the_hand_can_do(options: dict[str, Any], reason: str) -> None:
    view = BIRDIE.view(turn("Rs,Rs", "Ow Pa", **options), 0)
    assert step_reason(view, "take Ow", ()).text == REASONS[reason]


@clause("B7.2", "B9.1")
@pytest.mark.parametrize(("options", "wanted"), [({}, "the stop pile is empty"), (KSR, "no card is left for Robin")])
def test_a_robin_with_nothing_to_draw_is_refused_by_where_it_draws(options: dict[str, Any], wanted: str) -> None:
    state = scoring("Ou Wu Pa", "Rs", **options)
    state.deck = state.stop = 0
    with pytest.raises(IllegalStep, match=wanted):
        BIRDIE.play(state, "use Rs")


@clause("B1.5", "B5.7")
def test_flap_marks_are_told_with_what_they_bring() -> None:
    [mark] = [event for event in play(scoring("Rs Rw", flap_values=(1, 5)), "bird 2") if event.what == "flapped"]
    assert (mark.count, mark.points, mark.at) == (1, 1, 1)
    state = scoring("Rs Rw", flap_values=(1, 5))
    state.flaps = [1, 0, 0, 0]
    [mark] = [event for event in play(state, "bird 2") if event.what == "flapped"]
    assert (mark.count, mark.points, mark.at) == (1, 4, 2)


@clause("B6.2")
@pytest.mark.parametrize(
    ("passes", "why"), [("2.0,0.2", "Equal points, and passed earlier in round 2."), ("2.2,0.0", "Most points.")]
)
def test_birdie_says_how_it_was_decided(passes: str, why: str) -> None:
    assert BIRDIE.decided_by(BIRDIE.start(2)) == ""
    state = BIRDIE.parse_state(f"seats=2 phase=over round=2 passed=1,2 passes={passes}")
    assert BIRDIE.decided_by(state) == why


@clause("C5.1", "C5.2")
@pytest.mark.parametrize(
    ("collections", "decided", "why"),
    [
        ("FOTDPMR,F", "C5.1", "7 different species."),
        ("FFFOOO,F", "C5.1", "2 species of at least 3 birds."),
        ("FF,F", "C5.2", "Most cards in the collection."),
    ],
)
def test_cubirds_says_how_it_was_decided(collections: str, decided: str, why: str) -> None:
    assert CUBIRDS.decided_by(CUBIRDS.start(2)) == ""
    state = CUBIRDS.parse_state(f"seats=2 phase=over collections={collections} decided={decided} winners=1")
    assert CUBIRDS.decided_by(state) == why
