"""What tests of the table in a browser tab are written with."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, Page, expect

from kit.page.browsing import wait_until
from kit.page.site import Served

STARTING = 120_000
"""Milliseconds that Python may take to start, on a machine that does much else."""


def faults_of(context: BrowserContext) -> list[str]:
    """What is thrown in any page; a network that is gone may be complained about."""
    found: list[str] = []
    context.on("weberror", lambda error: found.append(str(error.error)))
    return found


def begin(page: Page, address: str, game: str = "Birdie", *, level: str = "") -> None:
    """From the start page to the first move, against one bot."""
    page.goto(address)
    page.locator("label.game", has_text=game).click()
    page.get_by_role("link", name="Players, levels, rules").click()
    page.locator("input[name=seats][value='2']").check(force=True, timeout=STARTING)
    page.get_by_label("Bots play").select_option("0.4")
    if level:
        page.locator(".seats select, select.level").last.select_option(level)
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator("#act")).to_be_visible(timeout=STARTING)


def wait_ready(page: Page) -> None:
    """Until the table is set, with compiled rules: the run fails where they were skipped."""
    page.wait_for_selector("[data-compiled]", state="attached", timeout=STARTING)


def wait_kept(page: Page) -> None:
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    wait_until(page, "navigator.serviceWorker.controller !== null")


def cut(page: Page, served: Served) -> None:
    """Cuts the network, and makes sure that it is."""
    served.cut()
    assert page.evaluate(f"fetch('{served.address}nothing.txt').then(() => 'answered', () => 'cut')") == "cut"


def download_record(page: Page, table: str, folder: Path) -> Path:
    """The record of a match that is over, saved as people save it."""
    page.goto(page.url.partition("#")[0] + f"#/replay/{table}")
    with page.expect_download(timeout=STARTING) as found:
        page.get_by_role("button", name="Download").click()
    file = folder / "match.birdtable"
    found.value.save_as(file)
    return file


def table_of(page: Page) -> str:
    return page.url.partition("#/table/")[2].partition("?")[0]


def put_before(route: Any, script: str) -> None:
    """The script of a worker with another one before it."""
    answer = route.fetch()
    route.fulfill(response=answer, body=script + answer.text())
