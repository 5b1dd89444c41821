"""Two bird card games, Birdie and CuBirds: to play, to score, to study.

The names below are imported when they are first used, so that ``import birdtable`` costs next to nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from birdtable._speed import speed, speed_reason

if TYPE_CHECKING:
    from birdtable import catalog
    from birdtable.bots.match import matches
    from birdtable.bots.roster import bot
    from birdtable.chance import Deal, Dice
    from birdtable.engine import Rng, State
    from birdtable.game import (
        CHANCE,
        NOBODY,
        SPECTATOR,
        AnyGame,
        BadInput,
        BirdtableError,
        Event,
        Game,
        IllegalStep,
        Outcome,
        Seat,
        Step,
        View,
    )
    from birdtable.games.birdie.solver import Problem, Solution, solve
    from birdtable.lab.arena.arena import arena
    from birdtable.record import Record, Recorder, Walk, load

__version__ = "1.0.0"

__all__ = [
    "CHANCE",
    "NOBODY",
    "SPECTATOR",
    "AnyGame",
    "BadInput",
    "BirdtableError",
    "Deal",
    "Dice",
    "Event",
    "Game",
    "IllegalStep",
    "Outcome",
    "Problem",
    "Record",
    "Recorder",
    "Rng",
    "Seat",
    "Solution",
    "State",
    "Step",
    "View",
    "Walk",
    "__version__",
    "arena",
    "bot",
    "catalog",
    "load",
    "matches",
    "solve",
    "speed",
    "speed_reason",
]

HOMES = {
    "bots.match": ("matches",),
    "bots.roster": ("bot",),
    "chance": ("Deal", "Dice"),
    "engine": ("Rng", "State"),
    "games.birdie.solver": ("Problem", "Solution", "solve"),
    "lab.arena.arena": ("arena",),
    "record": ("Record", "Recorder", "Walk", "load"),
}
"""Modules by the names that they have; all other names are those of ``game``."""


def __getattr__(name: str) -> object:
    if name == "catalog":
        return import_module("birdtable.catalog")
    if name not in __all__:
        raise AttributeError(f"module 'birdtable' has no attribute {name!r}")
    home = next((module for module, names in HOMES.items() if name in names), "game")
    globals()[name] = value = getattr(import_module(f"birdtable.{home}"), name)
    return value


def __dir__() -> list[str]:
    return __all__
