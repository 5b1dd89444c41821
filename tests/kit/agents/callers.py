"""Somebody who plays over the Model Context Protocol, with the package's own client."""

from __future__ import annotations

import sys
import time
from collections import defaultdict
from typing import Any

from mcp import Client

from birdtable import catalog
from birdtable.agents.answers import parse_play
from birdtable.lab.agents.scripted import reader
from birdtable.record import Record

COMMAND = [sys.executable, "-m", "birdtable", "mcp", "--seed", "5"]


class Caller:
    """A client that knows nothing but what tools tell it."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.seconds: dict[str, list[float]] = defaultdict(list)
        """What each call took, by tool."""

    async def call(self, tool: str, **arguments: Any) -> Any:
        began = time.perf_counter()
        result = await self.client.call_tool(tool, arguments)
        self.seconds[tool].append(time.perf_counter() - began)
        return result

    async def ok(self, tool: str, **arguments: Any) -> tuple[str, dict[str, Any]]:
        result = await self.call(tool, **arguments)
        assert not result.is_error, result.content[0].text
        return result.content[0].text, result.structured_content

    async def refused(self, tool: str, **arguments: Any) -> str:
        result = await self.call(tool, **arguments)
        assert result.is_error, (tool, arguments)
        return str(result.content[0].text)


async def play_to_the_end(caller: Caller, seat: str, game: str) -> dict[str, Any]:
    """As the reader plays, by the text of the tools alone."""
    rules = catalog.game(game)
    while True:
        text, data = await caller.ok("wait_for_turn", seat=seat, seconds=30)
        if data["outcome"]:
            break
        if data["your_move"]:
            await caller.ok("play", seat=seat, steps=parse_play(reader("\n" + text), rules))
    record, _ = await caller.ok("record", seat=seat)
    assert list(Record.parse(record).outcome.points) == data["outcome"]["points"]  # type: ignore[union-attr]
    assert "Won by seat" in text
    return data
