"""Birdie keeps the contract that every game keeps."""

from __future__ import annotations

from birdtable import rulebook
from birdtable.game import Value
from birdtable.games.birdie import GAME
from birdtable.testing import GameContract, Setup

TOGETHER: tuple[dict[str, Value], ...] = (
    {"expert": True, "expert_removals": "single"},
    {"expert": True, "robin_source": "bird_deck"},
    {"flap_values": (1, 1, 5)},
)
"""Options that mean something only together, or are no choice between a few values."""


class TestContract(GameContract):
    game = GAME
    clauses = rulebook.ids("birdie")

    def setups(self) -> list[Setup]:
        return super().setups() + [Setup(seats, options) for seats in (2, 3, 4) for options in TOGETHER]
