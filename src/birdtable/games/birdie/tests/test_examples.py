"""The worked examples of B10."""

from __future__ import annotations

import pytest

from birdtable.testing import clause
from kit.birdie.table import (
    ME,
    OTHER,
    after,
    boxes,
    can,
    find_events,
    hand_text,
    play,
    scoring,
    trophies,
    turn,
)

DIVIDED = "Rs Ra Rs Ru Pu Ou Ww Pw Ow Ps Rw Ww"
CUT = "bird 4, season 2, season 3, season 2"
CASCADE = "Ow Ww Pw Pu Rs Os Ra Ws Rs Os Pu Pw Rw"


@clause("B10.1")
@pytest.mark.parametrize(("seats", "points"), [(2, [2, 0]), (3, [4, 2, 0]), (4, [6, 4, 2, 0])])
def test_passing(seats: int, points: list[int]) -> None:
    events = play(turn("," * (seats - 1), "Ou"), ", ".join(["pass"] * seats))
    assert [event.points for event in find_events(events, "passed")] == points


@clause("B10.2")
def test_a_row_of_four_sets_and_a_single_bird() -> None:
    state = after(scoring(DIVIDED), CUT)
    assert (boxes(state), state.flaps[ME]) == ("robin 4, summer 2, winter 3", 3)


@clause("B10.3")
def test_a_cascade_with_pigeons() -> None:
    state = scoring(CASCADE, expert=True)
    events = play(state, "remove 7, by bird")
    assert [(event.place, event.points) for event in find_events(events, "wrote")] == [
        ("spring", 5),
        ("pigeon", 4),
        ("winter", 3),
    ]


@clause("B10.3")
def test_a_cascade_with_summer() -> None:
    state = scoring(CASCADE, expert=True)
    events = play(state, "remove 7, by season, by season")
    assert [(event.place, event.points) for event in find_events(events, "wrote")] == [
        ("spring", 5),
        ("summer", 2),
        ("winter", 5),
    ]


@clause("B10.4")
def test_owl_after_7_4_and_6() -> None:
    row = "Rs Ru Ra Rw Rs Ru Ra Os Ou Oa Ow Ps Pu Pa Pw Ps Pu"
    state = after(scoring(row, hand="Oa"), "done, bird 7, bird 4, bird 6, done, use Oa, box woodpecker")
    assert boxes(state) == "woodpecker 4, owl 4, pigeon 6, robin 7"


@clause("B10.4")
def test_owl_after_nothing_but_8() -> None:
    state = after(scoring("Rs Ru Ra Rw Rs Ru Ra Rw", hand="Oa"), "done, bird 8, done, use Oa, box winter")
    assert boxes(state) == "robin 8, winter 5"


@clause("B10.5")
@pytest.mark.parametrize(("number", "winter"), [(3, 2), (4, 3)])
def test_pigeon_on_either_winter_set(number: int, winter: int) -> None:
    state = after(scoring(DIVIDED, hand="Ps"), f"done, {CUT}, use Ps, set {number}")
    assert (boxes(state), state.flaps[ME]) == (f"robin 4, summer 2, winter {winter}", 5)


@clause("B10.6")
@pytest.mark.parametrize("last", ["pass", "take Ou", "stack Ou, stack Ra"])
def test_two_players_pass(last: str) -> None:
    events = play(turn(",", "Ou Ou Ra Rs"), f"pass, {last}")
    assert [(event.seat, event.points) for event in find_events(events, "passed")] == [(ME, 2), (OTHER, 0)]


@clause("B10.7")
def test_a_trophy_is_won_kept_and_lost() -> None:
    state = scoring("Rs Ra Rs Ru", other_row="Rw Ra Rw Ru")
    assert trophies(after(state, "bird 4")) == {"robin": ME}
    assert trophies(after(state, "bird 4")) == {"robin": ME}
    later = scoring("", other_row="Ps Os Ws Ps Os", other_hand="Ow", boxes="robin 4", in_round=2)
    assert trophies(later) == {"robin": ME}
    assert trophies(after(later, "done, season 5, done, use Ow, box robin")) == {"robin": OTHER}


@clause("B10.8")
def test_three_alike_in_the_expert_game() -> None:
    for end in (1, 3):
        assert can(after(scoring("Rs Rs Rs", expert=True), f"remove {end}")) == "remove 1, remove 2, done"
    state = after(scoring("Rs Rs Rs", expert=True), "remove 2")
    assert boxes(after(state.copy(), "by bird")) == "robin 2"
    assert boxes(after(state.copy(), "by season")) == "spring 2"
    full = after(scoring("Rs Rs Rs", boxes="robin 3", expert=True), "remove 2, by bird")
    assert (boxes(full), full.flaps[ME]) == ("robin 3", 0)
    pigeon = after(scoring("Rs Rs Rs", hand="Pa", boxes="robin 3", expert=True), "done, remove 2, by bird, use Pa")
    assert (boxes(pigeon), pigeon.flaps[ME]) == ("robin 3", 2)


@clause("B10.9")
def test_the_last_cards_of_the_display() -> None:
    state = turn("Rs,Ws,Ps", "Ou")
    assert can(state) == "take Ou, pass"
    events = play(state, "take Ou")
    assert hand_text(state) == "Ou Rs"
    assert [event.seat for event in find_events(events, "could only pass")] == [1, 2, 0]
