"""``bots.search.net.Net`` while it learns: gradients and Adam in NumPy, fast enough for a network of this size.

Features are looked up as a product with a matrix of how often each is on: for a thousand features that is faster than
to gather and scatter their rows.
"""

from __future__ import annotations

from array import array
from typing import Any, NamedTuple

import numpy as np

from birdtable.bots.search.features import Schema
from birdtable.bots.search.netfile import NARROW, WIDE

Floats = np.ndarray[Any, np.dtype[np.float32]]
Numbers = np.ndarray[Any, np.dtype[np.int16]]

NO_FEATURE = -1
MEAN, SQUARE, TINY = 0.9, 0.999, 1e-8
"""Of Adam."""
SHAPES = ("rows", "bias", "middle", "middle_bias", "last", "steps")
"""The parameters in the order of the file."""


class SampleBatch(NamedTuple):
    """Samples side by side: (samples, things, features) and (samples, things); not a number where no thing is."""

    features: Numbers
    shares: Floats


class Learner:
    def __init__(self, schema: Schema, seed: int) -> None:
        random = np.random.default_rng(seed)
        self.schema = schema
        self.parameters: dict[str, Floats] = {
            "rows": draw_floats(random, (schema.seat.count, WIDE), 0.05),
            "bias": np.zeros(WIDE, np.float32),
            "middle": draw_floats(random, (WIDE, NARROW), WIDE**-0.5),
            "middle_bias": np.zeros(NARROW, np.float32),
            "last": draw_floats(random, (NARROW,), NARROW**-0.5),
            "steps": np.zeros(schema.step.count, np.float32),
        }
        self.moments = {name: (np.zeros_like(each), np.zeros_like(each)) for name, each in self.parameters.items()}
        self.turns = dict.fromkeys(self.parameters, 0)

    def numbers(self) -> array[float]:
        """In the order of ``bots.search.netfile``."""
        flat = np.concatenate([self.parameters[name].reshape(-1) for name in SHAPES])
        return array("f", flat.astype("<f4").tobytes())

    def read(self, numbers: array[float]) -> None:
        flat, start = np.array(numbers, np.float32), 0
        for name in SHAPES:
            shape = self.parameters[name].shape
            size = int(np.prod(shape))
            self.parameters[name] = flat[start : start + size].reshape(shape).copy()
            start += size

    def learn_positions(self, batch: SampleBatch, rate: float) -> float:
        """One step down the gradient of the cross-entropy between shares and what is judged; returns it, in nats."""
        shares, there = split_known(batch.shares)
        on = self.switch_on(batch.features[there], self.schema.seat.count)
        p = self.parameters
        wide = np.maximum(on @ p["rows"] + p["bias"], 0.0)
        narrow = np.maximum(wide @ p["middle"] + p["middle_bias"], 0.0)
        loss, slope = cross_entropy(narrow @ p["last"], shares, there)
        if rate:
            to_narrow = np.outer(slope, p["last"]) * (narrow > 0.0)
            to_wide = (to_narrow @ p["middle"].T) * (wide > 0.0)
            self.move("last", narrow.T @ slope, rate)
            self.move("middle", wide.T @ to_narrow, rate)
            self.move("middle_bias", to_narrow.sum(0), rate)
            self.move("rows", on.T @ to_wide, rate)
            self.move("bias", to_wide.sum(0), rate)
        return loss

    def learn_choices(self, batch: SampleBatch, rate: float) -> float:
        """The same for how likely each step is the best."""
        shares, there = split_known(batch.shares)
        on = self.switch_on(batch.features[there], self.schema.step.count)
        loss, slope = cross_entropy(on @ self.parameters["steps"], shares, there)
        if rate:
            self.move("steps", on.T @ slope, rate)
        return loss

    def switch_on(self, features: Numbers, width: int) -> Floats:
        """How often each feature is on, a row for each thing."""
        on = np.zeros((len(features), width + 1), np.float32)
        things = np.arange(len(features))
        for place in range(features.shape[1]):
            on[things, features[:, place]] += 1.0
        return on[:, :width]

    def move(self, name: str, slope: Floats, rate: float) -> None:
        self.turns[name] += 1
        mean, square = self.moments[name]
        mean += (1 - MEAN) * (slope - mean)
        square += (1 - SQUARE) * (slope * slope - square)
        step = rate * (1 - SQUARE ** self.turns[name]) ** 0.5 / (1 - MEAN ** self.turns[name])
        self.parameters[name] -= step * mean / (np.sqrt(square) + TINY)


def draw_floats(random: np.random.Generator, shape: tuple[int, ...], spread: float) -> Floats:
    return (random.standard_normal(shape) * spread).astype(np.float32)


def split_known(shares: Floats) -> tuple[Floats, Any]:
    there = ~np.isnan(shares)
    return np.nan_to_num(shares), there


def cross_entropy(scores: Floats, shares: Floats, there: Any) -> tuple[float, Floats]:
    """The mean cross-entropy of shares and scores, and its slope by score."""
    table = np.full(shares.shape, -1e9, np.float32)
    table[there] = scores
    table -= table.max(1, keepdims=True)
    odds = np.exp(table)
    whole = odds.sum(1, keepdims=True)
    loss = -(shares * np.where(there, table - np.log(whole), 0.0)).sum() / len(shares)
    slope = (odds / whole - shares)[there] / len(shares)
    return float(loss), slope.astype(np.float32)
