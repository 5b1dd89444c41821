"""What the birds can do: B7."""

from __future__ import annotations

import pytest

from birdtable.game import CHANCE, IllegalStep
from birdtable.games.birdie import GAME
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
    row_text,
    scoring,
    trophies,
)


@clause("B7.1")
def test_a_card_is_discarded_from_the_hand_for_the_ability_of_its_bird() -> None:
    state = scoring("Oa Pa", hand="Ws Wu Ou")
    [event, *_] = play(state, "use Wu")
    assert (hand_text(state), can(state)) == ("Ws Ou", "move 1, move 2")
    assert (event.what, event.seat, event.cards, event.place) == ("used", ME, "Wu", "woodpecker")


@clause("B7.1")
def test_no_ability_has_to_be_used() -> None:
    state = after(scoring("Ra Pa", hand="Ws Os Ps Rs"), "done, season 2, done, done")
    assert (state.round, boxes(state), state.used[:4]) == (2, "autumn 2", [0] * 4)


@clause("B7.1")
def test_cards_of_the_row_have_no_ability() -> None:
    assert can(scoring("Ra Wa", hand="Os")) == "done"


@clause("B7.1")
def test_each_ability_is_used_once_a_game() -> None:
    state = after(scoring("Oa Pa", hand="Ws Wu Rs"), "use Wu, move 1, insert 2")
    assert can(state) == "use Rs, done"
    later = scoring("Oa Pa", hand="Ws", in_round=2)
    later.used = [1, *[0] * 15]
    assert "use Ws" not in can(later)


@clause("B7.1")
def test_in_the_expert_game_twice_in_one_round_or_two() -> None:
    state = scoring("Oa Pa", hand="Ws Wu Wa", expert=True)
    play(state, "use Wu, move 1, insert 2, use Ws, move 1, insert 2")
    assert "use Wa" not in can(state)
    later = scoring("Oa Pa", hand="Ws", in_round=2, expert=True)
    assert "use Ws" in can(later)


@clause("B7.1")
def test_each_use_costs_a_card() -> None:
    state = after(scoring("Oa Pa", hand="Ws", expert=True), "use Ws, move 1, insert 2")
    assert (hand_text(state), can(state)) == ("", "remove 1, remove 2, done")


@clause("B7.1")
def test_whether_a_player_is_asked_depends_on_how_many_cards_they_hold_not_on_which() -> None:
    for hand in ("Ou", "Rs"):
        state = scoring("Ra Pa", hand=hand)
        phases = [
            GAME.view(after(state, step) if step else state, OTHER).phase for step in ("", "done", "season 2", "done")
        ]
        assert phases == ["before", "mark", "pigeon", "owl"]


@clause("B7.2")
@pytest.mark.parametrize(
    ("steps", "row"),
    [
        ("move 1, insert 3", "Pa Wa Oa"),
        ("move 3, insert 1", "Wa Oa Pa"),
        ("move 2, insert 1", "Pa Oa Wa"),
    ],
)
def test_woodpecker_moves_a_card_of_the_row_to_another_place(steps: str, row: str) -> None:
    state = scoring("Oa Pa Wa", hand="Ws Ou")
    [_, picked_up, moved] = play(state, f"use Ws, {steps}")
    assert row_text(state) == row
    assert (picked_up.what, moved.what, picked_up.cards) == ("picked up", "moved", moved.cards)
    assert f"move {picked_up.count}, insert {moved.count}" == steps


@clause("B7.2")
def test_woodpecker_puts_the_card_at_another_place() -> None:
    state = after(scoring("Oa Pa Wa", hand="Ws"), "use Ws, move 2")
    assert can(state) == "insert 1, insert 3"


@clause("B7.2")
def test_a_view_tells_which_card_is_on_its_way_and_from_where() -> None:
    state = scoring("Oa Pa Wa", hand="Ws")
    assert (GAME.view(state, OTHER).held, GAME.view(state, OTHER).picked) == (None, 0)
    after(state, "use Ws, move 2")
    assert (GAME.view(state, OTHER).held, GAME.view(state, OTHER).picked) == ("Pa", 2)
    after(state, "insert 1")
    assert (GAME.view(state, OTHER).held, GAME.view(state, OTHER).picked) == (None, 0)


@clause("B7.2")
@pytest.mark.parametrize(("row", "steps"), [("", "done"), ("Oa", "done"), ("Oa Pa", "use Ws, done")])
def test_woodpecker_needs_a_row_of_2(row: str, steps: str) -> None:
    assert can(scoring(row, hand="Ws")) == steps


@clause("B7.2")
@pytest.mark.parametrize(("place", "row"), [(1, "Pw Oa Pa"), (2, "Oa Pw Pa"), (3, "Oa Pa Pw")])
def test_robin_inserts_the_card_it_draws_anywhere_in_the_row(place: int, row: str) -> None:
    state = scoring("Oa Pa", hand="Rs Ou")
    play(state, "use Rs")
    assert (state.to_move, state.stop) == (CHANCE, 2)
    [drew] = play(state, "deal Pw")
    assert (drew.what, drew.seat, drew.cards, state.stop, state.deck) == ("drew", ME, "Pw", 1, 6)
    assert can(state) == "insert 1, insert 2, insert 3"
    [inserted, *_] = play(state, f"insert {place}")
    assert (row_text(state), inserted.what, inserted.count) == (row, "inserted", place)


@clause("B7.2")
def test_robin_makes_a_row_of_an_empty_one() -> None:
    state = after(scoring("", hand="Rs Rw", expert=True), "use Rs, deal Pw")
    assert can(state) == "insert 1"
    assert row_text(after(state, "insert 1")) == "Pw"


@clause("B7.2")
def test_the_card_goes_into_the_row_never_to_the_hand() -> None:
    state = after(scoring("Oa Pa", hand="Rs Ou"), "use Rs, deal Pw, insert 2")
    assert hand_text(state) == "Ou"


@clause("B7.2")
def test_with_an_empty_stop_pile_there_is_no_robin() -> None:
    state = scoring("Oa Pa", hand="Rs Ru", other_row="Ws Wu", other_hand="Ra Rw", expert=True)
    play(state, "use Rs, deal Pw, insert 1, use Ru, deal Pw, insert 1, done")
    assert (state.to_move, state.stop, can(state)) == (OTHER, 0, "done")
    with pytest.raises(IllegalStep, match=r"the stop pile is empty \[B7.2\]"):
        GAME.play(state, "use Ra")


@clause("B7.3")
@pytest.mark.parametrize(
    ("row", "steps", "points"),
    [
        ("Rs Ru Ra Oa Oa", "bird 3, bird 2", 2),
        ("Rs Ru Ra Rw Os Ou Oa Ow", "bird 4, bird 4", 4),
        ("Rs Ru Ra Rw Rs Ru", "bird 6", 5),
    ],
)
def test_owl_copies_the_lowest_value_written_but_at_most_5(row: str, steps: str, points: int) -> None:
    state = after(scoring(row, hand="Ow"), f"done, {steps}, done, use Ow")
    [event, *_] = play(state, "box winter")
    assert (event.what, event.place, event.points) == ("copied", "winter", points)
    assert f"winter {points}" in boxes(state)


@clause("B7.3")
def test_owl_writes_in_any_empty_box_of_a_season_or_a_bird() -> None:
    state = after(scoring("Rs Ru Ra", hand="Ow", boxes="owl 2, autumn 3"), "done, bird 3, done, use Ow")
    assert can(state) == "box woodpecker, box pigeon, box spring, box summer, box winter"


@clause("B7.3")
def test_owl_makes_no_flap_mark() -> None:
    assert after(scoring("Rs Ru Ra", hand="Ow"), "done, bird 3, done, use Ow, box winter").flaps[ME] == 1


@clause("B7.3")
def test_owl_can_win_a_trophy() -> None:
    state = after(scoring("Rs Ru Ra", hand="Ow"), "done, bird 3, done, use Ow, box pigeon")
    assert trophies(state) == {"robin": ME, "pigeon": ME}


@clause("B7.3")
def test_owl_needs_a_set_written_this_round() -> None:
    state = after(scoring("Rs Ru Ra", hand="Ow", boxes="robin 2"), "done, bird 3, done")
    assert state.round == 2


@clause("B7.3")
def test_owl_needs_an_empty_box() -> None:
    full = "woodpecker 2, owl 2, pigeon 2, spring 2, summer 2, autumn 2, winter 2"
    assert after(scoring("Rs Ru Ra", hand="Ow", boxes=full), "done, bird 3, done").round == 2


@clause("B7.3")
def test_the_lowest_value_is_of_this_round_and_of_ones_own_sets() -> None:
    state = scoring("Rs Ru Ra", hand="Ow", boxes="owl 2", other_row="Ps Pu")
    assert "winter 3" in boxes(after(state, "done, bird 3, done, use Ow, box winter"))


@clause("B7.3")
def test_a_copy_is_not_the_lowest_value_of_a_second_owl() -> None:
    row = "Rs Ru Ra Rw Rs Ow Rs"
    state = after(scoring(row, hand="Ou Oa", expert=True), "done, remove 6, by bird, done")
    play(state, "use Ou, box winter, use Oa, box pigeon")
    assert boxes(state) == "pigeon 5, robin 6, winter 5"


@clause("B7.4")
def test_pigeon_removes_a_set_for_2_flap_marks() -> None:
    state = after(scoring("Rs Ru Oa Ow", hand="Pa"), "done, bird 2, bird 2, use Pa")
    events = play(state, "set 2")
    assert [(event.what, event.place, event.count) for event in events[:2]] == [
        ("dropped", "owl", 2),
        ("flapped", "", 2),
    ]
    assert (boxes(state), state.flaps[ME]) == ("robin 2", 3)


@clause("B7.4")
@pytest.mark.parametrize(("number", "written"), [(1, "robin 2"), (2, "robin 3")])
def test_the_largest_of_the_sets_that_remain_counts(number: int, written: str) -> None:
    state = after(scoring("Rs Ru Ra Rw Rs", hand="Pa"), f"done, bird 3, bird 2, use Pa, set {number}")
    assert (boxes(state), state.flaps[ME]) == (written, 3)


@clause("B7.4")
def test_pigeon_may_remove_a_set_of_a_full_box() -> None:
    state = after(scoring("Rs Ru", hand="Pa", boxes="robin 4"), "done, bird 2, use Pa, set 1")
    assert (boxes(state), state.flaps[ME]) == ("robin 4", 2)


@clause("B7.4")
def test_the_removed_set_does_not_count_for_owl() -> None:
    state = after(scoring("Rs Ru Oa Ow Os", hand="Pa Ou"), "done, bird 2, bird 3, use Pa, set 1, use Ou, box winter")
    assert boxes(state) == "owl 3, winter 3"
    alone = after(scoring("Rs Ru", hand="Pa Ou"), "done, bird 2, use Pa, set 1")
    assert alone.round == 2


@clause("B7.4")
def test_pigeon_is_for_sets_formed_and_not_yet_written() -> None:
    for steps in ("done", "done, bird 2, bird 2, done"):
        state = after(scoring("Rs Ru Oa Ow", hand="Pa"), steps)
        with pytest.raises(IllegalStep, match=r"\[B7.4\]"):
            GAME.play(state, "use Pa")


@clause("B7.5")
def test_flap_marks_beyond_the_end_are_lost() -> None:
    state = scoring("Rs Ru Oa Ow", flap_values=(1, 4))
    state.flaps = [1, 0, 0, 0]
    events = play(state, "bird 2, bird 2")
    told_marks = [(event.count, event.points, event.at) for event in find_events(events, "flapped")]
    assert told_marks == [(1, 3, 2), (0, 0, 2)]
    assert state.flaps[ME] == 2


@clause("B7.5")
def test_pigeon_may_be_used_all_the_same() -> None:
    state = scoring("Rs Ru", hand="Pa", flap_values=(1, 4, 8))
    state.flaps = [2, 0, 0, 0]
    events = play(state, "done, bird 2, use Pa, set 1")
    assert [(event.count, event.points) for event in find_events(events, "flapped")] == [(1, 4)]
    assert state.flaps[ME] == 3
