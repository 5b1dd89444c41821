"""Learns to play like a search, from the visit counts in a data set, and measures what it has learned.

Make the data:  birdtable data make cubirds --players champion:16,champion:16 --games 2000 --seed 1 --out cubirds-data
Run it:         python examples/imitate.py cubirds-data

Needs the extra ``parquet`` and nothing else: the network (one hidden layer, Adam) is written out in NumPy. It is tested
on the last tenth of the matches, from which it does not learn.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from birdtable.bots.roster import bot
from birdtable.game import Randomness, Step, View
from birdtable.lab.arena.arena import measure_rate
from birdtable.lab.data.arrays import Arrays, load
from birdtable.lab.data.parts import describe
from birdtable.lab.envs.encoding import Encoding, encoding

BATCH = 512
RATE = 1e-3


class Network:
    """From an observation to a score for every action."""

    def __init__(self, inputs: int, hidden: int, actions: int, rng: np.random.Generator) -> None:
        scale = np.sqrt(2 / inputs)
        self.weights = [
            rng.normal(0, scale, (inputs, hidden)).astype(np.float32),
            np.zeros(hidden, np.float32),
            rng.normal(0, 0.01, (hidden, actions)).astype(np.float32),
            np.zeros(actions, np.float32),
        ]
        self.moments = [(np.zeros_like(each), np.zeros_like(each)) for each in self.weights]
        self.turn = 0

    def odds(self, seen: np.ndarray, masks: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The hidden layer, and how likely each legal action is."""
        first, bias, second, last = self.weights
        hidden = np.maximum(seen @ first + bias, 0)
        scores = np.where(masks, hidden @ second + last, -1e9)
        odds = np.exp(scores - scores.max(1, keepdims=True))
        return hidden, odds / odds.sum(1, keepdims=True)

    def learn(self, seen: np.ndarray, masks: np.ndarray, targets: np.ndarray) -> float:
        """One step down the gradient of the cross-entropy, which it returns."""
        hidden, odds = self.odds(seen, masks)
        slope = (odds - targets) / len(seen)
        back = (slope @ self.weights[2].T) * (hidden > 0)
        self.turn += 1
        for each, (mean, square), by in zip(
            self.weights, self.moments, (seen.T @ back, back.sum(0), hidden.T @ slope, slope.sum(0)), strict=True
        ):
            mean += 0.1 * (by - mean)
            square += 0.001 * (by * by - square)
            each -= RATE * (1 - 0.999**self.turn) ** 0.5 / (1 - 0.9**self.turn) * mean / (np.sqrt(square) + 1e-8)
        return float(-(targets * np.log(odds + 1e-9)).sum(1).mean())


class Imitator:
    """A bot that takes the action its network finds likeliest."""

    def __init__(self, network: Network, coding: Encoding) -> None:
        self.network, self.coding = network, coding

    def choose(self, view: View, legal: Sequence[Step], rng: Randomness) -> Step:
        mask = self.coding.mask(self.coding.action(step) for step in legal)
        _, odds = self.network.odds(scale(self.coding.observe(view)[None]), mask[None])
        return self.coding.step(int(odds.argmax()))


def scale(observations: np.ndarray) -> np.ndarray:
    """Counts as small numbers, which suit networks better."""
    return np.minimum(observations / 5, 10).astype(np.float32)


def samples(found: Arrays) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """What was seen, what was legal, and how the search shared out its visits, wherever it searched."""
    searched = found.visits.sum(1) > 0
    visits = found.visits[searched].astype(np.float32)
    return found.observations[searched], found.masks[searched], visits / visits.sum(1, keepdims=True)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--passes", type=int, default=4, help="through the data")
    parser.add_argument("--hidden", type=int, default=256)
    parser.add_argument("--deals", type=int, default=200, help="deals played against each opponent, in both seats")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    made, rng = describe(chosen.folder), np.random.default_rng(chosen.seed)
    coding = encoding(made.origin.game)
    every = [load(path) for path in made.files]
    matches = np.concatenate([found.matches for found in every])
    known = np.concatenate([found.visits.sum(1) > 0 for found in every])
    held_out = (matches >= matches.max() + 1 - max(1, made.games // 10))[known]
    seen, masks, targets = (np.concatenate(each) for each in zip(*map(samples, every), strict=True))
    network = Network(coding.width, chosen.hidden, coding.actions, rng)
    learnt = np.flatnonzero(~held_out)
    for number in range(chosen.passes):
        order = rng.permutation(learnt)
        losses = [
            network.learn(scale(seen[some]), masks[some], targets[some])
            for some in np.array_split(order, -(-len(order) // BATCH))
        ]
        print(f"pass {number + 1}: cross-entropy {np.mean(losses):.3f}", flush=True)
    _, odds = network.odds(scale(seen[held_out]), masks[held_out])
    agree = (odds.argmax(1) == targets[held_out].argmax(1)).mean()
    print(f"{len(learnt):,} decisions learnt; agrees with the search in {agree:.1%} of {held_out.sum():,} others")
    for name in ("random", "greedy"):
        players = [Imitator(network, coding), bot(name, coding.game.name)]
        rate, (low, high) = measure_rate(coding.game.name, players, deals=chosen.deals, seed=chosen.seed)
        print(f"{rate:.1%} ({low:.1%} - {high:.1%}) of {2 * chosen.deals} matches won against {name}")


if __name__ == "__main__":
    main()
