"""Faults and floods. What the long form measures is printed at its end, for docs/reliability.md."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from databases import Postgres
from findings import FINDINGS


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    server = Postgres()
    server.start()
    yield server
    server.remove()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if FINDINGS:
        terminalreporter.section("what was found")
        for line in FINDINGS:
            terminalreporter.line(line)
