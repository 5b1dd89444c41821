"""[C1, C2] Components and set-up."""

from __future__ import annotations

import pytest

from birdtable.chance import Deal, Dice
from birdtable.engine import Rng
from birdtable.game import CHANCE, BadInput, IllegalStep
from birdtable.games.cubirds import GAME
from birdtable.games.cubirds.cards import ALL_CARDS, DEALING, SPECIES, cards_text, count, size
from birdtable.games.cubirds.rules import CuBirdsState
from birdtable.testing import clause
from kit.cubirds.table import collection, deal, hand, play, row


def state_with_rows(seats: int = 2, dealer: int = 1) -> CuBirdsState:
    """The rows lie there, nothing is dealt."""
    return deal(play(GAME.start(seats), f"starter {dealer}"), "FOPOTDDPMMRW")


def set_up(seats: int, seed: int = 0) -> CuBirdsState:
    state, dice = GAME.start(seats), Dice(seed)
    while state.to_move == CHANCE:
        GAME.play(state, dice.choose(GAME, state))
    return state


@clause("C1.1")
def test_there_are_110_cards_of_8_species() -> None:
    counts = {letter: count(ALL_CARDS, species) for species, letter in enumerate(SPECIES)}
    assert counts == {"F": 7, "O": 10, "T": 10, "D": 13, "P": 13, "M": 17, "R": 20, "W": 20}
    assert sum(counts.values()) == 110
    assert GAME.odds(play(GAME.start(2), "starter 1")) == [(f"deal {letter}", n) for letter, n in counts.items()]


@clause("C1.1")
@pytest.mark.parametrize("seats", [1, 6])
def test_2_to_5_play(seats: int) -> None:
    with pytest.raises(BadInput, match=rf"CuBirds is for 2 to 5 players, not {seats} \[C1\]"):
        GAME.start(seats)


@clause("C2.1")
def test_the_dealer_is_drawn_or_named() -> None:
    state = GAME.start(3)
    assert GAME.odds(state) == [("starter 1", 1), ("starter 2", 1), ("starter 3", 1)]
    assert play(state, "starter 3").dealer == 2
    named = GAME.start(3, {"starter": 2})
    assert GAME.odds(named) == [("starter 2", 1)] and named.roll(Rng(0)) == GAME.codes["starter 2"]
    with pytest.raises(IllegalStep, match=r"seat 2 was named to deal \[C2.1\]"):
        GAME.play(named, "starter 1")
    again = GAME.parse_state(GAME.state_text(named.copy()))
    assert GAME.legal_steps(again) == ["starter 2"] and GAME.view(again, 0).options["starter"] == 2
    with pytest.raises(BadInput, match=r"names seat 4, and there are 3 \[C2.1\]"):
        GAME.start(3, {"starter": 4})
    with pytest.raises(BadInput, match="named is a number from 0 to 3"):
        GAME.parse_state("seats=3 named=4")


@clause("C2.1")
def test_rows_of_3_cards_are_laid_out_one_after_the_other() -> None:
    state = state_with_rows()
    assert [row(state, number) for number in (1, 2, 3, 4)] == ["F O P", "O T D", "D P M", "M R W"]


@clause("C2.1")
def test_a_card_that_repeats_a_species_of_its_row_is_put_aside_and_replaced() -> None:
    state = deal(play(GAME.start(2), "starter 1"), "F")
    [event] = GAME.play(state, "deal F")
    assert (event.what, event.cards, event.place) == ("put aside", "F", "1")
    deal(state, "OFOP")
    assert row(state, 1) == "F O P"
    assert cards_text(state.aside) == "FFO"
    deal(state, "F")
    assert row(state, 2) == "F"


@clause("C2.1")
def test_the_3_species_of_a_row_differ_whatever_chance_deals() -> None:
    for seed in range(30):
        assert [len(set(row(set_up(2, seed), number).split())) for number in (1, 2, 3, 4)] == [3, 3, 3, 3]


@clause("C2.1")
def test_with_no_card_left_for_the_rows_those_put_aside_are_shuffled_and_used() -> None:
    """Chance deals one species after the other, each as long as there is a card of it."""
    state = deal(play(GAME.start(5), "starter 1"), "F" * 7 + "O" * 10 + "T" * 10 + "D" * 13 + "P" * 13 + "M" * 17)
    deal(state, "R" * 20 + "W" * 19)
    assert [row(state, number) for number in (1, 2, 3, 4)] == ["F O T", "T D P", "P M R", "R W"]
    events = GAME.play(state, "deal W")
    assert [(event.what, event.count) for event in events] == [("put aside", 1), ("aside shuffled", 99)]
    assert (size(state.pile), state.aside, state.slot()) == (99, 0, 1024)
    assert row(deal(state, "F"), 4) == "R W F"


@clause("C2.1")
def test_the_last_card_may_be_laid_out_before_those_put_aside_are_needed() -> None:
    state = GAME.parse_state(
        "phase=layout rows=FOT,TDP,PMR,R place=4-left turned=109 pile=W1 aside=F6O9T8D12P11M16R18W19"
    )
    events = GAME.play(state, "deal W")
    assert [(event.what, event.count) for event in events] == [("laid out", 1), ("aside shuffled", 99)]
    assert row(deal(state, "WWF"), 4) == "R W F"


@clause("C2.2")
def test_cards_put_aside_are_shuffled_into_the_draw_pile() -> None:
    state = deal(play(GAME.start(2), "starter 1"), "FFOOPOTDDPMMR")
    assert cards_text(state.aside) == "FO"
    events = GAME.play(state, "deal W")
    assert [(event.what, event.count) for event in events[1:]] == [("shuffled", 98)]
    assert (state.aside, size(state.pile), state.discard) == (0, 98, 0)
    assert dict(GAME.odds(state))["deal F"] == 6


@clause("C2.2")
def test_cards_put_aside_start_the_discard_pile_where_that_is_the_rule() -> None:
    state = deal(play(GAME.start(2, {"extras": "discarded"}), "starter 1"), "FFOOPOTDDPMMR")
    events = GAME.play(state, "deal W")
    assert [(event.what, event.cards, event.count) for event in events[1:]] == [
        ("aside discarded", "FO", 2),
        ("shuffled", "", 96),
    ]
    assert (state.aside, size(state.pile), cards_text(state.discard)) == (0, 96, "FO")
    assert GAME.view(state, 0).discard == ["F", "O"]
    assert dict(GAME.odds(state))["deal F"] == 5


@clause("C2.2")
def test_nothing_put_aside_leaves_the_discard_pile_empty() -> None:
    state = deal(play(GAME.start(2, {"extras": "discarded"}), "starter 1"), "FOPOTDDPMMRW")
    assert (state.discard, size(state.pile)) == (0, 98)


@clause("C2.2")
@clause("C4.3")
def test_a_draw_pile_too_small_for_the_first_deal_is_renewed_from_the_cards_put_aside() -> None:
    state = GAME.parse_state(
        "seats=5 extras=discarded phase=layout rows=FOT,TDP,PMR,RW place=4-left pile=O1 aside=F6O8T8D12P11M16R18W19"
    )
    deal(state, "O")
    assert (cards_text(state.discard), size(state.pile), state.phase) == ("", 98, DEALING)


@clause("C2.3")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_each_gets_8_secret_cards_and_then_a_first_bird(seats: int) -> None:
    state = set_up(seats)
    assert [size(state.hands[seat]) for seat in range(seats)] == [8] * seats
    assert [len(collection(state, seat)) for seat in range(seats)] == [1] * seats
    assert size(state.pile) == 98 - 9 * seats


@clause("C2.3")
def test_the_first_bird_is_dealt_face_up_after_all_hands() -> None:
    state = deal(state_with_rows(dealer=2), "R" * 8 + "W" * 8)
    assert (hand(state, 1), hand(state, 0)) == ("R" * 8, "W" * 8)
    [event] = GAME.play(state, "deal T")
    assert (event.what, event.seat, event.cards, event.secret) == ("first bird", 1, "T", "")
    deal(state, "O")
    assert (collection(state, 1), collection(state, 0)) == ("T", "O")


@clause("C2.4")
def test_the_dealer_plays_first_and_the_turn_goes_clockwise() -> None:
    state = deal(state_with_rows(seats=3, dealer=3), "R" * 8 + "W" * 8 + "M" * 8 + "FOT")
    order = []
    for step in ("lay R 1 left", "lay W 1 left", "lay M 1 left"):
        order.append(state.to_move)
        play(state, step, "draw")
        deal(state, "DD")
        play(state, "end")
    assert order == [2, 0, 1]


def test_the_same_deal_gives_the_same_cards_relative_to_the_dealer() -> None:
    """The places of a ``Deal`` are those of the layout, then of each shuffle."""
    hands = []
    for dealer in (1, 2):
        state, chance = play(GAME.start(2), f"starter {dealer}"), Deal(9)
        while state.to_move == CHANCE:
            GAME.play(state, chance.choose(GAME, state))
        assert state.slot() == -1
        hands.append((row(state, 1), hand(state, state.dealer), hand(state, 1 - state.dealer)))
    assert hands[0] == hands[1]


def test_slots_count_the_cards_of_each_shuffle() -> None:
    state = GAME.start(2)
    assert state.slot() == -1
    play(state, "starter 1")
    assert state.slot() == 0
    assert deal(state, "FF").slot() == 2
    assert state_with_rows().slot() == 1024
    assert deal(state_with_rows(), "RRR").slot() == 1027
