"""What a search or a hasty player needs to know of a game: quick steps, and how a position looks.

``Policy`` knows no game at all: it takes any step, trusts all alike, and judges by who won. A game's own policy is a
subclass beside this file. It is opinion, not law: a wrong one plays badly and breaks nothing.

Compiled with the types in ``policy.pxd`` or interpreted as it stands, with the same results.
"""

from __future__ import annotations

from typing import Any

from birdtable.engine import Rng
from birdtable.game import CHANCE, NOBODY, View


def exponential(x: float) -> float:
    """e ** x, near enough for x below 10, by the same arithmetic in both speeds and without the interpreter."""
    y = 1.0 + x / 1024.0
    if y < 0.0:
        return 0.0
    for _ in range(10):
        y *= y
    return y


class Policy:
    def __init__(self) -> None:
        self.ratings = [0.0] * 64
        """What ``rate`` and ``weigh`` think of each listed step: the higher the better."""
        self.values = [0.0] * 5
        """What ``judge`` gives each seat, as a part of the victory."""

    def step(self, state: Any, rng: Rng) -> int:
        """A sensible step, quickly, for play-outs."""
        return state.cheap_step(rng)  # type: ignore[no-any-return]

    def weigh(self, state: Any) -> int:
        """Lists the steps and rates them quickly, for the order in which a search tries them; returns how many."""
        n = state.list_steps()
        for i in range(n):
            self.ratings[i] = 0.0
        return n  # type: ignore[no-any-return]

    def rate(self, state: Any) -> int:
        """``weigh`` with all the care that a greedy player takes.

        It may read what the seat to move knows, and nothing else: not the others' hands, nor their piles.
        """
        return self.weigh(state)

    def begin(self, state: Any) -> None:
        """A play-out begins."""

    def is_settled(self, state: Any) -> bool:
        """Whether a play-out may stop here and be judged."""
        return state.to_move == NOBODY  # type: ignore[no-any-return]

    def judge(self, state: Any) -> None:
        """Fills ``values``, which sum to 1."""
        for seat in range(state.seats):
            self.values[seat] = state.share(seat)

    def play_out(self, state: Any, rng: Rng) -> int:
        """Plays until it is settled, judges, and returns how many decisions seats took."""
        decisions = 0
        self.begin(state)
        while not self.is_settled(state):
            if state.to_move == CHANCE:
                state.do(state.draw(rng))
            else:
                state.do(self.step(state, rng))
                decisions += 1
            state.told_count = 0
        self.judge(state)
        return decisions

    def settles(self, view: View) -> bool:
        """Whether play-outs do not begin in such positions: there is nothing to search, only to rate."""
        return False

    def hasty(self, state: Any, rng: Rng) -> int:
        """``step`` for callers outside compiled code."""
        self.begin(state)
        return self.step(state, rng)

    def rated(self, state: Any) -> list[float]:
        """``rate`` for callers outside compiled code."""
        n = self.rate(state)
        return [self.ratings[i] for i in range(n)]

    def weighed(self, state: Any) -> list[float]:
        """``weigh`` for callers outside compiled code."""
        n = self.weigh(state)
        return [self.ratings[i] for i in range(n)]

    def judged(self, state: Any) -> list[float]:
        """``judge`` for callers outside compiled code."""
        self.judge(state)
        return [self.values[i] for i in range(state.seats)]

    def played_out(self, state: Any, rng: Rng) -> int:
        """``play_out`` for callers outside compiled code."""
        return self.play_out(state, rng)
