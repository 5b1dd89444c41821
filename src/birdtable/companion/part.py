"""What a game brings so that its score sheets can be kept. There is no default: nobody can guess how it is scored."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec

from birdtable import catalog
from birdtable.companion.base import Why
from birdtable.companion.words import Words
from birdtable.game import BadInput, Now, Outcome, Seat

SheetRow = tuple[str, list[object]]
"""A row of the final sheet: its name, and what each player has there."""


class ScoredRow(NamedTuple):
    """What one player scored in a round."""

    gain: float
    lines: tuple[Why, ...]


S = TypeVar("S", bound=msgspec.Struct)
A = TypeVar("A", bound=msgspec.Struct)


class CompanionPart(ABC, Generic[S, A]):
    senseless: tuple[str, ...] = ()
    """What the game says of options that people can enter and that make no sense: messages of the catalogues."""

    @abstractmethod
    def answer(self, sheet: S, words: Words, now: Now | None) -> A:
        """Everything that follows from a sheet."""

    @abstractmethod
    def outcome(self, answer: A) -> Outcome:
        """How a game ended that is over."""

    @abstractmethod
    def points(self, answer: A) -> tuple[int, ...]:
        """What each player has so far."""

    def scored_rows(self, answer: A) -> dict[tuple[int, Seat], ScoredRow]:
        """What was scored, by round and seat, where a game is scored so."""
        return {}

    @abstractmethod
    def rows(self, answer: A) -> Iterator[SheetRow]:
        """The final sheet, in English."""

    def remarks(self, answer: A) -> list[str]:
        """What else there is to say about the final sheet, in English."""
        return []


def part_of(game: str) -> CompanionPart[Any, Any]:
    found: CompanionPart[Any, Any] | None = catalog.part("companion", game, None)
    if found is None:
        raise BadInput(f"there are no score sheets for {catalog.game(game).title}")
    return found


def game_of(sheet: msgspec.Struct) -> str:
    """The name of the game that a sheet, or the answer to one, is about: its tag."""
    return str(sheet.__struct_config__.tag)
