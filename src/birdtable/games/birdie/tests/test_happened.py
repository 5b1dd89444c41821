"""A scoring that was played, line by line."""

from __future__ import annotations

from birdtable.game import Event
from birdtable.games.birdie.cards import BIRDS, TRAITS
from birdtable.games.birdie.solver import Problem
from birdtable.games.birdie.solver.happened import note
from birdtable.games.birdie.solver.problem import parse_case
from birdtable.games.birdie.solver.sheet import Line, Sheet

ROBIN, WINTER = TRAITS.index("robin"), TRAITS.index("winter")


def lines(*events: Event) -> list[Line]:
    sheet = Sheet(parse_case(Problem(row="", records=dict.fromkeys(BIRDS, 9))).board)
    note(sheet, events)
    return sheet.lines


def test_a_card_is_moved_from_one_place_to_another() -> None:
    picked_up = Event("picked up", 0, cards="Rs", count=4, clause="B7.2")
    moved = Event("moved", 0, cards="Rs", count=2, clause="B7.2")
    assert lines(picked_up, moved) == [Line(0, "B7.2", "moved", card="Rs", place=2, from_place=4)]


def test_cards_are_inserted_and_removed() -> None:
    inserted = Event("inserted", 0, cards="Pu", count=3, clause="B7.2")
    removed = Event("removed", 0, cards="Ow", count=1, clause="B8.2")
    assert lines(inserted) == [Line(0, "B7.2", "inserted", card="Pu", place=3)]
    assert lines(removed) == [Line(0, "B8.2", "removed", card="Ow", place=1)]


def test_sets_are_written_dropped_and_lost() -> None:
    wrote = Event("wrote", 0, place="robin", points=4, clause="B5.6")
    dropped = Event("dropped", 0, place="winter", count=2, clause="B7.4")
    lost = Event("lost", 0, place="winter", count=3, clause="B8.3")
    assert lines(wrote) == [Line(4, "B5.6", "written", ROBIN, 4)]
    assert lines(dropped) == [Line(2, "B7.4", "dropped", WINTER, 2)]
    assert lines(lost) == [Line(0, "B8.3", "lost", WINTER, 3)]


def test_owl_copies_or_puts_elsewhere() -> None:
    copied = Event("copied", 0, place="winter", points=5, clause="B7.3")
    put = Event("copied", 0, place="robin", points=3, clause="B9.2")
    assert lines(copied) == [Line(5, "B7.3", "copied", WINTER, 5)]
    assert lines(put) == [Line(3, "B9.2", "put", ROBIN, 3)]


def test_what_is_no_part_of_the_sum_has_no_line() -> None:
    assert lines(Event("flapped", 0, count=1, points=1, clause="B5.7")) == []
