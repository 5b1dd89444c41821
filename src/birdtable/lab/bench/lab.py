"""How fast the environments are; pgx and PettingZoo's own Texas hold'em for comparison."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from birdtable.lab.bench.measure import CONFIGURATIONS, GAMES, Figure, rate, rates_by_turns
from birdtable.lab.envs.opponents import SELF
from birdtable.lab.envs.vector import VectorTable
from birdtable.lab.envs.vector_seats import VectorSeats

BATCH = 4096
PGX_BATCHES = (1_000, 10_000, 30_000)
OPPONENTS = ("random", "novice", "hasty", "greedy", "learned")
OPPOSED = 1024
"""Matches against an opponent."""


def lab_figures() -> list[Figure]:
    pgx, holdem = pgx_leduc_rate(), texas_holdem_rate()
    figures = [
        Figure(f"{name} {players}: vector of {BATCH:,}", vector_rate(name, players), "steps/s", "pgx leduc_holdem", pgx)
        for name, players in CONFIGURATIONS
    ]
    figures += [
        Figure(f"{name}: PettingZoo environment", pettingzoo_rate(name), "steps/s", "texas_holdem_v4", holdem)
        for name in GAMES
    ]
    for name in GAMES:
        figures += opponent_figures(name)
    figures += [
        Figure(f"{name}: memory of a match in the vector", match_bytes(name), "bytes", "bar", 2048) for name in GAMES
    ]
    return figures


def vector_rate(name: str, players: int) -> float:
    """Uniformly random legal actions, observations and masks included, on all cores."""
    table = VectorTable(name, BATCH, players)

    def step() -> int:
        table.step(table.random_actions())
        return BATCH

    steps = rate(step, 3.0)
    table.close()
    return steps


def opponent_figures(name: str) -> list[Figure]:
    """Steps of a learner with random legal actions against each of our players, beside self-play; one thread."""
    works = [opposed_work(name, player) for player in (SELF, *OPPONENTS)]
    alone, *rates = rates_by_turns(works, 2.0)
    return [
        Figure(f"{name}: against {player}", steps, "steps/s of CPU", "self-play", alone)
        for player, steps in zip(OPPONENTS, rates, strict=True)
    ]


def opposed_work(name: str, player: str) -> Callable[[], int]:
    env = VectorSeats(name, OPPOSED, players=(player,), threads=1)
    env.reset(seed=1)

    def step() -> int:
        env.step(env.table.random_actions())
        return OPPOSED

    return step


def match_bytes(name: str) -> float:
    """The state with its random numbers; the arrays that go in and out are the caller's."""
    table = VectorTable(name, 1)
    return float(sys.getsizeof(table.batch.match(0)) + 24)


def pettingzoo_rate(name: str) -> float:
    from birdtable.lab.envs.pettingzoo import env

    return environment_rate(env(name))


def texas_holdem_rate() -> float:
    from pettingzoo.classic import texas_holdem_v4

    return environment_rate(texas_holdem_v4.env())


def environment_rate(env: Any) -> float:
    """Steps of random legal play through PettingZoo's usual loop."""
    pick = np.random.default_rng(1)
    env.reset(seed=1)

    def episode() -> int:
        steps = 0
        env.reset()
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            env.step(int(pick.choice(np.flatnonzero(observation["action_mask"]))))
            steps += 1
        return steps

    return rate(episode, 3.0)


def pgx_leduc_rate() -> float:
    """pgx's Leduc hold'em with random legal actions on the CPU, at its best batch size, without the time to compile."""
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make("leduc_holdem")
    init = jax.jit(jax.vmap(env.init))
    step = jax.vmap(auto_reset(env.step, env.init))

    def advance(state: Any, key: Any) -> Any:
        keys = jax.random.split(key, state.current_player.shape[0] + 1)
        logits = jnp.log(state.legal_action_mask.astype(jnp.float32))
        actions = jax.vmap(jax.random.categorical)(keys[1:], logits)
        return step(state, actions, keys[1:])

    run = jax.jit(advance)
    best = 0.0
    for batch in PGX_BATCHES:
        key = jax.random.PRNGKey(0)
        state = run(init(jax.random.split(key, batch)), key)
        jax.block_until_ready(state.rewards)
        steps, begun = 0, time.perf_counter()
        while time.perf_counter() - begun < 2.0:
            key, used = jax.random.split(key)
            state = run(state, used)
            jax.block_until_ready(state.rewards)
            steps += batch
        best = max(best, steps / (time.perf_counter() - begun))
    return best
