"""A state is described once: types, copies and texts have every field of it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from birdtable.engine import Rng
from birdtable.game import NOBODY, BadInput
from birdtable.games.birdie import GAME
from birdtable.games.birdie import state as fields
from birdtable.games.birdie.cards import CHOOSING_STARTER, MAX_PLACES, PHASES
from birdtable.games.birdie.position import state_text
from birdtable.games.birdie.position.old import FIELDS as OLD_FIELDS
from birdtable.games.birdie.position.old import parse_old_state
from birdtable.games.birdie.position.words import ALL_WORDS, FOLLOWS
from birdtable.games.birdie.rules import BirdieState
from kit.birdie.table import after, open_game, random_step, scoring
from kit.sources.fields import BASE, PASSING, declared_fields, fill, typed_fields

OLD_STATES = (Path(__file__).parent / "old_states.jsonl").read_text(encoding="utf-8").splitlines()
"""Written by the first version that stored trials, standard and expert game, in every phase."""
OPTIONS: list[dict[str, Any]] = [
    {},
    {"expert": True},
    {"robin_source": "bird_deck", "owl": "move", "same_trait_sets": "choose"},
    {"expert": True, "expert_removals": "single", "robin_source": "bird_deck", "flap_values": (1, 1, 4)},
]


def test_every_field_is_explained_where_it_is_made() -> None:
    counts = {name for name in declared_fields(fields) if name.endswith("_count")}
    assert [name for name, field in declared_fields(fields).items() if not field.explained and name not in counts] == []


def test_the_types_are_of_the_same_fields() -> None:
    lengths = {name: field.length for name, field in declared_fields(fields).items()}
    assert typed_fields(fields) == lengths | {"flap_values": MAX_PLACES}


def test_a_copy_has_every_field() -> None:
    state, names = GAME.start(3), [*declared_fields(fields), *BASE, *PASSING]
    fill(state, names)
    copy = state.copy()
    assert type(copy) is BirdieState
    assert {name: getattr(copy, name) for name in names} == {name: getattr(state, name) for name in names}
    other = GAME.start(3)
    assert all(getattr(other, name) != getattr(state, name) for name in names)


def test_the_text_has_every_field_or_says_that_it_follows_from_others() -> None:
    held = [field for word in ALL_WORDS.values() for field in word.fields.split()]
    assert sorted([*held, *FOLLOWS]) == sorted([*declared_fields(fields), *BASE])


def test_a_state_is_one_readable_line() -> None:
    state = after(open_game("Rs Rw, Ps Ps", "Ou Oa Ra Ww"), "stack Ou, add Rs")
    assert (
        repr(state)
        == GAME.state_text(state)
        == ("seats=2 phase=stacking deck=22 stop=2 display=WwOaRa hands=Rw,Ps2 piles=OuRs, taken=Ou added=Rs")
    )
    state = after(scoring("Rs Ru Rs Ru Ou", "Pa", expert=True), "done, remove 3, by bird")
    assert repr(state) == (
        "seats=2 expert=yes phase=set player=2 deck=6 stop=2 hands=Pa, piles=RsRuRsRuOu, "
        "passed=1,2 passes=2,0 scorer=1 row=RsRu2Ou trait=robin gap=2 taking=1-3"
    )


def test_what_is_left_out_is_as_at_the_start() -> None:
    assert repr(GAME.start(3)) == "seats=3"
    assert repr(GAME.start(2, OPTIONS[3])) == (
        "seats=2 expert=yes flap_values=1,1,4 robin_source=bird_deck expert_removals=single"
    )


def moments(seed: int) -> Iterator[BirdieState]:
    rng = Rng(seed)
    for number in range(24):
        state = GAME.start(2 + number % 3, OPTIONS[number % 4])
        while state.to_move != NOBODY:
            yield state
            state.apply(random_step(state, rng))
        yield state


def values(state: BirdieState) -> dict[str, object]:
    """All that counts: what lies behind the part of an array in use does not, nor what only other phases need."""
    found: dict[str, object] = {name: getattr(state, name) for name in [*FOLLOWS, *held_by(state)]}
    for name, width in (("pile", 40), ("turns", 28), ("old_pile", 40), ("old_turns", 28)):
        array, counts = getattr(state, name), getattr(state, f"{name.removesuffix('s')}_count")
        found[name] = [array[seat * width : seat * width + counts[seat]] for seat in range(len(counts))]
    for name in found:
        if name == "passed":
            found[name] = state.passed[: state.passed_count]
        elif name == "row":
            found[name] = state.row[: state.row_count]
        elif name.startswith("set_") and name != "set_count":
            found[name] = getattr(state, name)[: state.set_count]
    if PHASES[state.phase] != "set":
        found.pop("low", None), found.pop("high", None)
    if state.phase != PHASES.index("stacking") or state.taken_count == 0:
        del found["first"], found["second"]
    elif state.taken_count == 1:
        del found["first"]
    else:
        found["first"], found["second"] = sorted([state.first, state.second])
    return found


def held_by(state: BirdieState) -> list[str]:
    text = {word.partition("=")[0] for word in state_text(state).split()}
    always = [name for name in ALL_WORDS if name not in ("taken", "added") or PHASES[state.phase] == "stacking"]
    scoring = {"scorer", "row", "cursor", "held", "picked", "sets", "trait", "holding", "gap", "taking", "lowest"}
    words = [name for name in always if name not in scoring or "scorer" in text]
    return [field for name in words for field in ALL_WORDS[name].fields.split()]


def test_a_state_reads_back_field_by_field() -> None:
    for state in moments(seed=6):
        again = GAME.parse_state(GAME.state_text(state))
        assert values(again) == values(state)


def test_states_that_a_view_could_be_of_read_back() -> None:
    rng = Rng(2)
    for number, state in enumerate(moments(seed=7)):
        if number % 20 == 0 and state.phase != CHOOSING_STARTER:
            imagined = GAME.imagine(GAME.view(state, rng.below(state.seats)), rng)
            again = GAME.parse_state(GAME.state_text(imagined))
            assert values(again) == values(imagined)


# The old form


@pytest.mark.parametrize("text", OLD_STATES, ids=lambda text: PHASES[msgspec.json.decode(text).get("phase", 0)])
def test_a_state_of_an_earlier_version_is_read_as_it_was(text: str) -> None:
    old = parse_old_state(text)
    for name, value in msgspec.json.decode(text).items():
        assert getattr(old, name) == value
    state = GAME.parse_state(text)
    assert values(state) == values(old)
    assert GAME.legal_steps(state) == GAME.legal_steps(old)
    assert [GAME.view(state, seat) for seat in range(old.seats)] == [GAME.view(old, seat) for seat in range(old.seats)]


def test_states_of_earlier_versions_are_of_all_phases() -> None:
    assert {msgspec.json.decode(text).get("phase", 0) for text in OLD_STATES} == set(range(len(PHASES)))
    assert {name for text in OLD_STATES for name in msgspec.json.decode(text)} <= set(OLD_FIELDS)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("{", "not a state of Birdie"),
        ("{}", "2 to 4 seats"),
        ('{"seats":5}', "2 to 4 seats"),
        ('{"seats":2,"wings":2}', "no 'wings' of 2"),
        ('{"seats":2,"deck":"many"}', "no 'deck' of 'many'"),
        ('{"seats":2,"hand":[1,2]}', "no 'hand' of"),
        ('{"seats":2,"hand":[1,2,3,"4"]}', "no 'hand' of"),
        ('{"seats":2,"phase":99}', "a number is too large"),
        ('{"seats":2,"deck":99999999999999}', "Birdie|deck"),
    ],
)
def test_what_is_no_state_of_an_earlier_version_is_refused(text: str, complaint: str) -> None:
    with pytest.raises(BadInput, match=complaint):
        GAME.parse_state(text)
