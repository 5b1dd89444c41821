"""Photographs every screen at five sizes, light and dark: ``python tools/screens.py FOLDER [NAME ...]``.

It plays on a server of its own until there is something to see. Each screen is reached once in each size; then it is
taken in both themes. The pictures are for looking at before and after a change.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser, Page, expect, sync_playwright

from kit.blunders import blunder
from kit.browsing import BOT, CHROMIUM, FLAGS, LOOKS, ME, OPEN, OVER, Player, open_table
from kit.serving import live_server

expect.set_options(timeout=60_000)  # milliseconds, on a machine that does other things as well
SIZES = ((1440, 900), (1024, 768), (768, 1024), (390, 844), (320, 568))
CALM = {"player": "bot", "level": "casual"}
PEOPLE = tuple({"player": "me", "name": name} for name in ("Ann", "Ben", "Cleo"))


def start(page: Page) -> None:
    open_table(page, "birdie", ME, CALM, CALM)
    expect(page.locator("#act")).to_be_visible()  # by now the page knows who it is
    open_table(page, "cubirds", ME, OPEN, start=False)
    page.goto("/#/")
    expect(page.get_by_role("link", name="Carry on").first).to_be_visible()


def opening(page: Page) -> None:
    page.goto("/#/open/bots/birdie")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()


def lobby(page: Page) -> None:
    open_table(page, "birdie", ME, OPEN, CALM, start=False)
    expect(page.get_by_role("heading", name="Invite")).to_be_visible()


def watching(page: Page) -> None:
    open_table(page, "birdie", ME, CALM, public=True)
    page.goto("/#/watch")
    expect(page.get_by_role("heading", name="Public tables")).to_be_visible()


def my_games(page: Page) -> None:
    for game in ("birdie", "cubirds"):
        open_table(page, game, ME, BOT, options={"turn_limit": 6} if game == "cubirds" else {})
        Player(page).finish()
    open_table(page, "birdie", ME, CALM, CALM, CALM)
    page.goto("/#/games")
    expect(page.get_by_role("link", name="Review").first).to_be_visible()


def birdie(page: Page) -> None:
    """Three bots have moved, and it is my turn again."""
    open_table(page, "birdie", ME, CALM, CALM, CALM, memory="strict")
    for _ in range(2):
        expect(page.locator("#act .btn.warn")).to_be_visible(timeout=60_000)
        page.locator(".feeder button.card.can").first.click()
        page.locator("#act .btn.main").click()
    expect(page.locator("#act .btn.warn")).to_be_visible(timeout=60_000)


def scoring(page: Page) -> None:
    """Somebody else's row, which waits for "Go on"."""
    open_table(page, "birdie", ME, CALM, CALM)
    reach(page, lambda: page.locator(".sky").is_visible() and page.get_by_role("button", name="Go on").is_visible())
    page.wait_for_timeout(2500)


def birdie_round(page: Page) -> None:
    open_table(page, "birdie", ME, CALM, CALM, CALM)
    reach(page, lambda: page.locator(".interlude").is_visible())


def birdie_over(page: Page) -> None:
    open_table(page, "birdie", ME, BOT, BOT, BOT)
    Player(page).finish()
    expect(page.get_by_role("heading", name="The decisive moment")).to_be_visible()


def birdie_device(page: Page) -> None:
    """A scoring that all look at, before the curtain."""
    open_table(page, "birdie", *PEOPLE)
    reach(page, lambda: page.get_by_role("button", name="Go on").is_visible() and page.locator(".sky").is_visible())
    page.wait_for_timeout(2500)


def cubirds(page: Page) -> None:
    open_table(page, "cubirds", ME, CALM, CALM, CALM)
    mine = page.get_by_role("heading", name="Your turn: lay birds")
    expect(mine).to_be_visible(timeout=60_000)
    reach(page, lambda: page.locator("#act").get_by_text("Waiting for").is_visible())
    reach(page, mine.is_visible)


def cubirds_round(page: Page) -> None:
    """Chance decides when a round ends."""
    open_table(page, "cubirds", ME, CALM, CALM)
    reach(page, lambda: page.locator(".interlude").is_visible() or page.locator(OVER).is_visible())


def cubirds_over(page: Page) -> None:
    open_table(page, "cubirds", ME, BOT, BOT, options={"turn_limit": 12})
    Player(page).finish()


def drawn(page: Page) -> None:
    open_table(page, "cubirds", *PEOPLE[:2])
    reach(page, lambda: page.locator(".drawn").is_visible())


def curtain(page: Page) -> None:
    open_table(page, "birdie", *PEOPLE[:2])
    expect(page.locator(".curtain")).to_be_visible()


def review(page: Page) -> None:
    page.goto("/#/learn")
    record = {"name": "match.birdtable", "mimeType": "text/plain", "buffer": blunder()[0].text().encode()}
    page.set_input_files("input[type=file]", record)  # type: ignore[arg-type]
    page.get_by_label("Seen by").select_option("0")
    page.get_by_role("button", name="Review").click()
    expect(page.get_by_role("heading", name="All decisions")).to_be_visible(timeout=60_000)


def learning(page: Page) -> None:
    page.goto("/#/learn")
    expect(page.get_by_role("heading", name="Learn").first).to_be_visible()


def lesson(page: Page) -> None:
    page.goto("/#/learn/birdie")
    expect(page.locator(".coach .text")).to_be_visible()


def companion(page: Page) -> None:
    page.goto("/#/score")
    expect(page.locator("main h1").first).to_be_visible()


SCREENS: dict[str, Callable[[Page], None]] = {
    "start": start,
    "opening": opening,
    "lobby": lobby,
    "watching": watching,
    "my-games": my_games,
    "birdie": birdie,
    "birdie-scoring": scoring,
    "birdie-round": birdie_round,
    "birdie-over": birdie_over,
    "birdie-device": birdie_device,
    "cubirds": cubirds,
    "cubirds-round": cubirds_round,
    "cubirds-over": cubirds_over,
    "cubirds-drawn": drawn,
    "curtain": curtain,
    "review": review,
    "learning": learning,
    "lesson": lesson,
    "companion": companion,
}


def reach(page: Page, there: Callable[[], bool]) -> None:
    """Plays until there is something to see."""
    player = Player(page)
    for _ in range(LOOKS):
        if there():
            return
        player.move()
    raise AssertionError("it was never there")


def take(browser: Browser, address: str, folder: Path, name: str) -> None:
    for width, height in SIZES:
        size = {"width": width, "height": height}
        context = browser.new_context(base_url=address, locale="en-GB", viewport=size)  # type: ignore[arg-type]
        page = context.new_page()
        SCREENS[name](page)
        page.mouse.move(0, 0)
        for theme in ("light", "dark"):
            page.emulate_media(color_scheme=theme)
            page.wait_for_timeout(500)
            path = folder / f"{name}-{width}-{theme}.png"
            page.screenshot(path=path)
            print(path, file=sys.stderr)
        context.close()


def main(folder: str, *names: str) -> None:
    target = Path(folder)
    target.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch, live_server(Path(scratch)) as live, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        for name in names or SCREENS:
            take(browser, live.address, target, name)
        browser.close()


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    if unknown := set(sys.argv[2:]) - set(SCREENS):
        sys.exit(f"there is no screen {', '.join(sorted(unknown))}; there are {', '.join(SCREENS)}")
    main(*sys.argv[1:])
