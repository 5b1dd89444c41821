"""What honest people notice of attacks: ``PYTHONPATH=tests .venv/bin/python tools/attack_figures.py``.

The server has one core; the crowd and the attackers share the other, the attackers with what the crowd leaves them. For
each attack a new server is started and the same crowd sits down; its waits are measured at rest, then while the attack
goes on. Two more people are asked: one who plays against a bot, and one who has short rows scored.

Needs a machine with two cores and nothing else to do. About 45 seconds for each attack.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import multiprocessing
import os
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from birdtable.cli.server.load import fast_run
from birdtable.cli.server.processes import own_cpu_seconds, resident_mb
from birdtable.server.crowd import CrowdTable, Guest, Tally, random_play
from kit.server.attacks import ATTACKS, Target, ask, go_on, write_long_tables
from kit.server.evening import Process

SERVER, CLIENTS = {0}, {1}
"""The cores."""
GOAL = 3.0
"""How many times longer the slowest hundredth of moves may take."""
WARM_UP = 3.0


class Waits(NamedTuple):
    moves: Tally
    bot: Tally
    help: Tally


class Crowd:
    """People at so many tables who make two moves a second at each, and the two others."""

    def __init__(self, address: str, tables: int) -> None:
        self.address = address
        self.now = Waits(Tally(), Tally(), Tally())
        self.tables = [CrowdTable(("birdie", "cubirds")[number % 2], 2, Tally(), number) for number in range(tables)]

    async def sit_down(self) -> None:
        for number, table in enumerate(self.tables):
            await table.sit_down(self.address, f"Guest {number}")
        started = time.perf_counter()
        for number, table in enumerate(self.tables):
            table.next_move = started + number / (2 * len(self.tables))
        people = [self.play_against_bot(), self.have_rows_scored(), *(table.play() for table in self.tables)]
        self.tasks = [asyncio.create_task(person) for person in people]

    async def measure(self, seconds: float) -> Waits:
        self.now = Waits(Tally(), Tally(), Tally())
        for tally in self.now:
            tally.counting = True
        for table in self.tables:
            table.tally = self.now.moves
        await asyncio.sleep(seconds)
        for tally in self.now:
            tally.counting = False
        return self.now

    async def play_against_bot(self) -> None:
        """The wait is from the end of one's own turn to that of the bot's."""
        guest = await Guest.arrive(self.address, "Solo")
        while True:
            wish = {"game": "cubirds", "seats": [{"player": "me"}, {"player": "bot", "level": "strong"}], "pace": 0}
            table = (await guest.post("/tables", wish))["id"]
            await guest.post(f"/tables/{table}/start", {})
            line, game = await guest.connect(table), self.tables[1].game
            passed = 0.0
            while True:
                told = json.loads(await line.recv())
                if told["type"] != "position":
                    continue
                if told["outcome"] is not None:
                    break
                if told["to_move"] == 0:
                    if passed:
                        self.now.bot.count_move(time.perf_counter() - passed)
                    passed = 0.0
                    view = game.parse_view(json.dumps(told["view"]))
                    steps = random_play(game, view, self.tables[1].rng)
                    await asyncio.sleep(0.2)
                    await line.send(json.dumps({"type": "play", "after": told["number"], "steps": steps}))
                elif not passed:
                    passed = time.perf_counter()
            await line.close()

    async def have_rows_scored(self) -> None:
        target = Target(self.address, "", origin="127.0.0.3")
        while True:
            began = time.perf_counter()
            status, _ = await ask(target, "POST", "/api/score", {"row": "Ow Ww Pw"})
            if status == 200:
                self.now.help.count_move(time.perf_counter() - began)
            else:
                self.now.help.count_failure(str(status))
            await asyncio.sleep(2.5)


def attack(name: str, target: Target) -> None:
    os.sched_setaffinity(0, CLIENTS)
    os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    asyncio.run(go_on(ATTACKS[name], target))


async def measure(name: str, server: Process, long: list[str], tables: int, rest: float, seconds: float) -> None:
    """Prints a line."""
    crowd = Crowd(server.address, tables)
    await crowd.sit_down()
    await asyncio.sleep(WARM_UP)
    calm = await crowd.measure(rest)
    target = Target(server.address, crowd.tables[0].table, tuple(long))
    attacker = multiprocessing.get_context("spawn").Process(target=attack, args=(name, target), daemon=True)
    attacker.start()
    await asyncio.sleep(WARM_UP)
    before, used = resident_mb(server.process.pid) or 0.0, own_cpu_seconds(server.process.pid)
    stormy = await crowd.measure(seconds)
    used = (own_cpu_seconds(server.process.pid) - used) / seconds
    grown = (resident_mb(server.process.pid) or 0.0) - before
    attacker.kill()
    for task in crowd.tasks:
        task.cancel()
    failures = [error for error in await asyncio.gather(*crowd.tasks, return_exceptions=True) if is_failure(error)]
    errors = [*calm.moves.errors, *stormy.moves.errors, *map(repr, failures)]
    ratio = stormy.moves.percentile(0.99) / (calm.moves.percentile(0.99) or 1)
    cells = [
        f"{name:<19}",
        *(f"{each.moves.percentile(part):7.1f}" for each in (calm, stormy) for part in (0.5, 0.99)),
        f"{ratio:5.1f}{' ' if ratio <= GOAL else '!'}",
        *(f"{each.bot.percentile(0.5):6.0f}" for each in (calm, stormy)),
        *(f"{each.help.percentile(0.5):6.0f}" for each in (calm, stormy)),
        f"{used:5.0%}",
        f"{len(stormy.moves.waits):6d}",
        f"{len(errors) + len(stormy.help.errors):6d}",
        f"{grown:+6.0f}",
    ]
    print(" ".join(cells), flush=True)
    for error in sorted(set(errors))[:3]:
        print(f"    {error}", flush=True)


def is_failure(result: object) -> bool:
    return isinstance(result, Exception)


HEAD = f"""{"milliseconds":<19}  at rest         attacked         p99   bot answers   row scored   CPU
{"attack":<19}     p50     p99     p50     p99  times   rest  att'd   rest  att'd att'd  moves errors     MB"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("attacks", nargs="*", choices=[[], *ATTACKS], help="by default all")
    parser.add_argument("--tables", type=int, default=30)
    parser.add_argument("--rest", type=float, default=12.0)
    parser.add_argument("--seconds", type=float, default=20.0)
    wish = parser.parse_args()
    print(HEAD, flush=True)
    for name in wish.attacks or ATTACKS:
        with tempfile.TemporaryDirectory(prefix="birdtable-attack-") as folder:
            db = str(Path(folder) / "attack.sqlite3")
            long = asyncio.run(write_long_tables(db, 4, 2000)) if name == "long tables" else []
            os.sched_setaffinity(0, SERVER)
            server = Process(db)
            server.start()
            os.sched_setaffinity(0, CLIENTS)
            try:
                fast_run(measure(name, server, long, wish.tables, wish.rest, wish.seconds))
            finally:
                server.process.kill()
                server.process.wait(30)


if __name__ == "__main__":
    main()
