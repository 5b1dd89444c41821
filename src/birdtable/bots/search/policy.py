"""What a search or a hasty player needs to know of a game: quick steps, and how good a position is.

``Policy`` knows no game at all: it takes any step, prefers none, and judges by who won. A game's own policy is a
subclass in its package of this room. It is opinion, not law: a wrong one plays badly and breaks nothing.

Compiled with the types in ``policy.pxd`` or interpreted as it stands, with the same results.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from birdtable.bots.search.features import NO_FEATURES
from birdtable.bots.search.net import empty_net
from birdtable.engine import Rng
from birdtable.game import CHANCE, NOBODY, Step, View

WIDTH = 64
"""Features that a seat can have at most."""
FINE = 1 << 30
"""Parts into which a number from 0 to 1 is divided when it is drawn."""


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
        self.net = empty_net(NO_FEATURES)
        """What was learnt of the game: nothing yet."""
        self.logits = [0.0] * 64
        self.features = [0] * 320
        """What a network is told of each seat, ``WIDTH`` places each, or of a step: the numbers of the features that
        are on."""
        self.feature_counts = [0] * 5
        """How many they are, by seat; of a step the first."""
        self.curiosity = 1.0
        """How much a search lets a step's rating count against what it found."""
        self.temperature = 1.0
        """Ratings that differ by much less than this are as good as equal to a search."""
        self.learned_from = 2
        """Seats of a match from which on learned steps are trusted; with fewer, quick ratings are."""

    def step(self, state: Any, rng: Rng) -> int:
        """A sensible step, quickly, for play-outs; at random where nothing better is known."""
        n = state.list_steps()
        return state.steps[rng.pick(n)]  # type: ignore[no-any-return]

    def weigh(self, state: Any) -> int:
        """Lists the steps and rates them quickly, for the order in which a search tries them; returns how many."""
        n = state.list_steps()
        for i in range(n):
            self.ratings[i] = 0.0
        return n  # type: ignore[no-any-return]

    def guess(self, state: Any) -> int:
        """Lists the steps with logarithms of how likely each is the best, by what was learnt or else by ``weigh``."""
        if self.net.knows_steps and state.seats >= self.learned_from and self.knows_steps_of(state):
            n = self.look_at_steps(state)
            for i in range(n):
                self.list_step_features(state, i)
                self.logits[i] = self.net.step_score_of(self.features, self.feature_counts[0])
            for i in range(n):
                self.ratings[i] = self.logits[i]
            return n
        n = self.weigh(state)
        for i in range(n):
            self.ratings[i] /= self.temperature
        return n

    def make_odds(self, n: int, sharpness: float) -> float:
        """Makes odds out of the first n of ``ratings``, which are logarithms; returns their sum."""
        top = self.ratings[0]
        for i in range(n):
            top = max(top, self.ratings[i])
        whole = 0.0
        for i in range(n):
            self.ratings[i] = exponential((self.ratings[i] - top) * sharpness)
            whole += self.ratings[i]
        return whole

    def draw_step(self, state: Any, rng: Rng, sharpness: float) -> int:
        """A step as likely as ``guess`` thinks it the best, or, with a sharpness above 1, more decidedly so."""
        n = self.guess(state)
        left = self.make_odds(n, sharpness) * rng.pick(FINE) / FINE
        for i in range(n):
            left -= self.ratings[i]
            if left < 0.0:
                return state.steps[i]  # type: ignore[no-any-return]
        return state.steps[0]  # type: ignore[no-any-return]

    def knows_steps_of(self, state: Any) -> bool:
        """Whether ``list_step_features`` is for this position."""
        return False

    def look_at_steps(self, state: Any) -> int:
        """Lists the steps and notes what ``list_step_features`` needs; returns how many."""
        return state.list_steps()  # type: ignore[no-any-return]

    def list_step_features(self, state: Any, i: int) -> None:
        """Fills ``features`` with those of a step. Like ``rate`` it reads what the seat to move knows."""

    def rate(self, state: Any) -> int:
        """``weigh`` with all the care that a greedy player takes.

        It may read what the seat to move knows, and nothing else: not the others' hands, nor their piles.
        """
        return self.weigh(state)

    def begin(self, state: Any) -> None:
        """A play-out begins."""

    def is_settled(self, state: Any) -> bool:
        """Whether there is nothing more to search: the match is over, or the rest is as good as known."""
        return state.to_move == NOBODY  # type: ignore[no-any-return]

    def is_far_enough(self, state: Any) -> bool:
        """Whether a play-out, begun some time ago, may stop here and be judged."""
        return False

    def judge(self, state: Any) -> None:
        """Fills ``values``, which sum to 1."""
        for seat in range(state.seats):
            self.values[seat] = state.share(seat)

    def share_out(self, seats: int) -> None:
        """Makes parts of the victory out of ``values`` that are logarithms of odds."""
        top = self.values[0]
        for seat in range(seats):
            top = max(top, self.values[seat])
        whole = 0.0
        for seat in range(seats):
            self.values[seat] = exponential(self.values[seat] - top)
            whole += self.values[seat]
        for seat in range(seats):
            self.values[seat] /= whole

    def list_features(self, state: Any) -> None:
        """Fills ``features`` for all seats, at the beginning of a turn."""

    def note(self, seat: int, feature: int) -> None:
        """One more feature of a seat."""
        self.features[seat * WIDTH + self.feature_counts[seat]] = feature
        self.feature_counts[seat] += 1

    def judge_by_net(self, state: Any) -> None:
        """Fills ``values`` with what the network thinks of each seat."""
        self.list_features(state)
        for seat in range(state.seats):
            self.values[seat] = self.net.score_of(self.features, seat * WIDTH, self.feature_counts[seat])
        self.share_out(state.seats)

    def play_out(self, state: Any, rng: Rng) -> int:
        """Plays until it is settled, judges, and returns how many decisions seats took."""
        decisions = 0
        state.hush()
        self.begin(state)
        while not self.is_settled(state) and not self.is_far_enough(state):
            if state.to_move == CHANCE:
                state.do(state.draw(rng))
            else:
                state.do(self.step(state, rng))
                decisions += 1
        self.judge(state)
        state.told_count = 0
        return decisions

    def features_of(self, state: Any) -> list[list[int]]:
        """``list_features`` for callers outside compiled code."""
        self.list_features(state)
        return [
            [self.features[seat * WIDTH + i] for i in range(self.feature_counts[seat])] for seat in range(state.seats)
        ]

    def step_features_of(self, state: Any) -> list[list[int]]:
        """``list_step_features`` of all steps for callers outside compiled code; empty where nothing can be learnt."""
        if not self.knows_steps_of(state):
            return []
        found = []
        for i in range(self.look_at_steps(state)):
            self.list_step_features(state, i)
            found.append([self.features[j] for j in range(self.feature_counts[0])])
        return found

    def is_judged(self, state: Any) -> bool:
        """Whether play-outs may end in such positions, beside those just settled: the network has to know them."""
        return state.to_move >= 0  # type: ignore[no-any-return]

    def settles(self, view: View) -> bool:
        """Whether ``answer`` has one."""
        return False

    def settles_at(self, state: Any) -> bool:
        """``settles`` for callers who have the state."""
        return False

    def plain_step(self, state: Any) -> int:
        """The code of what a beginner does where ``answer`` has one: see ``Knowledge.plain_step``."""
        state.list_steps()
        return state.steps[0]  # type: ignore[no-any-return]

    def answer(self, view: View, legal: Sequence[Step]) -> Step | None:
        """The step, where it can be worked out from the view and need not be searched for."""
        return None

    def answer_at(self, state: Any) -> int:
        """The code of ``answer`` for callers who have the state, or -1 where it takes the view."""
        return -1

    def share(self, view: View) -> float:
        """The part of a turn's budget that this step of the turn may use up."""
        return 1.0

    def hasty_step(self, state: Any, rng: Rng) -> int:
        """``step`` for callers outside compiled code."""
        self.begin(state)
        return self.step(state, rng)

    def ratings_of(self, state: Any) -> list[float]:
        """``rate`` for callers outside compiled code."""
        n = self.rate(state)
        return [self.ratings[i] for i in range(n)]

    def guesses_of(self, state: Any) -> list[float]:
        """``guess`` for callers outside compiled code."""
        n = self.guess(state)
        return [self.ratings[i] for i in range(n)]

    def shares_of(self, state: Any) -> list[float]:
        """``judge`` for callers outside compiled code."""
        self.judge(state)
        return [self.values[i] for i in range(state.seats)]

    def rollout(self, state: Any, rng: Rng) -> int:
        """``play_out`` for callers outside compiled code."""
        return self.play_out(state, rng)
