"""The vector engine: thousands of matches stepped at once, NumPy in and out.

``VectorTable`` is the engine itself: every seat of every match is the learner's (self-play). ``VectorSeats`` is a
Gymnasium vector environment over it. It needs compiled rules, and a game that writes its observations in compiled code
(``LabPart.write``): there is no slow form of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor, wait
from itertools import pairwise
from os import cpu_count
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv

from birdtable import speed
from birdtable.engine import Rng
from birdtable.game import BadInput, Value
from birdtable.lab.envs.encoding import encoding
from birdtable.lab.envs.episode import bounds

Actions = npt.NDArray[np.int32]
CHUNK = 256
"""Matches below which a second thread does not pay."""


class VectorTable:
    """``count`` matches of one game, all at one number of seats and one set of options.

    The arrays are the engine's own and are written over by the next call: copy what has to last. A match that is over
    begins anew at once; what is observed then belongs to the new one.
    """

    def __init__(
        self,
        game: str,
        count: int,
        players: int = 2,
        options: Mapping[str, Value] | None = None,
        threads: int | None = None,
    ) -> None:
        if speed() != "compiled":
            raise BadInput("the vector engine needs the compiled rules: install birdtable where there is a C compiler")
        from birdtable.lab.envs.batch import is_compiled

        if count < 1:
            raise BadInput(f"a vector has at least 1 match, not {count}")
        self.encoding = encoding(game)
        rules = self.encoding.game
        self.fresh = rules.start(players, rules.cap(options))
        if not is_compiled(self.encoding.write, self.fresh):
            raise BadInput(f"{rules.title} has no compiled rules and observations, which the vector engine needs")
        self.count = count
        self.players = players
        self.observations = np.zeros((count, self.encoding.width), np.int16)
        self.masks = np.zeros((count, self.encoding.actions), np.int8)
        self.to_move = np.zeros(count, np.int8)
        self.rewards = np.zeros((count, players), np.float32)
        self.over = np.zeros(count, np.int8)
        """1 where the last step ended a match, 2 where it was not legal and ended it."""
        self.actions: Actions = np.zeros(count, np.int32)
        self.threads = max(1, min(threads or cpu_count() or 1, count // CHUNK))
        self.pool = ThreadPoolExecutor(self.threads) if self.threads > 1 else None
        self.reset(0)

    def reset(self, seed: int) -> None:
        """Begins all matches anew; the seed of each comes from ``seed`` and its number."""
        rng = Rng(seed)
        self.reset_each([rng.word() for _ in range(self.count)])

    def reset_each(self, seeds: list[int]) -> None:
        """Begins all matches anew, each with its own seed."""
        from birdtable.lab.envs.batch import Batch

        if len(seeds) != self.count:
            raise BadInput(f"{self.count} matches need as many seeds, not {len(seeds)}")
        self.batch = Batch(self.fresh, self.encoding.actions, seeds, self.encoding.write)
        self.observe()

    def observe(self) -> None:
        """Writes ``observations``, ``masks`` and ``to_move``."""
        self.share_out(lambda low, high: self.batch.observe(self.observations, self.masks, self.to_move, low, high))

    def step(self, actions: Actions) -> None:
        """Takes one action in every match, then observes."""
        if actions.shape != (self.count,):
            raise BadInput(f"{self.count} matches need as many actions, not an array of shape {actions.shape}")
        chosen = np.ascontiguousarray(actions, dtype=np.int32)
        self.share_out(lambda low, high: self.advance(chosen, low, high))

    def advance(self, chosen: Actions, low: int, high: int) -> None:
        self.batch.step(chosen, self.rewards, self.over, low, high)
        self.batch.observe(self.observations, self.masks, self.to_move, low, high)

    def random_actions(self) -> Actions:
        """A legal action for every match, uniformly at random."""
        self.share_out(lambda low, high: self.batch.random_actions(self.actions, low, high))
        return self.actions

    def share_out(self, work: Callable[[int, int], None]) -> None:
        """Shares the matches out among the threads; the compiled loops hold no interpreter lock."""
        if self.pool is None:
            work(0, self.count)
            return
        cuts = [self.count * i // self.threads for i in range(self.threads + 1)]
        parts = [self.pool.submit(work, low, high) for low, high in pairwise(cuts)]
        for part in wait(parts).done:
            part.result()

    def close(self) -> None:
        if self.pool is not None:
            self.pool.shutdown()


class VectorSeats(VectorEnv[Any, Any, Any]):
    """A Gymnasium vector environment.

    With ``opponents="self"`` the learner acts for the seat to move in every match, and the reward is that of the seat
    that just acted. With ``opponents="random"`` it has seat 1 and random players have the others.
    """

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012 (as the base class has it)

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        players: int = 2,
        opponents: str = "self",
        options: Mapping[str, Value] | None = None,
        threads: int | None = None,
        **_: Any,
    ) -> None:
        if opponents not in ("self", "random"):
            raise BadInput(f"opponents is 'self' or 'random', not {opponents!r}")
        self.table = VectorTable(game, num_envs, players, options, threads)
        self.alone = opponents == "random"
        self.num_envs = num_envs
        low, high = bounds()
        coding = self.table.encoding
        self.single_observation_space = spaces.Box(low, high, (coding.width,), np.int16)
        self.single_action_space = spaces.Discrete(coding.actions)
        self.observation_space = spaces.Box(low, high, (num_envs, coding.width), np.int16)
        self.action_space = spaces.MultiDiscrete(np.full(num_envs, coding.actions))

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        if isinstance(seed, list):
            self.table.reset_each([number or 0 for number in seed])
        else:
            self.table.reset(seed if seed is not None else int(self.np_random.integers(0, 2**62)))
        self.rewards = np.zeros(self.num_envs, np.float64)
        self.ended = np.zeros(self.num_envs, np.int8)
        if self.alone:
            self.play_others()
        return self.table.observations.copy(), self.infos()

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        acting = self.table.to_move.copy()
        self.table.step(np.asarray(actions))
        seats = np.zeros_like(acting) if self.alone else acting
        self.rewards = self.table.rewards[np.arange(self.num_envs), seats].astype(np.float64)
        self.ended = self.table.over.copy()
        if self.alone:
            self.play_others()
        truncated = np.zeros(self.num_envs, np.bool_)
        return self.table.observations.copy(), self.rewards, self.ended != 0, truncated, self.infos()

    def play_others(self) -> None:
        """Random players act until the learner is to move everywhere."""
        while (waiting := np.flatnonzero(self.table.to_move != 0)).size:
            for i in waiting:
                self.play_other(int(i))

    def play_other(self, i: int) -> None:
        table = self.table
        table.batch.random_actions(table.actions, i, i + 1)
        table.advance(table.actions, i, i + 1)
        if table.over[i]:
            self.rewards[i] = table.rewards[i, 0]
            self.ended[i] = table.over[i]

    def infos(self) -> dict[str, Any]:
        return {
            "action_mask": self.table.masks.copy(),
            "to_move": self.table.to_move.copy(),
            "illegal": self.ended == 2,
        }

    def close_extras(self, **_: Any) -> None:
        self.table.close()
