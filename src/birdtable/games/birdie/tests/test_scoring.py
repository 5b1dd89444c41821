"""Scoring in the standard game, and the end of the game: B5 and B6."""

from __future__ import annotations

import pytest

from birdtable.game import NOBODY, IllegalStep, Outcome
from birdtable.games.birdie import GAME
from birdtable.games.birdie.rules import BirdieState
from birdtable.testing import clause
from kit.birdie.table import (
    ME,
    OTHER,
    after,
    boxes,
    can,
    deal_all,
    find_events,
    have_passed,
    open_game,
    play,
    row_text,
    scoring,
    trophies,
    turn,
    write,
)


@clause("B5.1")
def test_players_score_one_at_a_time_in_the_order_in_which_they_passed() -> None:
    state = turn("Ps,Ps,Pu,Pu", "Ou Ou", passed="3 2 4")
    order = []
    play(state, "pass")
    while state.round == 1:
        order.append(state.to_move)
        play(state, "done")
    assert order == [2, 1, 3, 0]


@clause("B5.1")
def test_a_row_is_turned_over_when_the_one_before_is_done() -> None:
    state = scoring("Rs Ow", hand="Ps", other_row="Ws Pa", other_hand="Ou")
    assert [played.row for played in GAME.view(state, ME).played] == [["Rs", "Ow"], None]
    events = play(state, "done")
    assert [(event.what, event.seat, event.cards) for event in events] == [
        ("scored", ME, ""),
        ("turned over", OTHER, "Ws Pa"),
    ]


@clause("B5.2")
def test_the_first_card_put_on_the_pile_is_at_the_left_of_the_row() -> None:
    state = open_game("Rs Ow, Ps Ww", "Pu Ou Ra Ra")
    play(state, "stack Pu, add Rs, stack Ou, end, deal Ww, deal Ww, take Ww, deal Ra")
    play(state, "stack Ra, stack Ww, end, deal Pa, deal Pa, pass, pass, done")
    assert (state.to_move, row_text(state)) == (ME, "Pu Rs Ou Ra Ww")


@clause("B5.2")
def test_an_empty_pile_gives_an_empty_row() -> None:
    [event] = find_events(play(turn(",", "Ou Ou", passed="2"), "pass"), "turned over")[:1]
    assert (event.seat, event.cards, event.count) == (OTHER, "", 0)


@clause("B5.3")
@pytest.mark.parametrize(
    "steps",
    [
        "use Rs, deal Wa, insert 3, use Ws, move 1, insert 3",
        "use Ws, move 1, insert 2, use Rs, deal Wa, insert 2",
    ],
)
def test_robin_and_woodpecker_may_be_used_in_any_order_before_sets(steps: str) -> None:
    state = scoring("Oa Pa", hand="Rs Ws Os")
    assert can(state) == "use Rs, use Ws, done"
    assert row_text(after(state, steps)) == "Pa Wa Oa"


@clause("B5.3")
def test_only_before_sets_are_formed() -> None:
    state = after(scoring("Rs Ru Pu", hand="Ra Wa"), "done")
    for step in ("use Ra", "use Wa"):
        with pytest.raises(IllegalStep, match=r"\[B7.2\]"):
            GAME.play(state, step)


@clause("B5.4")
def test_a_set_is_a_run_of_two_or_more_that_share_one_bird_or_one_season() -> None:
    assert can(scoring("Rs Ru Rw Ow")) == "bird 2, bird 3, leave"
    assert can(scoring("Ps Rs Ws Ow")) == "season 2, season 3, leave"


@clause("B5.4")
def test_if_all_share_both_the_player_says_which_counts() -> None:
    assert can(scoring("Rs Rs")) == "bird 2, season 2, leave"
    assert boxes(after(scoring("Rs Rs"), "bird 2")) == "robin 2"
    assert boxes(after(scoring("Rs Rs"), "season 2")) == "spring 2"


@clause("B5.4")
def test_no_card_is_in_two_sets() -> None:
    state = after(scoring("Rs Ru Ou Oa"), "bird 2")
    assert can(state) == "bird 2, leave"
    assert boxes(after(state, "bird 2")) == "owl 2, robin 2"


@clause("B5.4")
def test_a_run_may_be_left_unmarked() -> None:
    assert boxes(after(scoring("Rs Ru Ow Oa"), "leave, bird 2")) == "owl 2"


@clause("B5.4")
def test_a_long_run_may_be_cut_in_two_or_shortened() -> None:
    state = after(scoring("Rs Ru Rs Ru Rs"), "bird 2, bird 3")
    assert [
        event.count for event in find_events(play(scoring("Rs Ru Rs Ru Rs"), "leave, bird 2, bird 2"), "marked")
    ] == [2, 2]
    assert boxes(state) == "robin 3"


@clause("B5.4")
def test_cards_at_which_no_set_can_begin_are_passed_over() -> None:
    state = scoring("Rs Ou Pw Wa Ww")
    assert (state.cursor, can(state)) == (3, "bird 2, leave")


@clause("B5.4")
def test_sets_of_a_full_box_may_be_marked_too() -> None:
    state = scoring("Rs Ru", boxes="robin 3")
    assert can(state) == "bird 2, leave"
    assert boxes(after(state, "bird 2")) == "robin 3"


@clause("B5.4")
def test_sets_that_share_nothing_are_refused() -> None:
    for step in ("bird 3", "season 2"):
        with pytest.raises(IllegalStep, match=r"\[B5.4\]"):
            GAME.play(scoring("Rs Ru Ou"), step)


@clause("B5.5")
def test_pigeon_may_be_used_on_a_marked_set_before_anything_is_written() -> None:
    state = after(scoring("Rs Ru Oa Ow", hand="Pa"), "done, bird 2, bird 2")
    assert (can(state), boxes(state)) == ("use Pa, done", "")
    assert can(after(state, "use Pa")) == "set 1, set 2"


@clause("B5.5")
def test_without_a_marked_set_pigeon_is_not_asked_for() -> None:
    assert after(scoring("Rs Ou", hand="Pa"), "done").round == 2


@clause("B5.6")
@pytest.mark.parametrize(("row", "points"), [("Rs Ru", 2), ("Rs Ru Ra", 3), ("Rs Ru Ra Rw Rs Ru Ra Rw", 8)])
def test_a_set_is_worth_its_cards(row: str, points: int) -> None:
    assert boxes(after(scoring(row), f"bird {points}")) == f"robin {points}"


@clause("B5.6")
@pytest.mark.parametrize("marks", ["bird 2, bird 3", "bird 3, bird 2"])
def test_only_the_largest_set_of_a_trait_counts(marks: str) -> None:
    events = play(scoring("Rs Ru Rs Ru Rs"), marks)
    assert [(event.place, event.points) for event in find_events(events, "wrote")] == [("robin", 3)]


@clause("B5.6")
def test_of_equally_large_sets_one_counts() -> None:
    events = play(scoring("Rs Ru Rs Ru"), "bird 2, bird 2")
    assert [(event.place, event.points) for event in find_events(events, "wrote")] == [("robin", 2)]
    assert len(find_events(events, "flapped")) == 1


@clause("B5.6")
def test_a_box_once_filled_is_never_written_again() -> None:
    events = play(scoring("Rs Ru Rs Ru Oa Ow", boxes="robin 2", in_round=2), "bird 4, bird 2")
    assert [(event.place, event.points) for event in find_events(events, "wrote")] == [("owl", 2)]


@clause("B5.6")
def test_what_counts_must_be_written() -> None:
    state = after(scoring("Rs Ru Oa Ow"), "bird 2, bird 2")
    assert (boxes(state), state.round) == ("owl 2, robin 2", 2)


@clause("B5.7")
def test_every_set_written_marks_the_next_flap_place() -> None:
    state = scoring("Rs Ru Oa Ow Pw")
    events = play(state, "bird 2, leave, season 2")
    assert [(event.count, event.points) for event in find_events(events, "flapped")] == [(1, 1), (1, 1)]
    assert state.flaps[ME] == 2


@clause("B5.7")
def test_without_a_box_there_is_no_mark() -> None:
    state = after(scoring("Rs Ru Rs Ru Oa Ow", boxes="owl 3"), "bird 2, bird 2, bird 2")
    assert state.flaps[ME] == 1


def two_robin_sets(mine: int, others: int) -> BirdieState:
    """Both write a set of robins, one after the other."""
    row = ["Rs", "Ru", "Ra", "Rw"]
    state = scoring(" ".join(row[:mine]), other_row=" ".join(row[:others]))
    return after(state, f"bird {mine}, bird {others}")


@clause("B5.8")
def test_the_first_value_written_for_a_bird_takes_its_trophy() -> None:
    state = scoring("Rs Ru")
    [event] = find_events(play(state, "bird 2"), "won trophy")
    assert (event.seat, event.place, event.points, event.other) == (ME, "robin", 3, NOBODY)
    assert trophies(state) == {"robin": ME}


@clause("B5.8")
def test_a_higher_value_takes_the_trophy_from_its_holder() -> None:
    assert trophies(two_robin_sets(3, 4)) == {"robin": OTHER}
    state = after(scoring("Rs Ru", other_row="Ra Rw Ra"), "bird 2")
    [event] = find_events(play(state, "bird 3"), "won trophy")
    assert (event.seat, event.other) == (OTHER, ME)


@clause("B5.8")
@pytest.mark.parametrize("others", [3, 2])
def test_a_tie_or_less_leaves_the_trophy_where_it_is(others: int) -> None:
    assert trophies(two_robin_sets(3, others)) == {"robin": ME}


@clause("B5.8")
def test_values_of_the_earlier_round_count() -> None:
    state = scoring("Ra Rw Ra", in_round=2)
    write(state, OTHER, "robin 3")
    assert trophies(after(state, "bird 3")) == {"robin": OTHER}


@clause("B5.8")
def test_an_owl_copy_counts_too() -> None:
    state = after(scoring("Os Ps Os", hand="Oa"), "done, season 3, done, use Oa, box robin")
    assert trophies(state) == {"robin": ME}


@clause("B5.8")
def test_seasons_win_no_trophy() -> None:
    assert trophies(after(scoring("Os Ps Os"), "season 3")) == {}


@clause("B5.9")
def test_owl_may_be_used_when_the_sets_are_written() -> None:
    state = after(scoring("Rs Ru Oa Ow", hand="Oa"), "done, bird 2, bird 2, done")
    assert (boxes(state), can(state)) == ("owl 2, robin 2", "use Oa, done")


@clause("B5.10")
def test_hands_and_rows_are_discarded_and_nothing_is_kept() -> None:
    state = after(scoring("Rs Ow", hand="Pu Wu"), "done")
    assert (state.round, state.hand_count, state.row_count, state.pile_count) == (2, [0] * 4, 0, [0] * 4)


@clause("B5.10")
def test_hands_are_discarded_unseen() -> None:
    events = play(scoring("Rs Ow", hand="Pu Wu"), "done")
    assert [event.what for event in events] == ["scored", "turned over", "scored", "round ended", "started"]
    assert all(event.cards == "" for event in events)


def final_state(first: str, second: str, *, flap: int = 0, passed: str = "1 2 3") -> BirdieState:
    """The end of a game of three with these boards of seats 1 and 2; seat 1's Flap column has so many marks."""
    *early, last = (int(seat) - 1 for seat in passed.split())
    state = turn(",,", "Ou Ou")
    state.round = 2
    have_passed(state, early)
    write(state, 0, first)
    write(state, 1, second)
    state.flaps = [flap, 0, 0, 0]
    state.to_move = state.mover = last
    return after(state, "pass")


def outcome(state: BirdieState) -> Outcome:
    found = GAME.outcome(state)
    assert found is not None
    return found


@clause("B6.1")
def test_the_total_is_boxes_passes_the_last_flap_place_and_3_for_each_trophy() -> None:
    state = final_state("robin 4, owl 2, summer 5", "robin 3, winter 6", flap=7)
    assert outcome(state).points == (4 + 2 + 5 + 4 + 7 + 2 * 3, 3 + 6 + 2, 0)


@clause("B6.1")
def test_both_pass_boxes_count() -> None:
    state = after(open_game("Ps Ps, Ps Ps", "Ou Ou Oa Oa"), "pass, pass, done, done")
    play(deal_all(state), "pass, pass, done, done")
    assert outcome(state).points == (2, 2)


@clause("B6.1")
def test_without_a_flap_mark_the_column_gives_nothing() -> None:
    assert outcome(final_state("summer 5", "")).points[0] == 5 + 4


@clause("B6.1")
def test_the_game_is_over_after_two_rounds() -> None:
    state = final_state("summer 5", "")
    assert (GAME.to_move(state), GAME.legal_steps(state)) == (NOBODY, [])
    with pytest.raises(IllegalStep, match=r"\[B6.1\]"):
        GAME.play(state, "pass")


@clause("B6.1")
def test_until_then_there_is_no_outcome() -> None:
    assert GAME.outcome(scoring("Rs Ru", in_round=2)) is None


@clause("B6.2")
def test_most_points_win() -> None:
    decided = outcome(final_state("summer 2", "winter 9"))
    assert (decided.points, decided.winners, decided.clause) == ((6, 11, 0), (1,), "B6.2")


@clause("B6.2")
@pytest.mark.parametrize(
    ("first", "second", "passed", "winner"),
    [
        ("summer 5", "summer 7", "1 2 3", 0),
        ("summer 7", "summer 5", "2 1 3", 1),
        ("summer 5", "summer 3", "3 2 1", 1),
        ("summer 3", "summer 5", "3 1 2", 0),
    ],
)
def test_a_tie_is_won_by_who_passed_earlier_in_round_2(first: str, second: str, passed: str, winner: int) -> None:
    decided = outcome(final_state(first, second, passed=passed))
    assert decided.points[0] == decided.points[1]
    assert decided.winners == (winner,)
