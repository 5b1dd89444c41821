"""Runs of a pile, and where in the row the sets of a scoring lie."""

from __future__ import annotations

import pytest

from birdtable.games.birdie.cards import parse_cards
from birdtable.games.birdie.runs import runs
from birdtable.testing import clause
from kit.birdie.table import after, play, scoring


@clause("B5.4")
@pytest.mark.parametrize(
    ("pile", "found"),
    [
        ("", []),
        ("Rs", []),
        ("Rs Pu", []),
        ("Rs Ra Rw Pw", ["1-3:robin", "3-4:winter"]),
        ("Rs Rs", ["1-2:robin", "1-2:spring"]),
        ("Pu Rs Ra Ru Ou", ["2-4:robin", "4-5:summer"]),
    ],
)
def test_runs_are_what_could_become_sets(pile: str, found: list[str]) -> None:
    told = [f"{run.start}-{run.start + run.length - 1}:{run.trait}" for run in runs(parse_cards(pile))]
    assert told == found


@clause("B7.4")
def test_of_two_equal_sets_the_one_that_pigeon_takes_is_told_by_its_place() -> None:
    state = scoring("Rs Rw Pa Ra Ru", "Pw")
    events = play(state, "done, bird 2, leave, bird 2, use Pw, set 2")
    places = [(event.what, event.place, event.count, event.at) for event in events if event.at and event.place]
    assert places == [
        ("marked", "robin", 2, 1),
        ("marked", "robin", 2, 4),
        ("dropped", "robin", 2, 4),
        ("wrote", "robin", 0, 1),
    ]


@clause("B9.2")
def test_the_set_that_owl_moves_is_told_by_its_place() -> None:
    state = scoring("Rs Rw Pa Ou Wu", "Ow", owl="move")
    events = play(state, "done, bird 2, season 2, done, use Ow, set 2, box winter")
    assert [(event.place, event.points, event.at) for event in events if event.what == "copied"] == [("winter", 2, 4)]


@clause("B7.3")
def test_a_copy_has_no_place_in_the_row() -> None:
    state = after(scoring("Rs Rw", "Ow"), "done, bird 2, done, use Ow")
    assert [event.at for event in play(state, "box winter") if event.what == "copied"] == [0]
