"""How lucky a match was, as a rank among many matches of equal bots.

``luck.json`` has, by game and number of seats, the luck of seats as reviews tell it: of the least lucky, the most lucky
and those between them at equal distances. ``tools/luck_table.py`` makes it.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType

import msgspec

from birdtable.game import AnyGame, Value

NO_OPTIONS: Mapping[str, Value] = MappingProxyType({})


class LuckTable(msgspec.Struct):
    made_by: str
    matches: int
    """Of each game and number of seats."""
    luck: dict[str, dict[str, list[float]]]
    """By game, by seats: from the least to the most, at equal distances."""


@cache
def luck_table() -> LuckTable:
    return msgspec.json.decode((files("birdtable.bots.advice") / "luck.json").read_bytes(), type=LuckTable)


def place_of(game: AnyGame, seats: int, luck: float, options: Mapping[str, Value] = NO_OPTIONS) -> float | None:
    """The part of the seats in the table that had less luck. Nothing for matches that are cut short by another limit
    than those of the table: they have less luck, either way, however lucky they are."""
    lucks = luck_table().luck.get(game.name, {}).get(str(seats))
    if not lucks or any(options.get(name) not in (None, cap) for name, cap in game.caps.items()):
        return None
    return (bisect_left(lucks, luck) + bisect_right(lucks, luck)) / (2 * len(lucks))
