"""The texts of cards, steps and states."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from birdtable.game import BadInput
from birdtable.games.birdie import GAME, cards
from birdtable.games.birdie.cards import cards_text, members, multiset, parse_cards, parse_trait, size
from birdtable.testing import clause
from kit.birdie.table import ME, after, open_game, scoring

kinds = st.lists(st.integers(0, 15)).filter(lambda hand: all(hand.count(kind) < 16 for kind in hand))


@clause("B1.1")
def test_a_kind_is_written_as_bird_and_season() -> None:
    assert cards_text(range(16)) == "Ws Wu Wa Ww Os Ou Oa Ow Ps Pu Pa Pw Rs Ru Ra Rw"


@given(kinds)
def test_cards_read_back_as_they_were_written(hand: list[int]) -> None:
    assert parse_cards(cards_text(hand)) == hand


@given(kinds)
def test_a_multiset_holds_what_was_put_in(hand: list[int]) -> None:
    assert members(multiset(hand)) == sorted(hand)
    assert size(multiset(hand)) == len(hand)


@pytest.mark.parametrize("text", ["Rx", "rs", "R", "Rs,Rs", "robin"])
def test_what_is_no_card_is_refused(text: str) -> None:
    with pytest.raises(BadInput, match=r"is not a bird card: .* \[B1.1\]"):
        parse_cards(f"Rs {text}")


@clause("B1.3")
def test_boxes_have_the_names_of_the_traits() -> None:
    assert [parse_trait(trait) for trait in cards.TRAITS] == list(range(8))
    with pytest.raises(BadInput, match=r"'snow' is no box: .* \[B1.3\]"):
        parse_trait("snow")


@pytest.mark.parametrize(
    ("step", "code"),
    [
        ("take Ws", cards.TAKE),
        ("stack Ws", cards.STACK),
        ("add Ws", cards.ADD),
        ("end", cards.END),
        ("pass", cards.PASS),
        ("use Ws", cards.USE),
        ("insert 1", cards.INSERT),
        ("move 1", cards.MOVE),
        ("bird 2", cards.BIRD_SET),
        ("season 2", cards.SEASON_SET),
        ("leave", cards.LEAVE),
        ("set 1", cards.SET),
        ("remove 1", cards.REMOVE),
        ("by bird", cards.BY_BIRD),
        ("by season", cards.BY_SEASON),
        ("box woodpecker", cards.BOX),
        ("done", cards.DONE),
        ("deal Ws", cards.DEAL),
        ("starter 1", cards.STARTER),
    ],
)
def test_the_texts_of_steps_stand_in_the_order_of_their_codes(step: str, code: int) -> None:
    assert GAME.codes[step] == code


def test_every_code_has_a_text() -> None:
    assert len(GAME.steps) == len(GAME.codes) == cards.STEP_COUNT


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "2 to 4 seats"),
        ("seats=5", "2 to 4 seats"),
        ("seats=2 wings=2", "no 'wings=2'"),
        ("seats=2 seats=2", "one 'seats', not two"),
        ("seats=2 deck", "no 'deck'"),
        ("seats=2 deck=many", "deck: a number from 0 to 64, not 'many'"),
        ("seats=2 expert=true", "expert is no or yes, not 'true'"),
        ("seats=2 flap_values=2,3", r"must start with 1 \[B1.5\]"),
        ("seats=2 phase=flight", "phase: one of starter, .*, not 'flight'"),
        ("seats=2 display=Rs,Ou", r"display: 'Rs,Ou' are no cards: .* \[B1.1\]"),
        ("seats=2 phase=turn display=Rs5", r"display: there are 4 cards Rs, not 5 \[B1.1\]"),
        ("seats=2 phase=turn display=Rs3 hands=Rs2", r"there are 4 cards Rs, not 5 \[B1.1\]"),
        ("seats=2 hands=Rs,Rs,Rs", "hands: there are 2 seats, not 3"),
        ("seats=2 turns=RsOw", "turns: 'RsOw' is no turn"),
        ("seats=2 turns=" + ".".join(["Rs"] * 29), "turns: there are at most 28"),
        ("seats=2 passed=1,1", r"passed: everybody passes once \[B4.1\]"),
        ("seats=2 passes=2.0.2", "passes: there are 2 rounds"),
        ("seats=2 boxes=snow:2", "boxes: 'snow:2' is not such as winter:2"),
        ("seats=2 boxes=robin:40", "boxes: numbers are at most 16"),
        ("seats=2 trophies=robin:3", "trophies: there are 2 seats"),
        ("seats=2 row=Rs", "in the phase starter there is no 'row'"),
        ("seats=2 phase=turn taken=Rs", "in the phase turn there is no 'taken'"),
        ("seats=2 phase=turn player=3 display=Rs", "there are 2 seats"),
        ("seats=2 phase=turn player=2 passed=2 display=Rs", r"whose turn it is has not passed \[B3.1\]"),
        ("seats=2 phase=turn deck=62 stop=2 display=Rs", "more cards than the 63 that are left"),
        ("seats=2 phase=refill", r"the bird deck is empty \[B3.5\]"),
        ("seats=2 phase=opening deck=30 hands=Rs2", r"two cards, dealt one after the other \[B2.3\]"),
        ("seats=2 phase=opening deck=5", r"too few cards to begin with.* \[B2.4\]"),
        ("seats=2 phase=stacking piles=Rs,", r"the last cards of the pile \[B3.3\]"),
        ("seats=2 phase=stacking piles=Rs, taken=Rs", r"two cards of the display \[B3.3\]"),
        ("seats=2 phase=over", r"not everybody has passed \[B5.1\]"),
        ("seats=2 phase=mark", r"not everybody has passed \[B5.1\]"),
        ("seats=2 phase=mark passed=1 scorer=2", r"scorer: who scores has passed \[B5.1\]"),
        ("seats=2 phase=mark passed=1,2 row=Rs2", r"neither in the pile nor drawn \[B5.2\]"),
        ("seats=2 phase=mark passed=1,2 row=" + "Rs" * 41, "row: no row has more than 40 cards"),
        ("seats=2 phase=mark passed=1,2 piles=Rs2 row=Rs2 cursor=3", "behind the end of the row, which has 2"),
        ("seats=2 phase=mark passed=1,2 sets=1:robin", "sets: '1:robin' are no sets"),
        ("seats=2 phase=mark passed=1,2 sets=1-1:robin", r"sets have 2 cards or more.* \[B5.4\]"),
        ("seats=2 phase=set passed=1,2 taking=2", "taking: the first and last card"),
        ("seats=2 phase=insert passed=1,2", r"a card is held while .* \[B7.2\]"),
        ("seats=2 phase=choose passed=1,2 trait=robin", "nothing can be done"),
    ],
)
def test_what_is_no_state_is_refused(text: str, complaint: str) -> None:
    with pytest.raises(BadInput, match=complaint):
        GAME.parse_state(text)


def test_a_state_reads_back_in_the_middle_of_anything() -> None:
    for state in (
        after(open_game("Rs Rw, Ps Ps", "Ou Oa Ra Ww"), "stack Ou, add Rs"),
        after(scoring("Rs Ru Rs Ru Ou", "Pa", expert=True), "done, remove 3"),
        after(scoring("Rs Ru Rs Ru Ou", "Oa", owl="move"), "done, bird 2, bird 2, done, use Oa"),
    ):
        again = GAME.parse_state(GAME.state_text(state))
        assert GAME.legal_steps(again) == GAME.legal_steps(state)
        assert GAME.state_text(again) == GAME.state_text(state)


def test_what_is_no_view_is_refused() -> None:
    text = GAME.view_text(GAME.view(GAME.start(2), ME))
    with pytest.raises(BadInput, match="not a view of Birdie"):
        GAME.parse_view(text.replace('"seats":2', '"seats":"two"'))
