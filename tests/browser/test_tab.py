"""The whole table in a browser tab, in a real browser, served under a path by a plain file server that goes away.

``test_tab_long.py`` has what takes longer.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from birdtable import committed
from birdtable.record import Record
from kit.page.browsing import Player
from kit.page.sheet_entry import enter, new_sheet, pass_in_order
from kit.page.site import Served, make_site, serve
from kit.page.tabs import STARTING, begin, cut, faults_of, table_of, wait_kept, wait_ready

pytestmark = pytest.mark.browser

PATH = "/some/where/"


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("site")
    (root / "some").mkdir()
    make_site(root / "some" / "where")
    return root


@pytest.fixture
def served(site: Path) -> Iterator[Served]:
    with serve(site, PATH) as found:
        yield found


@pytest.fixture(scope="session")
def browser_context_args() -> dict[str, Any]:
    return {"locale": "en-GB", "viewport": {"width": 1280, "height": 860}}


@pytest.fixture(autouse=True)
def no_errors() -> None:
    """A network that is gone is complained about; ``faults_of`` looks at the rest."""


@pytest.mark.timeout(600)
def test_a_match_begun_with_a_network_is_played_to_its_end_without_one(page: Page, served: Served) -> None:
    faults = faults_of(page.context)
    begin(page, served.address)
    wait_kept(page)
    cut(page, served)
    address = page.url
    page.reload()
    wait_ready(page)
    assert page.url == address
    table = table_of(page)
    Player(page).finish()
    expect(page.get_by_role("table")).to_contain_text("Total")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Record", exact=True).click()
    assert saved.value.suggested_filename == f"{table}.birdtable"
    record = Record.parse(saved.value.path().read_text(encoding="utf-8"))
    assert committed.verify(record).draws > 10
    # A row of real cards is scored and explained.
    new_sheet(page, "Ana", "Ben", at=served.address)
    pass_in_order(page, "Ben")
    enter(page, {"Ben": "Rs Ra Rs Ru", "Ana": "Os Oa Ou"})
    expect(page.get_by_text("Ana starts this round.")).to_be_visible(timeout=STARTING)
    # Another tab waits for this one.
    other = page.context.new_page()
    other.goto(served.address)
    expect(other.get_by_text("Birdtable is open in another tab")).to_be_visible()
    assert not faults


def test_what_needs_a_server_is_said_and_not_offered(page: Page, served: Served) -> None:
    page.goto(served.address)
    friends = page.get_by_role("button", name="With friends")
    expect(friends).to_be_disabled()
    expect(friends).to_contain_text("need a server")
    expect(page.get_by_role("link", name="Watch")).to_have_count(0)


def test_a_browser_without_what_is_needed_is_told_so(page: Page, served: Served) -> None:
    page.add_init_script("delete WebAssembly.instantiateStreaming;")
    page.goto(served.address)
    expect(page.get_by_text("This browser is too old to play without a server: please update it.")).to_be_visible()


@pytest.mark.parametrize("age", ["without modules", "with another grammar"])
def test_a_browser_that_cannot_even_read_the_page_is_told_so(browser: Browser, served: Served, age: str) -> None:
    page = browser.new_page(locale="de-AT")
    if age == "without modules":
        page.add_init_script("delete HTMLScriptElement.prototype.noModule;")
    script = "" if age == "without modules" else "class { #new = 1"
    page.route("**/assets/index-*.js", lambda route: route.fulfill(body=script, content_type="text/javascript"))
    page.goto(served.address)
    expect(page.get_by_text("Dieser Browser ist zu alt für Birdtable: Bitte aktualisiere ihn.")).to_be_visible()
    expect(page.get_by_role("alert")).to_have_count(1)
    page.close()
