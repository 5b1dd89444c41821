"""Where the documents disagree: the options of B9."""

from __future__ import annotations

from typing import Any

import pytest

from birdtable.game import BadInput
from birdtable.games.birdie import GAME
from birdtable.games.birdie.cards import KINDS, TRAITS
from birdtable.games.birdie.rules import BirdieState
from birdtable.testing import clause
from kit.birdie.table import ME, after, boxes, can, find_events, play, scoring, trophies


def ksr(row: str, hand: str = "", boxes: str = "") -> BirdieState:
    options: dict[str, Any] = {**GAME.presets["ksr"]}
    return scoring(row, hand, boxes, **options)


@clause("B9.1")
def test_ksr_sets_three_options_together() -> None:
    assert GAME.presets["ksr"] == {"robin_source": "bird_deck", "owl": "move", "same_trait_sets": "choose"}
    assert GAME.view(GAME.start(2, GAME.presets["original"]), ME) == GAME.view(GAME.start(2), ME)


@clause("B9.1")
def test_owl_move_and_the_expert_game_exclude_each_other() -> None:
    with pytest.raises(BadInput, match=r"cannot be combined \[B9.1\]"):
        GAME.start(3, {"expert": True, "owl": "move"})
    with pytest.raises(BadInput, match=r"cannot be combined \[B9.1\]"):
        GAME.start(3, {"expert": True, **GAME.presets["ksr"]})
    assert GAME.start(3, {"expert": True, "robin_source": "bird_deck", "same_trait_sets": "choose"}).expert


@clause("B9.1")
def test_robin_source_bird_deck_draws_from_what_is_left_of_the_bird_deck() -> None:
    state = after(ksr("Oa", hand="Rs"), "use Rs, deal Pw")
    assert (state.deck, state.stop) == (5, 2)


@clause("B9.1")
def test_robin_source_bird_deck_draws_below_the_stop_card_when_it_is_on_top() -> None:
    state = ksr("Oa", hand="Rs")
    state.rest, state.deck = state.rest + state.deck, 0
    play(state, "use Rs, deal Pw")
    assert (state.deck, state.stop) == (0, 1)


@clause("B9.1")
@pytest.mark.parametrize(
    "options",
    [{"owl": "hoot"}, {"robin_source": "garden"}, {"expert": "yes"}, {"same_trait_sets": 1}, {"wings": 2}],
)
def test_what_is_no_option_is_refused(options: dict[str, object]) -> None:
    [name] = options
    with pytest.raises(BadInput, match=name):
        GAME.start(2, options)  # type: ignore[arg-type]


@clause("B9.2")
def test_owl_move_holds_the_lowest_set_back_and_writes_it_in_another_box() -> None:
    state = after(ksr("Rs Ru Ra Oa Ow", hand="Os"), "done, bird 3, bird 2, done")
    assert (boxes(state), can(state)) == ("", "use Os, done")
    play(state, "use Os")
    assert boxes(state) == "robin 3"
    assert can(state) == "box woodpecker, box pigeon, box spring, box summer, box autumn, box winter"
    [event, *_] = play(state, "box winter")
    assert (event.what, event.place, event.points, event.clause) == ("copied", "winter", 2, "B9.2")
    assert (boxes(state), state.flaps[ME]) == ("robin 3, winter 2", 1)


@clause("B9.2")
def test_on_a_tie_the_player_says_which_set_is_held_back() -> None:
    state = after(ksr("Rs Ru Oa Ow Pw Wu Pu Ou", hand="Os"), "done, bird 2, bird 2, season 3, done, use Os")
    assert can(state) == "set 1, set 2"
    assert boxes(after(state, "set 2, box pigeon")) == "pigeon 2, robin 2, summer 3"


@clause("B9.2")
def test_a_moved_set_is_worth_at_most_5() -> None:
    state = after(ksr("Rs Ru Ra Rw Rs Ru", hand="Os"), "done, bird 6, done, use Os, box winter")
    assert (boxes(state), state.flaps[ME]) == ("winter 5", 0)


@clause("B9.2")
def test_a_moved_set_can_win_the_trophy_of_its_new_box_not_of_its_own() -> None:
    state = after(ksr("Rs Ru Ra", hand="Os"), "done, bird 3, done, use Os, box owl")
    assert trophies(state) == {"owl": ME}


@clause("B9.2")
def test_owl_move_comes_after_pigeon() -> None:
    state = after(ksr("Rs Ru Oa Ow Os", hand="Os Pa"), "done, bird 2, bird 3, use Pa, set 1")
    assert boxes(after(state, "use Os, box winter")) == "winter 3"


@clause("B9.2")
def test_owl_move_is_not_possible_without_a_set_that_counts() -> None:
    assert after(ksr("Rs Ru", hand="Os", boxes="robin 4"), "done, bird 2, done").round == 2
    assert after(ksr("Rs Ou", hand="Os"), "done").round == 2


@clause("B9.2")
def test_owl_move_is_not_possible_without_another_empty_box() -> None:
    full = "woodpecker 2, owl 2, pigeon 2, spring 2, summer 2, autumn 2"
    state = after(ksr("Rs Ru Pw Ow", hand="Os", boxes=full), "done, bird 2, season 2, done")
    assert boxes(state) == f"{full}, winter 2".replace("pigeon 2,", "pigeon 2, robin 2,")


@clause("B9.2")
@pytest.mark.parametrize("other", ["woodpecker", "owl", "pigeon", "spring", "summer", "autumn", "winter"])
def test_the_set_held_back_may_go_to_any_box_but_its_own(other: str) -> None:
    full = ", ".join(f"{trait} 2" for trait in TRAITS if trait not in ("robin", other))
    state = after(ksr("Rs Ru", hand="Os", boxes=full), "done, bird 2, done, use Os")
    assert can(state) == f"box {other}"


@clause("B9.2")
def test_owl_move_need_not_be_used() -> None:
    assert boxes(after(ksr("Rs Ru", hand="Os"), "done, bird 2, done, done")) == "robin 2"


@clause("B9.3")
def test_choose_lets_the_player_say_which_set_of_a_trait_is_written() -> None:
    state = after(ksr("Rs Ru Ra Oa Ow Rw Rs"), "bird 3, bird 2, bird 2")
    assert can(state) == "set 1, set 3"
    assert boxes(after(state, "set 3")) == "owl 2, robin 2"


@clause("B9.3")
@pytest.mark.parametrize("letter", "WOPRsuaw")
def test_of_any_trait(letter: str) -> None:
    pair = " ".join([kind for kind in KINDS if letter in kind][:2])
    apart = " ".join([kind for kind in KINDS if letter not in kind and not set(kind) & set(pair)][:1])
    state = ksr(f"{pair} {apart} {pair}")
    kind = "bird" if letter.isupper() else "season"
    assert can(after(state, f"{kind} 2, {kind} 2")) == "set 1, set 2"


@clause("B9.3")
def test_for_each_trait_with_several_sets() -> None:
    state = after(ksr("Rs Ru Oa Ow Ra Rw Ru Ou Os Ou"), "bird 2, bird 2, bird 3, bird 3")
    assert [can(state), can(after(state, "set 4"))] == ["set 2, set 4", "set 1, set 3"]
    assert boxes(after(state, "set 1")) == "owl 3, robin 2"


@clause("B9.3")
def test_not_where_the_box_is_full_or_one_set_remains() -> None:
    state = ksr("Rs Ru Ra Rs", boxes="robin 3")
    assert find_events(play(state, "bird 2, bird 2"), "wrote") == []
    state = after(ksr("Rs Ru Ra Rs Rw", hand="Pa"), "done, bird 2, bird 3, use Pa, set 2")
    assert boxes(state) == "robin 2"


@clause("B8.5", "B9.1")
def test_expert_removals_single_allows_one_removal_and_its_cascade() -> None:
    state = scoring("Wu Ps Rs Ou Rw Pa Wa", expert=True, expert_removals="single", hand="Os")
    events = play(state, "done, remove 4, done, done, done")
    assert [(event.place, event.count) for event in find_events(events, "set taken")] == [
        ("robin", 2),
        ("pigeon", 2),
        ("woodpecker", 2),
    ]
    assert can(state) == "use Os, done"


@clause("B9.1")
def test_expert_removals_single_leaves_no_more_sets_after_one() -> None:
    state = scoring("Wu Rs Ou Rw Pa Wa", expert=True, expert_removals="single")
    assert after(state, "remove 3").round == 2
