"""Plays matches at random and prints a digest of their transcripts, set-up by set-up: ``speeds.py MATCHES``

The same in both speeds, or the law is not one. And what bots think in one more match: the same, or bots are not.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterator
from typing import Any

import birdtable
from birdtable import catalog
from birdtable.bots.knowledge import new_policy
from birdtable.bots.search.tree import search
from birdtable.engine import Rng, rollout
from birdtable.game import CHANCE, NOBODY, SPECTATOR, AnyGame, Value

BIRDIE: tuple[dict[str, Value], ...] = (
    {},
    {"expert": True, "expert_removals": "single", "robin_source": "bird_deck"},
    {"expert": True},
    {"robin_source": "bird_deck", "owl": "move", "same_trait_sets": "choose"},
)
CUBIRDS: tuple[dict[str, Value], ...] = ({"turn_limit": 60}, {"turn_limit": 60, "extras": "discarded"})
IN_FULL = 50
"""One in so many matches is told in events and views as well."""
THOUGHTS = 8
"""At one decision in so many all that a bot thinks is told."""


def setups() -> Iterator[tuple[str, int, dict[str, Value]]]:
    for name, every in (("birdie", BIRDIE), ("cubirds", CUBIRDS)):
        game = catalog.game(name)
        for seats in range(game.min_seats, game.max_seats + 1):
            for options in every:
                yield name, seats, options


def digest(game: AnyGame, seats: int, options: dict[str, Value], matches: int) -> str:
    told = hashlib.blake2b(digest_size=16)
    rng = Rng(seats)
    for number in range(matches):
        for line in transcript(game, game.start(seats, options), rng, in_full=number % IN_FULL == 0):
            told.update(line.encode())
    again = game.start(seats, options)
    told.update(f"{rollout(again, rng)} {game.state_text(again)} {rng.word()}".encode())
    for line in opinions(game, game.start(seats, options), rng):
        told.update(line.encode())
    return told.hexdigest()


def transcript(game: AnyGame, state: Any, rng: Rng, *, in_full: bool) -> Iterator[str]:
    """Every step and what came of it; in full also what could have been done instead, and all that is seen."""
    while state.to_move != NOBODY:
        if in_full:
            yield f"{state.odds() if state.to_move == CHANCE else state.legal()} {state.slot()}"
        if state.to_move == CHANCE:
            code = state.roll(rng)
        else:
            codes = state.legal()
            code = codes[rng.below(len(codes))]
        state.apply(code)
        yield f"{code} {state.happened()}"
        if in_full:
            yield f"{game.events(state)} {game.state_text(state)}"
            yield from (game.view_text(game.view(state, seat)) for seat in (SPECTATOR, *range(state.seats)))


def opinions(game: AnyGame, state: Any, rng: Rng) -> Iterator[str]:
    """How a hasty player fares, and on the way what careful, learned and searching players think."""
    policy = new_policy(game)
    while state.to_move != NOBODY:
        if state.to_move == CHANCE:
            code = state.roll(rng)
        elif policy.is_settled(state):
            yield f"{round_all(policy.shares_of(state.copy()))}"
            code = policy.hasty_step(state, rng)
        elif rng.below(THOUGHTS):
            code = policy.draw_step(state, rng, 1.0) if rng.below(2) else policy.hasty_step(state, rng)
        else:
            imaginer = game.imaginer(game.view(state, state.to_move))
            code = search(imaginer, policy, rng, simulations=12, candidates=4 * rng.below(2)).best_step()
            yield f"{round_all(policy.ratings_of(state))} {round_all(policy.guesses_of(state))}"
        state.apply(code)
        yield f"{code}"
    yield f"{round_all(policy.shares_of(state))}"


def round_all(numbers: list[float]) -> list[float]:
    return [round(number, 6) for number in numbers]


if __name__ == "__main__":
    print(birdtable.speed())
    for name, seats, options in setups():
        print(name, seats, options, digest(catalog.game(name), seats, options, int(sys.argv[1])))
