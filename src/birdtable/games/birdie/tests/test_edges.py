"""What only a close look shows: imagining to the last card."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2b

import pytest

from birdtable.engine import Rng
from birdtable.game import CHANCE, NOBODY, SPECTATOR, Value
from birdtable.games.birdie import GAME
from birdtable.games.birdie.rules import BirdieState

OTHER_RULES: dict[str, Value] = {"robin_source": "bird_deck", "owl": "move", "same_trait_sets": "choose"}


def decisions(seats: int, options: dict[str, Value]) -> Iterator[BirdieState]:
    """A match at random, whenever a seat is to move."""
    rng, state = Rng(seats), GAME.start(seats, options)
    while state.to_move != NOBODY:
        if state.to_move == CHANCE:
            state.apply(state.roll(rng))
        else:
            yield state
            codes = state.legal()
            state.apply(codes[rng.below(len(codes))])


@pytest.mark.parametrize(
    ("seats", "options", "digest"),
    [
        (2, {}, "d32a21d8d4dece2e"),
        (3, {}, "dabd454ff29356c3"),
        (4, OTHER_RULES, "02d6aba1e717973a"),
        (2, {"expert": True}, "6a1e527259192489"),
        (4, {"expert": True, "expert_removals": "single"}, "ffb6619e115a05c5"),
    ],
    ids=str,
)
def test_a_seed_always_imagines_the_same_state(seats: int, options: dict[str, Value], digest: str) -> None:
    """Studies are repeated from their seeds: a sampler that is as fair but draws otherwise is a change to announce."""
    imagined = blake2b(digest_size=8)
    for number, state in enumerate(decisions(seats, options)):
        for viewer in (SPECTATOR, number % seats):
            imagined.update(GAME.state_text(GAME.imagine(GAME.view(state, viewer), Rng(number))).encode())
    assert imagined.hexdigest() == digest
