"""Faults and floods. What the long form measures is printed at its end, for docs/reliability.md."""

from __future__ import annotations

import pytest

from findings import FINDINGS


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if FINDINGS:
        terminalreporter.section("what was found")
        for line in FINDINGS:
            terminalreporter.line(line)
