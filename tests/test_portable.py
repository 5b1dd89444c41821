"""What differs on Windows and macOS, as far as it can be tried elsewhere: their missing parts are hidden here."""

from __future__ import annotations

import asyncio
import mimetypes
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from birdtable.cli.server.serve import serve
from birdtable.game import BadInput
from birdtable.record import Record
from birdtable.server import network
from birdtable.server.http.pages import make_file
from birdtable.server.network import listening_socket
from birdtable.server.store.opening import file_path
from birdtable.server.store.sqlite import SqliteStore, check_copy, copy_database

HIDE = """
import asyncio, json, multiprocessing, os, pickle, selectors, signal, socket, subprocess, sys, tempfile, threading
for module in ("fcntl", "grp", "pwd", "resource", "termios", "tty", "pty", "uvloop", "syslog"):
    sys.modules[module] = None
for name in ("SIGHUP", "SIGALRM", "SIGUSR1", "SIGQUIT", "SIGCHLD", "pthread_sigmask"):
    delattr(signal, name)
for name in ("fork", "forkpty", "getloadavg", "killpg", "nice", "setsid", "sched_setaffinity"):
    delattr(os, name)
del socket.SO_REUSEPORT
"""
"""What Windows lacks, taken away from a process before it imports the package."""


def run_hidden(program: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", HIDE + program, *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=240)


def test_every_module_of_a_server_is_imported_without_what_windows_lacks() -> None:
    program = """
import importlib, pkgutil, birdtable
for room in ("agents", "bots", "chair", "cli", "companion", "games", "puzzles", "server", "terminal", "wire"):
    package = importlib.import_module(f"birdtable.{room}")
    for found in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
        if ".tests" not in found.name:
            importlib.import_module(found.name)
"""
    done = run_hidden(program)
    assert done.returncode == 0, done.stderr


def test_bots_of_others_play_without_what_windows_lacks(tmp_path: Path) -> None:
    bot = tmp_path / "first.py"
    bot.write_text("def choose(view, legal, rng):\n    return legal[0]\n", encoding="utf-8")
    sim = ["sim", "birdie", "--players", "first,random", "--code", str(bot), "--games", "1"]
    done = run_hidden("from birdtable import cli\ncli.app(sys.argv[1:])", *sim)
    assert done.returncode == 0, done.stderr


def test_a_server_serves_without_what_windows_lacks(tmp_path: Path) -> None:
    program = """
from urllib.request import urlopen
from birdtable import cli

def visit():
    while True:
        try:
            print(urlopen(f"http://127.0.0.1:{sys.argv[-1]}/healthz", timeout=5).status, flush=True)
            break
        except OSError:
            continue
    os.kill(os.getpid(), signal.SIGTERM)

threading.Thread(target=visit, daemon=True).start()
cli.app(sys.argv[1:])
"""
    with listening_socket("127.0.0.1", 0) as free:
        port = str(free.getsockname()[1])
    done = run_hidden(program, "serve", "--host", "127.0.0.1", "--db", str(tmp_path / "birds.sqlite3"), "--port", port)
    assert (done.returncode, done.stdout) == (0, "200\n"), done.stderr


def test_several_processes_are_refused_where_they_cannot_be(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(signal, "SIGHUP")
    monkeypatch.setattr("birdtable.cli.server.serve.cluster", lambda store, redis: object())
    with pytest.raises(BadInput, match="--workers needs Linux or macOS"):
        serve(db="postgresql://nobody@127.0.0.1/none", workers=2)


def test_on_windows_a_port_belongs_to_one_server(monkeypatch: pytest.MonkeyPatch) -> None:
    options: list[tuple[Any, ...]] = []

    class Socket(socket.socket):
        def setsockopt(self, *option: Any) -> None:
            options.append(option)

    names = {name: getattr(socket, name) for name in ("SOL_SOCKET", "SOCK_STREAM", "getaddrinfo")}
    monkeypatch.setattr(network, "sys", SimpleNamespace(platform="win32"))
    monkeypatch.setattr(network, "socket", SimpleNamespace(**names, SO_EXCLUSIVEADDRUSE=-5, socket=Socket))
    listening_socket("127.0.0.1", 0).close()
    assert options == [(socket.SOL_SOCKET, -5, 1)]


def test_letters_that_a_console_lacks_stop_nothing() -> None:
    settings = {**os.environ, "PYTHONIOENCODING": "cp1252"}
    rules = [sys.executable, "-m", "birdtable", "rules", "birdie", "--language", "ru"]
    done = subprocess.run(rules, capture_output=True, env=settings, check=False)
    assert done.returncode == 0, done.stderr
    assert b"\\u0440" in done.stdout


@pytest.mark.parametrize(
    ("address", "path"),
    [
        ("/srv/birds.sqlite3", "/srv/birds.sqlite3"),
        ("//srv/birds.sqlite3", "/srv/birds.sqlite3"),
        ("birds.sqlite3", "birds.sqlite3"),
        ("/C:/birds.sqlite3", "C:/birds.sqlite3"),
        ("C:\\birds.sqlite3", "C:\\birds.sqlite3"),
        ("/c:", "/c:"),
    ],
)
def test_the_path_of_a_database_may_begin_with_a_drive(address: str, path: str) -> None:
    assert file_path(address) == path


@pytest.mark.parametrize("name", ["birds?mode=memory.db", "50% birds.db", "birds #1.db", "птицы.db"])
def test_a_database_is_copied_whatever_its_name(tmp_path: Path, name: str) -> None:
    async def make() -> None:
        store = SqliteStore(tmp_path / name)
        await store.open()
        await store.close()

    asyncio.run(make())
    copy_database(tmp_path / name, tmp_path / f"copy of {name}")
    check_copy(tmp_path / f"copy of {name}")


def test_scripts_are_sent_as_scripts_whatever_the_system_believes(monkeypatch: pytest.MonkeyPatch) -> None:
    mimetypes.guess_type("a.js")
    for table in mimetypes._db.types_map:  # type: ignore[attr-defined]
        monkeypatch.setitem(table, ".js", "text/plain")
    assert make_file(Path("a.js"), b"").kind == "text/javascript; charset=utf-8"
    assert make_file(Path("a.woff2"), b"").kind == "font/woff2"


def test_records_are_read_with_the_line_ends_of_any_system() -> None:
    text = "birdtable: 1\ngame: birdie\nrules: 1\nseat 1: Ann\nseat 2: Ben\n\nchance: starter 1\noutcome: none\n"
    assert Record.parse(text.replace("\n", "\r\n")) == Record.parse(text)
