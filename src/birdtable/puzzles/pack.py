"""The puzzles that are shipped, in series: a file for each game and kind, made by ``birdtable puzzles make``."""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import NamedTuple

from birdtable.game import BadInput
from birdtable.puzzles import form
from birdtable.puzzles.form import Kind, Puzzle


class Series(NamedTuple):
    name: str
    game: str
    kind: Kind


SERIES = (
    Series("birdie-row", "birdie", "row"),
    Series("birdie-turn", "birdie", "turn"),
    Series("cubirds-turn", "cubirds", "turn"),
)
BY_NAME = {series.name: series for series in SERIES}


def series_of(name: str) -> Series:
    if name not in BY_NAME:
        raise BadInput("there are no puzzles {name}; there are {names}", name=name, names=", ".join(BY_NAME))
    return BY_NAME[name]


@cache
def puzzles(name: str) -> tuple[Puzzle, ...]:
    """A shipped file, read when it is first asked for."""
    file = f"{series_of(name).name}.jsonl"
    return tuple(form.decode(resources.files(__package__).joinpath("shipped", file).read_bytes(), file))
