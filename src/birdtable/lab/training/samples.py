"""What a network can learn from matches: positions, with what they came to, and choices, with what a search thought.

Matches are played again for it, so that a network with other features can learn from the same ones.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from birdtable import catalog
from birdtable.bots.knowledge import untaught_policy
from birdtable.bots.search.policy import Policy
from birdtable.game import AnyGame
from birdtable.lab.training.learner import NO_FEATURE, SampleBatch
from birdtable.lab.training.selfplay import Match, Thought

RESULT = 0.5
"""How much the end of the match counts in what a position is worth; the rest is what the search expected there."""


class Sample(NamedTuple):
    """A position: features and shares of the victory by seat. Or a choice: features and shares of the tries by step."""

    features: list[list[int]]
    shares: list[float]


class Samples(NamedTuple):
    positions: SampleBatch
    choices: SampleBatch


def samples_of(game_name: str, matches: Iterable[Match], result: float = RESULT) -> Samples:
    game = catalog.game(game_name)
    policy = untaught_policy(game)
    positions: list[Sample] = []
    choices: list[Sample] = []
    for match in matches:
        replay(game, policy, match, result, positions, choices)
    return Samples(batch_of(positions), batch_of(choices))


def replay(
    game: AnyGame, policy: Policy, match: Match, result: float, positions: list[Sample], choices: list[Sample]
) -> None:
    state = game.start(match.seats, match.options)
    thoughts = {thought.place: thought for thought in match.thoughts}
    was_settled = False
    for place, code in enumerate(match.codes):
        thought = thoughts.get(place)
        is_settled = policy.is_settled(state)
        if (thought is not None and policy.is_judged(state)) or (is_settled and not was_settled):
            positions.append(Sample(policy.features_of(state), target_values(match, thought, result)))
        was_settled = is_settled
        if thought is not None and thought.tries and (features := policy.step_features_of(state)):
            whole = sum(thought.tries)
            choices.append(Sample(features, [tries / whole for tries in thought.tries]))
        state.apply(code)


def target_values(match: Match, thought: Thought | None, result: float) -> list[float]:
    """The share of the victory for each seat that a position is taken to be worth."""
    if thought is None:
        return match.shares
    pairs = zip(match.shares, thought.shares, strict=True)
    return [result * came + (1 - result) * expected for came, expected in pairs]


def batch_of(samples: list[Sample]) -> SampleBatch:
    things = max((len(sample.features) for sample in samples), default=0)
    width = max((len(each) for sample in samples for each in sample.features), default=0)
    features = np.full((len(samples), things, width), NO_FEATURE, np.int16)
    shares = np.full((len(samples), things), np.nan, np.float32)
    for i, sample in enumerate(samples):
        for j, each in enumerate(sample.features):
            features[i, j, : len(each)] = each
        shares[i, : len(sample.shares)] = sample.shares
    return SampleBatch(features, shares)
