"""Secrets, often: re-deals of what a seat cannot know, by all player counts, options and memories."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from birdtable import catalog
from birdtable.bots import roster
from birdtable.engine import Rng
from birdtable.game import CHANCE, NOBODY, Viewer, viewer_of
from birdtable.games.cubirds.rules import CuBirdsState
from kit.birdie import redeal as birdie_redeal
from kit.birdie.table import random_step
from kit.cubirds import redeal as cubirds_redeal
from kit.cubirds.table import eager_step
from kit.findings import note_finding

BIRDIE_OPTIONS: list[dict[str, Any]] = [
    {},
    {"expert": True},
    {"robin_source": "bird_deck", "owl": "move", "same_trait_sets": "choose"},
    {"expert": True, "expert_removals": "single", "robin_source": "bird_deck"},
]
REDEAL: dict[str, Callable[..., Any]] = {"birdie": birdie_redeal.redeal, "cubirds": cubirds_redeal.redeal}
OPTIONS: dict[str, list[dict[str, Any]]] = {
    "birdie": BIRDIE_OPTIONS,
    "cubirds": [{"turn_limit": 100}, {"turn_limit": 100, "extras": "discarded"}],
}
BOTS = ("greedy", "search:4")


def some_step(state: Any, rng: Rng) -> int:
    if isinstance(state, CuBirdsState) and state.to_move != CHANCE and rng.below(2):
        return eager_step(state, rng)
    return random_step(state, rng)


def positions(name: str, count: int, seed: int) -> Iterator[tuple[Any, Viewer, Rng]]:
    """Positions of matches, each with a seat, or a spectator, that looks at it."""
    game, rng = catalog.game(name), Rng(seed)
    while True:
        options = OPTIONS[name][rng.below(len(OPTIONS[name]))]
        seats = game.min_seats + rng.below(game.max_seats - game.min_seats + 1)
        state = game.start(seats, options)
        while state.to_move != NOBODY:
            state.apply(some_step(state, rng))
            if rng.below(3) == 0:
                yield state, viewer_of(rng.below(seats + 1) - 1), rng
                count -= 1
                if count == 0:
                    return


def check(name: str, count: int, seed: int, bots_every: int) -> tuple[int, int]:
    """Re-deals so many positions. Returns how many differed in what is hidden, and how many choices were compared."""
    game = catalog.game(name)
    players = [roster.bot(spec, name) for spec in BOTS]
    different = choices = 0
    for number, (state, viewer, rng) in enumerate(positions(name, count, seed)):
        twin = REDEAL[name](state, viewer, rng)
        view, seen = game.view(state, viewer), game.view(twin, viewer)
        assert seen == view
        for memory in ("strict", "assisted"):
            assert game.shown(seen, memory) == game.shown(view, memory)
        events = [event.seen_by(viewer) for event in game.events(state)]
        assert [event.seen_by(viewer) for event in game.events(twin)] == events
        hidden = game.state_text(twin) != game.state_text(state)
        different += hidden
        if viewer == state.to_move:
            legal = game.legal_steps(state)
            assert game.legal_steps(twin) == legal
            if hidden and number % bots_every == 0 and len(legal) > 1:
                for player in players:
                    assert player.choose(seen, legal, Rng(number)) == player.choose(view, legal, Rng(number))
                    choices += 1
    return different, choices


@pytest.mark.parametrize("name", REDEAL)
def test_what_a_seat_cannot_know_changes_neither_views_nor_choices(name: str) -> None:
    different, choices = check(name, 1500, seed=11, bots_every=10)
    assert different > 750 and choices > 5


@pytest.mark.long
@pytest.mark.parametrize("name", REDEAL)
def test_what_a_seat_cannot_know_changes_nothing_in_half_a_million_re_deals(name: str) -> None:
    different, choices = check(name, 500_000, seed=12, bots_every=50)
    note_finding(f"re-deals of {name}", compared=500_000, with_other_secrets=different, choices_of_bots=choices)
