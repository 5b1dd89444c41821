"""What a review says about a decision, and how a game judges a phase whose decisions belong together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from gettext import NullTranslations
from typing import Any, Protocol

import msgspec

from birdtable.bots.advice.reasons import Reason
from birdtable.game import Event, Step


class PointsLine(Protocol):
    """Why some points, perhaps none, were gained."""

    @property
    def what(self) -> str: ...
    @property
    def points(self) -> float: ...
    @property
    def clause(self) -> str: ...
    def text(self, translations: NullTranslations = ...) -> str: ...


class Reckoning(msgspec.Struct):
    """One way to score, with all that it brings."""

    points: float
    """All that it is worth, ``kept`` included."""
    kept: float
    """An estimate of what it leaves to be used later."""
    lines: Sequence[PointsLine]
    """Every point that it writes, with its clause."""


class Assessment(msgspec.Struct):
    """One decision of the seat, or the scoring of a row as a whole."""

    number: int
    """The step of the record that it was, or began with, counted from 1."""
    step: Step
    best: str
    """The best step; for a row the best way to score it, its steps separated by commas."""
    cost: float
    """How much more the best alternative was worth, by what was known: a share of the victory, or points in scoring."""
    unit: str
    """``win`` or ``points``."""
    why: str
    """About the best alternative."""
    hindsight: str
    """What would have been best with all cards open."""
    hindsight_cost: float
    reason: str = ""
    """``why`` as a message id, where it is one sentence, and what fills it."""
    details: dict[str, str | int] = {}
    scored: Reckoning | None = None
    """A row as it was scored, and as it could have been."""
    better: Reckoning | None = None
    claims: list[Reason] = []
    """What can be told about it if it cost something: facts, the most telling first."""
    area: str = ""
    """What it was about, for those who ask where most is lost: a message id."""
    play: int = 0
    """The first step of the play that it belongs to."""


class PhaseJudge:
    """Judges as a whole a phase whose steps the policy settles. This one has nothing to say about it."""

    def look(self, view: Any, number: int, step: Step) -> None:
        """The seat takes a step of the phase; ``view`` is from before."""

    def hear(self, events: Iterable[Event]) -> bool:
        """Something happened. Returns whether the phase has ended with it."""
        return False

    def judge(self) -> list[Assessment]:
        """The phase that has just ended, if there was anything to decide in it."""
        return []

    def forget(self) -> None:
        """The phase that has just ended is not to be judged."""
