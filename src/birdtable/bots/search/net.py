"""A small neural network for features of which few are on at a time: the sum of their rows, two layers, one number.

Beside it is a table with one number for each feature of a step: their sum says how likely the step is the best.

Compiled with the types in ``net.pxd`` or interpreted as it stands, with the same results.
"""

from __future__ import annotations

from array import array

from birdtable.bots.search.features import Schema
from birdtable.bots.search.netfile import shipped_numbers


class Net:
    """Its layers have ``netfile.WIDE`` (32) and ``netfile.NARROW`` (16) numbers, written out for compilers."""

    def __init__(self, schema: Schema, numbers: array[float]) -> None:
        self.schema = schema
        self.numbers = numbers
        self.features = schema.seat.count
        self.step_start = len(numbers) - schema.step.count
        self.is_trained = len(numbers) > 0
        self.knows_steps = self.is_trained and any(numbers[self.step_start :])
        self.wide = [0.0] * 32
        self.narrow = [0.0] * 16

    def score_of(self, features: list[int], start: int, count: int) -> float:
        """The number for these features, ``count`` of the list from ``start`` on; 0 before any training."""
        if not self.is_trained:
            return 0.0
        self.sum_up(features, start, count)
        weights = (self.features + 1) * 32
        biases = weights + 32 * 16
        for j in range(16):
            self.narrow[j] = self.numbers[biases + j]
        for i in range(32):
            if self.wide[i] > 0.0:
                for j in range(16):
                    self.narrow[j] += self.wide[i] * self.numbers[weights + i * 16 + j]
        total = 0.0
        for j in range(16):
            if self.narrow[j] > 0.0:
                total += self.narrow[j] * self.numbers[biases + 16 + j]
        return total

    def step_score_of(self, features: list[int], count: int) -> float:
        """The sum for a step with these features."""
        total = 0.0
        for n in range(count):
            total += self.numbers[self.step_start + features[n]]
        return total

    def sum_up(self, features: list[int], start: int, count: int) -> None:
        """The first layer: the row of every feature, and that behind the last for all."""
        row = self.features * 32
        for i in range(32):
            self.wide[i] = self.numbers[row + i]
        for n in range(start, start + count):
            row = features[n] * 32
            for i in range(32):
                self.wide[i] += self.numbers[row + i]


def load_net(game: str, schema: Schema) -> Net:
    """What is shipped for a game. A new one that shares the numbers with all others: it holds notes while it counts."""
    return Net(schema, shipped_numbers(game, schema))


def empty_net(schema: Schema) -> Net:
    """One that was never trained."""
    return Net(schema, array("f"))
