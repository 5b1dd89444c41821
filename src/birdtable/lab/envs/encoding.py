"""Steps as numbers and views as arrays: the only encoder of observations.

An observation holds nothing that the view of its seat does not hold. Its fields are declared with their width and
meaning, by the game or else from the types of its view, and the documentation is printed from these declarations.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from operator import index
from typing import Any, SupportsIndex, cast

import numpy as np
import numpy.typing as npt

from birdtable import catalog
from birdtable.game import AnyGame, BadInput, Seat, Step
from birdtable.lab.envs.forms.plain import view_fields
from birdtable.lab.part import LabPart, part_of

Observation = npt.NDArray[np.int16]
Mask = npt.NDArray[np.int8]


class Encoding:
    """The numbers of one game. A step's number is its code in the rules."""

    def __init__(self, game: AnyGame, part: LabPart) -> None:
        self.game = game
        self.part = part
        self.fields = part.fields or view_fields(game.view_type)
        self.write = part.write
        self.longest = part.longest
        self.actions = len(game.steps) if part.actions is None else part.actions
        """How many numbers actions have."""
        self.first_chance = part.actions or 0
        """The code from which on steps of chance are found."""

    @cached_property
    def width(self) -> int:
        return sum(field.width for field in self.fields)

    @cached_property
    def low(self) -> Observation:
        """The lowest that each number can be."""
        return np.repeat([field.low for field in self.fields], self.widths).astype(np.int16)

    @cached_property
    def high(self) -> Observation:
        """The highest that each number can be."""
        return np.repeat([field.high for field in self.fields], self.widths).astype(np.int16)

    @cached_property
    def widths(self) -> list[int]:
        return [field.width for field in self.fields]

    @cached_property
    def starts(self) -> Mapping[str, int]:
        """Where each field begins."""
        starts, place = {}, 0
        for field in self.fields:
            starts[field.name] = place
            place += field.width
        return starts

    def __reduce__(self) -> tuple[Any, ...]:
        """Copies and pickles are the game's own encoding."""
        return encoding, (self.game.name,)

    def action(self, step: Step) -> int:
        code = self.game.codes.get(step, self.actions)
        if code >= self.actions:
            raise BadInput(f"{step!r} is not a step of a seat of {self.game.title}")
        return code

    def step(self, action: object) -> Step:
        """Of an action that a learner chose: only a whole number is one."""
        try:
            number = index(cast(SupportsIndex, action))
        except TypeError:
            raise BadInput(f"an action of {self.game.title} is a whole number, not {action!r}") from None
        if not 0 <= number < self.actions:
            raise BadInput(f"actions of {self.game.title} are numbers from 0 to {self.actions - 1}, not {number}")
        return self.game.steps[number]

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
        """The same numbers from a state; many times faster where the game can write them without a view."""
        if self.write is None:
            return self.observe(self.game.view(state, seat))
        numbers = np.zeros(self.width, dtype=np.int16)
        self.write(state, seat, numbers)
        return numbers

    def split(self, observation: Observation) -> dict[str, list[int]]:
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


ENCODINGS: dict[str, Encoding] = {}


def encoding(name: str) -> Encoding:
    """The encoding of a game of the catalog."""
    game = catalog.game(name)
    if name not in ENCODINGS or ENCODINGS[name].game is not game:
        ENCODINGS[name] = Encoding(game, part_of(name))
    return ENCODINGS[name]
