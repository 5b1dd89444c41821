"""Views as numbers by their types."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
import numpy as np
import pytest

from birdtable import catalog
from birdtable.engine import Rng
from birdtable.game import NOBODY, View
from birdtable.lab.envs.encoding import Encoding
from birdtable.lab.envs.forms.plain import digest, view_fields
from birdtable.lab.part import DEFAULT

Short = Annotated[str, msgspec.Meta(max_length=3)]
Few = Annotated[list[str], msgspec.Meta(max_length=2)]


class Pile(msgspec.Struct):
    top: str
    size: int


class AnyView(View, kw_only=True):
    big: int = 0
    open: bool = False
    phase: Literal["lay", "draw"] = "lay"
    name: Short = ""
    cards: Few
    pile: Pile | None = None
    piles: Annotated[list[Pile], msgspec.Meta(max_length=2)]
    places: Annotated[dict[str, int], msgspec.Meta(max_length=2)]
    pair: tuple[int, bool] = (0, False)
    setting: Any = None


def numbers(field: str, value: object) -> list[int]:
    view = AnyView(seat=0, seats=2, to_move=0, cards=[], piles=[], places={})
    setattr(view, field, value)
    (found,) = (each for each in view_fields(AnyView) if each.name == field)
    read = list(found.read(view))
    return read + [0] * (found.width - len(read))


@pytest.mark.parametrize(
    ("field", "value", "expected"),
    [
        ("seats", 2, [2]),
        ("big", 10**6, [32_767]),
        ("big", -(10**6), [-32_768]),
        ("open", True, [1]),
        ("phase", "lay", [2]),
        ("name", "", [0, 0, 0]),
        ("name", "ab", [97, 98, 0]),
        ("name", "abcd", [97, 98, digest("abcd")]),
        ("cards", ["F", "Rs"], [2, 70, digest("Rs")]),
        ("cards", ["F", "O", "P"], [3, 70, 79]),
        ("pile", None, [0] * 18),
        ("pile", Pile("F", 4), [1, *[70] + [0] * 15, 4]),
        ("piles", [Pile("F", 4)], [1, 70, 4, 0, 0]),
        ("places", {"b": 2, "a": 1}, [2, 97, 1, 98, 2]),
        ("pair", (3, True), [3, 1]),
        ("setting", None, [0]),
        ("setting", 7, [7]),
        ("setting", [1, 2], [digest([1, 2])]),
    ],
)
def test_a_field_is_read_by_its_type(field: str, value: object, expected: list[int]) -> None:
    assert numbers(field, value) == expected


def test_digests_are_the_same_in_every_process() -> None:
    assert (digest("Rs"), digest("Ru"), digest("")) == (21_523, 5_379, 0)


@pytest.mark.parametrize("name", ["birdie", "cubirds"])
def test_the_plain_form_goes_with_large_views_and_keeps_their_secrets(name: str) -> None:
    game = catalog.game(name)
    coding, rng = Encoding(game, DEFAULT), Rng(1)
    state = game.start(3, game.cap())
    for _ in range(300):
        legal = state.legal()
        if state.to_move == NOBODY:
            break
        state.apply(state.roll(rng) if state.to_move < 0 else legal[rng.below(len(legal))])
        if state.to_move >= 0:
            seat = state.to_move
            observation = coding.observe_seat(state, seat)
            other = game.imagine(game.view(state, seat), rng)
            assert observation.shape == (coding.width,)
            assert np.array_equal(observation, coding.observe_seat(other, seat))
