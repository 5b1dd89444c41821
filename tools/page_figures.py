"""How soon the page is there, how soon a click is answered: ``PYTHONPATH=tests python tools/page_figures.py``.

It starts a real server and prints every figure with its limit. All is measured as a new person meets it: in a browser
that has never been here.
"""

from __future__ import annotations

import gzip
import os
import re
import tempfile
import time
from math import ceil
from pathlib import Path
from statistics import median

from playwright.sync_api import Browser, Page, expect, sync_playwright

from birdtable.server.http.pages import STATIC
from kit.page.browsing import BOT, CHROMIUM, FLAGS, ME, open_table
from kit.server.evening import Process

expect.set_options(timeout=60_000)
TURNS = 25
"""Own turns in each game over which clicks are measured."""
SLOW_3G = {"offline": False, "latency": 400, "downloadThroughput": 400_000 / 8, "uploadThroughput": 400_000 / 8}
"""Milliseconds, and bytes a second."""

ANSWER = """
([target, ...signs]) => new Promise((done, fail) => {
  setTimeout(() => fail(new Error(`no answer to a click on ${target}`)), 20000);
  const before = performance.now();
  const times = [];
  const left = signs.map(([sign, there], n) => ({ sign, there, n }));
  const watch = new MutationObserver(() => {
    for (const each of left.filter(({ sign, there }) => (document.querySelector(sign) !== null) === there)) {
      left.splice(left.indexOf(each), 1);
      requestAnimationFrame(() => {
        times[each.n] = performance.now() - before;
        if (times.filter((time) => time !== undefined).length === signs.length) done(times);
      });
    }
    if (left.length === 0) watch.disconnect();
  });
  watch.observe(document.body, { subtree: true, childList: true, attributes: true });
  document.querySelector(target).click();
})
"""
"""Clicks, and measures until each sign is there, or gone, in the frame that comes next."""

CHOSEN, GHOST = ".feeder .card.on", ".fences .ghost"
Sign = tuple[str, bool]
MOVES: dict[str, tuple[tuple[str, *tuple[Sign, ...]], ...]] = {
    "birdie": (
        (".feeder button.card.can", (CHOSEN, True)),
        ("#act .btn.main", (CHOSEN, False), ("#act .btn.main", False)),
    ),
    "cubirds": (
        (".group.can", (".group.chosen", True)),
        (".end.can", (GHOST, True), ("#act .btn.main", True)),
        ("#act .btn.main", (GHOST, False), (".group.chosen", False)),
    ),
}
"""The taps of a turn, each with the sign of its answer: what is put together appears, and is let go of when played.

A tap may have a second sign: the server has said what it brings, or has played it.
"""
MINE = {"birdie": ".feeder button.card.can", "cubirds": ".group.can"}


def first_move(page: Page, game: str) -> int:
    """From the start page, where the game is chosen, to a move that is made; answers the taps."""
    page.get_by_role("button", name="Against bots").click()
    expect(page.locator(MINE[game]).first).to_be_visible()
    for tap in MOVES[game]:
        page.evaluate(ANSWER, list(tap))
    return 1 + len(MOVES[game])


def taps(browser: Browser, server: Process, game: str) -> int:
    page = new_page(browser, server)
    page.add_init_script(f"localStorage.setItem('birdtable.settings', JSON.stringify({{last: {{game: '{game}'}}}}))")
    page.goto("/")
    return first_move(page, game)


def new_page(browser: Browser, server: Process) -> Page:
    return browser.new_context(locale="en", base_url=server.address).new_page()


def waits(page: Page, game: str, bots: int) -> tuple[list[float], list[float]]:
    """Milliseconds until the screen answers each click of my turns, and until the server's answers are on it."""
    answered: list[float] = []
    played: list[float] = []
    open_table(page, game, ME, *[BOT] * bots)
    for _ in range(TURNS):
        expect(page.locator(f"{MINE[game]}, .go-on, #over-title, #act .btn.main").first).to_be_visible()
        if page.locator("#over-title, .sky, .interlude").count():
            open_table(page, game, ME, *[BOT] * bots)
        elif page.locator("#act .btn.main").count():  # a flock is possible after drawing
            page.locator("#act .btn").last.click()
        elif page.locator(MINE[game]).count():
            for tap in MOVES[game]:
                answer, *rest = page.evaluate(ANSWER, list(tap))
                answered.append(answer)
                played += rest
    return answered, played


def seconds_on_slow_3g(page: Page) -> float:
    """Until the first door of the start page can be pressed."""
    page.context.new_cdp_session(page).send("Network.emulateNetworkConditions", SLOW_3G)
    began = time.perf_counter()
    page.goto("/", wait_until="commit")
    page.locator("button.door").first.wait_for()
    return time.perf_counter() - began


def gzip_kb(paths: list[Path]) -> float:
    """kB of 1,000 bytes."""
    return sum(len(gzip.compress(path.read_bytes())) for path in paths) / 1000


def tell(what: str, figure: str, limit: str = "") -> None:
    print(f"{what:<68}{figure:>12}{limit:>14}")


def p95(values: list[float]) -> float:
    return sorted(values)[ceil(0.95 * len(values)) - 1]


def measure(browser: Browser, server: Process) -> None:
    began = time.perf_counter()
    server.start()
    page = new_page(browser, server)
    page.goto("/")
    expect(page.get_by_role("button", name="Against bots")).to_be_enabled()
    usable = time.perf_counter() - began
    first_move(page, "birdie")
    tell("from the command to a page that can be used", f"{usable:.1f} s")
    tell("from the command to the first move", f"{time.perf_counter() - began:.1f} s", "20 s")
    for game in MOVES:
        tell(f"taps from the start page to the first move of {game}", str(taps(browser, server, game)))
    for game, bots in (("birdie", 3), ("cubirds", 4)):
        answered, played = waits(new_page(browser, server), game, bots)
        tell(f"a click answered, {game} with {bots} bots: median of {len(answered)}", f"{median(answered):.0f} ms")
        tell(f"a click answered, {game} with {bots} bots: p95", f"{p95(answered):.0f} ms", "50 ms")
        tell(f"what the server says or plays shown, {game}: median of {len(played)}", f"{median(played):.0f} ms")
        tell(f"what the server says or plays shown, {game}: p95", f"{p95(played):.0f} ms")
    tell("the start page on slow 3G", f"{seconds_on_slow_3g(new_page(browser, server)):.1f} s", "3 s")


def main() -> None:
    print(f"load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        server = Process(Path(folder) / "figures.sqlite3")
        try:
            measure(browser, server)
        finally:
            server.stop()
            browser.close()
    first = re.findall(r'(?:src|href)="\./([^"]+\.js)"', (STATIC / "index.html").read_text(encoding="utf-8"))
    tell("JavaScript of the start page, gzipped", f"{gzip_kb([STATIC / name for name in first]):.1f} kB", "60 kB")
    tell("JavaScript of everything, gzipped", f"{gzip_kb(list(STATIC.rglob('*.js'))):.1f} kB", "150 kB")


if __name__ == "__main__":
    main()
