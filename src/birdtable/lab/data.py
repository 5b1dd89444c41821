"""The decisions of recorded matches as tables for learners: Parquet files (extra ``parquet``) and arrays."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from birdtable import catalog
from birdtable.game import CHANCE, BadInput, Seat
from birdtable.lab.envs.encoding import Mask, Observation, encoding
from birdtable.lab.envs.episode import shared_rewards
from birdtable.record import Record

ROWS = 20_000
"""Decisions written at a time."""


class Decision(NamedTuple):
    """What a seat saw, what it could do and did, and what came of it."""

    match: int
    seat: Seat
    observation: Observation
    mask: Mask
    action: int
    reward: float
    """0 until the seat's last decision of the match, then the seat's reward for the match."""
    last: bool
    """Whether it was the seat's last decision of the match."""


class Transitions(NamedTuple):
    """Decisions with what the same seat saw at its next one (zeros after the last)."""

    observations: npt.NDArray[np.int16]
    masks: npt.NDArray[np.int8]
    actions: npt.NDArray[np.int32]
    rewards: npt.NDArray[np.float32]
    next_observations: npt.NDArray[np.int16]
    done: npt.NDArray[np.bool_]


def decisions(record: Record, match: int = 0) -> list[Decision]:
    """All decisions of a match in order. In a match that was not finished, all rewards are 0."""
    game, coding = catalog.game(record.game), encoding(record.game)
    state = game.start(len(record.seats), record.options)
    found: list[Decision] = []
    for step in record.steps():
        seat = game.to_move(state)
        if seat != CHANCE:
            observation = coding.observe_seat(state, seat)
            found.append(
                Decision(match, seat, observation, coding.mask(state.legal()), coding.action(step), 0.0, False)
            )
        game.apply(state, step)
    outcome = game.outcome(state)
    rewards = shared_rewards(outcome) if outcome else [0.0] * len(record.seats)
    for seat, reward in enumerate(rewards):
        number = max((number for number, each in enumerate(found) if each.seat == seat), default=None)
        if number is not None:
            found[number] = found[number]._replace(reward=reward, last=True)
    return found


def transitions(found: Iterable[Decision]) -> Transitions:
    """Decisions as arrays, each with the next of the same seat."""
    rows = list(found)
    if not rows:
        raise BadInput("there are no decisions to make transitions of")
    following = [np.zeros_like(rows[0].observation) for _ in rows]
    waiting: dict[tuple[int, Seat], int] = {}
    for number, row in enumerate(rows):
        before = waiting.get((row.match, row.seat))
        if before is not None:
            following[before] = row.observation
        waiting[row.match, row.seat] = number
    return Transitions(
        np.stack([row.observation for row in rows]),
        np.stack([row.mask for row in rows]),
        np.array([row.action for row in rows], np.int32),
        np.array([row.reward for row in rows], np.float32),
        np.stack(following),
        np.array([row.last for row in rows], np.bool_),
    )


def write_parquet(records: Iterable[Record], path: Path) -> int:
    """Writes every decision of the records as a row and returns how many there were."""
    pyarrow, parquet = import_arrow()
    schema = pyarrow.schema(
        [
            ("match", pyarrow.int32()),
            ("seat", pyarrow.int8()),
            ("observation", pyarrow.list_(pyarrow.int16())),
            ("mask", pyarrow.list_(pyarrow.int8())),
            ("action", pyarrow.int16()),
            ("reward", pyarrow.float32()),
            ("last", pyarrow.bool_()),
        ]
    )
    rows = 0
    with parquet.ParquetWriter(path, schema) as writer:
        for batch in batches(each for match, record in enumerate(records) for each in decisions(record, match)):
            columns = [list(column) for column in zip(*batch, strict=True)]
            writer.write_table(pyarrow.table(dict(zip(schema.names, columns, strict=True)), schema=schema))
            rows += len(batch)
    return rows


def batches(found: Iterable[Decision]) -> Iterator[list[Decision]]:
    rest = iter(found)
    while batch := list(islice(rest, ROWS)):
        yield batch


def load_parquet(path: Path) -> Transitions:
    """Reads the decisions of a file as transitions."""
    _, parquet = import_arrow()
    try:
        table = parquet.read_table(path).to_pydict()
    except (OSError, ValueError) as error:
        raise BadInput(f"{path} cannot be read as Parquet: {error}") from None
    names = Decision._fields
    if missing := [name for name in names if name not in table]:
        raise BadInput(f"{path} has no column {missing[0]!r}")
    table["observation"] = [np.array(numbers, np.int16) for numbers in table["observation"]]
    table["mask"] = [np.array(numbers, np.int8) for numbers in table["mask"]]
    return transitions(Decision(*row) for row in zip(*(table[name] for name in names), strict=True))


def import_arrow() -> tuple[Any, Any]:
    try:
        import pyarrow
        from pyarrow import parquet
    except ModuleNotFoundError:
        raise BadInput("Parquet needs pyarrow: pip install 'birdtable[parquet]'") from None
    return pyarrow, parquet
