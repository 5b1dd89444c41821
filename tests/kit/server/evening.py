"""Evenings of real servers: processes as people run them, and guests who play on through everything."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from websockets.exceptions import WebSocketException

from birdtable import catalog
from birdtable.cli.server.processes import PROC, family
from birdtable.engine import Rng
from birdtable.server.crowd import Guest, random_play
from birdtable.server.store.opening import store_at
from kit.programs.ports import free_port

GAMES = ("birdie", "cubirds")


class Process:
    """``birdtable serve`` as people run it."""

    program: Sequence[str] = (sys.executable, "-m", "birdtable")
    environment: Mapping[str, str] = {**os.environ, "LC_ALL": "C"}

    def __init__(self, db: Path | str, *options: str, port: int = 0) -> None:
        self.db = str(db)
        self.options = options
        self.port = port or free_port()
        self.address = f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        command = [*self.program, "serve", "--host", "127.0.0.1", "--port", str(self.port)]
        self.process = subprocess.Popen(
            [*command, "--db", self.db, *self.options], stderr=subprocess.PIPE, text=True, env=self.environment
        )
        assert self.process.stderr is not None
        said: deque[str] = deque(maxlen=20)
        for line in self.process.stderr:
            said.append(line)
            if line.startswith("Birdtable is at"):
                self.listener = threading.Thread(target=said.extend, args=(self.process.stderr,), daemon=True)
                self.listener.start()
                self.said = said
                return
        raise AssertionError(f"the server did not come up: {' '.join(said)}")

    @property
    def kind(self) -> str:
        """On what it runs, for reports."""
        store = "PostgreSQL" if self.db.startswith("postgres") else "SQLite"
        return f"{store}, two processes" if "--workers" in self.options else store

    def is_running(self) -> bool:
        return "process" in vars(self) and self.process.poll() is None

    def kill(self) -> None:
        """All of its processes at the same moment, as when the power fails."""
        killed = family(self.process.pid)
        for each in reversed(killed):
            with suppress(ProcessLookupError):
                os.kill(each, signal.SIGKILL)
        self.process.wait(30)
        while any((PROC / str(each) / "exe").exists() for each in killed):  # they hold the port until they are gone
            time.sleep(0.01)

    def stop(self) -> None:
        """The polite way. What its helpers say once it has ended is heard too."""
        self.process.terminate()
        assert self.process.wait(30) == 0, "".join(self.said)
        self.listener.join(30)


class Person:
    """A guest who plays on through everything, and remembers what was acknowledged."""

    def __init__(self, guest: Guest, table: str, game: str, seat: int, seed: int) -> None:
        self.guest, self.table, self.game, self.seat = guest, table, catalog.game(game), seat
        self.rng = Rng(seed)
        self.number = 0
        self.acknowledged: dict[int, list[str]] = {}
        self.outcome: Any = None
        self.view: Any = None
        self.sent: list[list[str]] = []
        """Plays by the number of the message, from 1 on."""
        self.pause = 0.0
        """Seconds before each play."""
        self.cut = 0.0
        """When the line was last cut,"""
        self.returned = 0.0
        """and when it was first told something after that."""

    async def play(self) -> None:
        while self.outcome is None:
            try:
                socket = await self.guest.connect(self.table, self.number)
                try:
                    await self.hear(socket, json.loads(await socket.recv()))
                    self.returned = time.monotonic()
                    while self.outcome is None:
                        await self.hear(socket, json.loads(await socket.recv()))
                finally:
                    await socket.close()
            except (OSError, WebSocketException, TimeoutError):
                self.cut = time.monotonic()
                await asyncio.sleep(0.05)

    async def hear(self, socket: Any, message: dict[str, Any]) -> None:
        if message["type"] != "position":
            return
        assert message["number"] >= self.number, "the server went back behind what it had told"
        self.number, self.outcome, self.view = message["number"], message["outcome"], message["view"]
        if message["re"]:
            self.acknowledged[message["number"]] = self.sent[message["re"] - 1]
        if message["to_move"] == message["seat"] == self.seat:
            view = self.game.parse_view(json.dumps(message["view"]))
            await asyncio.sleep(self.pause)
            self.sent.append(random_play(self.game, view, self.rng))
            play = {"type": "play", "id": len(self.sent), "after": message["number"], "steps": self.sent[-1]}
            await socket.send(json.dumps(play))


async def seat_people(
    address: str, game: str, seed: int, *, bots: int = 1, to: Sequence[str] = (), **wishes: Any
) -> list[Person]:
    """Two people and bots at a new table whose match has begun; the people reach it at the addresses ``to``."""
    guests = [await Guest.arrive(address, name) for name in ("Mira", "Tomás")]
    seats = [{"player": "me"}, {"player": "open"}, *[{"player": "bot", "level": "random"}] * bots]
    table = (
        await guests[0].post("/tables", {"game": game, "seats": seats, "pace": 0, "memory": "assisted", **wishes})
    )["id"]
    await guests[1].post(f"/tables/{table}/join", {})
    await guests[0].post(f"/tables/{table}/start", {})
    for guest, other in zip(guests, to, strict=False):
        guest.url = other
    return [Person(guest, table, game, seat, seed + seat) for seat, guest in enumerate(guests)]


async def until_acknowledged(people: Callable[[], Sequence[Person]], plays: int) -> None:
    """Waits until the evening is well under way."""
    for _ in range(6000):
        if sum(len(person.acknowledged) for person in people()) >= plays:
            return
        await asyncio.sleep(0.01)
    raise AssertionError("the evening did not get under way")


class Regulars:
    """Two people who sit down at a new table whenever their match is over, until they are told to go home."""

    def __init__(self, addresses: Sequence[str], game: str, seed: int, pause: float = 0.05, *, door: str = "") -> None:
        self.addresses, self.game, self.seed, self.pause = addresses, game, seed, pause
        self.door = door or addresses[0]
        """Where they come in and sit down."""
        self.people: list[Person] = []
        self.closing = False

    async def come(self) -> None:
        while not self.closing:
            try:
                people = await seat_people(self.door, self.game, self.seed + len(self.people), to=self.addresses)
            except OSError:
                await asyncio.sleep(0.1)
                continue
            for person in people:
                person.pause = self.pause
            self.people += people
            await asyncio.gather(*(person.play() for person in people))

    def away_since(self, moment: float) -> int:
        """How many of those who still play have not been told anything since."""
        return sum(person.outcome is None and person.returned < moment for person in self.people)


async def read_logs(db: Path | str, tables: set[str]) -> dict[str, list[Any]]:
    store = store_at(str(db))
    await store.open()
    logs = {table: [json.loads(body) for body in await store.entries(table)] for table in tables}
    await store.close()
    return logs


def check_kept(db: Path | str, people: Sequence[Person]) -> int:
    """Every acknowledged play is in its log, at its number, and once. Returns how many there are."""
    logs = asyncio.run(read_logs(db, {person.table for person in people}))
    for person in people:
        log = logs[person.table]
        for number, steps in person.acknowledged.items():
            entry = log[number - 1]
            assert entry["kind"] == "played" and entry["seat"] == person.seat and entry["steps"] == steps
    return sum(len(person.acknowledged) for person in people)
