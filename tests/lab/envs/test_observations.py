"""An observation holds all that the view of its seat holds: no two views look alike, and no part of one can be lost."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import Any

import msgspec
import numpy as np
import pytest

from birdtable import catalog
from birdtable.engine import Rng
from birdtable.game import CHANCE, NOBODY
from birdtable.lab.envs.encoding import encoding

SETTINGS: list[tuple[str, int, dict[str, Any]]] = [
    ("birdie", 2, {}),
    ("birdie", 2, {"expert": True, "expert_removals": "single"}),
    ("birdie", 3, {"robin_source": "bird_deck", "owl": "move", "same_trait_sets": "choose"}),
    ("birdie", 4, {"expert": True, "flap_values": (1, 3, 6)}),
    ("cubirds", 2, {}),
    ("cubirds", 3, {"turn_limit": 200, "extras": "discarded"}),
    ("cubirds", 5, {"turn_limit": 200}),
]


def decisions(name: str, seats: int, options: dict[str, Any], seed: int) -> Iterator[Any]:
    """The states of a random match in which a seat is to decide, and the last one."""
    rng, state = Rng(seed), catalog.game(name).start(seats, options)
    while state.to_move != NOBODY:
        if state.to_move == CHANCE:
            state.apply(state.roll(rng))
        else:
            yield state
            legal = state.legal()
            state.apply(legal[rng.below(len(legal))])
    yield state


class Lookalikes:
    """Views by their observations."""

    def __init__(self, name: str) -> None:
        self.coding = encoding(name)
        self.seen: dict[bytes, bytes] = {}
        self.decisions = 0

    def look(self, state: Any) -> None:
        """Every seat looks at ``state``."""
        self.decisions += 1
        for seat in range(state.seats):
            observation = self.coding.observe_seat(state, seat).tobytes()
            text = self.coding.game.view_text(self.coding.game.view(state, seat)).encode()
            view = hashlib.blake2b(text, digest_size=16).digest()
            assert self.seen.setdefault(hashlib.blake2b(observation, digest_size=16).digest(), view) == view, text


def look_at_many(name: str, least: int) -> None:
    """At all numbers of players and options, round 2 included, until there were so many decisions."""
    views, seed = Lookalikes(name), 0
    settings = [(seats, options) for game, seats, options in SETTINGS if game == name]
    while views.decisions < least:
        for seats, options in settings:
            for state in decisions(name, seats, options, seed):
                views.look(state)
        seed += 1


@pytest.mark.parametrize("name", ["birdie", "cubirds"])
def test_no_two_views_look_alike(name: str) -> None:
    look_at_many(name, 3_000)


@pytest.mark.long
@pytest.mark.parametrize("name", ["birdie", "cubirds"])
def test_no_two_views_look_alike_for_long(name: str) -> None:
    look_at_many(name, 100_000)


COUNTED = {
    "birdie": {
        "opening": "what the seat has and had, less what it took",
        "earlier_opening": "the same of round 1",
        "flap_points": "the values of the Flap column and the marks in it",
        "trophy_points": "who holds which trophy",
    },
    "cubirds": {},
}
"""Parts of a view that follow from others and have no numbers of their own."""
FOLLOWING = {part for parts in COUNTED.values() for part in parts}


ORDERED = ("pile", "row", "passed", "turns")
"""Lists that are no multisets: what stands where in them means something."""


def changed(value: Any, name: str = "") -> Iterator[Any]:
    """Values that differ from this one in one place."""
    match value:
        case dict():
            for key in value.keys() - FOLLOWING:
                for other in changed(value[key], key):
                    yield value | {key: other}
        case [*items] if items:
            if name in ORDERED or isinstance(items[0], str):
                yield items[:-1]
            if name in ORDERED and items[0] != items[-1]:
                yield [items[-1], *items[1:-1], items[0]]
            if not isinstance(items[0], str):
                for other in changed(items[0], name):
                    yield [other, *items[1:]]
        case bool():
            yield not value
        case int() if value >= 0:
            yield value + 1


@pytest.mark.parametrize(("name", "seats", "options"), SETTINGS)
def test_what_changes_in_a_view_changes_its_observation(name: str, seats: int, options: dict[str, Any]) -> None:
    """Beyond what play can reach: each part of a view, of seats the first, is changed alone, and has to show."""
    coding, tried = encoding(name), set()
    for number, state in enumerate(decisions(name, seats, options, 5)):
        if number % 7:
            continue
        view = coding.game.view(state, seats - 1)
        before = coding.observe(view)
        fields: dict[str, Any] = msgspec.to_builtins(view)
        for field in fields.keys() - FOLLOWING - {"options", "seats", "seat"}:
            for other in changed({field: fields[field]}):
                twin = differs(coding, fields | other)
                if twin is not None:
                    assert not np.array_equal(before, twin), (field, fields[field], other)
                    tried.add(field)
    assert len(tried) > len(fields) / 3


def differs(coding: Any, fields: dict[str, Any]) -> Any:
    """The observation of a changed view, or ``None`` if the change makes no view at all."""
    try:
        return coding.observe(msgspec.convert(fields, coding.game.view_type))
    except (IndexError, KeyError, ValueError, msgspec.ValidationError):
        return None


@pytest.mark.parametrize(("name", "seats", "options"), SETTINGS)
def test_every_number_is_in_its_range(name: str, seats: int, options: dict[str, Any]) -> None:
    coding = encoding(name)
    for seed in range(3):
        for state in decisions(name, seats, options, seed):
            for seat in range(seats):
                observation = coding.observe_seat(state, seat)
                outside = (observation < coding.low) | (observation > coding.high)
                assert not outside.any(), coding.split(observation)


@pytest.mark.parametrize("name", ["birdie", "cubirds"])
def test_every_option_shows(name: str) -> None:
    game, coding = catalog.game(name), encoding(name)
    before = coding.observe_seat(game.start(2), 0)
    for option in game.options:
        match option.kind:
            case "flag":
                others: list[Any] = [not option.default]
            case "choice":
                others = [choice for choice in option.choices if choice != option.default]
            case "numbers":
                others = [(1, 2, 3), (*range(1, 25),)]
            case "number":
                others = [7]
            case "seat":
                others = []  # who was named is seen before the first decision, as the starter
        for other in others:
            after = coding.observe_seat(game.start(2, {option.name: other}), 0)
            assert not np.array_equal(before, after), (option.name, other)


def test_numbers_that_grow_without_end_stop_at_the_largest() -> None:
    coding = encoding("cubirds")
    state = coding.game.start(2, {"turn_limit": 10**6})
    for seat in range(2):
        observation = coding.observe_seat(state, seat)
        assert coding.split(observation) == coding.split(coding.observe(coding.game.view(state, seat)))
        assert coding.split(observation)["turn limit"] == [32_767]
