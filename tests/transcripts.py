"""Plays matches at random and prints a fingerprint of all that happened in each, as JSON by game and setup.

Run as a program by ``test_two_speeds``, once in each speed: ``python transcripts.py MATCHES``.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from hashlib import blake2b
from typing import Any

from birdtable import catalog, speed
from birdtable.engine import Rng, rollout
from birdtable.game import CHANCE, NOBODY, SPECTATOR, Game
from birdtable.testing import Setup, setups

OPTIONS = {"birdie": {}, "cubirds": {"turn_limit": 60}}
LOOKS = 100
"""One match in so many is looked at closely: events and views after each step, and play-outs on the way."""


def transcript(game: Game[Any, Any], setup: Setup, seed: int) -> str:
    """The fingerprint of a match: what was legal, what happened, and the outcome."""
    rng = Rng(seed)
    state = game.start(setup.seats, setup.options)
    seen: list[object] = []
    while state.to_move != NOBODY:
        listed = state.odds() if state.to_move == CHANCE else state.legal()
        code = state.roll(rng) if state.to_move == CHANCE else listed[rng.below(len(listed))]
        state.apply(code)
        seen += [listed, code, state.happened()]
        if seed % LOOKS == 0:
            seen += look(game, state, playing_out=len(seen) % 32 == 0)
    seen += [rng.word(), game.outcome(state)]
    return blake2b(repr(seen).encode(), digest_size=8).hexdigest()


def look(game: Game[Any, Any], state: Any, *, playing_out: bool) -> Iterator[object]:
    yield game.events(state)
    for seat in (SPECTATOR, *range(state.seats)):
        yield game.view_text(game.view(state, seat))
    if playing_out:
        for hasty in (False, True):
            end = state.copy()
            yield rollout(end, Rng(1), hasty), game.outcome(end)


def main(matches: int) -> None:
    found = {
        f"{name} {setup.seats} {dict(setup.options)}": [transcript(game, setup, seed) for seed in range(matches)]
        for name in catalog.games()
        for game in [catalog.game(name)]
        for setup in setups(game, OPTIONS[name])
    }
    print(json.dumps([speed(), found]))


if __name__ == "__main__":
    main(int(sys.argv[1]))
