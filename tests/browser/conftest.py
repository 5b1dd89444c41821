"""A real server with the built page, and Debian's Chromium that looks at it. A console error fails the test."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from birdtable.server.http.pages import STATIC
from kit.page.browsing import CHROMIUM, FLAGS, watch
from kit.server.serving import Live, live_server

# Milliseconds for what is expected to be there, on a machine that does other things as well.
expect.set_options(timeout=20_000)


@pytest.fixture(scope="session")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    if not (STATIC / "index.html").exists():
        pytest.fail("the page is not built: make build")
    with live_server(tmp_path_factory.mktemp("live")) as running:
        yield running


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    if not Path(CHROMIUM).exists():
        pytest.fail(f"these tests need {CHROMIUM}: make system")
    return {"executable_path": CHROMIUM, "args": FLAGS}


@pytest.fixture(scope="session")
def browser_context_args(live: Live) -> dict[str, Any]:
    return {"base_url": live.address, "locale": "en-GB", "viewport": {"width": 1280, "height": 860}}


@pytest.fixture(autouse=True)
def no_errors(context: BrowserContext) -> Iterator[None]:
    """Nothing in the console and nothing thrown, in any page of the test's own context."""
    faults = watch(context)
    yield
    assert not faults


@pytest.fixture
def another(browser: Browser, browser_context_args: dict[str, Any]) -> Iterator[Page]:
    """A second person in a browser of their own."""
    context = browser.new_context(**browser_context_args)
    faults = watch(context)
    yield context.new_page()
    context.close()
    assert not faults
