"""The bots that people meet, the weakest first. Each is a bot of the roster with a name and a character.

How long each thinks was chosen by measuring, so that neighbours are clearly apart in both games; see ``docs/bots.md``.
"""

from __future__ import annotations

from typing import NamedTuple


class Level(NamedTuple):
    id: str
    name: str
    """How hard it is to beat, in words that a child knows, as a message id."""
    character: str
    """Of the player, the same in all languages."""
    sentence: str
    """About the player, as a message id."""
    spec: str
    """A bot of the roster."""


LEVELS = (
    Level("beginner", "very easy", "Pip", "Plays the first thing that looks nice, and forgets the rest.", "novice"),
    Level("casual", "easy", "Juno", "Likes a tidy turn and looks no further.", "hasty"),
    Level("intermediate", "medium", "Otis", "Tries a few turns in his head before he plays.", "greedy"),
    Level("strong", "hard", "Marta", "Remembers every card she has seen and guesses the others.", "champion:100"),
    Level("champion", "very hard", "Athena", "Thinks for a second and misses very little.", "champion:900ms"),
)
BY_ID = {level.id: level for level in LEVELS}
PLAIN_SPECS = {
    "beginner": "random",
    "casual": "search:8",
    "intermediate": "search:40",
    "strong": "search:200",
    "champion": "search:900ms",
}
"""The same levels in a game that bots know nothing of, as bots of the roster."""
