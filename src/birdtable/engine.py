"""What every compiled state is built on: random numbers, the base of a state, and play-outs.

Runs interpreted as it stands, or compiled with the types in ``engine.pxd``. Both speeds give the same numbers.
A step is a small code here; its text is the business of each game's ``notation.py``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self

CHANCE = -1
NOBODY = -2
MAX_TOLD = 56
"""As much as one step can make happen: Birdie's longest cascade of sets, and the end of the round."""

MASK = 0xFFFF_FFFF_FFFF_FFFF
GOLDEN = 0x9E37_79B9_7F4A_7C15
MIX_1 = 0xBF58_476D_1CE4_E5B9
MIX_2 = 0x94D0_49BB_1331_11EB
LOG_ROOM = 4096
HIGHEST = 1 << 31
"""Numbers are drawn from 32 bits, and fit into an ``int`` of C."""


class Rng:
    """SplitMix64: small, fast, and equal in both speeds."""

    def __init__(self, seed: int) -> None:
        self.state = seed & 0xFFFF_FFFF_FFFF_FFFF

    def next_word(self) -> int:
        self.state = (self.state + GOLDEN) & MASK
        z = self.state
        z = ((z ^ (z >> 30)) * MIX_1) & MASK
        z = ((z ^ (z >> 27)) * MIX_2) & MASK
        return z ^ (z >> 31)

    def pick(self, n: int) -> int:
        """A number from 0 to n - 1. The bias is below n / 2**32: nothing a game could show."""
        return ((self.next_word() >> 32) * n) >> 32

    def below(self, n: int) -> int:
        """``pick`` for callers outside compiled code."""
        if n > HIGHEST:
            raise ValueError(f"a number can be drawn below {HIGHEST} at most, not below {n}: use word()")
        return self.pick(n)

    def word(self) -> int:
        """64 random bits, for seeds of other generators."""
        return self.next_word()


class Log:
    """The steps that ``State.play_on`` took, each with who took it: ``code << 3 | seat + 1``. It has to be emptied."""

    def __init__(self) -> None:
        self.steps = [0] * 4096
        self.count = 0

    def note(self, seat: int, code: int) -> None:
        self.steps[self.count] = code << 3 | seat + 1
        self.count += 1


class State:
    """Everything true in a match now. A game adds its fields and its law.

    The inner methods (``list_steps``, ``do``) trust their caller and hold no interpreter lock when compiled; the others
    are for Python. A game in plain Python overrides ``list_steps`` and ``do`` too, and works in
    both speeds; it lists its steps by ``offer``.
    """

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.to_move = CHANCE
        self.plain = hasattr(type(self), "do") and not hasattr(State, "do")
        """Compiled callers have to ask Python for the law."""
        self.steps = [0] * 64
        self.weights = [0] * 16
        self.told = [0] * 56
        self.told_count = 0
        self.points = [0] * 5
        self.winners = 0
        self.decided = 0

    def share_base(self, other: State) -> None:
        """Copies the fields of this class into ``other``."""
        other.seats = self.seats
        other.to_move = self.to_move
        other.plain = self.plain
        other.steps = self.steps[:]
        other.weights = self.weights[:]
        other.told = self.told[:]
        other.told_count = self.told_count
        other.points = self.points[:]
        other.winners = self.winners
        other.decided = self.decided

    def copy(self) -> Self:
        """An independent state equal to this one; fields that are objects are shared, so they must not change."""
        other = type(self).__new__(type(self))
        self.copy_into(other)
        return other

    def copy_into(self, other: State) -> None:
        """Makes ``other``, a state of the same game, equal to this one."""
        fields = vars(other)
        fields.clear()
        fields.update(vars(self))
        self.share_base(other)

    def list_steps(self) -> int:
        """Fills ``steps`` with what ``to_move`` may do (for chance also ``weights``) and returns how many."""
        try:
            return int(law_of(self, "list_steps")(self))
        except BaseException:  # compiled callers are not told, but they stop
            self.to_move = NOBODY
            raise

    def do(self, code: int) -> None:
        """Does a step that is legal."""
        try:
            law_of(self, "do")(self, code)
        except BaseException:
            self.to_move = NOBODY
            raise

    def offer(self, odds: Sequence[tuple[int, int]]) -> int:
        """Fills ``steps`` and ``weights`` from pairs of a code and its weight and returns how many there are."""
        if len(odds) > (16 if self.to_move == CHANCE else 64):
            raise ValueError(f"{len(odds)} steps are too many: chance has at most 16, a seat 64")
        for i, (code, weight) in enumerate(odds):
            self.steps[i] = code
            if self.to_move == CHANCE:
                self.weights[i] = weight
        return len(odds)

    def tell(self, what: int, seat: int, a: int, b: int) -> None:
        """Notes that something happened, for the events of the step just done.

        One word holds it: 5 bits of ``what``, 3 of the seat (7 for nobody), 16 of ``a``, 8 of ``b``.
        """
        if self.told_count < MAX_TOLD:
            word = b & 0xFF
            word = word << 16 | (a & 0xFFFF)
            word = word << 3 | (seat & 7)
            self.told[self.told_count] = word << 5 | what
            self.told_count += 1

    def hush(self) -> None:
        """Nothing is noted from now on, until ``told_count`` is 0 again."""
        self.told_count = MAX_TOLD

    def draw(self, rng: Rng) -> int:
        """The step that chance takes, by the weights of what is possible."""
        n = self.list_steps()
        total = 0
        for i in range(n):
            total += self.weights[i]
        left = rng.pick(total)
        for i in range(n):
            left -= self.weights[i]
            if left < 0:
                return self.steps[i]
        return self.steps[n - 1]

    def pick_step(self, rng: Rng) -> int:
        """One of the steps that the seat to move may take, all equally likely."""
        n = self.list_steps()
        return self.steps[rng.pick(n)]

    def play_on(self, rng: Rng, log: Log | None) -> int:
        """Takes at least one step at random, and returns how many were decisions of seats; ``log`` has room for some.

        A game may take more, in a loop of its own, unless the log is full.
        """
        decided = self.to_move != CHANCE
        code = self.pick_step(rng) if decided else self.draw(rng)
        if log is not None:
            log.note(self.to_move, code)
        self.do(code)
        return decided

    def share(self, seat: int) -> float:
        """The part of the victory that ``seat`` has: 1, a fraction when shared, 0."""
        if not self.winners >> seat & 1:
            return 0.0
        count = 0
        for i in range(self.seats):
            count += self.winners >> i & 1
        return 1.0 / count

    def count_steps(self) -> int:
        """``list_steps`` for callers who want to hear of errors."""
        if self.plain:
            return int(law_of(self, "list_steps")(self))
        return self.list_steps()

    def legal(self) -> list[int]:
        """The codes of all steps that ``to_move`` may take."""
        n = self.count_steps()
        return [self.steps[i] for i in range(n)]

    def legal_texts(self, texts: Sequence[str]) -> list[str]:
        """The same steps by their texts, which are given by code."""
        n = self.count_steps()
        return [texts[self.steps[i]] for i in range(n)]

    def odds(self) -> list[tuple[int, int]]:
        """The steps chance may take, each with its weight."""
        n = self.count_steps()
        return [(self.steps[i], self.weights[i]) for i in range(n)]

    def apply(self, code: int) -> None:
        """``do`` for callers outside compiled code; ``happened`` tells afterwards what came of it."""
        self.told_count = 0
        if self.plain:
            law_of(self, "do")(self, code)
        else:
            self.do(code)

    def roll(self, rng: Rng) -> int:
        """``draw`` for callers outside compiled code."""
        return self.draw(rng)

    def happened(self) -> list[tuple[int, int, int, int]]:
        """What the last step made happen, in order, as ``tell`` was told it."""
        return [
            (word & 31, word >> 5 & 7, word >> 8 & 0xFFFF, word >> 24)
            for word in [self.told[i] for i in range(self.told_count)]
        ]

    def slot(self) -> int:
        """Which card of a virtual order chance is about to turn: ``shuffle * 1024 + place``, or -1 for no card."""
        return -1


def law_of(state: State, method: str) -> Any:
    """The ``method`` of a game in plain Python, which compiled callers do not see by themselves."""
    law = getattr(type(state), method, None)
    if law is None or law is getattr(State, method, None):
        raise NotImplementedError(f"{type(state).__name__} has no {method}")
    return law


def play_out(state: State, rng: Rng) -> int:
    """Plays a match to its end at random and returns how many decisions seats took."""
    decisions = 0
    state.hush()
    while state.to_move != NOBODY:
        decisions += state.play_on(rng, None)
    state.told_count = 0
    return decisions


def rollouts(state: State, rng: Rng, times: int) -> tuple[int, list[float]]:
    """Plays ``state`` to its end many times: decisions in all, and the mean share of the victory by seat."""
    decisions = 0
    shares = [0.0] * 5
    match = state.copy()
    for _ in range(times):
        state.copy_into(match)
        decisions += play_out(match, rng)
        for seat in range(state.seats):
            shares[seat] += match.share(seat)
    return decisions, [share / times for share in shares[: state.seats]]


def rollout(state: State, rng: Rng) -> int:
    """``play_out`` for callers outside compiled code."""
    return play_out(state, rng)
