"""Matches that a policy plays against itself, and what a network can learn from them.

A sample is taken at the beginning of every turn: the features of each seat, and what part of the victory it had in the
end. Matches differ in their number of seats, in how long the players think, and in some steps taken in haste.
"""

from __future__ import annotations

from array import array
from typing import Any, NamedTuple

from birdtable import catalog
from birdtable.bots.match import limited
from birdtable.bots.net import Net
from birdtable.bots.policy import Policy
from birdtable.bots.roster import policy_of
from birdtable.bots.search import search
from birdtable.engine import Rng
from birdtable.game import CHANCE, NOBODY, Game, Step, Value

SEATS = (2, 2, 2, 3, 3, 4, 4, 5)
"""Numbers of seats, each as often as it stands here; a game with fewer seats takes the others twice."""
HASTE = 8
"""One step in so many is taken in haste."""
EXPERT = 8
"""One match of Birdie in so many is of the expert game."""
POINTS = 4.0
"""A lead by so many points multiplies the odds by e, where points tell more than who won."""


class Sample(NamedTuple):
    features: list[list[int]]
    """By seat."""
    shares: list[float]
    """Parts of the victory, by seat."""


class Job(NamedTuple):
    """Some matches to play; what comes of it depends on nothing else."""

    game: str
    numbers: bytes
    """The network that the players know, or nothing."""
    seed: int
    games: int
    simulations: int
    """How long players think, a step, at most; 0: they take the step that they rate highest."""
    blend: float
    """How much of a share comes from the points at the end, and not from who won."""


def play(job: Job) -> list[Sample]:
    game, rng = catalog.game(job.game), Rng(job.seed)
    policy = policy_of(game)
    policy.net = Net(array("f", job.numbers), policy.net.features)
    samples: list[Sample] = []
    for _ in range(job.games):
        samples += play_match(game, policy, rng, job)
    return samples


def play_match(game: Game[Any, Any], policy: Policy, rng: Rng, job: Job) -> list[Sample]:
    possible = [seats for seats in SEATS if seats <= game.max_seats]
    seats = possible[rng.below(len(possible))]
    simulations = job.simulations // (1 + rng.below(4))
    options: dict[str, Value] = {}
    if any(option.name == "expert" for option in game.options) and rng.below(EXPERT) == 0:
        options["expert"] = True
    state = game.start(seats, limited(game, options))
    seen: list[list[list[int]]] = []
    while (seat := game.to_move(state)) != NOBODY:
        if policy.is_judged(state):
            seen.append([policy.features_of(state, each) for each in range(seats)])
        if seat == CHANCE:
            state.apply(state.roll(rng))
        else:
            state.apply(game.codes[chosen(game, policy, state, seat, simulations, rng)])
    shares = shares_of(game, state, job.blend)
    return [Sample(features, shares) for features in seen]


def chosen(game: Game[Any, Any], policy: Policy, state: Any, seat: int, simulations: int, rng: Rng) -> Step:
    legal = game.legal_steps(state)
    if len(legal) == 1:
        return legal[0]
    view = game.view(state, seat)
    known = policy.answer(view, legal)
    if known is not None:
        return known
    if rng.below(HASTE) == 0:
        return game.steps[policy.hasty(state, rng)]
    if simulations == 0:
        ratings = policy.rated(state)
        return legal[ratings.index(max(ratings))]
    tree = search(game.imaginer(view), policy, rng, simulations=simulations)
    return game.steps[tree.best_step()]


def shares_of(game: Game[Any, Any], state: Any, blend: float) -> list[float]:
    outcome = game.outcome(state)
    assert outcome is not None
    won = [(seat in outcome.winners) / len(outcome.winners) for seat in range(state.seats)]
    odds = [2.718281828 ** ((points - max(outcome.points)) / POINTS) for points in outcome.points]
    return [(1 - blend) * share + blend * each / sum(odds) for share, each in zip(won, odds, strict=True)]
