"""How fast the environments are; pgx and PettingZoo's own Texas hold'em for comparison."""

from __future__ import annotations

import sys
import time
from typing import Any

import numpy as np

from birdtable.lab.bench.measure import CONFIGURATIONS, GAMES, Figure, Work, figures_by_turns, stretch
from birdtable.lab.envs.opponents import SELF
from birdtable.lab.envs.vector import VectorTable
from birdtable.lab.envs.vector_seats import VectorSeats

BATCH = 4096
PGX_BATCHES = (1_000, 10_000, 30_000)
OPPONENTS = ("random", "novice", "hasty", "greedy", "learned")
OPPOSED = 1024
"""Matches against an opponent."""


def lab_figures() -> list[Figure]:
    vectors = {
        f"{name} {players}: vector of {BATCH:,}": vector_steps(name, players) for name, players in CONFIGURATIONS
    }
    figures = figures_by_turns(
        vectors, "steps/s", "pgx leduc_holdem", pgx_leduc(), seconds=5.0, clock=time.perf_counter
    )
    zoo = {f"{name}: PettingZoo environment": pettingzoo_steps(name) for name in GAMES}
    figures += figures_by_turns(zoo, "steps/s", "texas_holdem_v4", texas_holdem(), seconds=3.0)
    for name in GAMES:
        figures += opponent_figures(name)
    figures += [
        Figure(f"{name}: memory of a match in the vector", match_bytes(name), "bytes", "bar", 2048) for name in GAMES
    ]
    return figures


def vector_steps(name: str, players: int) -> Work:
    """Uniformly random legal actions, observations and masks included, on all cores."""
    table = VectorTable(name, BATCH, players)

    def step() -> int:
        table.step(table.random_actions())
        return BATCH

    return step


def opponent_figures(name: str) -> list[Figure]:
    """Steps of a learner with random legal actions against each of our players, beside self-play; one thread."""
    works = {f"{name}: against {player}": opposed_steps(name, player) for player in OPPONENTS}
    return figures_by_turns(works, "steps/s of CPU", "self-play", opposed_steps(name, SELF))


def opposed_steps(name: str, player: str) -> Work:
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


def pettingzoo_steps(name: str) -> Work:
    from birdtable.lab.envs.pettingzoo import env

    return environment_steps(env(name))


def texas_holdem() -> Work:
    from pettingzoo.classic import texas_holdem_v4

    return environment_steps(texas_holdem_v4.env())


def environment_steps(env: Any) -> Work:
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

    return episode


def pgx_leduc() -> Work:
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

    def steps_of(batch: int) -> Work:
        key = jax.random.PRNGKey(0)
        state = run(init(jax.random.split(key, batch)), key)
        jax.block_until_ready(state.rewards)

        def step() -> int:
            nonlocal key, state
            key, used = jax.random.split(key)
            state = run(state, used)
            jax.block_until_ready(state.rewards)
            return batch

        return step

    return max((steps_of(batch) for batch in PGX_BATCHES), key=lambda work: stretch(work, 2.0, time.perf_counter))
