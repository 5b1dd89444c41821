"""What tests of the page are written with: people who look at a browser and press what it offers.

They know the page only as people do: by what can be seen, named and pressed. Nothing here knows a rule.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Any, Literal

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import BrowserContext, Locator, Page, TimeoutError, expect

from kit.page import sights

CHROMIUM = shutil.which("chromium-headless-shell") or "/usr/bin/chromium"
"""Where there is one, the browser that has no window to draw: it needs a quarter less time."""
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP club.test 127.0.0.1",
]
"""Chromium runs as root in containers, and looks for nothing on the network."""
PLAIN = "club.test"
"""A name of this machine that browsers do not trust as they do its own addresses: there is no https."""

MAIN = "#act .btn.main:not(.go-on, [aria-disabled=true])"
GO_ON = ".go-on"
"""What was to be seen has been seen: a scoring, the end of a round, cards drawn."""
CONFIRM = "dialog[open] footer .btn:not(.quiet)"
"""What goes on from a question, whatever it costs."""
OVER = "#over-title"
LOOKS = 3000
"""How often somebody looks at a table before giving up: most looks only find that a bot is thinking."""

Press = Callable[[Locator], None]


SOON = 3000
"""Milliseconds in which what could be seen can be pressed."""


def click(target: Locator) -> None:
    target.click(timeout=SOON)


def tap(target: Locator) -> None:
    target.tap(timeout=SOON)


def press_enter(target: Locator) -> None:
    target.focus(timeout=SOON)
    target.press("Enter", timeout=SOON)


SIGHTS = {
    "over": OVER,
    "question": CONFIRM,
    "curtain": ".curtain .btn.main",
    "pause": GO_ON,
    "scoring": ".sky",
    "display": ".feeder button.card.can",
    "choice": f"body:has(.fences) {MAIN}, .tabletop.plain #act .btn:not(.quiet)",
    "hand": ".groups .group.can",
}
"""What somebody at the page looks for, in this order."""
FIRST_SEEN = """(sights) => sights.find(([, selector]) => [...document.querySelectorAll(selector)]
  .some((each) => each.checkVisibility({ visibilityProperty: true })))?.[0] ?? ''"""


def stuck(page: Page, why: str) -> AssertionError:
    """With what somebody who gives up has before their eyes."""
    act = page.evaluate("document.querySelector('#act')?.outerHTML")
    return AssertionError(f"{why}: {page.url}\n{page.locator('body').inner_text()}\n{act}")


class Player:
    """Somebody at the page who picks, of what can be picked, at random, and soon passes."""

    def __init__(self, page: Page, seed: int = 1, press: Press = click) -> None:
        self.page = page
        self.rng = Random(seed)
        self.how = press
        self.turns = 0

    def press(self, target: Locator) -> None:
        """The table may go on while a hand is on its way: then there is nothing to press any more."""
        with suppress(TimeoutError):
            self.how(target)

    def finish(self) -> None:
        """Plays until the game is over."""
        for _ in range(LOOKS):
            if self.move() == "over":
                return
        raise stuck(self.page, "the game does not end")

    def reach_scoring(self) -> bool:
        """Plays until my own row is on the wire and can be written; not if the game is over before that."""
        for _ in range(LOOKS):
            if self.page.locator(OVER).is_visible():
                return False
            ready = self.page.locator(f"{MAIN}, .cut, .wire button.card.can")
            asked = self.page.locator(CONFIRM).count()
            if self.page.locator(".sky").is_visible() and ready.count() and not asked:
                return True
            self.move()
        raise stuck(self.page, "the game does not go on")

    def look(self) -> str:
        """What the page asks for now."""
        return str(self.page.evaluate(FIRST_SEEN, list(SIGHTS.items())))

    def move(self) -> str:
        """Does the next thing that the page asks for, or waits a moment; answers what it saw."""
        seen = self.look()
        self.react(seen)
        return seen

    def react(self, seen: str) -> None:
        match seen:
            case "question":
                self.press(self.page.locator(CONFIRM))
            case "curtain":
                self.raise_curtain()
            case "pause":
                self.press(self.page.locator(GO_ON))
            case "scoring":
                self.score()
            case "display":
                self.take()
            case "choice":
                self.choose()
            case "hand":
                self.lay()
            case "over":
                pass
            case _:
                self.wait()

    def wait(self) -> None:
        """For others, whose plays need not be watched to the end."""
        self.page.keyboard.press("Space")
        self.page.wait_for_timeout(50)

    def raise_curtain(self) -> None:
        self.press(self.page.locator(".curtain .btn.main"))
        expect(self.page.locator(".curtain")).to_have_count(0)

    def one(self, selector: str) -> bool:
        """Presses one of what the selector finds, if there is any."""
        found = self.page.locator(selector)
        count = found.count()
        if count:
            self.press(found.nth(self.rng.randrange(count)))
        return count > 0

    def settle(self) -> None:
        """Until what was pressed has been answered."""
        expect(self.page.locator(".btn.main[aria-disabled=true]")).to_have_count(0)

    # Birdie

    def take(self) -> None:
        self.turns += 1
        if self.turns % 4 == 0:
            self.press(self.page.locator("#act .btn.warn"))
            self.press(self.page.locator("dialog[open] .btn.main"))
            return
        self.one(".feeder button.card.can")
        if self.turns % 2 and self.one(".feeder button.card.can"):
            for _ in range(2):
                self.one(".hand button.card.can")
            self.settle()
        if self.page.locator(MAIN).count():
            self.press(self.page.locator(MAIN))

    def score(self) -> None:
        page = self.page
        if page.locator(".slot").count():
            self.one(".slot")
        elif page.locator(".box.target").count():
            self.one(".box.target:visible, .cell.target:visible")
        elif page.locator(".tag.act").count() and not page.locator(MAIN).count():
            self.one(".tag.act")
        elif page.locator(".wire button.card.can").count() and self.rng.random() < 0.6:
            self.one(".wire button.card.can")
        elif page.locator("#act .hand button.card.can").count() and self.rng.random() < 0.7:
            self.one("#act .hand button.card.can")
        elif page.locator(MAIN).count():
            if page.locator(".cut").count() and self.rng.random() < 0.7:
                self.one(".cut")
            else:
                self.press(page.locator(MAIN).first)
                page.wait_for_timeout(50)
        elif not (self.rng.random() < 0.7 and self.one(".cut")) and not self.one("#act .btn.nothing"):
            self.wait()

    # CuBirds, and the plain board of any game

    def lay(self) -> None:
        if self.one(".groups .group.can:not(.chosen)"):
            self.one(".end.can")
            self.settle()

    def choose(self) -> None:
        self.one("#act .btn:not(.quiet):not([aria-disabled=true])")
        self.page.wait_for_timeout(50)


def open_against_bots(page: Page, game: str, *, seats: int = 2, expert: bool = False, turn_limit: int = 0) -> None:
    """From the start screen to the first move."""
    page.goto("/")
    page.locator("label.game", has_text=game).click()
    page.get_by_role("link", name="Players, levels, rules").click()
    page.locator(f"input[name=seats][value='{seats}']").check(force=True)
    page.get_by_label("Bots play").select_option("0.4")
    if expert:
        page.get_by_label("Expert game").check()
    if turn_limit:
        page.get_by_text("More about the rules").click()
        page.get_by_label("Turn limit").fill(str(turn_limit))
        page.get_by_label("Turn limit").blur()
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator("#act")).to_be_visible(timeout=15_000)


def open_table(page: Page, game: str, *seats: dict[str, str], start: bool = True, **wishes: Any) -> str:
    """A table opened without the set-up screen, with bots that do not dawdle; answers its id."""
    page.goto("/")
    if not page.request.get("/api/me").ok:
        post(page, "/api/guests", {"name": "Mira"})
    table = post(page, "/api/tables", {"game": game, "seats": list(seats), "pace": 0, **wishes})["id"]
    if start:
        post(page, f"/api/tables/{table}/start", {})
    page.goto(f"/#/table/{table}")
    return str(table)


def open_scoring(page: Page, seed: int, **wishes: Any) -> Player:
    """Somebody at a table of Birdie whose own row can be written.

    Cards are shuffled for real and a bot may end a round at once: a game in which no row leaves a choice is followed by
    another.
    """
    for _ in range(8):
        open_table(page, "birdie", ME, BOT, **wishes)
        player = Player(page, seed)
        if player.reach_scoring():
            return player
    raise AssertionError("there is no scoring")


def show_best(page: Page) -> None:
    """Asks for the best way to score, again if the server had no time for it."""
    button = page.locator("#act .btn:not([aria-disabled=true])", has_text="Show the best")
    for _ in range(LOOKS):
        if page.locator(".ways .shown").count():
            return
        if button.count():
            with suppress(TimeoutError):
                click(button)
        page.wait_for_timeout(100)
    raise AssertionError("no best way was found")


def post(page: Page, path: str, body: dict[str, Any]) -> Any:
    answer = page.request.post(path, data=body)
    assert answer.ok, answer.text()
    return answer.json()


def drop(page: Page, text: str, name: str) -> None:
    """A file dropped on the page."""
    page.evaluate(
        """([text, name]) => {
          const files = new DataTransfer();
          files.items.add(new File([text], name));
          window.dispatchEvent(new DragEvent('drop', { dataTransfer: files, bubbles: true, cancelable: true }));
        }""",
        [text, name],
    )


ME = {"player": "me"}
OPEN = {"player": "open"}
BOT = {"player": "bot", "level": "random"}


def watch(context: BrowserContext) -> list[str]:
    """What goes wrong in any page of a context, as it goes wrong."""
    faults: list[str] = []
    context.on(
        "console",
        lambda message: faults.append(f"{message.text} {message.location}") if message.type == "error" else None,
    )
    context.on("weberror", lambda error: faults.append(str(error.error)))
    return faults


def wait_until(page: Page, condition: str) -> Any:
    """Until an expression is true; answers its value.

    ``wait_for_function`` would need a policy that lets pages evaluate texts: it fails unless its first look succeeds.
    """
    return page.evaluate(
        f"""async () => {{
          for (;;) {{
            const found = await ({condition});
            if (found) return found;
            await new Promise((on) => setTimeout(on, 50));
          }}
        }}"""
    )


AT_REST = """document.getAnimations().every((each) =>
  each.playState !== 'running' || each.effect?.getComputedTiming().endTime === Infinity)"""
"""Nothing moves or changes colour any more but what never ends."""


MORE = ("label-content-name-mismatch", "target-size")
"""What axe leaves out by default and we want as well: labels contain what can be read, targets measure 24 px."""
BY_THEME: dict[Literal["light", "dark"], dict[str, Any]] = {
    "light": {"resultTypes": ["violations"], "rules": {rule: {"enabled": True} for rule in MORE}},
    "dark": {"resultTypes": ["violations"], "runOnly": ["color-contrast", "link-in-text-block"]},
}
"""The themes differ in their colours and in nothing else."""


def assert_open_to_all(page: Page) -> None:
    """axe finds nothing, in light and dark."""
    for theme, options in BY_THEME.items():
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        page.wait_for_timeout(100)
        wait_until(page, AT_REST)
        if not page.evaluate("'axe' in window"):
            page.evaluate(AXE_SCRIPT)
        found = page.evaluate("(options) => axe.run(document, options)", options)
        faults = [
            f"{fault['id']}: {node['target']} {node['html'][:160]} {node['failureSummary'][-200:]}"
            for fault in found["violations"]
            for node in fault["nodes"][:4]
        ]
        assert not faults, f"in the {theme} theme: {faults}"
    sights.note(page)


def overflow(page: Page) -> int:
    """Pixels by which the page is wider than its window."""
    return int(page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"))


def assert_room_for_longer_texts(page: Page) -> None:
    """With every text 40 % longer nothing sticks out, from 320 px up."""
    page.evaluate("dispatchEvent(new Event('pseudo'))")
    for width in (320, 360, 820, 1440):
        page.set_viewport_size({"width": width, "height": 800})
        assert overflow(page) == 0, f"too wide at {width}"
