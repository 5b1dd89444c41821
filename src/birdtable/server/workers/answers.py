"""What a pool needs of whoever answers its questions: a process on a server, a second worker in a browser tab."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol


class WorkerDied(Exception):
    pass


class Answers(Protocol):
    async def answer(self, work: Callable[..., Any], arguments: tuple[Any, ...], patience: float) -> Any:
        """What the function returns or raises; a ``TimeoutError`` if that takes longer."""

    def close(self) -> None: ...
