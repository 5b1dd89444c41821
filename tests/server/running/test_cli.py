"""The commands around the server, as people call them."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from birdtable.cli import app
from birdtable.cli.server import serve
from kit.programs.databases import Postgres
from kit.server.serving import Live


def test_load_plays_real_games_and_counts(live: Live) -> None:
    done = CliRunner().invoke(
        app, ["load", "--url", live.address, "--tables", "4", "--rate", "0", "--seconds", "1", "--json"]
    )
    assert done.exit_code == 0, done.output
    found = json.loads(done.stdout)
    assert list(found) == [
        "tables",
        "rate",
        "seconds",
        "moves",
        "moves_per_second",
        "p50_ms",
        "p99_ms",
        "errors",
        "rss_mb",
        "bytes_told_per_move",
        "crowd_cpu_seconds",
        "crowd_cpu_ms_per_move",
        "load_average",
    ]
    assert found["moves"] > 10 and found["errors"] == 0 and found["p50_ms"] <= found["p99_ms"]


def test_load_starts_a_server_of_its_own() -> None:
    command = [sys.executable, "-m", "birdtable", "load", "--tables", "2", "--rate", "5", "--seconds", "1"]
    done = subprocess.run([*command, "--game", "cubirds", "--json"], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["errors"] == 0 and 0 < found["moves"] <= 30 and found["rss_mb"] > 10


@pytest.mark.postgres
def test_load_gives_every_table_a_home_and_tells_how_much_everybody_computed(postgres: Postgres) -> None:
    db = asyncio.run(postgres.new_database())
    command = [sys.executable, "-m", "birdtable", "load", "--tables", "2", "--rate", "0", "--seconds", "1", "--json"]
    done = subprocess.run(
        [*command, "--db", db, "--workers", "2", "--apart"], capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["errors"] == 0 and found["moves"] > 0
    assert all(found[f"{whose}_cpu_seconds"] > 0 for whose in ("server", "crowd", "database"))


def test_load_says_when_nobody_is_there() -> None:
    done = CliRunner().invoke(app, ["load", "--url", "http://127.0.0.1:9", "--tables", "1", "--seconds", "1"])
    assert done.exit_code == 2
    assert done.output.startswith("error: http://127.0.0.1:9") and len(done.output.splitlines()) == 1


@pytest.mark.parametrize("arguments", [["--tables", "0"], ["--rate", "-1"], ["--seconds", "0"], ["--game", "chess"]])
def test_load_refuses_nonsense(arguments: list[str]) -> None:
    done = CliRunner().invoke(app, ["load", "--url", "http://127.0.0.1:9", *arguments])
    assert done.exit_code == 2 and done.output.startswith("error: ")


def test_the_database_is_in_the_users_data_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("BIRDTABLE_DB", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert serve.database("") == str(tmp_path / "birdtable" / "birdtable.sqlite3")
    monkeypatch.setenv("BIRDTABLE_DB", "/srv/x.sqlite3")
    assert serve.database("") == "/srv/x.sqlite3"
    assert serve.database("mine.sqlite3") == "mine.sqlite3"


def test_a_browser_is_opened_where_there_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    serve.open_browser("http://x")
    assert opened == []
    monkeypatch.setenv("DISPLAY", ":0")
    serve.open_browser("http://x")
    assert opened == ["http://x"]


def test_plain_birdtable_starts_a_server_and_says_where(tmp_path: Path) -> None:
    """In a terminal it shows a code to scan, too."""
    import pexpect

    environment = {**os.environ, "XDG_DATA_HOME": str(tmp_path), "DISPLAY": "", "WAYLAND_DISPLAY": "", "TERM": "xterm"}
    environment.pop("BIRDTABLE_DB", None)
    with pexpect.spawn(sys.executable, ["-m", "birdtable"], env=environment, timeout=60, encoding="utf-8") as terminal:
        terminal.expect(r"Birdtable is at http://127\.0\.0\.1:\d+")
        found = terminal.expect([r"[▀▄█]{5}", "Press Ctrl-C to stop it"])
        if found == 0:
            terminal.expect("Press Ctrl-C to stop it")
        terminal.sendintr()
        terminal.expect(pexpect.EOF)
        assert "Traceback" not in terminal.before
    assert (tmp_path / "birdtable" / "birdtable.sqlite3").exists()
