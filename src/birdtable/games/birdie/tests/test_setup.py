"""What is in the box and how a round is set up: B1 and B2."""

from __future__ import annotations

import pytest

from birdtable.chance import Dice
from birdtable.engine import Rng
from birdtable.game import CHANCE, SPECTATOR, BadInput, IllegalStep
from birdtable.games.birdie import GAME
from birdtable.games.birdie.cards import BIRDS, KINDS, SEASONS, TRAITS
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
    scoring,
    turn,
)


def second_round(state: BirdieState) -> BirdieState:
    """``state`` itself, after everybody has passed and let scoring go by."""
    while state.round == 1:
        GAME.play(deal_all(state), "pass" if "pass" in can(state) else "done")
    return state


@clause("B1.1")
def test_each_of_16_kinds_comes_4_times() -> None:
    state = after(GAME.start(3), "starter 1")
    assert GAME.odds(state) == [(f"deal {kind}", 4) for kind in KINDS]
    assert (len(BIRDS) * len(SEASONS), len(KINDS)) == (16, 16)


@clause("B1.1")
def test_a_fifth_card_of_a_kind_is_never_dealt() -> None:
    state = after(open_game("Rs Rs, Rs Rs", "Os Os Os Os"), "take Os")
    assert "deal Ow" in can(state)
    assert "deal Rs" not in can(state)
    assert "deal Os" not in can(state)


@clause("B1.2")
def test_the_stop_card_divides_deck_and_stop_pile_and_nothing_else_does() -> None:
    view = GAME.view(open_game("Rs Rs, Rs Rs, Ww Ww", "Os Os Os Os"), ME)
    assert (view.deck, view.stop) == (64 - 3 - 6 - 4, 3)


@clause("B1.3")
def test_a_board_has_8_trait_boxes_2_pass_boxes_flap_marks_and_used_abilities() -> None:
    state = scoring("Rs Ru", hand="Ps", boxes="owl 2, winter 4")
    board = GAME.view(after(state, "done, bird 2, use Ps, set 1"), ME).boards[ME]
    assert board.boxes == {"owl": 2, "winter": 4}
    assert (board.passes, board.flaps, board.used) == ([2], 2, {"pigeon": 1})
    assert len(TRAITS) == 8


@clause("B1.4")
def test_each_bird_has_a_trophy_and_no_season_has() -> None:
    state = after(scoring("Ws Ww Os Ow Ps Pw Rs Rw Os Ps"), "bird 2, bird 2, bird 2, bird 2, season 2")
    assert GAME.view(state, ME).trophies == {"woodpecker": ME, "owl": ME, "pigeon": ME, "robin": ME}


@clause("B1.5")
def test_the_flap_column_has_10_places_worth_1_to_10_unless_told_otherwise() -> None:
    assert GAME.view(GAME.start(2), ME).options["flap_values"] == tuple(range(1, 11))
    entered = GAME.start(2, {"flap_values": (1, 1, 3, 6)})
    assert GAME.view(entered, ME).options["flap_values"] == (1, 1, 3, 6)


@clause("B1.5")
def test_a_place_is_worth_what_the_column_says() -> None:
    assert scoring("Rs Ra Ou Oa").score(ME) == 2
    assert after(scoring("Rs Ra Ou Oa", flap_values=(1, 7)), "bird 2, bird 2").score(ME) == 2 + 2 + 2 + 7 + 2 * 3


@clause("B1.5")
@pytest.mark.parametrize(
    ("values", "complaint"),
    [
        ((), "start with 1"),
        ((2, 3), "start with 1"),
        ((1, 3, 2), "not decrease"),
        (tuple([1] * 25), "at most 24 places"),
        ((1, 5000), "at most 1000 points"),
        ("1,2", "whole numbers"),
        ((1, 2.5), "whole numbers"),
    ],
)
def test_a_flap_column_that_cannot_be_is_refused(values: tuple[int, ...], complaint: str) -> None:
    with pytest.raises(BadInput, match=rf"{complaint}.*\[B1.5\]$"):
        GAME.start(2, {"flap_values": values})


@clause("B2.1")
@pytest.mark.parametrize("seats", [3, 4])
def test_3_and_4_players_shuffle_all_64_cards_for_each_round(seats: int) -> None:
    state = second_round(deal_all(GAME.start(seats)))
    assert GAME.odds(state) == [(f"deal {kind}", 4) for kind in KINDS]
    assert state.deck + state.stop == 64


@clause("B2.1")
def test_2_players_have_32_cards_a_round() -> None:
    state = after(GAME.start(2), "starter 1")
    assert state.deck + state.stop == 32
    second_round(state)
    assert state.deck + state.stop == 32


@clause("B2.1")
def test_with_2_players_no_card_seen_in_round_1_comes_back() -> None:
    state = second_round(open_game("Rs Rs, Rs Rs", "Os Os Ow Ow"))
    odds = dict(GAME.odds(state))
    assert "deal Rs" not in odds
    assert (odds["deal Os"], odds["deal Ow"], odds["deal Ou"]) == (2, 2, 4)


@clause("B2.1")
def test_with_2_players_what_was_left_of_round_1_may_be_anywhere_out_of_round_2() -> None:
    """24 cards of the first half were never seen: with the second half they are 56, of which 32 are in play."""
    state = second_round(open_game("Rs Rs, Rs Rs", "Os Os Ow Ow"))
    assert sum(weight for _, weight in GAME.odds(state)) == 56
    assert (state.deck, state.stop, state.rest) == (30, 2, 24)


@clause("B2.2")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_stop_pile_has_a_card_for_each_player(seats: int) -> None:
    view = GAME.view(after(GAME.start(seats), "starter 1"), SPECTATOR)
    assert (view.stop, view.deck) == (seats, (32 if seats == 2 else 64) - seats)


@clause("B2.3")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_everybody_is_dealt_2_cards_beginning_with_the_starter(seats: int) -> None:
    state = after(GAME.start(seats), "starter 2")
    deal(state, "Rs Rw")
    assert hand_text(state, 1) == "Rs Rw"
    deal(state, "Ou " * 2 * (seats - 2) + "Ps Pw")
    assert hand_text(state, 0) == "Ps Pw"
    assert state.hand_count[:seats] == [2] * seats


@clause("B2.3")
def test_only_the_player_sees_an_opening_card() -> None:
    state = after(GAME.start(2), "starter 1")
    [event] = GAME.play(state, "deal Rs")
    assert (event.what, event.seat, event.count) == ("dealt", ME, 1)
    assert event.seen_by(ME).secret == "Rs"
    assert event.seen_by(OTHER).secret == event.seen_by(SPECTATOR).secret == ""
    assert GAME.view(state, OTHER).hand == []


@clause("B2.4")
def test_4_cards_are_revealed() -> None:
    state = deal(after(GAME.start(2), "starter 1"), "Rs Rs Ws Ws")
    events = [event for card in ("Ow", "Ou", "Ow") for event in GAME.play(state, f"deal {card}")]
    assert [event.cards for event in find_events(events, "laid out")] == ["Ow", "Ou", "Ow"]
    assert state.to_move == CHANCE
    assert display_text(deal(state, "Ps")) == "Ou Ow Ow Ps"
    assert state.to_move == ME


@clause("B2.5")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_starter_is_drawn_with_equal_odds(seats: int) -> None:
    assert GAME.odds(GAME.start(seats)) == [(f"starter {seat + 1}", 1) for seat in range(seats)]


@clause("B2.5")
def test_the_starter_can_be_named() -> None:
    assert open_game("Rs Rs, Ww Ww, Os Os", "Ps Ps Ps Ps", starter=3).to_move == 2
    state = GAME.start(3, {"starter": 3})
    assert GAME.odds(state) == [("starter 3", 1)] and state.roll(Rng(0)) == GAME.codes["starter 3"]
    with pytest.raises(IllegalStep, match=r"seat 3 was named to start \[B2.5\]"):
        GAME.play(state, "starter 1")
    again = GAME.parse_state(GAME.state_text(state.copy()))
    assert GAME.legal_steps(again) == ["starter 3"] and GAME.view(again, 0).options["starter"] == 3


@clause("B2.5")
@pytest.mark.parametrize("starter", [4, 0, -1, True, "Mira"])
def test_nobody_is_named_who_does_not_sit_at_the_table(starter: int | str) -> None:
    with pytest.raises(BadInput, match=r"option '?starter.*\[B2.5\]"):
        GAME.start(3, {"starter": starter})
    with pytest.raises(BadInput):
        GAME.parse_state(f"seats=3 named={starter or 9}")


@clause("B2.5")
def test_who_passed_last_starts_round_2() -> None:
    state = second_round(after(open_game("Rs Rs, Ww Ww, Os Os", "Ps Ps Ps Ps", starter=3), "pass, pass, pass"))
    assert deal_all(state).to_move == 1


@clause("B2.6")
def test_piles_and_hands_are_empty_before_round_2_is_dealt() -> None:
    state = scoring("Rs Rw Ow", hand="Ou Ps", other_row="Ww Ws", other_hand="Pw")
    assert after(state, "done, leave, leave, done, bird 2, done, done").round == 2
    view = GAME.view(state, ME)
    assert (view.hand, view.pile, view.hands, view.piles) == ([], [], [0, 0], [0, 0])
    assert [(played.turns, played.row, played.spent) for played in view.played] == [([], None, [])] * 2


@clause("B2.6")
def test_boards_and_trophies_stay() -> None:
    state = after(scoring("Rs Rw", hand="Wu"), "use Wu, move 1, insert 2, bird 2")
    assert state.round == 2
    board = GAME.view(state, ME).boards[ME]
    assert (boxes(state), board.flaps, board.used, board.passes) == ("robin 2", 1, {"woodpecker": 1}, [2])
    assert GAME.view(state, ME).trophies == {"robin": ME}


def test_wrong_numbers_of_players_are_refused() -> None:
    for seats in (-1, 1, 5):
        with pytest.raises(BadInput, match=rf"2 to 4 players, not {seats} \[B1\]"):
            GAME.start(seats)


def test_turn_positions_account_for_all_cards() -> None:
    state = turn("Rs Rw,Ou", "Ps Ps", deck=3)
    assert (state.deck, state.stop, state.rest) == (3, 2, 64 - 5 - 5)
    assert deal_all(after(state, "take Ps"), Dice(4)).display_count == 4
