"""What people enter of a game of CuBirds at their own table, and what they are told of it."""

from __future__ import annotations

from typing import Annotated

import msgspec

from birdtable.companion.base import Changes, Count, Entered, Fault, PlayerName, SeatNumber
from birdtable.wire.base import Told


class Bird(Entered, frozen=True):
    """Something that came into a collection; or, without a species, the end of a round."""

    seat: SeatNumber
    """Whose collection; or who had no cards left [C4.1]."""
    species: Annotated[str, msgspec.Meta(max_length=1)] = ""
    flock: Count = 0
    """Birds shown as a flock; 0 for a single bird, such as the first one."""


class CuBirdsSheet(Entered, frozen=True, tag="cubirds", tag_field="game"):
    players: Annotated[tuple[PlayerName, ...], msgspec.Meta(max_length=5)]
    birds: Annotated[tuple[Bird, ...], msgspec.Meta(max_length=200)] = ()
    ended: bool = False
    """The cards ran out: there was no new round to deal."""


class Brought(Told, frozen=True):
    """What became of an entry."""

    added: int
    """Birds that went to the collection."""
    text: str
    clause: str


class Collected(Told, frozen=True):
    collection: dict[str, int]
    birds: int
    species: int
    threes: int
    """Species of at least 3 birds."""
    wins: bool
    why: str


class CuBirdsAnswer(Told, frozen=True, tag="cubirds", tag_field="game"):
    collections: tuple[Collected, ...]
    brought: tuple[Brought, ...]
    over: bool
    winners: tuple[int, ...]
    clause: str
    round: int
    """The one that is being played, counted from 1."""
    odds: tuple[float, ...]
    """What share of the victory each player may expect; empty when it is decided."""
    faults: tuple[Fault, ...]
    """``round`` is the number of the entry, counted from 0, or -1."""
    changes: Changes | None = None
    """What is different from the sheet that was given to compare with."""
