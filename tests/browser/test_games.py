"""Whole games, played to their end in a browser, in every way in which people sit at a table."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from kit.page.browsing import (
    BOT,
    LOOKS,
    ME,
    OPEN,
    Player,
    assert_open_to_all,
    open_against_bots,
    open_table,
    overflow,
    press_enter,
    tap,
    watch,
)
from kit.server.serving import Live

pytestmark = pytest.mark.browser

GERMAN = {"robin_source": "bird_deck", "owl": "move", "same_trait_sets": "choose"}
"""The options of the German short rules."""


def test_birdie_against_bots_from_the_first_click_to_the_score_sheet(page: Page) -> None:
    open_against_bots(page, "Birdie", seats=2)
    Player(page).finish()
    expect(page.get_by_role("table")).to_contain_text("Total")
    expect(page.get_by_role("button", name="Rematch")).to_be_visible()


def test_cubirds_against_bots_to_its_end(page: Page) -> None:
    open_against_bots(page, "CuBirds", turn_limit=14)
    Player(page).finish()
    expect(page.locator(".collections li")).to_have_count(2)


def test_the_expert_game_of_birdie(page: Page) -> None:
    open_table(page, "birdie", ME, BOT, options={"expert": True})
    Player(page, 2).finish()


@pytest.mark.long
@pytest.mark.parametrize("seed", range(10, 20))
@pytest.mark.parametrize("options", [{}, {"expert": True}, {"expert": True, "expert_removals": "single"}, GERMAN])
def test_birdie_with_all_options_and_many_fancies(page: Page, options: dict[str, Any], seed: int) -> None:
    open_table(page, "birdie", ME, BOT, BOT, options=options)
    Player(page, seed).finish()


def test_birdie_by_the_german_short_rules(page: Page) -> None:
    open_table(page, "birdie", ME, BOT, options=GERMAN)
    Player(page, 3).finish()


@pytest.mark.parametrize(("game", "options"), [("birdie", {}), ("cubirds", {"turn_limit": 10})])
def test_two_browsers_meet_by_a_link(page: Page, another: Page, game: str, options: dict[str, Any]) -> None:
    table = open_table(page, game, ME, OPEN, start=False, options=options)
    another.goto(page.url)
    another.get_by_label("Your name").fill("Tomás")
    another.get_by_role("button", name="Sit here").click()
    expect(page.locator("ol").get_by_text("Tomás")).to_be_visible()
    page.get_by_role("button", name="Start", exact=True).click()
    first, second = Player(page, 5), Player(another, 6)
    for player in (first, second):
        expect(player.page.locator("#act")).to_be_visible(timeout=15_000)
    for _ in range(LOOKS):
        if page.locator("#over-title").is_visible() and another.locator("#over-title").is_visible():
            break
        first.move()
        second.move()
    expect(page.locator("#over-title")).to_be_visible()
    page.get_by_role("button", name="Rematch").click()
    expect(page).not_to_have_url(re.compile(table))
    another.get_by_role("button", name="Go to the rematch").click()
    expect(another).to_have_url(page.url)


@pytest.mark.parametrize(("game", "options"), [("birdie", {}), ("cubirds", {"turn_limit": 8})])
def test_a_game_by_keyboard_only(page: Page, game: str, options: dict[str, Any]) -> None:
    """The focus is always where one plays: what can be done next has it, or is a few tabs away."""
    tabs: list[int] = []

    def press(target: Locator) -> None:
        found = tabs_to_a_control(page)
        if found is not None:
            tabs.append(found)
            press_enter(target)

    open_table(page, game, ME, BOT, options=options)
    expect(page.locator("#act h2")).to_contain_text("Your turn")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    Player(page, 8, press).finish()
    assert len(tabs) > 8 and max(tabs) <= 2, tabs


CONTROL = "button:is(.can, .on, .chosen, .cut, .slot, .target), #act .btn, .go-on, dialog .btn"


def tabs_to_a_control(page: Page) -> int | None:
    """How often one presses Tab from where the focus is to something to play with, if there still is anything."""
    assert page.evaluate("document.activeElement !== document.body"), "the focus is lost"
    for tabs in range(9):
        if page.evaluate("(control) => document.activeElement.matches(control)", CONTROL):
            return tabs
        if page.locator(CONTROL).count() == 0:
            return None
        page.keyboard.press("Tab")
    raise AssertionError(f"nothing to play with is near {page.evaluate('document.activeElement.outerHTML')}")


def test_a_game_on_a_phone_by_touch(browser: Browser, browser_context_args: dict[str, Any]) -> None:
    phone = {**browser_context_args, "viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
    context = browser.new_context(**phone)
    faults = watch(context)
    page = context.new_page()
    for game, options in (("birdie", {}), ("cubirds", {"turn_limit": 8})):
        open_table(page, game, ME, BOT, options=options)
        expect(page.locator("#act")).to_be_visible(timeout=15_000)
        assert overflow(page) == 0
        Player(page, 9, tap).finish()
        assert overflow(page) == 0
    context.close()
    assert not faults


def test_an_onlooker_sees_the_table_and_no_hand(page: Page, another: Page, live: Live) -> None:
    open_table(page, "birdie", ME, BOT)
    expect(page.locator(".hand [data-card]").first).to_be_visible(timeout=15_000)
    another.goto(page.url)
    expect(another.get_by_text("You are watching")).to_be_visible()
    assert_open_to_all(another)
    expect(another.locator(".feeder [data-card]")).to_have_count(4)
    assert another.locator("[data-card]:not(.last-move *)").count() == 4
