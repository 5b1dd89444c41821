"""A game that brings nothing for the page is played all the same: Kuhn poker, on the plain board."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from birdtable import catalog
from kit.page.browsing import (
    LOOKS,
    ME,
    OVER,
    Player,
    assert_open_to_all,
    assert_room_for_longer_texts,
    open_against_bots,
    open_table,
    press_enter,
)
from kit.server.serving import Live

pytestmark = pytest.mark.browser

TITLE = "Kuhn poker"
BUTTONS = "#act .btn"


@pytest.fixture(scope="module", autouse=True)
def kuhn(live: Live) -> Iterator[None]:
    catalog.register("kuhn", "kit.kuhn")
    # Workers that are running already do not know it; the next ones will.
    live.rooms.workers.close()
    yield
    del catalog.GAMES["kuhn"]


def choose_game(page: Page) -> None:
    page.goto("/")
    page.locator("label.game", has_text=TITLE).click()
    expect(page.get_by_role("radio", name=TITLE)).to_be_checked()


def sit_down(page: Page) -> None:
    """At one device, with somebody who has not looked at the screen yet."""
    choose_game(page)
    page.get_by_role("button", name="Same device").click()
    expect(page.get_by_role("heading", name=TITLE)).to_be_visible()
    page.get_by_role("button", name="Play", exact=True).click()
    page.locator(".curtain .btn.main").click()
    expect(page.locator(BUTTONS).first).to_be_visible()


def field(page: Page, name: str) -> str:
    term = page.locator("dt", has_text=re.compile(f"^{name}$"))
    return page.locator("dl > div", has=term).locator("dd").inner_text()


def test_it_is_played_from_the_first_click_to_the_result(page: Page) -> None:
    sit_down(page)
    assert field(page, "Hand") in "JQK"
    expect(page.locator(BUTTONS)).to_have_text(["Check", "Bet"])
    assert_open_to_all(page)
    page.get_by_role("button", name="Bet").click()
    page.locator(".curtain .btn.main").click()
    expect(page.locator(BUTTONS)).to_have_text(["Call", "Fold"])
    expect(page.get_by_role("log")).to_contain_text("Player 1: bet")
    page.get_by_role("button", name="Call").click()
    expect(page.locator(OVER)).to_have_text(re.compile("^Player [12] wins$"))
    points = page.get_by_role("table").locator("td").all_inner_texts()
    assert sorted(points) == ["-2", "2"]
    page.get_by_role("button", name="Check the shuffle").click()
    expect(page.get_by_text("The shuffle was fair")).to_be_visible()
    assert_open_to_all(page)


def test_what_only_the_other_may_see_is_not_on_the_board(page: Page) -> None:
    sit_down(page)
    first = field(page, "Hand")
    page.get_by_role("button", name="Check").click()
    page.locator(".curtain .btn.main").click()
    expect(page.locator(BUTTONS).first).to_be_visible()
    assert field(page, "Hand") != first
    assert field(page, "Shown") == "–"


def test_the_keyboard_is_enough(page: Page) -> None:
    sit_down(page)
    page.keyboard.press("h")
    expect(page.locator("[aria-live=polite]")).to_contain_text("Your hand")
    Player(page, press=press_enter).finish()


def test_it_has_no_rules_to_read_and_shows_no_other_games(page: Page) -> None:
    choose_game(page)
    page.get_by_role("button", name="Rules").click()
    rules = page.get_by_role("dialog", name="Rules")
    expect(rules).to_contain_text(f"{TITLE} comes without a text of its rules.")
    expect(rules.locator("section")).to_have_count(0)
    rules.get_by_label("CuBirds").check()
    expect(rules).to_contain_text("reed warbler")
    expect(rules).not_to_contain_text("comes without")


def test_bots_that_know_nothing_of_it_play_along(page: Page) -> None:
    open_against_bots(page, TITLE)
    Player(page).finish()
    expect(page.get_by_role("table").locator("td")).to_have_count(2)


def test_two_browsers_meet_in_the_lobby(page: Page, another: Page) -> None:
    choose_game(page)
    page.get_by_role("button", name="With friends").click()
    page.get_by_label("Your name").fill("Mira")
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_role("heading", name="Invite")).to_be_visible()
    another.goto(page.url)
    another.get_by_label("Your name").fill("Tomás")
    another.get_by_role("button", name="Sit here").click()
    expect(page.get_by_text("Tomás")).to_be_visible()
    page.get_by_role("button", name="Start", exact=True).click()
    players = [Player(page, 1), Player(another, 2)]
    for _ in range(LOOKS):
        if all(player.page.locator(OVER).is_visible() for player in players):
            break
        for player in players:
            player.move()
    expect(another.locator(OVER)).to_have_text(re.compile("win"))


def test_a_match_is_looked_back_at(page: Page) -> None:
    open_table(page, "kuhn", ME, ME)
    Player(page).finish()
    page.get_by_role("link", name="Look back").click()
    expect(page.get_by_role("heading", name="What you see")).to_be_visible()
    page.keyboard.press("End")
    expect(page.locator(".tabletop.plain")).to_contain_text("Game over")
    assert_open_to_all(page)


def test_long_words_and_narrow_screens_fit(page: Page) -> None:
    open_table(page, "kuhn", ME, ME)
    page.locator(".curtain .btn.main").click()
    expect(page.locator(BUTTONS).first).to_be_visible()
    assert_room_for_longer_texts(page)


def test_the_rest_of_the_page_speaks_its_language(page: Page) -> None:
    open_table(page, "kuhn", ME, ME)
    page.locator(".curtain .btn.main").click()
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Language").select_option("de")
    page.keyboard.press("Escape")
    expect(page.get_by_role("heading", name="Was du siehst")).to_be_visible()
