"""Takes the pictures of the README: ``PYTHONPATH=tests python tools/pictures.py [FOLDER]``.

It plays on a server of its own until there is something to see.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page, expect, sync_playwright

from kit.matches.blunders import blunder
from kit.page.browsing import CHROMIUM, FLAGS, MAIN, ME, Player, open_table, show_best
from kit.server.serving import live_server

FOLDER = Path(__file__).parents[1] / "docs" / "pictures"
WIDE = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}
BOT = {"player": "bot", "level": "casual"}


def start(page: Page) -> None:
    page.goto("/")
    expect(page.locator(".door").first).to_be_visible()


def birdie(page: Page) -> None:
    """In the middle of a round, with cards chosen for the pile."""
    open_table(page, "birdie", ME, BOT, BOT, BOT)
    for turn in range(4):
        expect(page.locator("#act .btn.warn")).to_be_visible(timeout=60_000)
        page.locator(".feeder button.card.can").nth(turn % 2).click()
        if turn == 3:
            break
        page.locator(MAIN).click()
    page.locator(".feeder button.card.can").last.click()
    page.locator(".hand button.card.can").first.click()
    expect(page.get_by_role("button", name="Put 3 on the pile")).to_be_visible()


def scoring(page: Page) -> None:
    """A row long enough to be worth cutting."""
    open_table(page, "birdie", ME, BOT)
    for _ in range(8):
        expect(page.locator("#act")).to_be_visible(timeout=60_000)
        page.wait_for_timeout(800)
        if page.locator(".feeder button.card.can").count() < 2:
            break
        for _ in range(2):
            page.locator(".feeder button.card.can").first.click()
        page.locator(MAIN).click()
    Player(page).reach_scoring()
    show_best(page)


def cubirds(page: Page) -> None:
    """Birds about to be laid, with what they would take."""
    page.emulate_media(color_scheme="dark")
    open_table(page, "cubirds", ME, BOT, BOT)
    player, mine = Player(page), page.get_by_role("heading", name="Your turn: lay birds")
    for _ in range(4):
        expect(mine).to_be_visible(timeout=60_000)
        while mine.is_visible():
            player.move()
        while not mine.is_visible():
            player.move()
    take_something(page)


def take_something(page: Page) -> None:
    """The first choice that takes cards; any choice if none does."""
    for group in range(page.locator(".group.can").count()):
        page.locator(".group").nth(group).click()
        for end in range(8):
            page.locator(".end").nth(end).click()
            expect(page.locator(MAIN).first).to_be_visible()
            if page.locator(".ribbon").count():
                return


def review(page: Page) -> None:
    """A match with a badly scored row, looked back at."""
    page.goto("/#/learn")
    text = blunder()[0].text().replace("seat 1: greedy", "seat 1: Mira").replace("seat 2: greedy", "seat 2: Tomás")
    record = {"name": "match.birdtable", "mimeType": "text/plain", "buffer": text.encode()}
    page.set_input_files("input[type=file]", record)  # type: ignore[arg-type]
    page.get_by_label("Seen by").select_option("0")
    page.get_by_role("button", name="Review").click()
    expect(page.get_by_role("heading", name="All decisions")).to_be_visible(timeout=60_000)
    page.get_by_role("button", name="Look at it").first.click()
    page.locator(".way").first.scroll_into_view_if_needed()


PICTURES = {"start": start, "birdie": birdie, "scoring": scoring, "cubirds": cubirds, "review": review}


def take(browser: Browser, address: str, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, show in PICTURES.items():
        for suffix, size in (("", WIDE), ("-phone", PHONE)):
            if suffix and name in ("start", "cubirds", "review"):
                continue
            context = browser.new_context(base_url=address, locale="en-GB", viewport=size)  # type: ignore[arg-type]
            page = context.new_page()
            show(page)
            page.mouse.move(0, 0)
            page.wait_for_timeout(700)
            path = folder / f"{name}{suffix}.jpg"
            page.screenshot(path=path, type="jpeg", quality=82)
            print(path, file=sys.stderr)
            context.close()


def main(arguments: list[str]) -> None:
    folder = Path(arguments[0]) if arguments else FOLDER
    with tempfile.TemporaryDirectory() as scratch, live_server(Path(scratch)) as live, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        take(browser, live.address, folder)
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
