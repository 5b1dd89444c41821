"""[C4, C5] The end of a round and of the game."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from birdtable.game import NOBODY, BadInput, IllegalStep, Outcome, Value
from birdtable.games.cubirds import GAME
from birdtable.games.cubirds.cards import size
from birdtable.games.cubirds.rules import CuBirdsState
from birdtable.testing import clause
from kit.cubirds.table import collection, deal, discard, hand, play, position, row

ALL_IN_ROWS = ("F7O10T10", "D13P13", "M17W20", "R")
"""Everything but 19 robins."""


def ending_round(collections: Sequence[str] = (), dealer: int = 1) -> CuBirdsState:
    """The first seat is about to lay its last card where it takes nothing."""
    rows = ("F O P", "O T D", "D P", "R W")
    return position(rows=rows, hands=("M", "OOT", "RW"), collections=collections, dealer=dealer)


@clause("C4.1")
def test_a_player_without_cards_ends_the_round_and_the_others_discard_their_hands() -> None:
    state = play(ending_round(), "lay M 1 right")
    events = GAME.play(state, "keep")
    assert [(event.what, event.seat, event.cards) for event in events if event.what != "kept"] == [
        ("ended", 0, ""),
        ("round ended", 0, ""),
        ("hand discarded", 1, "OOT"),
        ("hand discarded", 2, "RW"),
    ]
    assert discard(state) == "OOTRW"
    assert (row(state, 1), state.round) == ("F O P M", 2)


@clause("C4.1")
def test_whoever_lays_the_last_cards_and_takes_some_plays_on() -> None:
    state = play(position(hands=("P", "OOT")), "lay P 1 left", "deal T")
    assert (hand(state), state.to_move, state.round) == ("FO", 1, 1)


@clause("C4.1")
def test_whoever_lays_the_last_cards_and_draws_plays_on() -> None:
    state = deal(play(ending_round(), "lay M 1 right", "draw"), "FF")
    assert GAME.legal_steps(state) == ["flock F", "end"]
    assert play(state, "end").round == 1


@clause("C4.1")
def test_a_flock_of_the_last_cards_ends_the_round() -> None:
    state = play(position(hands=("OOO", "RW"), phase="flock"), "flock O")
    assert (discard(state), state.round, state.dealer) == ("OORW", 2, 0)


@clause("C4.2")
def test_that_player_deals_8_cards_to_each_and_plays_first() -> None:
    state = play(ending_round(dealer=2, collections=("F", "O", "T")), "lay M 1 right", "keep")
    assert (state.dealer, state.left) == (0, 24)
    deal(state, "RRRRRRRR" + "WWWWWWWW" + "MMMMMMMM")
    assert [hand(state, seat) for seat in range(3)] == ["R" * 8, "W" * 8, "M" * 8]
    assert state.to_move == 0
    assert [collection(state, seat) for seat in range(3)] == ["F", "O", "T"]


@clause("C4.3")
def test_the_discard_pile_is_shuffled_in_the_middle_of_a_draw() -> None:
    state = position(rows=ALL_IN_ROWS, hands=("RR", "R"), discard="R15")
    play(state, "lay R 1 right", "draw")
    events = GAME.play(state, "deal R")
    assert [(event.what, event.count) for event in events] == [("drew", 1), ("reshuffled", 15)]
    assert (state.discard, state.shuffles, state.turned) == (0, 1, 0)
    assert size(play(state, "deal R").pile) == 14


@clause("C4.3")
def test_the_discard_pile_is_shuffled_in_the_middle_of_a_refill() -> None:
    state = position(rows=("F O P", "O9T9", "D12M17", "W20R20F6"), hands=("PPD", "P9"), discard="T")
    play(state, "lay P 1 left")
    events = GAME.play(state, "deal P")
    assert [event.what for event in events] == ["refilled", "reshuffled"]
    assert GAME.odds(state) == [("deal T", 1)]
    assert row(play(state, "deal T"), 1) == "T P P P P"


@clause("C4.3")
def test_the_discard_pile_is_shuffled_in_the_middle_of_a_deal() -> None:
    state = position(rows=("D13P13", "T10M17", "W20", "F7"), hands=("O", "O"), discard="R20", collections=("", "O"))
    deal(play(state, "lay O 1 left", "keep"), "OOOOOOO")
    assert (size(state.pile), discard(state)) == (21, "")
    deal(state, "RRRRRRRRR")
    assert (hand(state, 0), hand(state, 1)) == ("OOOOOOOR", "RRRRRRRR")


@clause("C4.3")
def test_with_too_few_cards_a_draw_gives_one() -> None:
    state = position(rows=("D13P13", "T10M17", "W20O10", "F7"), hands=("RRR", "R16"))
    assert size(state.pile) == 1
    play(state, "lay R 1 left", "draw", "deal R")
    assert (state.to_move, hand(state), state.pile) == (1, "R", 0)


@clause("C4.3")
def test_with_no_cards_at_all_no_draw_is_offered() -> None:
    state = position(rows=("D13P12", "T10M17", "W20O10", "F7"), hands=("RRRP", "R17"))
    assert GAME.legal_steps(play(state, "lay P 2 left")) == ["end"]


@clause("C4.3")
def test_with_no_cards_at_all_a_row_keeps_one_species() -> None:
    state = position(rows=("D12P13", "T10M17", "W20O10", "F7"), hands=("RRRD", "R17"))
    play(state, "lay D 1 right")
    assert (row(state, 1), hand(state)) == (" ".join("D" * 13), "P" * 13 + "RRR")
    assert GAME.legal_steps(state) == ["flock P", "end"]


@clause("C5.1")
@pytest.mark.parametrize(
    ("before", "flock", "won"),
    [
        ("FFFTT", "TTT", True),
        ("FFTT", "TTT", False),
        ("FFFT", "TTT", False),
        ("FFFT", "TTTT", True),
        ("OTDPMR", "FF", True),
        ("OTDPM", "FF", False),
        ("FFFOTDPM", "R" * 6, True),
        ("FOTDPM", "FF", False),
        ("OTDPMRW", "FF", True),
    ],
)
def test_7_species_or_twice_3_birds_win_at_the_end_of_the_turn(before: str, flock: str, won: bool) -> None:
    state = position(rows=("", "", "", ""), hands=(flock + "WW", "R"), collections=(before, "R"), phase="flock")
    play(state, f"flock {flock[0]}")
    outcome = GAME.outcome(state)
    assert (outcome is not None) == won
    if outcome:
        assert (outcome.winners, outcome.clause) == ((0,), "C5.1")


@clause("C5.1")
def test_the_game_is_won_with_an_empty_hand_and_no_round_is_dealt() -> None:
    state = position(hands=("TTT", "RW"), collections=("FFFTT", "M"), phase="flock")
    events = GAME.play(state, "flock T")
    assert [event.what for event in events] == ["flocked", "collected", "discarded", "ended", "won"]
    assert (state.to_move, hand(state, 1)) == (NOBODY, "RW")
    assert GAME.outcome(state) == Outcome((6, 1), (0,), "C5.1")


@clause("C5.1")
def test_after_the_end_nothing_is_legal() -> None:
    state = play(position(hands=("TTT", "RW"), collections=("FFFTT", "M"), phase="flock"), "flock T")
    assert GAME.legal_steps(state) == []
    with pytest.raises(IllegalStep, match="the game is over"):
        GAME.play(state, "end")


@clause("C5.2")
@pytest.mark.parametrize(
    ("collections", "winners"), [(("FT", "M"), (0,)), (("F", "TM"), (1,)), (("F", "M"), (0, 1)), (("", "M"), (1,))]
)
def test_if_8_cards_cannot_be_dealt_to_each_most_cards_win(
    collections: tuple[str, str], winners: tuple[int, ...]
) -> None:
    rows = ("D13P13", "W20O10", "T9M16R6", "F6")
    state = play(position(rows=rows, hands=("R", "R13"), collections=collections), "lay R 1 left")
    if state.to_move != NOBODY:
        play(state, "keep")
    assert GAME.outcome(state) == Outcome((len(collections[0]), len(collections[1])), winners, "C5.2")
    assert (hand(state, 0), hand(state, 1)) == ("", "")


@clause("C5.2")
def test_with_just_enough_cards_a_round_is_dealt() -> None:
    state = position(rows=("D13P13", "W20O9", "T9M16R6", "F7"), hands=("R", "R13MOT"))
    play(state, "lay R 1 left")
    assert (state.round, state.left, size(state.pile)) == (2, 16, 16)


@clause("C5.3")
def test_a_turn_limit_ends_the_game_as_if_cards_had_run_out() -> None:
    state = position(turn_limit=12, turns=11, collections=("FF", "O"), hands=("PPM", "OO"))
    events = GAME.play(play(state, "lay P 4 left"), "keep")
    assert [event.what for event in events] == ["kept", "ended", "won"]
    assert GAME.outcome(state) == Outcome((2, 1), (0,), "C5.3")


@clause("C5.3")
def test_a_win_in_the_last_turn_is_a_win() -> None:
    state = position(turn_limit=12, turns=11, collections=("FFFTT", "OOOOOODD"), hands=("TTTM", "OO"), phase="flock")
    play(state, "flock T")
    assert GAME.outcome(state) == Outcome((6, 8), (0,), "C5.1")


@clause("C5.3")
def test_without_a_limit_a_game_goes_on() -> None:
    assert GAME.start(2).turn_limit == 0
    state = play(position(turns=999_999, hands=("PPM", "OO")), "lay P 4 left", "keep")
    assert (state.to_move, state.turns) == (1, 1_000_000)


@clause("C5.3")
@pytest.mark.parametrize("limit", [0, -1, True, "ten", 1_000_001])
def test_a_limit_is_a_number_of_turns(limit: Value) -> None:
    with pytest.raises(BadInput, match=r"turn_limit.*\[C5.3\]"):
        GAME.start(2, {"turn_limit": limit})


@clause("C5.3")
def test_the_limit_can_be_typed() -> None:
    assert GAME.parse_option("turn_limit=1000") == ("turn_limit", 1000)
    assert GAME.parse_option("turn_limit=none") == ("turn_limit", None)
    assert GAME.start(2, {"turn_limit": 1000}).turn_limit == 1000
