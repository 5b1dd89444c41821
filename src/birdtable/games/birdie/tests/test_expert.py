"""Scoring in the expert game: B8."""

from __future__ import annotations

import pytest

from birdtable.game import IllegalStep
from birdtable.games.birdie import GAME
from birdtable.games.birdie.rules import BirdieState
from birdtable.testing import clause
from kit.birdie.table import ME, after, boxes, can, find_events, play, row_text, scoring, trophies


def expert(row: str, hand: str = "", boxes: str = "", *, other_row: str = "") -> BirdieState:
    return scoring(row, hand, boxes, other_row=other_row, expert=True)


@clause("B8.1")
def test_robin_and_woodpecker_come_first() -> None:
    state = expert("Oa Pw", hand="Rs Ws")
    assert can(state) == "use Rs, use Ws, done"


@clause("B8.1")
def test_not_between_removals() -> None:
    state = after(expert("Oa Pw Wu", hand="Rs Ws"), "done, remove 1")
    for step in ("use Rs", "use Ws"):
        with pytest.raises(IllegalStep, match=r"before sets are formed .*B7.2"):
            GAME.play(state, step)


@clause("B8.2")
def test_any_card_of_the_row_may_be_removed_and_scores_nothing() -> None:
    state = expert("Oa Pw Wu")
    assert can(state) == "remove 1, remove 2, remove 3, done"
    [event] = play(state, "remove 2")
    assert (event.what, event.cards, event.count) == ("removed", "Pw", 2)
    assert (row_text(state), boxes(state)) == ("Oa Wu", "")


@clause("B8.2")
@pytest.mark.parametrize(
    ("row", "place", "written", "left"),
    [
        ("Rs Ou Rw Pa", 2, "robin 2", "Pa"),
        ("Ps Ou Rs Wa", 2, "spring 2", "Wa"),
        ("Pa Rs Ru Ow Ra Rw Ra Ws", 4, "robin 5", "Pa Ws"),
        ("Ou Ps Rs Wa Os Ps Ws Rw", 4, "spring 5", "Ou Rw"),
    ],
)
def test_all_cards_beside_the_gap_with_the_shared_trait_are_taken(
    row: str, place: int, written: str, left: str
) -> None:
    state = after(expert(row), f"remove {place}")
    assert (boxes(state), row_text(state)) == (written, left)


@clause("B8.2")
def test_a_set_must_be_taken_even_to_the_players_harm() -> None:
    """Three robins stand there, but the cards beside the gap share winter."""
    state = after(expert("Rs Ru Rw Oa Pw Ws"), "remove 4")
    assert (boxes(state), row_text(state)) == ("winter 2", "Rs Ru Ws")


@clause("B8.2")
def test_if_both_traits_are_shared_the_player_chooses() -> None:
    state = after(expert("Ps Rs Oa Rs Ru"), "remove 3")
    assert can(state) == "by bird, by season"
    assert boxes(after(state.copy(), "by bird")) == "robin 3"
    assert boxes(after(state.copy(), "by season")) == "spring 3"


@clause("B8.2")
def test_also_one_whose_box_is_full() -> None:
    state = after(expert("Ps Rs Oa Rs Ru", boxes="robin 2"), "remove 3")
    assert can(state) == "by bird, by season"
    [taken, lost, *_] = play(state, "by bird")
    assert (taken.what, taken.place, taken.count) == ("set taken", "robin", 3)
    assert (lost.what, lost.place, lost.count) == ("lost", "robin", 3)


@clause("B8.2")
@pytest.mark.parametrize("place", [1, 4])
def test_a_gap_at_an_end_takes_nothing(place: int) -> None:
    state = after(expert("Oa Ru Ru Oa"), f"remove {place}")
    assert (state.row_count, boxes(state)) == (3, "")


@clause("B8.3")
def test_a_set_is_written_at_once_if_its_box_is_empty() -> None:
    state = expert("Wa Rs Ou Rw Pu Ws")
    events = play(state, "remove 3")
    assert [event.what for event in events] == ["removed", "set taken", "wrote", "flapped", "won trophy"]
    assert (boxes(state), row_text(state), can(state)) == ("robin 2", "Wa Pu Ws", "remove 1, remove 2, remove 3, done")


@clause("B8.3")
def test_else_its_points_are_lost_without_a_flap_mark() -> None:
    state = expert("Wa Rs Ou Rw Pu Ws", boxes="robin 3")
    assert [event.what for event in play(state, "remove 3")] == ["removed", "set taken", "lost"]
    assert (boxes(state), state.flaps[ME], row_text(state)) == ("robin 3", 0, "Wa Pu Ws")


@clause("B8.3")
def test_the_first_set_of_a_trait_counts_not_the_largest() -> None:
    state = after(expert("Rs Ou Rw Pa Ru Ow Ra Rs"), "remove 2, remove 3")
    assert (boxes(state), state.flaps[ME]) == ("robin 2", 1)


@clause("B8.3")
@pytest.mark.parametrize("full", ["", "robin 3"])
def test_pigeon_is_used_on_the_set_in_place_of_writing_or_losing_it(full: str) -> None:
    state = after(expert("Wa Rs Ou Rw Pu Ws", hand="Ps", boxes=full), "done, remove 3")
    assert can(state) == "use Ps, done"
    assert GAME.view(state, ME).taking == [2, 3]
    events = play(state, "use Ps")
    assert [event.what for event in events] == ["used", "dropped", "flapped"]
    assert (boxes(state), state.flaps[ME], row_text(state)) == (full, 2, "Wa Pu Ws")


@clause("B8.3")
def test_pigeon_is_asked_for_each_set_that_arises() -> None:
    state = after(expert("Wa Rs Ou Rw Pa Ws", hand="Ps Pw"), "done, remove 3, done")
    assert (boxes(state), can(state)) == ("robin 2", "use Ps, use Pw, done")
    assert boxes(after(state, "done, done")) == "robin 2, autumn 2"


@clause("B8.4")
def test_the_gap_that_a_set_leaves_may_take_another_set() -> None:
    state = expert("Wu Ps Rs Ou Rw Pa")
    events = play(state, "remove 4")
    assert [(event.place, event.count) for event in find_events(events, "set taken")] == [("robin", 2), ("pigeon", 2)]
    assert (boxes(state), row_text(state)) == ("pigeon 2, robin 2", "Wu")


@clause("B8.4")
def test_until_the_cards_beside_the_gap_share_nothing() -> None:
    state = after(expert("Wu Ps Rs Ou Rw Oa"), "remove 4")
    assert (boxes(state), row_text(state)) == ("robin 2", "Wu Ps Oa")


@clause("B8.4")
def test_or_until_the_gap_is_at_an_end() -> None:
    state = after(expert("Rs Ou Rw Wu Wa"), "remove 2")
    assert (boxes(state), row_text(state)) == ("robin 2", "Wu Wa")


@clause("B8.4")
def test_cards_that_come_together_are_not_taken_before_the_next_removal() -> None:
    state = after(expert("Wu Wa Ps Oa Rw"), "remove 5")
    assert (boxes(state), row_text(state)) == ("", "Wu Wa Ps Oa")


@clause("B8.5")
def test_the_player_may_remove_another_card_or_stop() -> None:
    state = after(expert("Rs Ou Rw Pa Ou Ww Oa"), "remove 2")
    assert can(state) == "remove 1, remove 2, remove 3, remove 4, done"
    assert boxes(after(state.copy(), "remove 3")) == "owl 2, robin 2"
    assert (after(state, "done").round, boxes(state)) == (2, "robin 2")


@clause("B8.5")
def test_the_first_removal_may_be_left_out() -> None:
    assert after(expert("Rs Ou Rw"), "done").round == 2


@clause("B8.5")
def test_it_ends_when_no_cards_are_left() -> None:
    assert after(expert("Rs Ou"), "remove 1, remove 1").round == 2
    assert expert("").round == 2


@clause("B8.6")
def test_owl_comes_after_the_last_set_each_use_into_another_box() -> None:
    state = after(expert("Rs Ou Rw Pa", hand="Os Ow"), "done, remove 2, done")
    assert boxes(state) == "robin 2"
    assert can(after(state, "done")) == "use Os, use Ow, done"
    assert can(after(state, "use Os, box owl")) == "use Ow, done"
    assert boxes(after(state, "use Ow, box spring")) == "owl 2, robin 2, spring 2"


@clause("B8.6")
def test_not_between_sets() -> None:
    state = after(expert("Rs Ou Rw Pa Oa", hand="Os Ow"), "done, remove 2, done")
    with pytest.raises(IllegalStep, match=r"\[B7.3\]"):
        GAME.play(state, "use Os")


@clause("B8.6")
def test_flap_marks_and_trophies_are_as_in_the_standard_game() -> None:
    state = after(expert("Rs Ou Rw", other_row="Rs Ou Ra Rw"), "remove 2")
    assert (trophies(state), state.flaps[:2]) == ({"robin": 0}, [1, 0])
    play(state, "remove 2")
    assert (trophies(state), state.flaps[:2]) == ({"robin": 1}, [1, 1])


@clause("B8.4")
def test_everything_is_told_of_the_longest_cascade() -> None:
    left = "Ru Pw Oa Rw Ws Pa Wu Ww Ru Oa Rs Oa Ps Ra Wu Ow Ws Pu Wa"
    right = "Ra Ou Rs Pw Wa Ru Pw Ou Ps Ra Wu Pw Wa Ps Wa Rs Ow Ps Rs"
    events = play(expert(f"{left} Ws {right}"), "remove 20")
    assert [len(find_events(events, what)) for what in ("set taken", "wrote", "lost")] == [19, 8, 11]
    assert [event.what for event in events][-2:] == ["round ended", "started"]
