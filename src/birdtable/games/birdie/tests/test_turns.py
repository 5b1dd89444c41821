"""Turns and passing: B3 and B4."""

from __future__ import annotations

import pytest

from birdtable.game import CHANCE, SPECTATOR, IllegalStep
from birdtable.games.birdie import GAME
from birdtable.games.birdie.rules import BirdieState
from birdtable.testing import clause
from kit.birdie.table import (
    ME,
    OTHER,
    after,
    boxes,
    can,
    deal,
    deal_all,
    display_text,
    find_events,
    hand_text,
    open_game,
    pile_text,
    play,
    scoring,
    turn,
)

FIRST_TURN = ("Rs Ow, Ps Ww", "Pu Ou Ra Ra")


@clause("B3.1")
def test_a_turn_is_take_1_or_take_2_or_pass() -> None:
    assert can(turn("Rs,", "Ou Pw")) == "take Ou, stack Ou, take Pw, stack Pw, add Rs, pass"


@clause("B3.1")
def test_turns_go_clockwise_and_skip_who_has_passed() -> None:
    state = open_game("Rs Rs, Rs Rs, Ow Ow, Ow Ow", "Ps Ps Pu Pu", starter=3)
    assert after(state, "pass").to_move == 3
    assert deal_all(after(state, "take Ps")).to_move == 0
    assert deal_all(after(state, "take Ps")).to_move == 1
    assert deal_all(after(state, "take Pu")).to_move == 3


@clause("B3.1")
def test_passing_is_always_allowed() -> None:
    for display in ("Ou", "Ou Ou", "Ou Ra Ps Ws"):
        assert "pass" in GAME.legal_steps(turn("Rs,", display))


@clause("B3.1")
def test_a_turn_is_exactly_one_of_them() -> None:
    state = after(turn("Rs,", "Ou Pw Pw"), "stack Ou")
    assert can(state) == "stack Pw, add Rs"
    state = after(turn("Rs,", "Ou Pw Pw"), "add Rs")
    assert can(state) == "stack Ou, stack Pw"


@clause("B3.2")
def test_take_1_moves_a_display_card_to_the_hand() -> None:
    state = turn("Rs,", "Ou Pw")
    [event] = play(state, "take Pw")[:1]
    assert (hand_text(state), display_text(state), pile_text(state)) == ("Pw Rs", "Ou", "")
    assert (event.what, event.seat, event.cards) == ("took", ME, "Pw")


@clause("B3.2")
def test_one_card_in_the_display_is_enough_to_take_1() -> None:
    assert hand_text(after(turn("Rs,", "Ou"), "take Ou")) == "Ou Rs"


@clause("B3.2")
def test_there_is_no_hand_limit() -> None:
    state = open_game("Rs Rs, Ww Ww", "Ou Ou Ou Ou")
    while state.deck or state.display_count:
        GAME.play(deal_all(state), next(step for step in GAME.legal_steps(deal_all(state)) if step.startswith("take")))
    assert state.hand_count[:2] == [15, 15]


@clause("B3.3")
def test_take_2_puts_display_and_hand_cards_on_the_pile_in_the_order_laid() -> None:
    state = turn("Rs Rw Ws,", "Ou Pw Ps")
    play(state, "add Rw, stack Pw, add Rs, stack Ou, end")
    assert (pile_text(state), hand_text(state), display_text(state)) == ("Rw Pw Rs Ou", "Ws", "Ps")


@clause("B3.3")
def test_take_2_needs_no_hand_card() -> None:
    state = after(turn("Rs,", "Ou Pw Ps"), "stack Ps, stack Ou, end")
    assert (pile_text(state), hand_text(state)) == ("Ps Ou", "Rs")


@clause("B3.3")
def test_take_2_goes_on_top_of_the_pile() -> None:
    state = after(turn(",", "Ou Pw Ps Ra", deck=3), "stack Ps, stack Ou, deal Ws, deal Ws, take Ws, deal Ws")
    assert pile_text(after(state, "stack Ra, stack Pw")) == "Ps Ou Ra Pw"


@clause("B3.3")
def test_hand_cards_may_still_follow_the_second_display_card() -> None:
    state = after(turn("Rs Ws,", "Ou Pw"), "stack Pw, stack Ou")
    assert can(state) == "add Ws, add Rs, end"
    assert pile_text(after(state, "add Rs, end")) == "Pw Ou Rs"


@clause("B3.3")
def test_take_2_ends_by_itself_when_no_hand_card_is_left() -> None:
    state = after(turn("Rs,,", "Ou Pw Pw"), "stack Pw, add Rs, stack Ou")
    assert (pile_text(state), state.to_move) == ("Pw Rs Ou", 1)


@clause("B3.3")
def test_take_2_needs_two_display_cards() -> None:
    assert can(turn("Rs,", "Ou")) == "take Ou, pass"
    assert "end" not in can(after(turn("Rs Ws,", "Ou Pw"), "stack Pw, add Rs"))


@clause("B3.4")
def test_a_card_that_is_not_in_the_display_cannot_be_taken() -> None:
    state = open_game("Rs Rs, Ww Ww", "Ou Ou Pw Pw")
    for step in ("take Ra", "stack Ra", "take Rs"):
        with pytest.raises(IllegalStep, match=r"\[B3.4\]"):
            GAME.play(state, step)


@clause("B3.5")
@pytest.mark.parametrize(("steps", "missing"), [("take Ou", 1), ("stack Ou, stack Pw, end", 2)])
def test_the_display_is_refilled_to_4_at_the_end_of_the_turn(steps: str, missing: int) -> None:
    state = after(turn("Rs,", "Ou Pw Ps Ps", deck=5), steps)
    for _ in range(missing):
        assert state.to_move == CHANCE
        [event, *_] = play(state, "deal Ww")
        assert (event.what, event.cards) == ("refilled", "Ww")
    assert (state.display_count, state.deck, state.to_move) == (4, 5 - missing, OTHER)


@clause("B3.5")
def test_the_display_is_refilled_as_far_as_the_bird_deck_goes() -> None:
    state = after(turn("Rs,", "Ou Pw Ps Ps", deck=1), "stack Ou, stack Pw, end, deal Ww")
    assert (state.display_count, state.deck, state.stop, state.to_move) == (3, 0, 2, OTHER)


@clause("B3.5")
def test_once_the_stop_card_is_on_top_the_round_goes_on_without_refill() -> None:
    state = after(turn("Rs,", "Ou Pw Ps Ps"), "take Ou")
    assert (state.display_count, state.to_move) == (3, OTHER)
    assert (after(state, "take Ps").display_count, state.to_move) == (2, ME)


@clause("B3.6")
def test_with_an_empty_display_everybody_passes_as_if_they_chose_to() -> None:
    events = play(turn(",,,", "Ou Ou", passed="3"), "stack Ou, stack Ou")
    assert [(event.seat, event.points) for event in find_events(events, "passed")] == [(1, 4), (3, 2), (0, 0)]
    assert [event.seat for event in find_events(events, "could only pass")] == [1, 3, 0]


@clause("B3.6")
def test_with_one_card_in_the_display_a_player_takes_1_or_passes() -> None:
    assert can(turn("Rs Rw,", "Ou")) == "take Ou, pass"


@clause("B3.7")
def test_a_pile_is_shown_to_nobody_but_remembered_by_its_owner() -> None:
    state = deal(after(open_game(*FIRST_TURN), "stack Pu, add Rs, stack Ou, end"), "Ww Ww")
    assert GAME.view(state, ME).pile == ["Pu", "Rs", "Ou"]
    assert GAME.view(state, OTHER).pile == []
    assert GAME.view(state, SPECTATOR).pile is None
    assert GAME.shown(GAME.view(state, ME), "strict").pile is None
    assert GAME.shown(GAME.view(state, ME), "assisted").pile == ["Pu", "Rs", "Ou"]


@clause("B3.8")
def test_the_others_see_which_display_cards_were_taken_where_and_how_many_hand_cards_went() -> None:
    state = open_game(*FIRST_TURN)
    [event] = play(state, "stack Pu, add Rs, stack Ou, end")
    deal(state, "Ww Ww")
    assert (event.cards, event.count, event.seen_by(OTHER).secret) == ("Ou Pu", 1, "")
    view = GAME.view(state, OTHER)
    assert [(turn.cards, turn.to, turn.added) for turn in view.played[ME].turns] == [(("Ou", "Pu"), "pile", 1)]
    assert (view.hands, view.piles, view.deck) == ([1, 2], [3, 0], 20)
    play(state, "take Ww, deal Ra")
    assert [(turn.cards, turn.to) for turn in GAME.view(state, ME).played[OTHER].turns] == [(("Ww",), "hand")]


@clause("B3.8")
def test_during_take_2_the_others_see_the_table_as_it_was_before() -> None:
    state = open_game(*FIRST_TURN)
    before = [GAME.view(state, seat) for seat in (OTHER, SPECTATOR)]
    for step in ("stack Pu", "add Rs", "stack Ou"):
        assert GAME.play(state, step) == []
        assert [GAME.view(state, seat) for seat in (OTHER, SPECTATOR)] == before
        assert GAME.view(state, ME).phase == "stacking"


@clause("B3.8")
def test_the_order_of_a_pile_and_the_hand_cards_in_it_are_secret_until_it_is_turned_over() -> None:
    first, second = open_game(*FIRST_TURN), open_game(*FIRST_TURN)
    play(first, "stack Pu, add Rs, stack Ou, end, deal Ww, deal Ww")
    play(second, "add Ow, stack Ou, stack Pu, end, deal Ww, deal Ww")
    assert GAME.view(first, OTHER) == GAME.view(second, OTHER)
    for state in (first, second):
        play(state, "take Ww, deal Ra, pass, pass")
    assert GAME.view(first, OTHER).row == ["Pu", "Rs", "Ou"]
    assert GAME.view(second, OTHER).row == ["Ow", "Ou", "Pu"]


@clause("B3.8")
def test_in_scoring_discarded_cards_and_what_robin_draws_are_public() -> None:
    state = open_game("Rs Ow, Ps Ww", "Pu Ou Ra Ra")
    events = play(state, "pass, pass, use Rs, deal Wu")
    view = GAME.view(state, SPECTATOR)
    assert (view.played[ME].spent, view.drawn, view.held) == (["Rs"], ["Wu"], "Wu")
    assert [event.cards for event in events if event.what in ("used", "drew")] == ["Rs", "Wu"]


@clause("B3.8")
def test_cards_discarded_unused_are_shown_to_nobody_else() -> None:
    first, second = open_game("Pa Ow, Ps Ww", "Pu Ou Ra Ra"), open_game("Wa Oa, Ps Ww", "Pu Ou Ra Ra")
    for state in (first, second):
        play(state, "pass, pass, done, done")
    assert first.round == 2
    assert GAME.view(first, OTHER) == GAME.view(second, OTHER)
    assert GAME.view(first, ME).earlier_hand == ["Ow", "Pa"]
    assert GAME.view(second, ME).earlier_hand == ["Wa", "Oa"]


@clause("B4.1")
@pytest.mark.parametrize(("passed", "points"), [("", 6), ("3", 4), ("3 2", 2)])
def test_a_pass_is_worth_2_points_for_every_other_player_still_in(passed: str, points: int) -> None:
    state = turn(",,,", "Ou Ou", passed=passed)
    [event, *_] = play(state, "pass")
    assert (event.what, event.seat, event.points) == ("passed", ME, points)
    assert GAME.view(state, ME).boards[ME].passes == [points]


@clause("B4.1")
def test_who_has_passed_has_no_more_turns() -> None:
    state = deal_all(after(open_game("Rs Rs, Rs Rs, Ow Ow", "Ps Ps Pu Pu"), "pass, take Ps"))
    assert state.to_move == 2
    assert deal_all(after(state, "take Pu")).to_move == 1


@clause("B4.2")
@pytest.mark.parametrize("action", ["take Ou", "stack Ou, stack Ou"])
def test_the_last_player_has_one_more_action_and_passes_right_after_it(action: str) -> None:
    events = play(turn(",,", "Ou Ou Ou", passed="2 3"), action)
    assert [(event.seat, event.points) for event in find_events(events, "passed")] == [(ME, 0)]
    assert find_events(events, "turned over")[0].seat == 1


@clause("B4.2")
def test_the_display_is_refilled_after_the_last_action_too() -> None:
    state = after(turn(",,", "Ou Ou Ou Ou", deck=9, passed="2 3"), "stack Ou, stack Ou")
    assert state.to_move == CHANCE
    assert find_events(play(state, "deal Rs, deal Ra"), "passed")[0].points == 0
    assert state.deck == 7


@clause("B4.2")
def test_the_last_player_may_pass_instead() -> None:
    state = turn(",,", "Ou Ou Ou", passed="2 3")
    assert "pass" in GAME.legal_steps(state)
    assert find_events(play(state, "pass"), "passed")[0].points == 0


def greedy_step(state: BirdieState) -> str:
    """Seat 1 passes at once, seat 3 takes 1 and passes in time, seat 2 stacks two cards whenever it can."""
    legal = GAME.legal_steps(state)
    stacks = [step for step in legal if step.startswith("stack")]
    takes = [step for step in legal if step.startswith("take")]
    if state.to_move == 1:
        return (stacks or ["end"])[0]
    return takes[0] if state.to_move == 2 and state.display_count > 2 else "pass"


@clause("B3.3", "B7.2")
def test_the_longest_row_has_40_cards_and_can_be_scored() -> None:
    state = open_game("Os Os, Rs Ru, Ws Ws", "Pu Pu Pa Pa", expert=True)
    while state.passed_count < 3:
        GAME.play(deal_all(state), greedy_step(deal_all(state)))
        deal_all(state)
    assert (state.pile_count[1], hand_text(state, 1)) == (38, "Rs Ru")
    play(state, "done, done, use Rs")
    play(deal_all(state), "insert 39, use Ru")
    play(deal_all(state), "insert 40")
    assert state.row_count == 40
    assert len(GAME.legal_steps(state)) == 41
    assert after(state, "remove 40").row_count == 39


@clause("B5.4")
def test_a_row_of_40_cards_can_be_marked_as_20_sets() -> None:
    state = scoring(" ".join(f"{bird}{season}" for season in "suaw" for bird in "WWOOPPRRRR"))
    for _ in range(20):
        GAME.play(state, "bird 2")
    assert boxes(state) == "woodpecker 2, owl 2, pigeon 2, robin 2"
