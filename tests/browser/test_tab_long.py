"""The table in a browser tab, in long: everything that works there without a network, and all that may go wrong."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserType, Error, Page, expect

from kit.page.browsing import CHROMIUM, FLAGS, OVER, PLAIN, Player, drop, wait_until
from kit.page.sheet_entry import chip, enter, new_sheet, pass_in_order, step
from kit.page.site import Served, build_tab, make_site, serve
from kit.page.tabs import (
    STARTING,
    begin,
    cut,
    download_record,
    faults_of,
    put_before,
    table_of,
    wait_kept,
    wait_ready,
)
from kit.server.serving import Live, live_server

pytestmark = [pytest.mark.browser, pytest.mark.long, pytest.mark.timeout(1800)]

RAISE = ".curtain .btn.main"


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("site")
    make_site(root / "deep")
    return root


@pytest.fixture(params=["", "deep/"], ids=["root", "path"])
def anywhere(site: Path, request: pytest.FixtureRequest) -> Iterator[Served]:
    """The same site at the root of a server, and below a path."""
    below: str = request.param
    with serve(site if below else site / "deep", f"/{below}") as found:
        yield found


@pytest.fixture
def served(site: Path) -> Iterator[Served]:
    with serve(site, "/deep/") as found:
        yield found


@pytest.fixture(scope="session")
def browser_context_args() -> dict[str, Any]:
    return {"locale": "en-GB", "viewport": {"width": 1280, "height": 860}}


@pytest.fixture(autouse=True)
def no_errors() -> None:
    """A network that is gone is complained about; ``faults_of`` looks at the rest."""


@pytest.mark.parametrize("game", ["Birdie", "CuBirds"])
def test_whole_matches_a_replay_and_a_review_without_a_network(
    page: Page, anywhere: Served, game: str, tmp_path: Path
) -> None:
    faults = faults_of(page.context)
    begin(page, anywhere.address, game)
    wait_kept(page)
    cut(page, anywhere)
    page.reload()
    wait_ready(page)
    table = table_of(page)
    Player(page).finish()
    page.goto(anywhere.address + "#/games")
    page.get_by_role("link", name="Review").first.click()
    expect(page.get_by_text("Luck").first).to_be_visible(timeout=STARTING)
    page.get_by_role("button", name="Check the shuffle").click()
    expect(page.get_by_text("The shuffle was fair").first).to_be_visible(timeout=STARTING)
    file = download_record(page, table, tmp_path)
    with live_server(tmp_path) as live:
        on_server = page.context.browser.new_context(base_url=live.address).new_page()  # type: ignore[union-attr]
        on_server.goto("/")
        drop(on_server, file.read_text(encoding="utf-8"), file.name)
        expect(on_server.locator("input[type=range]")).to_be_visible(timeout=STARTING)
    assert not faults


def test_several_people_at_one_device_a_lesson_and_a_row_explained(page: Page, served: Served) -> None:
    faults = faults_of(page.context)
    page.goto(served.address)
    wait_ready(page)
    wait_kept(page)
    cut(page, served)
    page.get_by_role("button", name=re.compile("Same device")).click()
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator(RAISE)).to_be_visible(timeout=STARTING)
    Player(page, 2).finish()
    page.goto(served.address + "#/learn")
    page.locator("a.lesson").first.click(timeout=STARTING)
    expect(page.locator(".coach")).to_be_visible(timeout=STARTING)
    new_sheet(page, "Ana", "Ben", at=served.address)
    pass_in_order(page, "Ben")
    enter(page, {"Ben": "Rs Ra Rs Ru Pu Ou Ww Pw Ow Ps Rw Ww", "Ana": "Os Oa Ou"})
    step(page, "Round 1")
    chip(page, "Ana").click()
    expect(page.get_by_role("heading", name="Best cut: +")).to_be_visible(timeout=STARTING)
    assert not faults


def test_puzzles_evenings_a_bot_in_a_chair_and_the_deal_of_the_day(page: Page, served: Served) -> None:
    faults = faults_of(page.context)
    page.goto(served.address)
    wait_ready(page)
    wait_kept(page)
    cut(page, served)
    page.goto(served.address + "#/puzzles")
    page.locator("a.panel[href='#/puzzle/birdie-row']").click(timeout=STARTING)
    expect(page.get_by_text("There is only one best way")).to_be_visible(timeout=STARTING)
    solver, verdict = Player(page), page.get_by_text(re.compile("short of the best|Solved!")).first
    while not verdict.is_visible():
        solver.move()
    page.goto(served.address + "#/chair")
    page.get_by_role("button", name="Sit down").click(timeout=STARTING)
    expect(page.get_by_role("heading", name=re.compile("^(Tap the|Who begins)"))).to_be_visible(timeout=STARTING)
    page.goto(served.address + "#/evenings")
    expect(page.get_by_role("heading").first).to_be_visible(timeout=STARTING)
    page.goto(served.address + "#/puzzles")
    page.get_by_role("button", name="Play it").first.click(timeout=STARTING)
    expect(page.locator("#act")).to_be_visible(timeout=STARTING)
    expect(page.get_by_text("The server does not answer.")).to_have_count(0)
    assert not faults


def test_a_browser_that_is_killed_in_a_match_has_lost_nothing(
    browser_type: BrowserType, served: Served, tmp_path: Path
) -> None:
    options: dict[str, Any] = {"executable_path": CHROMIUM, "args": FLAGS, "locale": "en-GB"}
    context = browser_type.launch_persistent_context(tmp_path / "home", **options)
    page = context.new_page()
    begin(page, served.address)
    wait_kept(page)
    player = Player(page)
    for _ in range(12):
        player.move()
    expect(page.locator("[role=log] li").first).to_be_visible()
    address, seen = page.url, read_log(page)
    session = context.new_cdp_session(page)
    with suppress(Error):  # it cannot answer
        session.send("Browser.crash")
    cut_off = browser_type.launch_persistent_context(tmp_path / "home", **options)
    again = cut_off.new_page()
    again.goto(address)
    wait_ready(again)
    expect_log(again, seen)
    cut_off.close()


def read_log(page: Page) -> list[str]:
    return page.locator("[role=log] li").all_text_contents()


def expect_log(page: Page, lines: list[str]) -> None:
    """These lines are there, if not at once: what happened before comes after what happened last."""
    for line in lines:
        expect(page.locator("[role=log]")).to_contain_text(line, timeout=STARTING)


def test_when_a_tab_is_closed_another_goes_on_with_its_tables(page: Page, served: Served) -> None:
    begin(page, served.address)
    other = page.context.new_page()
    other.goto(served.address)
    expect(other.get_by_text("Birdtable is open in another tab")).to_be_visible()
    page.close()
    wait_ready(other)
    expect(other.get_by_role("link", name="Carry on")).to_be_visible(timeout=STARTING)


def test_a_page_without_https_plays_and_keeps_too(page: Page, served: Served) -> None:
    plain = served.address.replace("127.0.0.1", PLAIN)
    begin(page, plain)
    assert not page.evaluate("isSecureContext")
    Player(page).move()
    other = page.context.new_page()
    other.goto(plain)
    expect(other.get_by_text("Birdtable is open in another tab")).to_be_visible()
    page.close()
    wait_ready(other)
    other.get_by_role("link", name="Carry on").click(timeout=STARTING)
    expect(other.locator("#act")).to_be_visible(timeout=STARTING)
    Player(other).finish()


FULL = """
IDBObjectStore.prototype.add = IDBObjectStore.prototype.put = function () {
  throw new DOMException('no room', 'QuotaExceededError');
};
"""
FORBIDDEN = "IDBFactory.prototype.open = function () { throw new DOMException('no', 'SecurityError'); };"


@pytest.mark.parametrize("script", [FULL, FORBIDDEN], ids=["full", "forbidden"])
def test_a_browser_that_keeps_nothing_says_so_and_plays_on(page: Page, served: Served, script: str) -> None:
    page.context.route("**/assets/worker-*.js", lambda route: put_before(route, script))
    begin(page, served.address)
    expect(page.get_by_text("This browser can save nothing more")).to_be_visible(timeout=STARTING)
    Player(page).finish()


NO_ROOM_FOR_ANOTHER = """
if (self.name === 'birdtable mind') WebAssembly.instantiate = () => Promise.reject(new RangeError('no memory'));
"""


def test_a_device_without_room_for_a_second_python_has_quick_bots(page: Page, served: Served) -> None:
    page.context.route("**/assets/worker-*.js", lambda route: put_before(route, NO_ROOM_FOR_ANOTHER))
    begin(page, served.address)
    Player(page).finish()


def test_what_a_full_disk_refused_is_kept_once_there_is_room(page: Page, served: Served) -> None:
    begin(page, served.address)
    warning = page.get_by_text("This browser can save nothing more")
    player = Player(page)
    disk, origin = page.context.new_cdp_session(page), page.evaluate("location.origin")
    disk.send("Storage.overrideQuotaForOrigin", {"origin": origin, "quotaSize": 1})
    while not warning.is_visible():
        player.move()
    player.move()
    disk.send("Storage.overrideQuotaForOrigin", {"origin": origin})
    while warning.is_visible():
        player.move()
    seen = read_log(page)
    page.reload()
    assert seen
    expect_log(page, seen)


def test_a_newer_build_waits_until_the_match_is_left_and_then_replaces_all_of_the_old_one(
    page: Page, tmp_path: Path
) -> None:
    make_site(tmp_path / "deep")
    with serve(tmp_path, "/deep/") as served:
        begin(page, served.address)
        wait_kept(page)
        worker = tmp_path / "deep" / "worker.js"
        worker.write_text(re.sub(r"\b[0-9a-f]{16}\b", "0123456789abcdef", worker.read_text()))
        page.evaluate("navigator.serviceWorker.getRegistration().then((found) => found.update())")
        wait_until(page, "navigator.serviceWorker.getRegistration().then((found) => found.waiting !== null)")
        before = page.evaluate("caches.keys()")
        Player(page).move()
        page.reload()  # one goes on in the old build, whole
        wait_ready(page)
        assert len(before) == 2 and page.evaluate("caches.keys()") == before
        address = page.url
        page.goto("about:blank")
        page.wait_for_timeout(1000)
        page.goto(address)
        wait_ready(page)
        wait_until(page, "caches.keys().then((names) => names.length === 1)")
        assert set(page.evaluate("caches.keys()")) < set(before)
        expect(page.locator("#act")).to_be_visible(timeout=STARTING)


@pytest.mark.parametrize("damaged", ["stdlib.zip", "index.json", ".js", ""])
def test_a_cache_that_is_damaged_is_repaired_and_not_shown(page: Page, served: Served, damaged: str) -> None:
    begin(page, served.address)
    wait_kept(page)
    page.evaluate(
        """async (damaged) => {
          const cache = await caches.open((await caches.keys())[0]);
          for (const request of await cache.keys())
            if (request.url.endsWith(damaged)) await cache.put(request, new Response(new Uint8Array(1000)));
        }""",
        damaged,
    )
    page.reload()
    wait_ready(page)
    expect(page.locator("#act")).to_be_visible(timeout=STARTING)
    # What was repaired is kept again.
    cut(page, served)
    page.reload()
    wait_ready(page)


def test_pages_under_other_paths_of_the_same_origin_leave_each_other_what_they_keep(page: Page, tmp_path: Path) -> None:
    make_site(tmp_path / "one")
    make_site(tmp_path / "two")
    with serve(tmp_path, "/") as served:
        for name in ("one/", "two/"):
            page.goto(served.address + name)
            wait_ready(page)
            wait_kept(page)
        cut(page, served)
        for name in ("one/", "two/"):
            page.goto(served.address + name)
            wait_ready(page)


STRICT = (
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data: blob:; "
    "style-src-attr 'unsafe-inline'; object-src 'none'"
)
"""Of the server, for every file: a worker goes by the policy that it came with."""


@pytest.fixture
def strict(site: Path) -> Iterator[Served]:
    with serve(site, "/deep/", {"Content-Security-Policy": STRICT}) as found:
        yield found


def test_it_runs_under_a_strict_policy(page: Page, strict: Served) -> None:
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text) if "Content Security" in message.text else None)
    begin(page, strict.address)
    wait_ready(page)
    Player(page).move()
    assert not complaints
    page.evaluate("setTimeout('window.evaluated = true')")
    page.wait_for_timeout(200)
    assert complaints and not page.evaluate("'evaluated' in window")


def test_everything_is_saved_as_one_file_and_opened_again(page: Page, served: Served, tmp_path: Path) -> None:
    begin(page, served.address)
    page.get_by_role("button", name="Settings").click()
    with page.expect_download() as found:
        page.get_by_role("button", name="Save everything as a file").click()
    file = tmp_path / "device.json"
    found.value.save_as(file)
    contents = json.loads(file.read_text())
    assert contents["birdtable-device"] == 1 and len(contents["tables"]) == 1
    chooser = page.locator("input[type=file][accept*='.json']").first
    chooser.set_input_files(file)
    expect(page.get_by_text("0 tables were added from the file.")).to_be_visible()
    file.write_text(json.dumps({**contents, "birdtable-device": 2}))
    chooser.set_input_files(file)
    expect(page.get_by_text("this file is from a newer Birdtable (format 2); this one reads format 1")).to_be_visible()


def test_a_file_of_everything_brings_tables_and_score_sheets_to_a_device_that_has_some(
    page: Page, browser: Browser, served: Served, tmp_path: Path
) -> None:
    begin(page, served.address)
    new_sheet(page, "Ana", "Ben", at=served.address)
    with page.expect_download() as found:
        page.get_by_role("button", name="Settings").click()
        page.get_by_role("button", name="Save everything as a file").click()
    file = tmp_path / "device.json"
    found.value.save_as(file)
    other = browser.new_context(locale="en-GB").new_page()
    new_sheet(other, "Cid", "Dan", at=served.address)
    other.get_by_role("button", name="Settings").click()
    other.locator("input[type=file][accept*='.json']").first.set_input_files(file)
    expect(other.get_by_text("1 table was added from the file.")).to_be_visible(timeout=STARTING)
    other.keyboard.press("Escape")
    other.goto(served.address + "#/score")
    for names in ("Ana, Ben", "Cid, Dan"):
        expect(other.get_by_role("link", name=names)).to_be_visible()
    other.goto(served.address + "#/games")
    other.get_by_role("link", name="Carry on").first.click(timeout=STARTING)
    expect(other.locator("#act")).to_be_visible(timeout=STARTING)
    other.context.close()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Live]:
    build_tab()
    with live_server(tmp_path) as live:
        yield live


def test_a_match_goes_from_a_server_to_the_device_and_back(page: Page, server: Live, tmp_path: Path) -> None:
    page.goto(server.address)
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_text(re.compile(r"\d+(\.\d)? MB are downloaded once"))).to_be_visible()
    page.keyboard.press("Escape")
    begin(page, server.address)
    Player(page).move()
    take_along(page, "Without the server")
    expect(page).to_have_url(re.compile("/alone/#/replay/file"), timeout=STARTING)
    carry_on(page)
    wait_ready(page)
    assert "/alone/" in page.url
    Player(page).move()
    take_along(page, "On the server")
    expect(page).to_have_url(re.compile(re.escape(server.address) + "/?#/replay/file"), timeout=STARTING)
    carry_on(page)
    Player(page).finish()
    expect(page.locator(OVER)).to_be_visible()
    page.goto(server.address + "/alone/")
    wait_ready(page)
    page.get_by_role("button", name="With friends").click()
    expect(page).to_have_url(re.compile(re.escape(server.address) + "/?$"))


def take_along(page: Page, where: str) -> None:
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Carry on elsewhere").click()
    page.get_by_role("button", name=where).click()


def carry_on(page: Page) -> None:
    page.get_by_role("button", name="Carry on from the end").click(timeout=STARTING)
    expect(page.locator("#act")).to_be_visible(timeout=STARTING)
