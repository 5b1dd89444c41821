"""The vector engine: thousands of matches stepped at once, NumPy in and out.

In a ``VectorTable`` every seat that is not an opponent's is the learner's. It needs compiled rules, and a game that
writes its observations in compiled code (``LabPart.write``): there is no slow form of it. ``vector_seats`` has the
Gymnasium vector environment over it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from os import cpu_count
from typing import Any, SupportsIndex

import numpy as np
import numpy.typing as npt

from birdtable import speed
from birdtable.chance import require_seed
from birdtable.engine import Rng
from birdtable.game import BadInput, Value
from birdtable.lab.envs.encoding import encoding
from birdtable.lab.envs.episode import parse_reward
from birdtable.lab.envs.opponents import LEARNS, RANDOM, Opponent

Actions = npt.NDArray[np.int32]
CHUNK = 256
"""Matches below which a second thread does not pay."""


class VectorTable:
    """``count`` matches of one game, all at one number of seats and one set of options.

    The arrays are written over by the next call: copy what has to last. A match that is over begins anew at once; what
    is observed then belongs to the new one, and ``finals`` has what the seat that acted last saw at the end.
    """

    def __init__(
        self,
        game: str,
        count: int,
        players: int = 2,
        options: Mapping[str, Value] | None = None,
        threads: int | None = None,
        *,
        opponents: Sequence[Opponent | None] | None = None,
        reward: str = "win",
    ) -> None:
        """``opponents`` by seat, ``None`` where the learner plays: everywhere, unless they are given. Then the matches
        wait for ``begin``."""
        if speed() != "compiled":
            raise BadInput("the vector engine needs the compiled rules: install birdtable where there is a C compiler")
        from birdtable.lab.envs.batch import Batch, is_compiled

        if not isinstance(count, SupportsIndex) or count < 1:
            raise BadInput(f"a vector has at least 1 match, not {count}")
        if threads is not None and (not isinstance(threads, SupportsIndex) or threads < 1):
            raise BadInput(f"threads are a whole number from 1 on, not {threads!r}")
        self.encoding = encoding(game)
        rules = self.encoding.game
        fresh = rules.start(players, rules.cap(options))
        if not is_compiled(self.encoding.write, fresh):
            raise BadInput(f"{rules.title} has no compiled rules and observations, which the vector engine needs")
        self.count = count
        self.players = players
        seats = list(opponents or [None] * players)
        if len(seats) != players or not all(each is None or isinstance(each, Opponent) for each in seats):
            raise BadInput(f"opponents of {players} seats are as many, each an Opponent or None, not {opponents!r}")
        points = parse_reward(reward) == "points"
        self.batch = Batch(fresh, self.encoding.actions, [0] * count, self.encoding.write, seats, points)
        self.to_move = np.zeros(count, np.int8)
        self.rewards = np.zeros((count, players), np.float32)
        self.over = np.zeros(count, np.int8)
        """1 where the last step ended a match, 2 where it was not legal and ended it."""
        self.finals = np.zeros((count, self.encoding.width), np.int16)
        self.actions: Actions = np.zeros(count, np.int32)
        self.renew_arrays()
        quick = all(seat is None or seat.kind in (LEARNS, RANDOM) for seat in seats)
        # Other opponents hold the interpreter lock, and what they know of one position at a time.
        self.threads = max(1, min(threads or cpu_count() or 1, count // CHUNK)) if quick else 1
        self.pool = ThreadPoolExecutor(self.threads - 1) if self.threads > 1 else None
        if opponents is None:
            self.reset(0)

    def renew_arrays(self) -> None:
        """New arrays for what is observed, so that those handed out stay as they are."""
        self.observations = np.zeros((self.count, self.encoding.width), np.int16)
        self.masks = np.zeros((self.count, self.encoding.actions), np.int8)

    def reset(self, seed: int) -> None:
        """Begins all matches anew; the seed of each comes from ``seed`` and its number."""
        rng = Rng(require_seed(seed))
        self.reset_each([rng.word() for _ in range(self.count)])

    def reset_each(self, seeds: Sequence[int]) -> None:
        """Begins all matches anew, each with its own seed."""
        if len(seeds) != self.count:
            raise BadInput(f"{self.count} matches need as many seeds, not {len(seeds)}")
        self.begin(np.ones(self.count, np.int8), seeds)

    def begin(self, wanted: npt.NDArray[Any], seeds: Sequence[int | None] = ()) -> None:
        """Begins the matches anew that are ``wanted``, with their seeds where there are any, and observes all."""
        for i, seed in enumerate(seeds):
            if seed is not None and wanted[i]:
                self.batch.seed(i, require_seed(seed))
        chosen = wanted.astype(np.int8)
        self.over[chosen != 0] = 0
        self.share_out(lambda low, high: self.batch.begin(chosen, low, high))
        self.observe()

    def observe(self) -> None:
        """Writes ``observations``, ``masks`` and ``to_move``."""
        self.share_out(lambda low, high: self.batch.observe(self.observations, self.masks, self.to_move, low, high))

    def step(self, actions: Actions) -> None:
        """Takes one action in every match, begins those that are over anew, and observes."""
        chosen = self.check(actions)
        self.share_out(
            lambda low, high: self.batch.step_and_renew(
                chosen, self.rewards, self.over, self.finals, self.observations, self.masks, self.to_move, low, high
            )
        )

    def step_on(self, actions: Actions) -> None:
        """Takes one action in every match that is not over, and observes. Those that are over stay so."""
        chosen = self.check(actions)
        self.share_out(lambda low, high: self.batch.step(chosen, self.rewards, self.over, low, high))
        self.observe()

    def check(self, actions: Actions) -> Actions:
        """Numbers that are no action are left to be found illegal; none becomes another one."""
        given = np.asarray(actions)
        if given.shape != (self.count,) or given.dtype.kind not in "iu":
            raise BadInput(f"{self.count} matches need as many whole numbers as actions, not {given!r}")
        if not np.can_cast(given.dtype, np.int32):
            given = np.where((given < 0) | (given >= self.encoding.actions), -1, given.astype(np.int64))
        return np.ascontiguousarray(given, dtype=np.int32)

    def random_actions(self) -> Actions:
        """A legal action for every match, uniformly at random."""
        self.share_out(lambda low, high: self.batch.random_actions(self.actions, low, high))
        return self.actions

    def share_out(self, work: Callable[[int, int], None]) -> None:
        """Shares the matches out among the threads, this one included; the compiled loops hold no interpreter lock."""
        cuts = [self.count * i // self.threads for i in range(self.threads + 1)]
        (low, high), *others = pairwise(cuts)
        parts = [self.pool.submit(work, *part) for part in others] if self.pool else []
        work(low, high)
        for part in parts:
            part.result()

    def close(self) -> None:
        if self.pool is not None:
            self.pool.shutdown()
