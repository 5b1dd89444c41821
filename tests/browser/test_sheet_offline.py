"""Score sheets without a network: nothing entered is lost, and the page itself can be opened again."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from birdtable.server.http.pages import STATIC
from kit.page.browsing import drop
from kit.page.sheet_entry import chip, new_sheet, pass_in_order, step, tap
from kit.page.tabs import wait_kept

pytestmark = pytest.mark.browser

KEPT = "caches.keys().then((names) => names.filter((name) => name.startsWith('birdtable ')))"
SCRIPT = "document.querySelector('script[type=module]').src"


@pytest.fixture
def lonely(browser: Browser, browser_context_args: dict[str, Any]) -> Iterator[BrowserContext]:
    """A browser whose console may complain that the network is gone."""
    context = browser.new_context(**browser_context_args)
    yield context
    context.close()


def test_the_page_is_opened_again_without_a_network_and_entries_are_computed_afterwards(
    lonely: BrowserContext,
) -> None:
    page = lonely.new_page()
    new_sheet(page, "Ana", "Ben")
    pass_in_order(page, "Ben")
    expect(page.locator(".passer", has_text="Ben")).to_contain_text("+2")
    wait_kept(page)
    lonely.set_offline(True)
    tap(page, "Rs Ra Ru")
    expect(page.get_by_text("The server cannot be reached.")).to_be_visible()
    page.reload()
    expect(page.get_by_text("The server cannot be reached.")).to_be_visible()
    chip(page, "Ben").click()
    expect(page.locator(".wire [data-row-card]")).to_have_count(3)
    page.locator(".foot .btn.main").click()
    tap(page, "Ow Oa")
    page.close()

    page = lonely.new_page()  # a new evening, still without a network, also by the options of the expert game
    page.goto("/#/score")
    expect(page.get_by_role("link", name=re.compile("Birdie, Ana, Ben"))).to_be_visible()
    new_sheet(page, "Cloe", "Dan", expert=True)
    lonely.set_offline(False)
    page.goto("/#/score")
    page.get_by_role("link", name=re.compile("Birdie, Ana, Ben")).click()
    step(page, "Round 1")
    chip(page, "Ben").click()
    expect(page.get_by_role("heading", name="Best cut: +7")).to_be_visible()
    expect(chip(page, "Ana")).to_contain_text("6 points")
    expect(page.get_by_text("The server cannot be reached.")).to_have_count(0)


def test_a_tally_is_computed_as_soon_as_the_server_answers_again(lonely: BrowserContext) -> None:
    page = lonely.new_page()
    finished = {"game": "birdie", "players": ["Ana", "Ben"], "points": [10, 7], "winners": [0]}
    sheet = {"game": "birdie", "players": ["Ana", "Ben"]}
    kept = {"id": "one", "begun": 1, "changed": 1, "sheet": sheet, "past": [], "finished": finished}
    page.add_init_script(f"localStorage.setItem('birdtable.sheets', {json.dumps(json.dumps([kept]))})")
    page.route("**/api/evenings", lambda route: route.abort())
    page.goto("/#/evenings")
    expect(page.get_by_text("The tally is computed as soon as you are back online.")).to_be_visible()
    page.unroute("**/api/evenings")
    expect(page.get_by_role("region", name="Tally").get_by_role("row", name="Ana")).to_contain_text("10")
    expect(page.get_by_text("The tally is computed as soon as you are back online.")).to_have_count(0)


def test_a_damaged_sheet_is_refused_by_the_server_and_opened_nowhere(lonely: BrowserContext) -> None:
    page = lonely.new_page()
    page.goto("/#/score")
    sheet = {"game": "birdie", "players": ["Ana", "Ben"], "rounds": [{"order": [0, 0], "scorings": []}]}
    drop(page, json.dumps({"format": "birdtable-sheet", "version": 1, "rules": 1, "sheet": sheet}), "sheet.json")
    expect(page.get_by_text("damaged: Round 1: each of the 2 players passes once.").first).to_be_visible()
    expect(page.get_by_text("No score sheets yet")).to_be_visible()


@contextmanager
def files_served(folder: Path) -> Iterator[tuple[str, ThreadingHTTPServer]]:
    """The files of a page and nothing else, as long as nobody shuts it down."""

    class Files(SimpleHTTPRequestHandler):
        def end_headers(self) -> None:
            self.send_header("cache-control", "no-cache")
            super().end_headers()

        def log_message(self, *arguments: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Files, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}", server
    finally:
        server.shutdown()
        server.server_close()


def rebuild(folder: Path) -> None:
    """Another build of the page: its script has another name, and the worker that goes with it knows all of it."""
    (first,) = re.findall(r"src=\"./assets/(index-[\w-]+)\.js", (folder / "index.html").read_text())
    for path in [path for path in folder.rglob("*") if path.suffix in (".js", ".css", ".html")]:
        path.write_text(path.read_text().replace(first, "index-second"))
    (folder / f"assets/{first}.js").rename(folder / "assets/index-second.js")
    worker = folder / "worker.js"
    names = json.loads(re.findall(r"FILES=(\{.*?\})", worker.read_text(), re.DOTALL)[0])
    hashes = {name: integrity(folder / (name or "index.html")) for name in names}
    text = re.sub(r"FILES=\{.*?\}", f"FILES={json.dumps(hashes)}", worker.read_text(), flags=re.DOTALL)
    text, builds = re.subn(r"(OURS\+`)\w+", r"\g<1>second", text)
    assert builds == 1
    worker.write_text(text)


def integrity(path: Path) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(path.read_bytes()).digest()).decode()


def test_a_new_build_takes_over_and_no_old_page_is_shown(lonely: BrowserContext, tmp_path: Path) -> None:
    folder = tmp_path / "static"
    shutil.copytree(STATIC, folder)
    with files_served(folder) as (address, server):
        page = lonely.new_page()
        page.goto(f"{address}/#/score")
        wait_kept(page)
        page.reload()
        rebuild(folder)
        for _ in range(100):
            page.evaluate("dispatchEvent(new Event('online'))")
            if page.evaluate(KEPT) == ["birdtable / second"]:
                break
            page.wait_for_timeout(100)
        expect(page.get_by_text("There is a newer version of this page.").first).to_be_visible()
        page.reload()
        assert page.evaluate(SCRIPT).endswith("assets/index-second.js")
        server.shutdown()
        server.server_close()
        page.reload()
        expect(page.get_by_role("heading", name="Score a real game")).to_be_visible()
        assert page.evaluate(SCRIPT).endswith("assets/index-second.js")
        expect(page.get_by_text("There is a newer version of this page.")).to_have_count(0)


def test_nothing_of_the_server_is_kept_but_the_page(page: Page) -> None:
    headers = page.request.get("/worker.js").headers
    assert headers["content-type"].startswith("text/javascript") and headers["cache-control"] == "no-cache"
    page.goto("/#/score")
    wait_kept(page)
    page.evaluate("fetch('api/games').then((answer) => answer.json())")
    paths = page.evaluate(
        "caches.keys().then((names) => caches.open(names[0])).then((cache) => cache.keys())"
        ".then((all) => all.map((each) => new URL(each.url).pathname))"
    )
    assert "/" in paths and all(
        re.match(r"/(assets/[^/]+|icon\.svg|manifest\.webmanifest|old\.js)?$", path) for path in paths
    )
