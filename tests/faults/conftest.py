"""Where the long forms run: every one of them on a file, and on PostgreSQL with two processes."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from kit.evening import Process

HOMES = ["SQLite", pytest.param("PostgreSQL, two processes", marks=pytest.mark.postgres)]


@pytest.fixture(params=HOMES)
def home(request: pytest.FixtureRequest, tmp_path: Path) -> Process:
    """A server, not started yet."""
    if request.param == "SQLite":
        return Process(tmp_path / "home.sqlite3")
    postgres = request.getfixturevalue("postgres")
    return Process(asyncio.run(postgres.new_database()), "--workers", "2")
