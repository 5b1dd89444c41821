"""The texts of cards, steps and states."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from birdtable.game import BadInput
from birdtable.games.birdie import GAME, cards
from birdtable.games.birdie.cards import cards_text, members, multiset, parse_cards, parse_trait, size
from birdtable.games.birdie.position import FIELDS
from birdtable.testing import clause
from kit.birdie.table import ME, after, opened, scoring

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
        ("", "not a state of Birdie"),
        ("[2]", "not a state of Birdie"),
        ("{}", "2 to 4 seats"),
        ('{"seats":5}', "2 to 4 seats"),
        ('{"seats":2,"wings":2}', "no 'wings' of 2"),
        ('{"seats":2,"deck":"many"}', "no 'deck' of 'many'"),
        ('{"seats":2,"hand":[1,2]}', "no 'hand' of"),
        ('{"seats":2,"hand":[1,2,3,"4"]}', "no 'hand' of"),
    ],
)
def test_what_is_no_state_is_refused(text: str, complaint: str) -> None:
    with pytest.raises(BadInput, match=complaint):
        GAME.parse_state(text)


def test_a_state_reads_back_in_the_middle_of_anything() -> None:
    for state in (
        after(opened("Rs Rw, Ps Ps", "Ou Oa Ra Ww"), "stack Ou, add Rs"),
        after(scoring("Rs Ru Rs Ru Ou", "Pa", expert=True), "done, remove 3"),
        after(scoring("Rs Ru Rs Ru Ou", "Oa", owl="move"), "done, bird 2, bird 2, done, use Oa"),
    ):
        again = GAME.parse_state(GAME.state_text(state))
        assert GAME.legal_steps(again) == GAME.legal_steps(state)
        assert GAME.state_text(again) == GAME.state_text(state)


def test_the_text_of_a_state_has_every_field_but_what_is_asked_anew() -> None:
    state = GAME.start(2)
    fields = {name for name in dir(state) if name[0] != "_" and not callable(getattr(state, name))}
    assert fields - {"steps", "weights", "told", "told_count"} == set(FIELDS)


def test_what_is_no_view_is_refused() -> None:
    text = GAME.view_text(GAME.view(GAME.start(2), ME))
    with pytest.raises(BadInput, match="not a view of Birdie"):
        GAME.parse_view(text.replace('"seats":2', '"seats":"two"'))
