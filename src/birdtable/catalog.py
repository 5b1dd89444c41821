"""The list of games. A game is imported when it is first asked for."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from birdtable.game import BadInput, Game

GAMES = {"birdie": "birdtable.games.birdie", "cubirds": "birdtable.games.cubirds"}

EARLIER: dict[tuple[str, int], str] = {}
"""Rules of earlier versions, by game and version: kept for as long as matches that began under them may go on."""


def games() -> list[str]:
    """The names that ``game`` knows."""
    return list(GAMES)


def game(name: str, rules: int | None = None) -> Game[Any, Any]:
    """A game by its present rules, or by those of a version that a match began under."""
    module = GAMES.get(name)
    if module is None:
        raise BadInput(f"there is no game {name!r}; there are {', '.join(GAMES)}")
    found: Game[Any, Any] = import_module(module).GAME
    if rules is None or rules == found.rules_version:
        return found
    if (name, rules) not in EARLIER:
        raise BadInput(f"rules version {rules} of {name} is not known here, only {found.rules_version}")
    earlier: Game[Any, Any] = import_module(EARLIER[name, rules]).GAME
    return earlier
