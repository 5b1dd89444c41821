"""An evening of three games on the page: tallied, corrected in the first game, taken along in one file, printed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from kit.page.browsing import assert_open_to_all
from kit.page.sheet_entry import chip, enter, new_sheet, pass_in_order, step, tap

pytestmark = pytest.mark.browser


def play(page: Page, first: str, second: str) -> None:
    """A game of Birdie that is won by the rows of its first round."""
    new_sheet(page, "Ana", "Ben")
    pass_in_order(page, "Ana")
    enter(page, {"Ana": first, "Ben": second})
    pass_in_order(page, "Ana")
    enter(page, {"Ana": "", "Ben": ""})
    expect(page.get_by_role("heading", name="wins")).to_be_visible()


def test_an_evening_is_tallied_corrected_printed_and_taken_along(page: Page, tmp_path: Path) -> None:
    play(page, "Rs Ra Ru", "")
    first = page.url
    play(page, "", "Os Oa Ou Ow Ws")
    play(page, "", "Ps Pa Pu Pw Ws")
    page.goto("/#/evenings")
    tally = page.get_by_role("region", name="Tally")
    expect(tally.get_by_role("row", name="Ben")).to_contain_text("32")
    expect(page.get_by_text("Ben : Ana")).to_be_visible()
    assert_open_to_all(page)
    with page.expect_download() as file:
        page.get_by_role("button", name="Everything in one file").click()
    saved = tmp_path / "evenings.json"
    file.value.save_as(saved)

    page.goto(first)
    step(page, "Round 1")
    chip(page, "Ben").click()
    tap(page, "Os Oa Ou Ow Os Oa Ou Ow")
    changes = page.get_by_role("region", name="What this correction changes")
    expect(changes).to_contain_text("Ben would win, not Ana.")
    changes.get_by_role("button", name="Apply the correction").click()
    step(page, "Final sheet")
    expect(page.get_by_role("heading", name="Ben wins")).to_be_visible()
    page.goto("/#/evenings")
    expect(tally.get_by_role("row", name="Ben")).to_contain_text("33")

    page.evaluate("localStorage.removeItem('birdtable.sheets')")
    page.reload()
    expect(page.get_by_text("No finished games yet.")).to_be_visible()
    page.get_by_label("Evenings from a file").set_input_files(saved)
    expect(tally.get_by_role("row", name="Ben")).to_contain_text("32")
    saved.write_text(saved.read_text().replace('"version": 1', '"version": 9', 1))
    page.get_by_label("Evenings from a file").set_input_files(saved)
    expect(page.get_by_text("This file was written by a newer version of this page.").first).to_be_visible()
    expect(tally.get_by_role("row", name="Ben")).to_contain_text("32")
    page.emulate_media(media="print", color_scheme="dark")
    expect(page.get_by_role("button", name="Print")).to_be_hidden()
    assert page.locator("main").evaluate("main => getComputedStyle(main).color") == "rgb(17, 17, 17)", "ink on paper"
    assert len(re.findall(rb"/Type\s*/Page\b(?!s)", page.pdf())) == 1, "no garden on a sheet of its own"
    expect(tally).to_be_visible()
    page.screenshot(path=tmp_path / "print.png", full_page=True)
