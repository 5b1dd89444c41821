"""Quick matches that a policy plays against itself, and what a network can learn from them.

Steps are taken in haste, or drawn by what was learnt of them; what the policy takes as settled is not played. So there
are thousands of matches a second. A sample of a position is the features of each seat, and what part of the victory the
end gives it. Now and then a seat thinks: a sample of its choice is the features of each step, and how often a search
tried it. Matches differ in their number of seats.
"""

from __future__ import annotations

from array import array
from typing import Any, NamedTuple

from birdtable import catalog
from birdtable.bots.knowledge import knowledge, untaught_policy
from birdtable.bots.search.net import Net
from birdtable.bots.search.policy import Policy
from birdtable.bots.search.tree import search
from birdtable.engine import Rng
from birdtable.game import CHANCE, AnyGame

SEATS = (2, 2, 2, 3, 3, 4, 4, 5)
"""Numbers of seats, each as often as it stands here, as far as the game has so many."""
POSITIONS = 8
"""One position in so many is learnt from; those before a round always are."""
SHARPNESS = 2.0
"""How decidedly steps follow what was learnt of them."""


class Sample(NamedTuple):
    """A position: features and parts of the victory by seat. Or a choice: features and parts of the tries by step."""

    features: list[list[int]]
    shares: list[float]


class SelfPlayJob(NamedTuple):
    """Some matches to play; what comes of it depends on nothing else."""

    game: str
    numbers: bytes
    """The network that the players know, or nothing."""
    seed: int
    games: int
    simulations: int
    """How long a seat thinks."""
    thinks_every: int
    """At one step in so many a seat thinks."""


class Samples(NamedTuple):
    positions: list[Sample]
    choices: list[Sample]


def play_job(job: SelfPlayJob) -> Samples:
    game, rng = catalog.game(job.game), Rng(job.seed)
    policy = untaught_policy(game)
    policy.net = Net(array("f", job.numbers), policy.net.features, policy.net.step_features)
    samples = Samples([], [])
    for _ in range(job.games):
        play_and_sample(game, policy, rng, job, samples)
    return samples


def play_and_sample(game: AnyGame, policy: Policy, rng: Rng, job: SelfPlayJob, samples: Samples) -> None:
    possible = [seats for seats in SEATS if seats <= game.max_seats]
    seats = possible[rng.below(len(possible))]
    state = game.start(seats, game.cap(knowledge(game).training_options(rng)))
    seen: list[list[list[int]]] = []
    while policy.go_on(state):
        is_chance = state.to_move == CHANCE
        if policy.is_judged(state) and (is_chance or rng.below(POSITIONS) == 0):
            seen.append([policy.features_of(state, seat) for seat in range(seats)])
        if is_chance:
            state.apply(state.roll(rng))
        elif rng.below(job.thinks_every) == 0:
            state.apply(think(game, policy, state, rng, job.simulations, samples))
        elif policy.net.knows_steps:
            state.apply(policy.draw_step(state, rng, SHARPNESS))
        else:
            state.apply(policy.hasty_step(state, rng))
    shares = policy.shares_of(state)
    samples.positions.extend(Sample(features, shares) for features in seen)


def think(game: AnyGame, policy: Policy, state: Any, rng: Rng, simulations: int, samples: Samples) -> int:
    """The step that a search finds best, and a sample of the choice if there is one."""
    legal = state.legal()
    if len(legal) > 1:
        view = game.view(state, state.to_move)
        tree = search(game.imaginer(view), policy, rng, simulations=simulations)
        visits = [visits for visits, _ in tree.tries(legal)]
        features = policy.step_features_of(state)
        samples.choices.append(Sample(features, [each / sum(visits) for each in visits]))
        return tree.best_step()
    return legal[0]  # type: ignore[no-any-return]
