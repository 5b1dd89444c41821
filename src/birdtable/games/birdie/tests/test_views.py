"""What a view remembers, and what of it people are shown."""

from __future__ import annotations

from birdtable.game import NO_SEAT, NOBODY, SPECTATOR, Viewer
from birdtable.games.birdie import GAME
from birdtable.games.birdie.rules import BirdieState
from birdtable.games.birdie.view import BirdieView
from birdtable.testing import clause
from kit.birdie.table import ME, OTHER, after, deal, open_game


def state_after_turns() -> BirdieState:
    """Two turns each: seat 1 has laid an opening card, seat 2 has taken one to the hand."""
    state = open_game("Rs Ow, Ps Ww", "Pu Ou Ra Ra")
    return after(state, "stack Pu, add Rs, stack Ou, end, deal Ww, deal Pa, take Ra, deal Wu")


def view(state: BirdieState, seat: Viewer) -> BirdieView:
    return GAME.view(state, seat)


@clause("B3.7", "B3.8")
def test_one_remembers_ones_opening_hand_and_pile() -> None:
    seen = view(state_after_turns(), ME)
    assert (seen.opening, seen.hand, seen.pile) == (["Ow", "Rs"], ["Ow"], ["Pu", "Rs", "Ou"])


@clause("B3.8")
def test_one_remembers_what_others_took_in_the_open() -> None:
    seen = view(state_after_turns(), ME)
    assert [(turn.cards, turn.to) for turn in seen.played[OTHER].turns] == [(("Ra",), "hand")]
    assert (seen.hands, seen.piles) == ([1, 3], [3, 0])


@clause("B3.8")
def test_a_spectator_has_no_hand_and_sees_sizes() -> None:
    seen = view(state_after_turns(), SPECTATOR)
    assert (seen.seat, seen.hand, seen.pile, seen.opening) == (NO_SEAT, None, None, None)
    assert (seen.hands, seen.piles, seen.deck, seen.stop) == ([1, 3], [3, 0], 30 - 4 - 4 - 3, 2)
    assert seen.played == view(state_after_turns(), ME).played


@clause("B3.7", "B3.8")
def test_at_a_strict_table_nothing_is_shown_that_cardboard_would_not_show_again() -> None:
    state = state_after_turns()
    strict = GAME.shown(view(state, ME), "strict")
    assert (strict.pile, strict.opening) == (None, None)
    assert [each.turns for each in strict.played] == [[], []]
    assert (strict.hand, strict.display, strict.hands) == (["Ow"], view(state, ME).display, [1, 3])


@clause("B3.7")
def test_a_row_that_lies_open_is_shown_at_a_strict_table_too() -> None:
    strict = GAME.shown(view(after(state_after_turns(), "pass, pass"), OTHER), "strict")
    assert (strict.scorer, strict.row) == (ME, ["Pu", "Rs", "Ou"])
    assert [each.row for each in strict.played] == [["Pu", "Rs", "Ou"], None]


@clause("B2.1", "B5.10")
def test_with_2_players_round_1_is_remembered_as_its_cards_do_not_come_back() -> None:
    state = after(state_after_turns(), "pass, pass, done, done")
    assert state.round == 2
    seen = view(state, ME)
    assert seen.earlier is not None
    assert [each.row for each in seen.earlier] == [["Pu", "Rs", "Ou"], []]
    assert [len(each.turns) for each in seen.earlier] == [1, 1]
    assert (seen.earlier_public, seen.earlier_hand) == (["Wu", "Ww", "Pa", "Ra"], ["Ow"])
    assert seen.earlier_opening == ["Ow", "Rs"]
    assert view(state, SPECTATOR).earlier_hand is None
    strict = GAME.shown(seen, "strict")
    assert (strict.earlier, strict.earlier_public, strict.earlier_hand, strict.earlier_opening) == (None,) * 4


@clause("B2.1")
def test_with_3_players_nothing_of_round_1_is_worth_remembering() -> None:
    state = after(open_game("Rs Ow, Ps Ww, Pu Pu", "Ra Ra Ou Ou"), "pass, pass, pass, done, done, done")
    assert state.round == 2
    assert (view(state, ME).earlier, view(state, ME).earlier_public) == (None, None)


@clause("B6.1")
def test_after_the_end_all_rows_lie_open_and_hands_do_not() -> None:
    state = deal(after(state_after_turns(), "pass, pass, done, done"), "Ws Ws Wa Wa Os Os Oa Oa")
    after(state, "stack Os, stack Oa, end, deal Ps, deal Ps, pass, pass, done, done, leave")
    assert state.to_move == NOBODY
    seen = view(state, SPECTATOR)
    assert sorted(each.row or [] for each in seen.played) == [[], ["Os", "Oa"]]
    assert (seen.hand, seen.scorer) == (None, NOBODY)


@clause("B1.3")
def test_a_view_tells_what_a_board_is_worth_now() -> None:
    state = after(state_after_turns(), "pass, pass")
    assert [board.points for board in view(state, SPECTATOR).boards] == [2, 0]
    assert view(state, SPECTATOR).boards[ME].passes == [2]
