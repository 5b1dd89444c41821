"""Who is close to winning: matches go on from the collections, all other cards dealt anew, and are played in haste."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from birdtable import catalog
from birdtable.bots.knowledge import search_policy
from birdtable.engine import Rng
from birdtable.game import CHANCE, Seat

MATCHES = 400


@lru_cache(maxsize=256)
def winning_odds(collections: Sequence[str], begins: Seat | None = None) -> tuple[float, ...]:
    """What share of the victory each seat may expect; a collection is its cards as letters.

    In mid-round everybody begins as often as the others: who is to move is not entered. Who ended a round begins the
    next one [C4.2].
    """
    game, seats = catalog.game("cubirds"), len(collections)
    # A round after the first: cards are laid out and dealt, and nobody gets a first bird again.
    starts = [
        game.parse_state(f"seats={seats} round=2 phase=layout dealer={seat + 1} collections={','.join(collections)}")
        for seat in (range(seats) if begins is None else [begins])
    ]
    policy, sums = search_policy(game), [0.0] * seats
    for number in range(MATCHES):
        state, rng = starts[number % len(starts)].copy(), Rng(number)
        while state.to_move == CHANCE:
            state.apply(state.roll(rng))
        policy.rollout(state, rng)
        for seat in range(seats):
            sums[seat] += policy.values[seat]
    return tuple(each / MATCHES for each in sums)
