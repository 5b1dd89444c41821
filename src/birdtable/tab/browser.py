"""Called by the JavaScript of the worker that has the tables. Runs in Pyodide only."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pyodide.ffi import create_proxy, to_js

import birdtable
from birdtable.tab.opening import open_desk
from birdtable.tab.shelf import NameTaken, NotKept
from birdtable.tab.thinker import Thinker

TAKEN = "ConstraintError"
"""What IndexedDB calls it when a name is taken."""


class BrowserShelf:
    """IndexedDB. JavaScript answers with the name of what went wrong, or with nothing."""

    def __init__(self, javascript: Any) -> None:
        self.javascript = javascript

    async def read(self, prefix: str) -> list[tuple[str, str]]:
        found = await self.javascript.read(prefix)
        if found is None:
            raise NotKept
        return [(name, text) for name, text in found.to_py()]

    async def write(self, new: Mapping[str, str], changed: Mapping[str, str], dropped: Sequence[str]) -> None:
        texts = (to_js(list(new.items())), to_js(list(changed.items())), to_js(list(dropped)))
        wrong = await self.javascript.write(*texts)
        if wrong == TAKEN:
            raise NameTaken
        if wrong:
            raise NotKept(wrong)


class BrowserMind:
    """The second worker, through JavaScript."""

    def __init__(self, javascript: Any) -> None:
        self.javascript = javascript

    async def start(self) -> None:
        await self.javascript.start()

    async def ask(self, question: bytes) -> bytes:
        reply = await self.javascript.ask(to_js(question))
        found: bytes = reply.to_bytes()
        return found

    def end(self) -> None:
        self.javascript.end()


async def begin(send: Any, shelf: Any, mind: Any) -> Any:
    """The tables of this device."""
    desk = await open_desk(lambda *words: send(*words), BrowserShelf(shelf), Thinker(BrowserMind(mind)))
    return create_proxy(desk.hear)


def speed() -> str:
    return birdtable.speed()
