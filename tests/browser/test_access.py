"""Open to everybody while playing: what is said, how large text is, what is in sight."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from kit.page.browsing import BOT, LOOKS, MAIN, ME, Player, assert_open_to_all, open_table, overflow, wait_until

pytestmark = pytest.mark.browser

HEARD = """
  window.heard = [];
  const regions = ':is([aria-live], [role=log], [role=status], [role=alert]):not([aria-live=off])';
  const hear = (region) => region?.textContent.trim() && window.heard.push(region.textContent.trim());
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      hear((target.nodeType === 1 ? target : target.parentElement)?.closest(regions));
      for (const added of addedNodes) if (added.nodeType === 1) added.querySelectorAll(regions).forEach(hear);
    }
  }).observe(document, { subtree: true, childList: true, characterData: true });
"""
"""What a screen reader would read of its own accord."""


def my_turn(page: Page) -> None:
    expect(page.locator("#act h2")).to_contain_text("Your turn", timeout=30_000)


def test_only_what_is_new_is_said(page: Page) -> None:
    """Who comes back to a table finds its log, and is not read it."""
    steady = {"player": "bot", "level": "casual"}  # It does not pass before there is something to score.
    open_table(page, "birdie", ME, steady, steady)
    for _ in range(3):
        my_turn(page)
        page.locator(".feeder button.card.can").first.click()
        page.locator(MAIN).click()
    my_turn(page)
    page.add_init_script(HEARD)
    page.reload()
    expect(page.locator(".log li").nth(1)).to_be_visible()
    wait_until(page, "document.querySelector('#act h2')?.textContent.includes('Your turn')")
    assert page.evaluate("window.heard") == []
    page.locator(".feeder button.card.can").first.click()
    page.locator(MAIN).click()
    wait_until(page, "window.heard.some((text) => text.includes('to your hand'))")
    assert max(map(len, page.evaluate("window.heard"))) < 300, "more than the news"


def in_sight(page: Page, selector: str) -> bool:
    return bool(
        page.locator(selector).evaluate_all(
            "all => all.length > 0 && all.every((each) => { const { top, bottom } = each.getBoundingClientRect();"
            " return top >= 0 && bottom <= innerHeight; })"
        )
    )


@pytest.mark.parametrize(("game", "hand"), [("birdie", ".hand .cards button.card"), ("cubirds", ".groups .group")])
def test_a_tablet_shows_hand_and_actions_and_a_phone_trophies_and_abilities(page: Page, game: str, hand: str) -> None:
    page.set_viewport_size({"width": 1024, "height": 768})
    open_table(page, game, ME, *[BOT] * (3 if game == "birdie" else 4))
    my_turn(page)
    expect(page.locator(hand).first).to_be_visible()
    page.evaluate("scrollTo(0, 0)")
    assert in_sight(page, hand) and in_sight(page, "#act")
    page.set_viewport_size({"width": 390, "height": 844})
    for name in ("Trophies", "Abilities") if game == "birdie" else ():
        expect(page.get_by_role("region", name=name)).to_be_visible()
    text = "getComputedStyle(document.querySelector('#act p')).fontSize"
    small = float(page.evaluate(f"parseFloat({text})"))
    for width in (1280, 1024, 390, 320):
        page.set_viewport_size({"width": width, "height": 844})
        for percent in (100, 150, 200):
            page.evaluate(f"document.documentElement.style.fontSize = '{percent}%'")
            assert overflow(page) == 0, f"too wide at {width} with text of {percent} %"
    assert float(page.evaluate(f"parseFloat({text})")) >= 1.9 * small


def test_a_low_screen_shows_the_whole_hand_below_a_clock_and_a_choice(page: Page) -> None:
    page.set_viewport_size({"width": 1280, "height": 720})
    open_table(page, "birdie", ME, BOT, BOT, clock={"kind": "turn", "seconds": 600})
    my_turn(page)
    for place in range(2):
        page.locator(".feeder button.card.can").nth(place).click()
    expect(page.locator(MAIN)).to_be_visible()
    page.evaluate("scrollTo(0, 0)")
    assert in_sight(page, ".hand .cards button.card") and in_sight(page, "#act")


def test_a_phone_shows_four_players_their_moves_and_the_hand(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    open_table(page, "cubirds", ME, BOT, BOT, BOT)
    player = Player(page)
    mine = page.get_by_role("heading", name="Your turn: lay birds")
    for _ in range(LOOKS):
        if page.locator(".seats .did").count() == 3 and mine.is_visible():
            break
        player.move()
    page.evaluate("scrollTo(0, 0)")
    assert in_sight(page, ".groups .group")


def test_a_line_that_falls_silent_is_noticed_and_mended(page: Page) -> None:
    """Nobody says that it is cut: nothing arrives any more."""
    cut = False
    lines = 0

    def join(route: WebSocketRoute) -> None:
        nonlocal lines
        lines += 1
        server = route.connect_to_server()
        server.on_message(lambda message: None if cut else route.send(message))

    page.route_web_socket(re.compile("/socket"), join)
    open_table(page, "birdie", ME, BOT)
    my_turn(page)
    cut = True
    expect(page.get_by_text("You are offline.").first).to_be_visible()
    assert_open_to_all(page)
    cut = False
    expect(page.get_by_text("You are back online. Nothing was lost.").first).to_be_visible()
    assert lines > 1


COLOURS = """async (button) => {
  await Promise.all(button.getAnimations().map((change) => change.finished));
  const { color, backgroundColor } = getComputedStyle(button);
  return [color, backgroundColor];
}"""


def test_a_button_that_waits_stays_legible_under_the_pointer(page: Page) -> None:
    page.goto("/#/open/bots/birdie")
    button = page.get_by_role("button", name="Play", exact=True)
    button.evaluate("(button) => button.setAttribute('aria-disabled', 'true')")
    waiting = button.evaluate(COLOURS)
    button.hover(force=True)
    assert button.evaluate(COLOURS) == waiting
