"""Steps as numbers and views as arrays: the one place where learners' eyes are made.

An observation holds nothing that the view of its seat does not hold. Its fields are declared with their width and
meaning, and the documentation is printed from these declarations. Seats are counted from the observer on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from importlib import import_module
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from birdtable import catalog
from birdtable.game import AnyGame, BadInput, Seat, Step

Observation = npt.NDArray[np.int16]
Mask = npt.NDArray[np.int8]


class Field(NamedTuple):
    """Some numbers of an observation."""

    name: str
    width: int
    about: str
    read: Callable[[Any], Sequence[int]]


Writer = Callable[[Any, int, Observation], None]
"""Writes what a seat sees straight from the state: the numbers of ``observe``, in compiled code."""


class Encoding:
    """The numbers of one game. A step's number is its code in the rules; chance's come last and are no actions."""

    def __init__(self, game: AnyGame, fields: Sequence[Field], write: Writer) -> None:
        self.game = game
        self.fields = tuple(fields)
        self.write = write
        self.actions = next(code for code, step in enumerate(game.steps) if step.startswith("deal "))

    @cached_property
    def width(self) -> int:
        return sum(field.width for field in self.fields)

    @cached_property
    def starts(self) -> Mapping[str, int]:
        """Where each field begins."""
        starts, place = {}, 0
        for field in self.fields:
            starts[field.name] = place
            place += field.width
        return starts

    def action(self, step: Step) -> int:
        code = self.game.codes.get(step, self.actions)
        if code >= self.actions:
            raise BadInput(f"{step!r} is not a step of a seat of {self.game.title}")
        return code

    def step(self, action: int) -> Step:
        if not 0 <= action < self.actions:
            raise BadInput(f"actions of {self.game.title} are numbers from 0 to {self.actions - 1}, not {action}")
        return self.game.steps[action]

    def observe(self, view: Any) -> Observation:
        """What a seat sees, as numbers."""
        numbers = np.zeros(self.width, dtype=np.int16)
        place = 0
        for field in self.fields:
            values = field.read(view)
            numbers[place : place + len(values)] = values
            place += field.width
        return numbers

    def observe_seat(self, state: Any, seat: Seat) -> Observation:
        """The same numbers, many times faster."""
        numbers = np.zeros(self.width, dtype=np.int16)
        self.write(state, seat, numbers)
        return numbers

    def named(self, observation: Observation) -> dict[str, list[int]]:
        """An observation taken apart again, by field."""
        if observation.shape != (self.width,):
            raise BadInput(f"an observation of {self.game.title} has {self.width} numbers, not {observation.shape}")
        return {
            field.name: observation[self.starts[field.name] : self.starts[field.name] + field.width].tolist()
            for field in self.fields
        }

    def mask(self, codes: Iterable[int]) -> Mask:
        """1 for every legal action."""
        mask = np.zeros(self.actions, dtype=np.int8)
        mask[list(codes)] = 1
        return mask


def encoding(name: str) -> Encoding:
    """The encoding of a game of the catalog."""
    game = catalog.game(name)
    if name not in ENCODINGS:
        try:
            fields = import_module(f"birdtable.lab.{name}.fields").FIELDS
            write = import_module(f"birdtable.lab.{name}.observe").write
        except ModuleNotFoundError:
            raise BadInput(f"{game.title} has no encoding") from None
        ENCODINGS[name] = Encoding(game, fields, write)
    return ENCODINGS[name]


ENCODINGS: dict[str, Encoding] = {}


def from_seat(view: Any, seats: int = 4) -> list[int]:
    """The seats at the table counted from the observer on, -1 for places that nobody has."""
    return [(view.seat + i) % view.seats if i < view.seats else -1 for i in range(seats)]


def one_hot(width: int, index: int) -> list[int]:
    return [int(i == index) for i in range(width)]
