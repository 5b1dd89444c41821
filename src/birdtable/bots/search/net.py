"""A small neural network for features of which few are on: the sum of their rows, two layers, one number.

Beside it a table with one number for each feature of a step: their sum says how likely the step is the best.

Compiled with the types in ``net.pxd`` or interpreted as it stands, with the same results.
"""

from __future__ import annotations

from array import array

from birdtable.bots.search.netfile import NARROW, WIDE, shipped_numbers


class Net:
    def __init__(self, numbers: array[float], features: int, step_features: int) -> None:
        self.numbers = numbers
        self.features = features
        self.step_features = step_features
        self.step_start = len(numbers) - step_features
        self.is_trained = len(numbers) > 0
        self.knows_steps = self.is_trained and any(numbers[self.step_start :])
        self.wide = [0.0] * 32
        self.narrow = [0.0] * 16

    def score_of(self, features: list[int], count: int) -> float:
        """The number for these features, the first ``count`` of the list; 0 before any training."""
        if not self.is_trained:
            return 0.0
        self.sum_up(features, count)
        weights = (self.features + 1) * WIDE
        biases = weights + WIDE * NARROW
        for j in range(NARROW):
            self.narrow[j] = self.numbers[biases + j]
        for i in range(WIDE):
            if self.wide[i] > 0.0:
                for j in range(NARROW):
                    self.narrow[j] += self.wide[i] * self.numbers[weights + i * NARROW + j]
        total = 0.0
        for j in range(NARROW):
            if self.narrow[j] > 0.0:
                total += self.narrow[j] * self.numbers[biases + NARROW + j]
        return total

    def step_score_of(self, features: list[int], count: int) -> float:
        """The sum for a step with these features."""
        total = 0.0
        for n in range(count):
            total += self.numbers[self.step_start + features[n]]
        return total

    def sum_up(self, features: list[int], count: int) -> None:
        """The first layer: the row of every feature, and that behind the last for all."""
        start = self.features * WIDE
        for i in range(WIDE):
            self.wide[i] = self.numbers[start + i]
        for n in range(count):
            start = features[n] * WIDE
            for i in range(WIDE):
                self.wide[i] += self.numbers[start + i]


def load_net(game: str, features: int, step_features: int) -> Net:
    """What is shipped for a game. A new one that shares the numbers with all others: it holds notes while it counts."""
    return Net(shipped_numbers(game, features, step_features), features, step_features)


def empty_net(features: int, step_features: int) -> Net:
    """One that was never trained."""
    return Net(array("f"), features, step_features)
