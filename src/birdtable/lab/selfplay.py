"""Matches that a policy plays against itself, and what a network can learn from them.

A sample of a position is taken at the beginning of every turn: the features of each seat, and what part of the victory
it had in the end. Where a player thinks long, a sample of its steps is taken: the features of each, and how often the
search tried it. Matches differ in their number of seats and in some steps taken in haste.
"""

from __future__ import annotations

from array import array
from typing import Any, NamedTuple

from birdtable import catalog
from birdtable.bots.match import limited
from birdtable.bots.net import Net
from birdtable.bots.policy import Policy
from birdtable.bots.roster import unlearned
from birdtable.bots.search import search
from birdtable.engine import Rng
from birdtable.game import CHANCE, NOBODY, Game, Step, Value

SEATS = (2, 2, 2, 3, 3, 4, 4, 5)
"""Numbers of seats, each as often as it stands here; a game with fewer seats takes the others twice."""
HASTE = 8
"""One step in so many is taken in haste."""
EXPERT = 8
"""One match of Birdie in so many is of the expert game."""
DEEP = 4
"""At one step in so many a player thinks long: its steps are learnt from."""
POINTS = 4.0
"""A lead by so many points multiplies the odds by e, where points tell more than who won."""


class Sample(NamedTuple):
    """A position: features and parts of the victory by seat. Or a choice: features and parts of the tries by step."""

    features: list[list[int]]
    shares: list[float]


class Job(NamedTuple):
    """Some matches to play; what comes of it depends on nothing else."""

    game: str
    numbers: bytes
    """The network that the players know, or nothing."""
    seed: int
    games: int
    simulations: int
    """How long players think where they think long; 0: they take the step that they rate highest."""
    blend: float
    """How much of a share comes from the points at the end, and not from who won."""


class Samples(NamedTuple):
    positions: list[Sample]
    choices: list[Sample]


def play(job: Job) -> Samples:
    game, rng = catalog.game(job.game), Rng(job.seed)
    policy = unlearned(game)
    policy.net = Net(array("f", job.numbers), policy.net.features, policy.net.step_features)
    samples = Samples([], [])
    for _ in range(job.games):
        play_match(game, policy, rng, job, samples)
    return samples


def play_match(game: Game[Any, Any], policy: Policy, rng: Rng, job: Job, samples: Samples) -> None:
    possible = [seats for seats in SEATS if seats <= game.max_seats]
    seats = possible[rng.below(len(possible))]
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
            state.apply(game.codes[chosen(game, policy, state, seat, job.simulations, rng, samples)])
    shares = shares_of(game, state, job.blend)
    samples.positions.extend(Sample(features, shares) for features in seen)


def chosen(
    game: Game[Any, Any], policy: Policy, state: Any, seat: int, simulations: int, rng: Rng, samples: Samples
) -> Step:
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
    deep = rng.below(DEEP) == 0
    tree = search(game.imaginer(view), policy, rng, simulations=simulations if deep else simulations // 6 + 1)
    if deep and (features := policy.step_features_of(state)):
        tries = {code: visits for code, visits, _ in tree.findings()}
        whole = sum(tries.values())
        samples.choices.append(Sample(features, [tries[code] / whole for code in state.legal()]))
    return game.steps[tree.best_step()]


def shares_of(game: Game[Any, Any], state: Any, blend: float) -> list[float]:
    outcome = game.outcome(state)
    assert outcome is not None
    won = [(seat in outcome.winners) / len(outcome.winners) for seat in range(state.seats)]
    odds = [2.718281828 ** ((points - max(outcome.points)) / POINTS) for points in outcome.points]
    return [(1 - blend) * share + blend * each / sum(odds) for share, each in zip(won, odds, strict=True)]
