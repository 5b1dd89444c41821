"""Long work on the event loop: one piece of work at a time, in slices, with a pause for everybody else after each."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import TypeVar

T = TypeVar("T")

SLICE = 20
"""Entries that are worked on before others have their turn."""
PAUSE = 2.0
"""How many times as long as a slice the pause after it is."""


class Turns:
    def __init__(self) -> None:
        self.lock = asyncio.Lock()

    @asynccontextmanager
    async def take(self, *, pause: bool = True) -> AsyncIterator[None]:
        """One's turn: no other long work is done meanwhile, and a pause comes after it."""
        async with self.lock:
            time = asyncio.get_running_loop().time
            began = time()
            yield
            await asyncio.sleep(PAUSE * (time() - began) if pause else 0)

    async def do_all(self, work: Callable[[T], None], items: Sequence[T]) -> None:
        for start in range(0, len(items), SLICE):
            async with self.take(pause=start + SLICE < len(items)):
                for item in items[start : start + SLICE]:
                    work(item)
