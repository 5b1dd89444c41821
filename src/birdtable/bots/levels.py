"""The bots that people meet, the weakest first. Each is a bot of the roster with a name and a character.

How long each thinks was chosen by measuring, so that neighbours are clearly apart in both games; see ``docs/bots.md``.
"""

from __future__ import annotations

from typing import NamedTuple

from birdtable.game import BadInput


class Level(NamedTuple):
    id: str
    name: str
    """Of the level, as a message id."""
    character: str
    """Of the player, the same in all languages."""
    sentence: str
    """About the player, as a message id."""
    spec: str
    """A bot of the roster."""


LEVELS = (
    Level("beginner", "beginner", "Pip", "Plays the first thing that looks nice, and forgets the rest.", "novice"),
    Level("casual", "casual", "Juno", "Likes a tidy turn and looks no further.", "hasty"),
    Level("intermediate", "intermediate", "Otis", "Tries a few turns in his head before he plays.", "greedy"),
    Level("strong", "strong", "Marta", "Remembers every card she has seen and guesses the others.", "champion:100"),
    Level("champion", "champion", "Athena", "Thinks for a second and misses very little.", "champion:900ms"),
)
BY_ID = {level.id: level for level in LEVELS}


def level(name: str) -> Level:
    found = BY_ID.get(name)
    if found is None:
        raise BadInput(f"there is no level {name!r}; there are {', '.join(BY_ID)}")
    return found
