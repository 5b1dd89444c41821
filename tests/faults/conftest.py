"""Where the long forms run: every one of them on a file, and on PostgreSQL with two processes."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from kit.server.evening import Process

HOMES = ["SQLite", pytest.param("PostgreSQL, two processes", marks=pytest.mark.postgres)]


@pytest.fixture(params=HOMES)
def home(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Process]:
    """A server, not started yet. One that a failed test has left behind is ended."""
    if request.param == "SQLite":
        server = Process(tmp_path / "home.sqlite3")
    else:
        postgres = request.getfixturevalue("postgres")
        server = Process(asyncio.run(postgres.new_database()), "--workers", "2")
    yield server
    if server.is_running():
        server.kill()
