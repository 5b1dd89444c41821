"""A server that is killed in the middle of things: nothing that was acknowledged is lost, and play goes on."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import WebSocketException

from birdtable import catalog
from birdtable.engine import Rng
from birdtable.server.crowd import Guest, random_play
from birdtable.server.running import listening_socket
from birdtable.server.store import store_at

GAMES = ["birdie", "cubirds"]


class Process:
    """``birdtable serve`` as people run it."""

    def __init__(self, folder: Path) -> None:
        self.db = folder / "killed.sqlite3"
        with listening_socket("127.0.0.1", 0) as free:
            self.port = free.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        command = [sys.executable, "-m", "birdtable", "serve", "--host", "127.0.0.1", "--port", str(self.port)]
        self.process = subprocess.Popen([*command, "--db", str(self.db)], stderr=subprocess.PIPE, text=True)
        assert self.process.stderr is not None
        said = ""
        for line in self.process.stderr:
            said += line
            if line.startswith("Birdtable is at"):
                return
        raise AssertionError(f"the server did not come up: {said}")

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(30)

    def stop(self) -> None:
        """The polite way: what the signal asks for is done, then it ends by it."""
        self.process.terminate()
        assert self.process.wait(30) == -signal.SIGTERM


class Person:
    """A guest who plays on through everything, and remembers what was acknowledged."""

    def __init__(self, guest: Guest, table: str, game: str, seat: int, seed: int) -> None:
        self.guest, self.table, self.game, self.seat = guest, table, catalog.game(game), seat
        self.rng = Rng(seed)
        self.number = 0
        self.acknowledged: dict[int, list[str]] = {}
        self.outcome: Any = None
        self.sent: list[str] = []

    async def play(self) -> None:
        while self.outcome is None:
            try:
                socket = await self.guest.connect(self.table, self.number)
                try:
                    while self.outcome is None:
                        await self.hear(socket, json.loads(await socket.recv()))
                finally:
                    await socket.close()
            except (OSError, WebSocketException):
                await asyncio.sleep(0.05)

    async def hear(self, socket: Any, message: dict[str, Any]) -> None:
        if message["type"] != "position":
            return
        assert message["number"] >= self.number, "the server went back behind what it had told"
        self.number, self.outcome = message["number"], message["outcome"]
        if message["re"]:
            self.acknowledged[message["number"]] = self.sent
        if message["to_move"] == message["seat"] == self.seat:
            view = self.game.parse_view(json.dumps(message["view"]))
            self.sent = random_play(self.game, view, self.rng)
            play = {"type": "play", "id": 1, "after": message["number"], "steps": self.sent}
            await socket.send(json.dumps(play))


async def seated(address: str, game: str, seed: int) -> list[Person]:
    guests = [await Guest.arrive(address, name) for name in ("Mira", "Tomás")]
    seats = [{"player": "me"}, {"player": "open"}, {"player": "bot", "level": "random"}]
    table = (await guests[0].post("/tables", {"game": game, "seats": seats, "pace": 0}))["id"]
    await guests[1].post(f"/tables/{table}/join", {})
    await guests[0].post(f"/tables/{table}/start", {})
    return [Person(guest, table, game, seat, seed + seat) for seat, guest in enumerate(guests)]


def test_nothing_acknowledged_is_lost_when_the_server_is_killed(tmp_path: Path) -> None:
    server = Process(tmp_path)
    server.start()
    rng = Rng(1)

    async def evening() -> list[Person]:
        tables = [await seated(server.address, GAMES[number % 2], number * 10) for number in range(6)]
        people = [person for table in tables for person in table]
        playing = [asyncio.create_task(person.play()) for person in people]
        for _ in range(4):
            await asyncio.sleep(0.3 + rng.below(500) / 1000)
            await asyncio.to_thread(server.kill)
            await asyncio.to_thread(server.start)
        await asyncio.wait_for(asyncio.gather(*playing), 200)
        return people

    people = asyncio.run(evening())
    server.stop()
    acknowledged = sum(len(person.acknowledged) for person in people)
    assert acknowledged > 50
    logs = asyncio.run(read_logs(server.db, {person.table for person in people}))
    for person in people:
        for number, steps in person.acknowledged.items():
            entry = logs[person.table][number - 1]
            assert entry["kind"] == "played" and entry["seat"] == person.seat and entry["steps"] == steps


async def read_logs(db: Path, tables: set[str]) -> dict[str, list[Any]]:
    store = store_at(str(db))
    await store.open()
    logs = {table: [json.loads(body) for body in await store.entries(table)] for table in tables}
    await store.close()
    return logs


def test_a_bots_turn_goes_on_after_a_restart(tmp_path: Path) -> None:
    """Killed while a bot was to move: it plays when the server is back, without anybody asking."""
    server = Process(tmp_path)
    server.start()

    async def opened() -> tuple[Guest, str]:
        guest = await Guest.arrive(server.address, "Mira")
        seats = [{"player": "bot", "level": "random"}, {"player": "me"}]
        for _ in range(40):
            table = (await guest.post("/tables", {"game": "birdie", "seats": seats, "pace": 4}))["id"]
            started = await guest.post(f"/tables/{table}/start", {})
            if started["to_move"] == 0:
                return guest, table
            await guest.post(f"/tables/{table}/close", {})
        raise AssertionError("the bot never starts")

    async def waited(guest: Guest, table: str) -> dict[str, Any]:
        socket = await guest.connect(table)
        try:
            async with asyncio.timeout(60):
                while True:
                    message: dict[str, Any] = json.loads(await socket.recv())
                    if message["type"] == "position" and message["to_move"] == 1:
                        return message
        finally:
            await socket.close()

    guest, table = asyncio.run(opened())
    server.kill()
    server.start()
    assert asyncio.run(waited(guest, table))["legal"]
    server.stop()


def test_a_second_server_on_the_same_file_is_refused(tmp_path: Path) -> None:
    server = Process(tmp_path)
    server.start()
    command = [sys.executable, "-m", "birdtable", "serve", "--host", "127.0.0.1", "--port", "0", "--db", str(server.db)]
    second = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert second.returncode == 2
    assert "in use by another server" in second.stderr and "Traceback" not in second.stderr
    server.stop()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--port", "99999"], "--port"),
        (["--host", "no.such.host.invalid"], "cannot be listened on"),
        (["--db", "mysql://x"], "not the address of a database"),
        (["--db", "/proc/none/x.sqlite3"], "cannot be opened"),
    ],
)
def test_what_cannot_be_served_is_said_in_one_line(arguments: list[str], said: str) -> None:
    command = [sys.executable, "-m", "birdtable", "serve", "--host", "127.0.0.1", "--port", "0", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, env={**os.environ, "LC_ALL": "C"})
    assert done.returncode == 2
    assert said in done.stderr and "Traceback" not in done.stderr
    assert len([line for line in done.stderr.splitlines() if line.startswith("error:")]) == 1
