"""Where texts are kept by name: in a tab that is IndexedDB, through JavaScript. ``Memory`` forgets with the process."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol


class NameTaken(Exception):
    """Something new was to be kept under a name that is taken; nothing was changed."""


class NotKept(Exception):
    """The browser keeps nothing now: its storage is full, or forbidden."""


class Shelf(Protocol):
    async def read(self, prefix: str) -> list[tuple[str, str]]:
        """Names that begin like this, in order, with what is kept under them."""

    async def write(self, new: Mapping[str, str], changed: Mapping[str, str], dropped: Sequence[str]) -> None:
        """All of it or nothing; returns when it is safe."""


class Memory:
    def __init__(self) -> None:
        self.kept: dict[str, str] = {}

    async def read(self, prefix: str) -> list[tuple[str, str]]:
        return sorted((name, text) for name, text in self.kept.items() if name.startswith(prefix))

    async def write(self, new: Mapping[str, str], changed: Mapping[str, str], dropped: Sequence[str]) -> None:
        if new.keys() & self.kept.keys():
            raise NameTaken
        self.kept |= {**new, **changed}
        for name in dropped:
            self.kept.pop(name, None)
