"""CuBirds keeps the contract that every game keeps."""

from __future__ import annotations

from types import MappingProxyType

from birdtable.games.cubirds import GAME
from birdtable.testing import GameContract


class TestContract(GameContract):
    game = GAME
    options = MappingProxyType({"turn_limit": 1000})
