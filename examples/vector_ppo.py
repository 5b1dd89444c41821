"""Proximal policy optimisation in PyTorch on the vector engine: one learner in hundreds of matches at once.

Needs the extra ``train``:  pip install 'birdtable[train]'
Run it:                     python examples/vector_ppo.py --seconds 60

It learns CuBirds from nothing; rewards are those of the environment, +1 or -1 at the end of a match.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from time import perf_counter

import gymnasium
import numpy as np
import torch
from torch import nn

import birdtable.lab.envs.gymnasium  # noqa: F401 (registers the environments)
from birdtable.bots.roster import bot
from birdtable.game import Randomness, Step, View
from birdtable.lab.arena.arena import measure_rate
from birdtable.lab.envs.encoding import encoding

GAMMA, LAMBDA, CLIP, ENTROPY, VALUE = 1.0, 0.95, 0.2, 0.01, 0.5
PASSES, BATCH, RATE = 3, 2048, 1e-3


class Actor(nn.Module):
    """A body with two heads: scores of actions, and what the match will come to."""

    def __init__(self, inputs: int, actions: int, hidden: int = 128) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(inputs, hidden), nn.ReLU(), nn.Linear(hidden, hidden), nn.ReLU())
        self.policy, self.value = nn.Linear(hidden, actions), nn.Linear(hidden, 1)

    def forward(self, seen: torch.Tensor, mask: torch.Tensor) -> tuple[torch.distributions.Categorical, torch.Tensor]:
        body = self.body(seen)
        logits = self.policy(body).masked_fill(~mask, -1e9)
        return torch.distributions.Categorical(logits=logits), self.value(body).squeeze(-1)


class ActorBot:
    """The actor as a player here, which takes the likeliest action."""

    def __init__(self, actor: Actor, game: str) -> None:
        self.actor, self.coding = actor, encoding(game)

    @torch.no_grad()
    def choose(self, view: View, legal: Sequence[Step], rng: Randomness) -> Step:
        mask = self.coding.mask(self.coding.action(step) for step in legal)
        odds, _ = self.actor(scale(self.coding.observe(view)[None]), torch.as_tensor(mask[None] > 0))
        return self.coding.step(int(odds.logits.argmax()))


def scale(observations: np.ndarray) -> torch.Tensor:
    """Counts as small numbers, which suit networks better."""
    return torch.as_tensor(np.minimum(observations / np.float32(5), 10).astype(np.float32))


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--game", default="cubirds")
    parser.add_argument("--opponent", default="random")
    parser.add_argument("--seconds", type=float, default=60.0, help="of learning")
    parser.add_argument("--updates", type=int, default=10**9, help="at most")
    parser.add_argument("--matches", type=int, default=256, help="at once")
    parser.add_argument("--steps", type=int, default=64, help="in each match between updates")
    parser.add_argument("--deals", type=int, default=200, help="deals that measure the result, in both seats")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    torch.manual_seed(chosen.seed)
    name = next(each for each in gymnasium.registry if each.lower() == f"birdtable/{chosen.game}-v1")
    half = chosen.matches // 2
    envs = [  # the learner sits in either seat
        gymnasium.make_vec(
            name, num_envs=half, vectorization_mode="vector_entry_point", players=(chosen.opponent,), seat=seat
        )
        for seat in (0, 1)
    ]
    coding, count = encoding(chosen.game), 2 * half
    actor = Actor(coding.width, coding.actions)
    optimiser = torch.optim.Adam(actor.parameters(), RATE)

    def report(when: str) -> None:
        players = [ActorBot(actor, chosen.game), bot(chosen.opponent, chosen.game)]
        rate, (low, high) = measure_rate(chosen.game, players, deals=chosen.deals, seed=chosen.seed)
        print(f"{when}: {rate:.1%} ({low:.1%} - {high:.1%}) of matches won against {chosen.opponent}", flush=True)

    report("before")
    begun, updates = perf_counter(), 0
    found = [env.reset(seed=chosen.seed + seat * half) for seat, env in enumerate(envs)]
    seen, mask = observe(found)
    while perf_counter() - begun < chosen.seconds and updates < chosen.updates:
        rows = []
        for _ in range(chosen.steps):
            with torch.no_grad():
                odds, value = actor(seen, mask)
                action = odds.sample()
            taken = [env.step(some.numpy()) for env, some in zip(envs, action.split(half), strict=True)]
            reward, over = (torch.as_tensor(np.concatenate([each[i] for each in taken])).float() for i in (1, 2))
            rows.append((seen, mask, action, odds.log_prob(action), value, reward, over))
            seen, mask = observe([(each[0], each[4]) for each in taken])
        with torch.no_grad():
            _, after = actor(seen, mask)
        improve(actor, optimiser, rows, after)
        updates += 1
    print(f"{updates} updates, {updates * chosen.steps * count:,} steps in {perf_counter() - begun:.0f} s", flush=True)
    report("after")


def observe(found: list[tuple[np.ndarray, dict[str, np.ndarray]]]) -> tuple[torch.Tensor, torch.Tensor]:
    masks = np.concatenate([info["action_mask"] for _, info in found])
    return scale(np.concatenate([seen for seen, _ in found])), torch.as_tensor(masks > 0)


def improve(
    actor: Actor, optimiser: torch.optim.Optimizer, rows: list[tuple[torch.Tensor, ...]], after: torch.Tensor
) -> None:
    """Generalised advantage estimates, then a few passes with the clipped objective."""
    seen, mask, action, log_prob, value, reward, over = (torch.stack(each) for each in zip(*rows, strict=True))
    advantage, carried = torch.zeros_like(reward), torch.zeros_like(after)
    for t in reversed(range(len(rows))):
        ahead = after if t + 1 == len(rows) else value[t + 1]
        goes_on = 1 - over[t]
        carried = reward[t] + GAMMA * goes_on * ahead - value[t] + GAMMA * LAMBDA * goes_on * carried
        advantage[t] = carried
    data = [each.flatten(0, 1) for each in (seen, mask, action, log_prob, advantage, advantage + value)]
    for _ in range(PASSES):
        for some in torch.randperm(len(data[0])).split(BATCH):
            seen, mask, action, log_prob, advantage, target = (each[some] for each in data)
            odds, value = actor(seen, mask)
            ratio = (odds.log_prob(action) - log_prob).exp()
            gain = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
            policy_loss = -torch.min(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain).mean()
            loss = policy_loss + VALUE * (value - target).pow(2).mean() - ENTROPY * odds.entropy().mean()
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(actor.parameters(), 0.5)
            optimiser.step()


if __name__ == "__main__":
    main()
