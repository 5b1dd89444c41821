"""How soon the page is there, how soon a click is answered: ``python tools/page_figures.py``, with a real server."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path
from statistics import median

from playwright.sync_api import Page, expect, sync_playwright

from kit.browsing import CHROMIUM, FLAGS, ME, open_table
from kit.evening import Process

CLICKS = 30
WAITED = """
(selector) => new Promise((answered) => {
  const card = document.querySelector(selector);
  const before = performance.now();
  new MutationObserver((_, seen) => {
    seen.disconnect();
    requestAnimationFrame(() => answered(performance.now() - before));
  }).observe(document.body, { subtree: true, childList: true, attributes: true });
  card.click();
})
"""


def seconds_to_the_page(page: Page, folder: Path) -> tuple[float, Process]:
    """From the command until the first button of the start screen can be pressed."""
    server = Process(folder / "figures.sqlite3")
    began = time.perf_counter()
    server.start()
    page.goto(server.address)
    expect(page.get_by_role("button", name="Against bots")).to_be_enabled()
    return time.perf_counter() - began, server


def clicks(page: Page) -> list[float]:
    """Milliseconds until the screen answers a click on a card, chosen and let go again."""
    open_table(page, "birdie", ME, ME)
    page.locator(".curtain .btn.main").click()
    card = ".feeder button.card"
    expect(page.locator(card).first).to_be_visible()
    waits = []
    for _ in range(CLICKS):
        waits.append(page.evaluate(WAITED, card))
        page.wait_for_timeout(300)
    return waits


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        page = browser.new_page(locale="en")
        seconds, server = seconds_to_the_page(page, Path(folder))
        page = browser.new_page(locale="en", base_url=server.address)
        waits = clicks(page)
        browser.close()
        server.stop()
    print(f"from the command to a page that can be used: {seconds:.2f} s")
    print(
        f"a click is answered on screen within {median(waits):.0f} ms (median), {max(waits):.0f} ms (worst of {CLICKS})"
    )


if __name__ == "__main__":
    main()
