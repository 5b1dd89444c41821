"""A state is described once: types, copies and texts have every field of it."""

from __future__ import annotations

from birdtable.games.cubirds import GAME
from birdtable.games.cubirds import state as fields
from birdtable.games.cubirds.position import FOLLOWS, WORDS
from birdtable.games.cubirds.rules import CuBirdsState
from kit.cubirds.table import position
from kit.sources.fields import BASE, PASSING, declared_fields, fill, typed_fields


def test_every_field_is_explained_where_it_is_made() -> None:
    assert [name for name, field in declared_fields(fields).items() if not field.explained] == []


def test_the_types_are_of_the_same_fields() -> None:
    assert typed_fields(fields) == {name: field.length for name, field in declared_fields(fields).items()}


def test_a_copy_has_every_field() -> None:
    state, names = GAME.start(3), [*declared_fields(fields), *BASE, *PASSING]
    fill(state, names)
    copy = state.copy()
    assert type(copy) is CuBirdsState
    assert {name: getattr(copy, name) for name in names} == {name: getattr(state, name) for name in names}


def test_the_text_has_every_field_or_says_that_it_follows_from_others() -> None:
    held = [field for words in WORDS.values() for field in words.split()]
    assert sorted([*held, *FOLLOWS]) == sorted([*declared_fields(fields), *BASE])


def test_a_state_shows_itself_as_its_text() -> None:
    state = position(hands=("PPM", "OO"))
    assert repr(state) == GAME.state_text(state)
