"""Small games: ends of matches, by the same law, whose trees can be searched completely.

Each begins at one of several positions, which differ in the hands: chance deals what is hidden.
"""

from __future__ import annotations

from importlib import resources

import msgspec

from birdtable import catalog
from birdtable.lab.part import part_of

SMALL = {name: part_of(name).small for name in catalog.games() if part_of(name).small}
"""The parameter ``position`` of each."""


class Tree(msgspec.Struct):
    """How large a small game is, and what a best response wins (``exploitability.py``)."""

    nodes: dict[str, int]
    """By their kind."""
    information_states: list[int]
    """By seat, where it decides."""
    nash_conv: dict[str, float]
    """By player, rounded to 4 places."""


def read_trees() -> dict[str, Tree]:
    """The figures that were measured."""
    text = resources.files("birdtable.lab").joinpath("exploitability.json").read_bytes()
    return msgspec.json.decode(text, type=dict[str, Tree])
