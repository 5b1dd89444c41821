"""A server that is killed or cannot start: bots go on, and what is wrong is said."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from birdtable.server.crowd import Guest
from kit.server.evening import Process


def test_a_bots_turn_goes_on_after_a_restart(tmp_path: Path) -> None:
    """Killed while a bot was to move: it plays when the server is back, without anybody asking."""
    server = Process(tmp_path / "killed.sqlite3")
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
    server = Process(tmp_path / "killed.sqlite3")
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
