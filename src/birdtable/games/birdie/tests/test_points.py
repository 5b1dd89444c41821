"""The sums that others ask for are those of the rules."""

from __future__ import annotations

import pytest

from birdtable.engine import Rng
from birdtable.game import NOBODY
from birdtable.games.birdie import GAME
from birdtable.games.birdie.cards import ALL_CARDS, ROBIN, TRAITS, TROPHY, TURN
from birdtable.games.birdie.points import (
    cards_of_round,
    copied_points,
    flap_points,
    is_one_shuffle,
    most_shown,
    most_uses,
    pass_points,
    total,
    trophy_points,
    winner,
)
from birdtable.games.birdie.rules import BirdieState
from birdtable.games.birdie.solver.from_view import problem_of, uses_left
from birdtable.testing import clause
from kit.birdie.table import ME, after, can, random_step, scoring


@clause("B2.1")
def test_with_two_players_a_round_has_half_of_the_cards() -> None:
    assert [cards_of_round(seats) for seats in (2, 3, 4)] == [32, 64, 64]


@clause("B4.1")
@pytest.mark.parametrize(("seats", "points"), [(2, [2, 0]), (3, [4, 2, 0]), (4, [6, 4, 2, 0])])
def test_passing_brings_two_points_for_everybody_still_in_the_round(seats: int, points: list[int]) -> None:
    assert [pass_points(seats, passed) for passed in range(seats)] == points


@clause("B5.8")
def test_only_more_than_anybody_has_written_wins_a_trophy() -> None:
    assert [trophy_points(value, record=4) for value in (3, 4, 5)] == [0, 0, TROPHY]


@clause("B7.3")
def test_owl_writes_the_lowest_value_but_never_more_than_five() -> None:
    assert [copied_points(lowest) for lowest in (2, 5, 8)] == [2, 5, 5]


@clause("B6.1")
def test_the_last_marked_place_of_the_flap_column_counts() -> None:
    assert [flap_points((1, 1, 4), marks) for marks in range(4)] == [0, 1, 1, 4]


@clause("B6.2")
def test_of_equal_totals_the_one_who_passed_earlier_wins() -> None:
    assert winner([20, 31, 31], passed=[2, 0, 1]) == 2
    assert winner([20, 31, 31], passed=[1, 2, 0]) == 1
    assert winner([32, 31, 31], passed=[1, 2, 0]) == 0


def final_state(seats: int, expert: bool, rng: Rng) -> BirdieState:
    state = GAME.start(seats, {"expert": expert})
    while state.to_move != NOBODY:
        state.apply(random_step(state, rng))
    return state


@clause("B4.1", "B6.1", "B6.2")
@pytest.mark.parametrize("expert", [False, True])
def test_the_rules_come_to_the_same_sums(expert: bool) -> None:
    rng = Rng(4)
    for number in range(60):
        state = final_state(2 + number % 3, expert, rng)
        view = GAME.view(state, ME)
        for seat, board in enumerate(view.boards):
            flaps = flap_points(state.flap_values, board.flaps)
            trophies = sum(holder == seat for holder in view.trophies.values())
            assert board.points == state.points[seat] == total(board.boxes.values(), board.passes, flaps, trophies)
            assert (board.flap_points, board.trophy_points) == (flaps, TROPHY * trophies)
            assert board.passes[1] == pass_points(view.seats, view.passed.index(seat))
            assert max(board.used.values(), default=0) <= most_uses(expert)
        assert state.winners == 1 << winner(state.points, view.passed)
        outcome = GAME.outcome(state)
        assert outcome and (GAME.standing(state), GAME.ahead(state)) == (outcome.points, outcome.winners)


@clause("B2.1", "B2.2", "B2.3")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_cards_of_a_round_are_as_many_as_are_dealt(seats: int) -> None:
    state, rng = GAME.start(seats), Rng(seats)
    for number in (1, 2):
        while state.round < number or state.phase != TURN:
            state.apply(random_step(state, rng))
        assert state.deck + state.display_count == most_shown(seats)
        assert state.deck + state.stop + state.display_count + sum(state.hand_count) == cards_of_round(seats)
        assert (state.unseen == ALL_CARDS - state.display - sum(state.hand)) is not (
            is_one_shuffle(seats) and number == 2
        )


@clause("B7.1")
@pytest.mark.parametrize("expert", [False, True])
def test_an_ability_is_used_up_when_the_sums_say_so(expert: bool) -> None:
    state = scoring("Rs Pu", "Rw Rw Ra", expert=expert)
    for _ in range(most_uses(expert)):
        assert "use Rw" in can(state)
        after(state, "use Rw, deal Wa, insert 1")
    assert "use R" not in can(state)
    assert uses_left(GAME.view(state, ME))[("woodpecker", "owl", "pigeon", "robin")[ROBIN]] == 0


def test_a_view_becomes_a_problem_with_its_row_board_and_uses() -> None:
    state = scoring("Rs Rs Ou Ow", "Wa Wa Pa", "robin 4, winter 2", owl="move", in_round=1)
    view = GAME.view(state, ME)
    uses = uses_left(view)
    assert uses == {"woodpecker": 1, "owl": 0, "pigeon": 1, "robin": 0}
    problem = problem_of(view, uses, open_value=1.5, time=3.0)
    assert (problem.row, problem.boxes, problem.records) == ("Rs Rs Ou Ow", {"robin": 4, "winter": 2}, {"robin": 4})
    assert (problem.woodpeckers, problem.pigeons, problem.owls, problem.owl) == (1, 1, 0, "move")
    assert problem.open_value == dict.fromkeys(TRAITS, 1.5)
    assert problem_of(view, {}, open_value=0, time=3.0).open_value == {}
