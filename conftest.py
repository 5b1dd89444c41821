"""Fixtures and hooks for all tests, both beside the code and in ``tests/``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import settings

import birdtable
from kit.findings import FINDINGS
from kit.page.sights import SEEN, all_sights
from kit.programs.databases import Postgres, Redis

# The same examples every time: a test fails for everybody or nobody. ``--hypothesis-profile explore`` tries more.
settings.register_profile("birdtable", deadline=None, derandomize=True)
settings.register_profile("explore", deadline=None, max_examples=2000)
settings.load_profile("birdtable")


def pytest_report_header() -> str:
    return f"birdtable: {birdtable.speed()} ({birdtable.speed_reason()})"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Puts browser tests last: Playwright keeps an event loop running, so asyncio tests cannot start their own."""
    browsing = [item for item in items if "playwright" in getattr(item, "fixturenames", ())]
    for item in browsing:
        item.add_marker(pytest.mark.browser)
    items.sort(key=lambda item: item in browsing)


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """A worker process hands what it found over to the main one, which fails if axe has not looked at all there is."""
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["findings"] = FINDINGS
        session.config.workeroutput["seen"] = sorted(SEEN)
    elif exitstatus == pytest.ExitCode.OK and session.config.args == [BROWSERS] and not session.config.option.keyword:
        unseen = sorted(all_sights() - SEEN)
        FINDINGS.extend(f"no browser test shows this to axe: {sight}" for sight in unseen)
        session.exitstatus = pytest.ExitCode.TESTS_FAILED if unseen else exitstatus


BROWSERS = "tests/browser"


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    output = getattr(node, "workeroutput", {})
    FINDINGS.extend(output.get("findings", []))
    SEEN.update(output.get("seen", []))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Prints the measured figures, for docs/reliability.md."""
    if FINDINGS:
        terminalreporter.section("what was found")
        for line in FINDINGS:
            terminalreporter.line(line)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """One server for all tests; each creates its own database."""
    server = Postgres()
    server.start()
    yield server
    server.remove()


@pytest.fixture
def redis() -> Iterator[Redis]:
    server = Redis()
    server.start()
    yield server
    server.stop()
