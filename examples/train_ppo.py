"""Trains Stable-Baselines3's masked PPO on CuBirds from nothing, and shows how much better than random it becomes.

Needs the extra ``train``:  pip install 'birdtable[train]'
Run it:                     python examples/train_ppo.py --steps 60000
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence

import gymnasium
import numpy as np
from sb3_contrib import MaskablePPO

import birdtable.lab.envs.gymnasium  # noqa: F401 (registers the environments)
from birdtable.bots.players.random import RandomBot
from birdtable.game import Randomness, Step, View
from birdtable.lab.arena.arena import measure_rate
from birdtable.lab.envs.encoding import encoding


def scale(seen: np.ndarray) -> np.ndarray:
    """Counts as small numbers, which suit networks better."""
    return np.minimum(seen / 5, 10).astype(np.float32)


class ModelBot:
    """The model as a player here, which takes the likeliest action."""

    def __init__(self, model: MaskablePPO, game: str) -> None:
        self.model, self.coding = model, encoding(game)

    def choose(self, view: View, legal: Sequence[Step], rng: Randomness) -> Step:
        mask = self.coding.mask(self.coding.action(step) for step in legal)
        seen = scale(self.coding.observe(view))
        action, _ = self.model.predict(seen, action_masks=mask.astype(bool), deterministic=True)
        return self.coding.step(int(action))


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--game", default="cubirds")
    parser.add_argument("--steps", type=int, default=60_000)
    parser.add_argument("--deals", type=int, default=200, help="deals that measure the result, in both seats")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    name = next(each for each in gymnasium.registry if each.lower() == f"birdtable/{chosen.game}-v1")
    env = gymnasium.make(name, players=("random",))
    box = gymnasium.spaces.Box(-1.0, 10.0, env.observation_space.shape, np.float32)
    env = gymnasium.wrappers.TransformObservation(env, scale, box)
    size = min(2048, chosen.steps)
    model = MaskablePPO("MlpPolicy", env, n_steps=size, batch_size=256, ent_coef=0.01, seed=chosen.seed, device="cpu")

    def report(when: str) -> None:
        players = [ModelBot(model, chosen.game), RandomBot()]
        rate, (low, high) = measure_rate(chosen.game, players, deals=chosen.deals, seed=chosen.seed)
        print(f"{when}: {rate:.1%} ({low:.1%} - {high:.1%}) of matches won against random", flush=True)

    report("before")
    model.learn(chosen.steps)
    report("after")


if __name__ == "__main__":
    main()
