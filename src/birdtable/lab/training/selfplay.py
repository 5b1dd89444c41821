"""Matches that a search plays against itself.

Every seat thinks, mostly for a short time; now and then for a longer one, and only then its choice is worth copying.
What the policy settles by itself, such as the scoring of a row, it plays as in any match. A match is kept as its steps
and what the searches found, without any features: those are looked up when it is learnt from (``samples``).
"""

from __future__ import annotations

from array import array
from typing import Any, NamedTuple

import msgspec

from birdtable import catalog
from birdtable.bots.knowledge import knowledge, search_policy, untaught_policy
from birdtable.bots.search.net import Net
from birdtable.bots.search.policy import Policy
from birdtable.bots.search.tree import Tree, search
from birdtable.engine import Rng
from birdtable.game import CHANCE, NOBODY, AnyGame, Value

SEATS = (2, 2, 2, 2, 3, 3, 4, 4, 5)
"""Numbers of seats, each as often as it stands here, as far as the game has so many."""
LONG_EVERY = 8
"""One turn in so many is thought about for long."""
NOISE = 0.25
"""The part of the priors that is left to chance."""
FEWEST = 8
"""Simulations of any step."""


class Thought(msgspec.Struct, array_like=True):
    """What a search found."""

    place: int
    """How many steps of the match came before."""
    shares: list[float]
    """The share of the victory that it expects for each seat."""
    tries: list[int]
    """How often it tried each of the legal steps, in their order; empty if it was short."""


class Match(msgspec.Struct, array_like=True):
    seats: int
    options: dict[str, Value]
    codes: list[int]
    """All steps, those of chance too."""
    thoughts: list[Thought]
    shares: list[float]
    """The share of the victory that the end gave each seat."""


class SelfPlayJob(NamedTuple):
    """Some matches to play; what comes of it depends on nothing else."""

    game: str
    numbers: bytes
    """The network that the players know, or nothing."""
    seed: int
    games: int
    short: int
    """Simulations of most turns."""
    long: int
    """Simulations of the others."""


def play_job(job: SelfPlayJob) -> list[Match]:
    game, rng = catalog.game(job.game), Rng(job.seed)
    policy = player_policy(game, job.numbers)
    return [play_match(game, policy, rng, job.short, job.long) for _ in range(job.games)]


def player_policy(game: AnyGame, numbers: bytes) -> Policy:
    return search_policy(game, Net(untaught_policy(game).net.schema, array("f", numbers)))


def play_match(game: AnyGame, policy: Policy, rng: Rng, short: int, long: int) -> Match:
    possible = [seats for seats in SEATS if seats <= game.max_seats]
    options = game.cap(knowledge(game).training_options(rng))
    match = Match(possible[rng.below(len(possible))], options, [], [], [])
    state = game.start(match.seats, options)
    while state.to_move != NOBODY:
        if state.to_move == CHANCE:
            code = state.roll(rng)
        elif len(legal := state.legal()) == 1:
            code = legal[0]
        elif policy.settles_at(state):
            code = policy.answer_at(state)
        else:
            code = think(game, policy, state, legal, rng, short, long, match)
        match.codes.append(code)
        state.apply(code)
    match.shares = policy.shares_of(state)
    return match


def think(
    game: AnyGame, policy: Policy, state: Any, legal: list[int], rng: Rng, short: int, long: int, match: Match
) -> int:
    """The step that a search finds best; what it found goes into the match."""
    is_long = rng.below(LONG_EVERY) == 0
    view = game.view(state, state.to_move)
    simulations = max(FEWEST, round((long if is_long else short) * policy.share(view)))
    tree = search(game.imaginer(view), policy, rng, simulations=simulations, noise=NOISE)
    tries = [visits for visits, _ in tree.tries(legal)] if is_long else []
    match.thoughts.append(Thought(len(match.codes), round_shares(tree, match.seats), tries))
    return tree.best_step()


def round_shares(tree: Tree, seats: int) -> list[float]:
    return [round(share, 4) for share in tree.shares(seats)]
