"""Decisions as arrays for learners, from rows or from the files of a data set."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from birdtable.game import BadInput
from birdtable.lab.data.parts import arrow_table, read_part, read_table
from birdtable.lab.data.rows import Decision


class Arrays(NamedTuple):
    """Decisions side by side; actions are columns."""

    matches: npt.NDArray[np.int32]
    seats: npt.NDArray[np.int8]
    observations: npt.NDArray[np.int16]
    masks: npt.NDArray[np.int8]
    """1 for every legal action."""
    actions: npt.NDArray[np.int16]
    visits: npt.NDArray[np.int32]
    """How often a search tried each action; zeros where nothing was searched."""
    rewards: npt.NDArray[np.float32]
    """Of the whole match."""
    last: npt.NDArray[np.bool_]


class Transitions(NamedTuple):
    """Decisions with what the same seat saw at its next one (zeros after the last)."""

    observations: npt.NDArray[np.int16]
    masks: npt.NDArray[np.int8]
    actions: npt.NDArray[np.int16]
    rewards: npt.NDArray[np.float32]
    """0 until the seat's last decision of the match, then the seat's reward for the match."""
    next_observations: npt.NDArray[np.int16]
    done: npt.NDArray[np.bool_]


def load(path: Path) -> Arrays:
    """One file of a data set."""
    return split_columns(read_table(path), len(read_part(path).origin.steps))


def stack(rows: Sequence[Decision], actions: int) -> Arrays:
    """Rows of a game with so many actions."""
    if not rows:
        raise BadInput("there are no decisions to make arrays of")
    return split_columns(arrow_table(rows), actions)


def split_columns(table: Any, actions: int) -> Arrays:
    columns = {name: table.column(name).combine_chunks() for name in table.column_names}
    rows = table.num_rows
    legal, visits = columns["legal"], columns["visits"]
    masks, tried = np.zeros((rows, actions), np.int8), np.zeros((rows, actions), np.int32)
    at, chosen = np.repeat(np.arange(rows), legal.value_lengths()), legal.flatten().to_numpy()
    masks[at, chosen] = 1
    searched = np.repeat(visits.is_valid().to_numpy(zero_copy_only=False), legal.value_lengths())
    tried[at[searched], chosen[searched]] = visits.flatten().to_numpy()
    plain = {
        name: columns[name].to_numpy(zero_copy_only=False) for name in ("match", "seat", "action", "reward", "last")
    }
    return Arrays(
        plain["match"],
        plain["seat"],
        columns["observation"].flatten().to_numpy().reshape(rows, -1),
        masks,
        plain["action"],
        tried,
        plain["reward"],
        plain["last"],
    )


def transitions(found: Arrays) -> Transitions:
    """Each decision with the next of the same seat."""
    order = np.lexsort((np.arange(len(found.last)), found.seats, found.matches))
    following = np.zeros_like(found.observations)
    before, after = order[:-1], order[1:]
    goes_on = ~found.last[before]
    following[before[goes_on]] = found.observations[after[goes_on]]
    rewards = np.where(found.last, found.rewards, np.float32(0))
    return Transitions(found.observations, found.masks, found.actions, rewards, following, found.last)
