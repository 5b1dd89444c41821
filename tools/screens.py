"""Photographs every screen at five sizes, light and dark: ``PYTHONPATH=tests python tools/screens.py FOLDER [NAMES]``.

It plays on a server of its own until there is something to see. Each screen is reached once, and taken in every size
and both themes. The pictures are for looking at before and after a change.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Literal

from playwright.sync_api import Browser, Page, ViewportSize, expect, sync_playwright

from kit.cubirds.table import position
from kit.matches.blunders import blunder
from kit.page.browsing import (
    BOT,
    CHROMIUM,
    FLAGS,
    LOOKS,
    ME,
    OPEN,
    Player,
    open_scoring,
    open_table,
    post,
    show_best,
    wait_until,
)
from kit.page.sheet_entry import enter, new_sheet, pass_in_order, tap
from kit.server.serving import Live, live_server

expect.set_options(timeout=60_000)  # milliseconds, on a machine that does other things as well
SIZES = ((1440, 900), (1024, 768), (768, 1024), (390, 844), (320, 568))
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
CALM = {"player": "bot", "level": "casual"}
PEOPLE = tuple({"player": "me", "name": name} for name in ("Ann", "Ben", "Cleo"))
TOKEN = "only-for-these-pictures"


def start(page: Page) -> None:
    open_table(page, "birdie", ME, CALM, CALM)
    wait_until(page, "'birdtable.known' in localStorage")  # the page has noted whose it is
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


def cutting(page: Page) -> None:
    """My own row, with the best that can be made of it."""
    open_scoring(page, 1)
    show_best(page)


def expert(page: Page) -> None:
    """A card is chosen to be removed."""
    open_scoring(page, 1, options={"expert": True})
    page.locator(".wire button.card.can").first.click()
    expect(page.get_by_role("button", name="Remove", exact=True)).to_be_visible()


def pile(page: Page) -> None:
    open_table(page, "birdie", ME, CALM, memory="assisted")
    for _ in range(3):
        for _ in range(2):
            page.locator(".feeder button.card.can").first.click()
        page.locator("#act .btn.main").click()
        expect(page.locator("#act .btn.warn")).to_be_visible()
    page.locator(".pile button").click()
    expect(page.get_by_role("dialog", name="Your pile")).to_be_visible()


def hint(page: Page) -> None:
    open_table(page, "birdie", ME, CALM, CALM)
    ask_for_hint(page)


def cubirds_hint(page: Page) -> None:
    open_table(page, "cubirds", ME, CALM, CALM)
    ask_for_hint(page)


def ask_for_hint(page: Page) -> None:
    expect(page.locator("button.card.can, .group.can").first).to_be_visible()
    page.get_by_role("button", name="Hint").click()
    page.get_by_role("button", name="Show a hint").click()
    expect(page.locator(".helper .play").first).to_be_visible()


def friends(page: Page) -> Page:
    """Mira and Tomás, with clocks; answers his page."""
    table = open_table(page, "birdie", ME, OPEN, CALM, start=False, clock={"kind": "turn", "seconds": 60})
    other = page.context.browser.new_context(base_url=page.url.partition("#")[0]).new_page()  # type: ignore[union-attr]
    other.goto("/")
    post(other, "/api/guests", {"name": "Tomás"})
    post(other, f"/api/tables/{table}/join", {})
    other.goto(page.url)
    post(page, f"/api/tables/{table}/start", {})
    expect(page.locator(".seats .clock").first).to_be_visible()
    return other


def clock(page: Page) -> None:
    friends(page)


def chat(page: Page) -> None:
    other = friends(page)
    other.get_by_role("button", name="Chat").click()
    for words in ("Well played!", "Bravo!"):
        other.get_by_role("button", name=words).click()
    page.get_by_role("button", name="Chat").click()
    expect(page.get_by_role("log", name="Chat")).to_contain_text("Well played!")


def report(page: Page) -> None:
    chat(page)
    page.get_by_role("button", name="Report Tomás").last.click()
    expect(page.get_by_role("dialog", name="Report")).to_be_visible()


def away(page: Page, live: Live) -> None:
    """It is Tomás's turn, and he is not there."""
    other = friends(page)
    room = live.rooms.rooms[page.url.rpartition("/")[2]]
    reach(page, lambda: other.locator("#act .btn.warn").is_visible())
    other.goto("/#/")
    expect(page.locator(".seats")).to_contain_text("away")

    async def pass_by() -> None:
        for person in room.presence.gone:
            room.presence.gone[person] -= 130
        room.teller.say_here()

    asyncio.run_coroutine_threadsafe(pass_by(), live.rooms.caretaker.get_loop()).result()
    expect(page.get_by_role("button", name="Nudge")).to_be_visible()


def menu(page: Page) -> None:
    friends(page)
    page.get_by_role("button", name="Menu").click()


def leaving(page: Page) -> None:
    menu(page)
    page.get_by_role("button", name="Leave table").click()


def settings(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="Settings").click()


def rules(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="Rules").click()
    expect(page.get_by_role("dialog")).to_be_visible()


def naming(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="With friends").click()
    expect(page.get_by_role("dialog")).to_be_visible()


def no_games(page: Page) -> None:
    page.goto("/#/games")
    expect(page.get_by_text("You have not played yet")).to_be_visible()


def operator(page: Page) -> None:
    report(page)
    page.get_by_label("What is wrong?").fill("Never says hello")
    page.get_by_role("button", name="Send the report").click()
    page.goto("/#/operator")
    page.get_by_label("Token").fill(TOKEN)
    page.get_by_role("button", name="Enter").click()
    expect(page.get_by_role("region", name="Reports")).to_contain_text("Never says hello")


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


def cubirds_lay(page: Page) -> None:
    """What laying would bring."""
    open_table(page, "cubirds", ME, CALM, CALM, CALM, CALM)
    page.locator(".group.can").first.click()
    page.locator(".end.can").first.click()
    expect(page.locator("#act .btn.quiet")).to_be_visible()


def cubirds_round(page: Page, live: Live) -> None:
    state = position(
        rows=("F O P", "O T D", "D P", "R W"), hands=("M", "OOTTMMRRW", "RWWWF"), collections=("FFO", "D", "TTPM")
    )
    table = open_table(page, "cubirds", ME, CALM, CALM, start=False)
    live.begin_at(table, repr(state))
    post(page, f"/api/tables/{table}/start", {})
    reach(page, lambda: page.locator(".interlude").is_visible())


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
    """What was luck, what was skill, and every decision."""
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


def sheet(page: Page) -> None:
    """A row that has been entered."""
    new_sheet(page, "Ana", "Ben")
    pass_in_order(page, "Ana")
    tap(page, "Rs Ra Ru Os")


def evenings(page: Page) -> None:
    for first, second in (("Rs Ra Ru", ""), ("", "Os Oa Ou Ow Ws")):
        new_sheet(page, "Ana", "Ben")
        for rows in ({"Ana": first, "Ben": second}, {"Ana": "", "Ben": ""}):
            pass_in_order(page, "Ana")
            enter(page, rows)
        expect(page.get_by_role("heading", name="wins")).to_be_visible()
    page.goto("/#/evenings")
    expect(page.get_by_role("region", name="Tally")).to_be_visible()


def chair(page: Page) -> None:
    page.goto("/#/chair")
    page.get_by_label("Player 1", exact=True).fill("Ana")
    page.get_by_label("Player 2: person or bot").select_option("beginner")
    page.get_by_role("button", name="Sit down").click()
    expect(page.get_by_role("button", name="Sit down")).to_have_count(0)


def puzzles(page: Page) -> None:
    """The puzzles, and the deal of the day."""
    page.goto("/#/puzzles")
    expect(page.get_by_role("heading", name="Deal of the day")).to_be_visible()


def puzzle(page: Page) -> None:
    page.goto("/#/puzzle/birdie-row")
    expect(page.locator(".wire .card").first).to_be_visible()


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
    "cubirds-over": cubirds_over,
    "cubirds-drawn": drawn,
    "curtain": curtain,
    "review": review,
    "learning": learning,
    "lesson": lesson,
    "companion": companion,
    "sheet": sheet,
    "evenings": evenings,
    "chair": chair,
    "puzzles": puzzles,
    "puzzle": puzzle,
    "birdie-cutting": cutting,
    "birdie-expert": expert,
    "birdie-pile": pile,
    "birdie-hint": hint,
    "cubirds-hint": cubirds_hint,
    "cubirds-lay": cubirds_lay,
    "clock": clock,
    "chat": chat,
    "report": report,
    "menu": menu,
    "leaving": leaving,
    "settings": settings,
    "rules": rules,
    "naming": naming,
    "no-games": no_games,
    "operator": operator,
}
ARRANGED: dict[str, Callable[[Page, Live], None]] = {"cubirds-round": cubirds_round, "away": away}
"""These are brought about on the server."""


def reach(page: Page, there: Callable[[], bool]) -> None:
    """Plays until there is something to see."""
    player = Player(page)
    for _ in range(LOOKS):
        if there():
            return
        player.move()
    raise AssertionError("it was never there")


def take(browser: Browser, live: Live, folder: Path, name: str) -> None:
    page = browser.new_context(base_url=live.address, locale="en-GB", viewport=viewport(*SIZES[0])).new_page()
    if name in SCREENS:
        SCREENS[name](page)
    else:
        ARRANGED[name](page, live)
    page.mouse.move(0, 0)
    for width, height in SIZES:
        page.set_viewport_size(viewport(width, height))
        for theme in THEMES:
            page.emulate_media(color_scheme=theme)
            page.wait_for_timeout(500)
            path = folder / f"{name}-{width}-{theme}.png"
            page.screenshot(path=path)
            print(path, file=sys.stderr)
    for context in browser.contexts:
        context.close()


def viewport(width: int, height: int) -> ViewportSize:
    return {"width": width, "height": height}


def main(folder: str, *names: str) -> None:
    target = Path(folder)
    target.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as scratch,
        live_server(Path(scratch), token=TOKEN) as live,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        for name in names or (*SCREENS, *ARRANGED):
            take(browser, live, target, name)
        browser.close()


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    if unknown := set(sys.argv[2:]) - {*SCREENS, *ARRANGED}:
        sys.exit(f"there is no screen {', '.join(sorted(unknown))}; there are {', '.join((*SCREENS, *ARRANGED))}")
    main(*sys.argv[1:])
