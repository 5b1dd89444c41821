"""Positions as text: complete, the same in every release, short enough, and telling nothing that is hidden.

To write the golden texts anew: ``PYTHONPATH=tests python tests/agents/test_text.py``
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from birdtable import catalog
from birdtable.agents.reading import read_legal
from birdtable.agents.text import VERSION, briefing, position_json, position_text
from birdtable.engine import Rng
from birdtable.game import SPECTATOR, Value
from kit.agents.positions import REDEAL, decisions

GOLDEN = Path(__file__).parent / "golden"
LONGEST_POSITION = 4800
GAMES: list[tuple[str, dict[str, Value]]] = [
    ("birdie", {}),
    ("birdie", {"expert": True}),
    ("birdie", {"robin_source": "bird_deck", "owl": "move", "same_trait_sets": "choose"}),
    ("cubirds", {}),
]
DERIVED = {"seat", "seats", "to_move", "mover", "options", "phase", "player", "boards"}
"""What the rest of a view follows from or goes with: a view with another of these would be no view."""


def texts() -> Iterator[tuple[str, str]]:
    """Two dozen positions by name."""
    for number, (name, options) in enumerate(GAMES):
        game = catalog.game(name)
        phases: set[str] = set()
        for state, log in decisions(name, 11 + number, 3, "greedy", **options):
            view = game.view(state, state.to_move)
            if view.phase not in phases:
                phases.add(view.phase)
                events = [event.seen_by(view.seat) for event in log[-12:]]
                yield f"{name}-{number}-{view.phase.replace(' ', '-')}", position_text(game, view, events=events)


def test_positions_are_told_as_ever() -> None:
    found = dict(texts())
    assert VERSION == 1
    assert sorted(found) == sorted(path.stem for path in GOLDEN.glob("*.txt"))
    for name, text in found.items():
        assert text == (GOLDEN / f"{name}.txt").read_text(encoding="utf-8"), name


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_a_position_of_four_is_under_4800_characters(name: str, options: dict[str, Value]) -> None:
    game = catalog.game(name)
    for seed, player in enumerate(("random", "hasty")):
        for number, (state, log) in enumerate(decisions(name, seed, 4, player, **options)):
            if number % 3:
                continue
            seat = state.to_move
            events = [event.seen_by(seat) for event in log[-80:]]
            assert len(position_text(game, game.view(state, seat), events=events)) < LONGEST_POSITION


@pytest.mark.parametrize("name", ["birdie", "cubirds"])
def test_every_legal_step_is_listed_or_none(name: str) -> None:
    game = catalog.game(name)
    for state, _ in decisions(name, 4, 3):
        view = game.view(state, state.to_move)
        assert set(read_legal(position_text(game, view))) == set(game.legal_steps(state))
        assert "Legal steps" not in position_text(game, view, legal=False)
        assert set(position_json(game, view)["legal"]) == set(game.legal_steps(state))  # type: ignore[call-overload]
        assert "legal" not in position_json(game, view, legal=False)


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_twins_read_the_same(name: str, options: dict[str, Value]) -> None:
    game, rng = catalog.game(name), Rng(9)
    for number, (state, log) in enumerate(decisions(name, 2, 3, "random", **options)):
        if number % 6 == 0:
            for seat in range(3):
                twin = REDEAL[name](state, seat, rng)
                seen = [event.seen_by(seat) for event in log[-30:]]
                assert position_text(game, game.view(state, seat), events=seen) == position_text(
                    game, game.view(twin, seat), events=seen
                )
                assert position_json(game, game.view(state, seat)) == position_json(game, game.view(twin, seat))


@pytest.mark.parametrize(
    ("name", "seats", "options"),
    [("birdie", 2, {}), ("birdie", 4, {}), ("birdie", 3, {"expert": True}), ("cubirds", 3, {})],
)
def test_nothing_in_a_view_is_left_out(name: str, seats: int, options: dict[str, Value]) -> None:
    """A view with one field exchanged for that of another moment reads differently."""
    game = catalog.game(name)
    views: list[Any] = [game.view(state, 0) for state, _ in decisions(name, 5, seats, "greedy", **options)]
    before: dict[Any, Any] = {}
    checked = set()
    for view in views:
        kind = view.phase, getattr(view, "scorer", None), view.round
        earlier, before[kind] = before.get(kind, view), view
        text = position_text(game, view, legal=False)
        for field in view.__struct_fields__:
            other = getattr(earlier, field)
            if field not in DERIVED and other != getattr(view, field):
                mixed = msgspec.structs.replace(view, **{field: other})
                assert position_text(game, mixed, legal=False) != text, (field, other, getattr(view, field))
                checked.add(field)
    assert checked >= (
        {"display", "hand", "pile", "played"} if name == "birdie" else {"rows", "hand", "notes", "known"}
    )


def test_a_spectator_reads_no_hand() -> None:
    game = catalog.game("birdie")
    state, _ = next(decisions("birdie", 1))
    text = position_text(game, game.view(state, SPECTATOR))
    assert "You are watching" in text and "\nHand:" not in text and "opening hand was" not in text


def test_a_game_that_brings_nothing_is_told_too() -> None:
    catalog.register("kuhn", "kit.kuhn")
    game = catalog.game("kuhn")
    state, _ = next(decisions("kuhn", 1, 2))
    view = game.view(state, state.to_move)
    assert set(read_legal(position_text(game, view))) == set(game.legal_steps(state))
    assert game.title in briefing(game)


if __name__ == "__main__":
    for old in GOLDEN.glob("*.txt"):
        old.unlink()
    for name, text in texts():
        (GOLDEN / f"{name}.txt").write_text(text, encoding="utf-8")
