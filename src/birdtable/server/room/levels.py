"""The bots that can take a seat."""

from __future__ import annotations

from functools import cache

from birdtable import catalog
from birdtable.bots.levels import LEVELS
from birdtable.wire.tables import BotLevel

STAND_IN = "casual"
"""The level of bots that take over a person's seat."""
PLAIN = BotLevel(level="random", label="random", name="Dice", sentence="Plays anything that is allowed.")


@cache
def levels(game: str) -> dict[str, BotLevel]:
    """The weakest first."""
    catalog.game(game)
    listed = [BotLevel(level=each.id, label=each.name, name=each.character, sentence=each.sentence) for each in LEVELS]
    return {level.level: level for level in [PLAIN, *listed]}
