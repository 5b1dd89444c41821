"""The documentation in a real browser: it searches, turns dark, and talks to nobody but its own server."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from kit.page.site import serve
from kit.sources.blocks import ROOT

sys.path.append(str(ROOT / "tools"))
import make_docs
from docsite import table

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def docs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Its address, with a version in it."""
    folder = tmp_path_factory.mktemp("docs")
    make_docs.main([str(folder)])
    with serve(folder / "site", "/") as served:
        yield served.address


def test_a_stranger_reads_searches_and_turns_it_dark(page: Page, docs: str) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(docs)
    expect(page.get_by_role("heading", name="Birdtable", level=1)).to_be_visible()
    for door in ("Play", "Score", "Study", "Run a server"):
        expect(page.locator(".doors").get_by_role("link", name=door, exact=True)).to_be_visible()
    expect(page.locator("html")).to_have_css("background-color", "rgb(244, 234, 213)")
    page.locator('label[title="Switch to dark"]').click()
    expect(page.locator("html")).to_have_css("background-color", "rgb(20, 29, 28)")
    expect(page.locator("body")).to_have_css("background-color", "rgb(20, 29, 28)")
    page.keyboard.press("Control+k")
    page.keyboard.type("woodpecker")
    expect(page.get_by_text(re.compile(r"\d+ results"))).to_be_visible(timeout=60_000)
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(re.sub(r"[?#].*", "", page.url) + "tutorials/first-bot/")
    expect(page.get_by_role("heading", name="Your first bot in ten minutes")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    if table.files():
        page.goto(page.url.replace("tutorials/first-bot/", "play-now/"))
        assert page.request.get(page.locator("iframe.birdtable").evaluate("frame => frame.src")).ok
    assert [url for url in asked if not url.startswith((docs, "data:", "blob:"))] == []
