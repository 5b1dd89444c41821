"""What only a close look shows: matches word by word, and imagining to the last card."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2b
from typing import NamedTuple

import pytest

from birdtable.engine import Rng
from birdtable.game import CHANCE, NOBODY, SPECTATOR, Value
from birdtable.games.birdie import GAME
from birdtable.games.birdie.rules import BirdieState
from birdtable.testing import clause
from kit.birdie.table import find_events, play, scoring


class Setup(NamedTuple):
    """A match at random, and what has always come of it."""

    seats: int
    options: dict[str, Value]
    words: str
    """A digest of the engine's words."""
    imagined: str
    """A digest of states imagined on the way."""

    def moments(self) -> Iterator[BirdieState]:
        """The state is always the same object."""
        rng, state = Rng(self.seats), GAME.start(self.seats, self.options)
        while state.to_move != NOBODY:
            yield state
            if state.to_move == CHANCE:
                state.apply(state.roll(rng))
            else:
                codes = state.legal()
                state.apply(codes[rng.below(len(codes))])
        yield state


OTHER_RULES: dict[str, Value] = {"robin_source": "bird_deck", "owl": "move", "same_trait_sets": "choose"}
SINGLE: dict[str, Value] = {"expert": True, "expert_removals": "single"}
setups = pytest.mark.parametrize(
    "setup",
    [
        Setup(2, {}, "2191b89f3bd3ab9f", "d32a21d8d4dece2e"),
        Setup(3, {}, "51185d41a660fa64", "dabd454ff29356c3"),
        Setup(4, OTHER_RULES, "412a1120e78465de", "02d6aba1e717973a"),
        Setup(2, {"expert": True}, "afa181df7ee5eb68", "6a1e527259192489"),
        Setup(4, SINGLE, "730a270810e19492", "ffb6619e115a05c5"),
    ],
    ids=lambda setup: f"{setup.seats} {setup.options}",
)


@setups
def test_a_seed_always_plays_the_same_match(setup: Setup) -> None:
    """In the engine's own words, those included that no event shows."""
    words = blake2b(digest_size=8)
    for state in setup.moments():
        words.update(f"{state.happened()} {state.slot() if state.to_move == CHANCE else state.legal()}".encode())
    assert words.hexdigest() == setup.words


@clause("B2.1")
@setups
def test_every_card_that_chance_turns_has_a_place_of_its_own(setup: Setup) -> None:
    places = [state.slot() for state in setup.moments() if state.to_move == CHANCE]
    assert places.pop(0) == -1
    assert len(set(places)) == len(places) and all(0 <= place % 1024 < 64 for place in places)


@setups
def test_a_seed_always_imagines_the_same_states(setup: Setup) -> None:
    """Studies are repeated from their seeds: a sampler that is as fair but draws otherwise is a change to announce."""
    imagined = blake2b(digest_size=8)
    decisions = (state for state in setup.moments() if state.to_move >= 0)
    for number, state in enumerate(decisions):
        for viewer in (SPECTATOR, number % setup.seats):
            imagined.update(GAME.state_text(GAME.imagine(GAME.view(state, viewer), Rng(number))).encode())
    assert imagined.hexdigest() == setup.imagined


@clause("B5.7", "B7.4")
def test_flap_marks_name_the_clause_that_they_come_from() -> None:
    events = play(scoring("Rs Ru Oa Ow", hand="Pa"), "done, bird 2, bird 2, use Pa, set 2")
    assert [(event.count, event.clause) for event in find_events(events, "flapped")] == [(2, "B7.4"), (1, "B5.7")]
