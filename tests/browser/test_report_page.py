"""The page that `birdtable report` writes, in a browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from birdtable.lab.report.page import page as report_page
from birdtable.lab.report.study import Share, study

CUT = """[...document.querySelectorAll("th, td, p, h1, h2")].filter(element => {
    const box = element.getBoundingClientRect()
    return element.scrollWidth > element.clientWidth + 1 || box.left < 0 || box.right > innerWidth
}).map(element => element.textContent)"""


@pytest.mark.parametrize("width", [360, 1280])
def test_labels_of_any_length_are_shown_whole(page: Page, width: int) -> None:
    found = study("birdie", ["novice", "random"], {}, deals=20, seed=3)
    found.by_player = [
        Share(name, 12_345, 12_000.5, (0.9, 1.0)) for name in ("champion:900ms", "a_bot_with_a_long_name_" * 4)
    ]
    page.set_viewport_size({"width": width, "height": 900})
    page.set_content(report_page(found))
    assert page.locator("th", has_text="won the").count() > 0
    assert page.evaluate(CUT) == []
