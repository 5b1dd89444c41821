"""Two bird card games, Birdie and CuBirds: to play, to score, to study.

The names below are imported when they are first used, so that ``import birdtable`` costs next to nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from birdtable._speed import speed, speed_reason

if TYPE_CHECKING:
    from birdtable.game import CHANCE, NOBODY, SPECTATOR, BadInput, Event, Game, IllegalStep, Outcome, Seat, Step, View

__version__ = "0.1.0"

__all__ = [
    "CHANCE",
    "NOBODY",
    "SPECTATOR",
    "BadInput",
    "Event",
    "Game",
    "IllegalStep",
    "Outcome",
    "Seat",
    "Step",
    "View",
    "__version__",
    "speed",
    "speed_reason",
]


def __getattr__(name: str) -> object:
    if name in __all__:
        return getattr(import_module("birdtable.game"), name)
    raise AttributeError(f"module 'birdtable' has no attribute {name!r}")
