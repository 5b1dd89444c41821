"""Trains a masked PPO on CuBirds from scratch, and shows how much better than random it becomes.

Needs the extra ``train``:  pip install 'birdtable[train]'
Run it:                     python examples/train_ppo.py --steps 60000
"""

from __future__ import annotations

import argparse

import gymnasium
import numpy as np
from sb3_contrib import MaskablePPO

import birdtable.lab.envs.gymnasium  # noqa: F401 (registers the environments)


def make_scaled(name: str, **settings: object) -> gymnasium.Env:
    """The environment with observations as small floats, which suit networks better than counts."""
    env = gymnasium.make(name, **settings)
    box = gymnasium.spaces.Box(-1.0, 10.0, env.observation_space.shape, np.float32)
    return gymnasium.wrappers.TransformObservation(env, lambda seen: np.minimum(seen / 5, 10).astype(np.float32), box)


def win_rate(model: MaskablePPO, name: str, games: int) -> float:
    """The share of matches won against a random player, from both seats."""
    wins = 0.0
    for game in range(games):
        env = make_scaled(name, players=("random",), seat=game % 2)
        seen, info = env.reset(seed=10_000 + game)
        while True:
            action, _ = model.predict(seen, action_masks=info["action_mask"].astype(bool), deterministic=True)
            seen, reward, over, _, info = env.step(int(action))
            if over:
                wins += reward > 0
                break
    return wins / games


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--game", default="birdtable/CuBirds-v1")
    parser.add_argument("--steps", type=int, default=60_000)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    env = make_scaled(chosen.game, players=("random",))
    model = MaskablePPO("MlpPolicy", env, n_steps=2048, batch_size=256, ent_coef=0.01, seed=chosen.seed, device="cpu")
    print(f"before: {win_rate(model, chosen.game, chosen.games):.0%} of matches won against random")
    model.learn(chosen.steps)
    print(f"after:  {win_rate(model, chosen.game, chosen.games):.0%} of matches won against random")


if __name__ == "__main__":
    main()
