"""The list of games. A game is imported when it is first asked for."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from birdtable.game import BadInput, Game

GAMES = {"birdie": "birdtable.games.birdie", "cubirds": "birdtable.games.cubirds"}


def games() -> list[str]:
    """The names that ``game`` knows."""
    return list(GAMES)


def game(name: str) -> Game[Any, Any]:
    module = GAMES.get(name)
    if module is None:
        raise BadInput(f"there is no game {name!r}; there are {', '.join(GAMES)}")
    found: Game[Any, Any] = import_module(module).GAME
    return found
