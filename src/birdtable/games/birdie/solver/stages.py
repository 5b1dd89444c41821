"""A solution to look at: the row as it lies, and what goes with which set."""

from __future__ import annotations

from typing import Literal

import msgspec

Fate = Literal["written", "dropped", "lost", "held"]


class Group(msgspec.Struct, frozen=True):
    """A set in the row."""

    trait: str
    places: list[int]
    """Of its cards, counted from 1."""
    fate: Fate
    """``dropped`` for Pigeon, ``held`` back by Owl, ``lost`` where nothing is written for it."""


class Stage(msgspec.Struct, frozen=True):
    """The row once in the standard game, and before each removal in the expert game."""

    row: str
    removed: int = 0
    """The place of the card removed, counted from 1; 0 for none."""
    groups: list[Group] = []
    """In the order in which they are marked or taken out."""
