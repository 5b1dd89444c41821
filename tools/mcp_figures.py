"""How long the tools of ``birdtable mcp`` take: ``PYTHONPATH=tests .venv/bin/python tools/mcp_figures.py``.

A client at the other end of a pipe plays whole matches of four and asks at every turn for the position and the legal
plays too. The first match is not counted: the server loads what it needs with it.
"""

from __future__ import annotations

import argparse
import asyncio
from os import getloadavg

from mcp import Client
from mcp.client.stdio import StdioServerParameters

from birdtable import catalog
from birdtable.agents.answers import parse_play
from birdtable.lab.agents.scripted import reader
from kit.agents.callers import COMMAND, Caller

NOT_COUNTED = ("wait_for_turn",)
"""Others are thinking meanwhile."""


async def play_match(caller: Caller, game: str) -> None:
    rules = catalog.game(game)
    _, opened = await caller.ok("open_table", game=game, players=["me", "greedy", "novice", "random"])
    seat = {"seat": opened["seat"]}
    while True:
        text, told = await caller.ok("wait_for_turn", **seat, seconds=30)
        if told["outcome"]:
            break
        await caller.ok("position", **seat)
        await caller.ok("legal_plays", **seat)
        await caller.ok("play", **seat, steps=parse_play(reader("\n" + text), rules))
    await caller.ok("record", **seat)
    await caller.ok("leave_table", **seat)


async def measure(game: str, matches: int) -> None:
    async with Client(StdioServerParameters(command=COMMAND[0], args=COMMAND[1:])) as client:
        caller = Caller(client)
        await play_match(caller, game)
        caller.seconds.clear()
        for _ in range(matches):
            await play_match(caller, game)
    counted = {tool: sorted(each) for tool, each in caller.seconds.items() if tool not in NOT_COUNTED}
    every = sorted(wait for each in counted.values() for wait in each)
    for tool, waits in [*counted.items(), ("all of them", every)]:
        median, late = (1000 * waits[int(len(waits) * part)] for part in (0.5, 0.99))
        print(f"{game:<9}{tool:<14}{len(waits):6} calls, median {median:5.1f} ms, p99 {late:5.1f} ms", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=20)
    wish = parser.parse_args()
    print(f"load average {getloadavg()[0]:.1f}")
    for game in ("birdie", "cubirds"):
        asyncio.run(measure(game, wish.matches))


if __name__ == "__main__":
    main()
