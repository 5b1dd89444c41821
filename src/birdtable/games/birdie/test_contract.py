"""Birdie keeps the contract that every game keeps."""

from __future__ import annotations

from birdtable import rulebook
from birdtable.games.birdie import GAME
from birdtable.testing import GameContract


class TestContract(GameContract):
    game = GAME
    clauses = rulebook.ids("birdie")
