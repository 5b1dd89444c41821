"""The forms in which an environment gives observations.

``compact`` has a number for every amount and every name; ``onehot`` has names as zeros and a one; ``history`` is what
the seat has seen happen.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

import numpy as np
from gymnasium import spaces

from birdtable.game import BadInput, Seat
from birdtable.lab.envs.encoding import Encoding, Observation
from birdtable.lab.envs.episode import Episode
from birdtable.lab.envs.forms.history import Chronicle, bounds
from birdtable.lab.envs.forms.onehot import one_hot


class Form(ABC):
    low: Observation
    high: Observation
    watched = False
    """Whether events have to be kept (``Episode``)."""

    @abstractmethod
    def observe(self, episode: Episode, seat: Seat) -> Observation: ...

    @property
    def space(self) -> Any:
        return spaces.Box(self.low, self.high, dtype=np.int16)


class Compact(Form):
    def __init__(self, coding: Encoding) -> None:
        self.low, self.high = coding.low, coding.high

    def observe(self, episode: Episode, seat: Seat) -> Observation:
        return episode.observe(seat)


class Expanded(Form):
    def __init__(self, coding: Encoding) -> None:
        self.one_hot = one_hot(coding.game.name)
        self.low, self.high = self.one_hot.low, self.one_hot.high

    def observe(self, episode: Episode, seat: Seat) -> Observation:
        return self.one_hot.expand(episode.observe(seat))


class History(Form):
    watched = True

    def __init__(self, coding: Encoding) -> None:
        self.chronicle = Chronicle(coding)
        self.low, self.high = bounds()

    def observe(self, episode: Episode, seat: Seat) -> Observation:
        return self.chronicle.observe(episode.log, seat, episode.seats)


FORMS: dict[str, type[Compact | Expanded | History]] = {"compact": Compact, "onehot": Expanded, "history": History}


def form_of(text: str, coding: Encoding) -> Form:
    if text not in FORMS:
        raise BadInput(f"form is {', '.join(map(repr, FORMS))}, not {text!r}")
    return FORMS[text](coding)
