"""Random walks through a game, which give tests their positions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from birdtable.chance import Chance, draw
from birdtable.engine import Rng
from birdtable.game import CHANCE, NOBODY, AnyGame, Step, Value


class Setup(NamedTuple):
    """How a match begins."""

    seats: int
    options: Mapping[str, Value]


def setups(game: AnyGame, options: Mapping[str, Value] | None = None) -> list[Setup]:
    """Every number of seats with every preset and every value of every flag and choice, always with ``options``."""
    variants: list[Mapping[str, Value]] = [{}, *game.presets.values()]
    for option in game.options:
        values = {"flag": (False, True), "choice": option.choices}.get(option.kind, ())
        variants += [{option.name: value} for value in values if value != option.default]
    seats = range(game.min_seats, game.max_seats + 1)
    return [Setup(number, {**variant, **(options or {})}) for number in seats for variant in variants]


def walk(
    game: AnyGame, setup: Setup, seed: int, length: int | None = None, chance: Chance | None = None
) -> tuple[Any, list[Step]]:
    """The state after ``length`` steps at random (or at the end, if it comes first), and the steps that led there."""
    rng = Rng(seed)
    state = game.start(setup.seats, setup.options)
    steps: list[Step] = []
    while game.to_move(state) != NOBODY and len(steps) != length:
        if game.to_move(state) != CHANCE:
            legal = game.legal_steps(state)
            step = legal[rng.below(len(legal))]
        elif chance is not None:
            step = chance.choose(game, state)
        else:
            step = draw(game, state, rng)
        game.apply(state, step)
        steps.append(step)
    return state, steps
