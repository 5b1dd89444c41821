"""Screens and dialogs that no other test has a reason to show to axe."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from birdtable.games.birdie import GAME
from birdtable.server.room.retention import Retention
from kit.birdie.table import scoring
from kit.cubirds.table import position
from kit.page.browsing import BOT, ME, assert_open_to_all, open_table, post
from kit.page.sheet_entry import new_sheet
from kit.page.sights import PARTS, SOURCE
from kit.server.serving import Live

pytestmark = pytest.mark.browser


def test_every_screen_is_known_by_something() -> None:
    """Whoever adds a screen says here how it is known, and shows it to axe."""
    assert {path.stem for path in (SOURCE / "screens").glob("*.svelte")} == set(PARTS)


def begin(page: Page, live: Live, game: str, state: object) -> None:
    table = open_table(page, game, ME, BOT, start=False)
    live.begin_at(table, repr(state))
    post(page, f"/api/tables/{table}/start", {})


def test_what_a_table_of_cubirds_opens(page: Page, live: Live) -> None:
    begin(page, live, "cubirds", position(hands=("MMMMMRRRRRR", "OOT"), collections=("F", "OD")))
    page.set_viewport_size({"width": 390, "height": 844})
    for button, title in (("bot.*in hand", "bot: collection"), ("Discards", "Discard pile"), ("Menu", "Menu")):
        page.get_by_role("button", name=re.compile(button)).first.click()
        expect(page.get_by_role("dialog", name=title)).to_be_visible()
        assert_open_to_all(page)
        page.keyboard.press("Escape")


def test_what_a_table_of_birdie_opens(page: Page, live: Live) -> None:
    state = scoring("Rs Ra Ow", hand="Ru Rw")
    assert any(step.startswith("use R") for step in GAME.legal_steps(state)), GAME.legal_steps(state)
    begin(page, live, "birdie", state)
    page.set_viewport_size({"width": 390, "height": 844})
    page.get_by_role("button", name=re.compile("Your board")).click()
    expect(page.get_by_role("dialog", name="Your board")).to_be_visible()
    assert_open_to_all(page)
    page.keyboard.press("Escape")
    page.locator("#act .hand button.card.can").first.click()
    expect(page.get_by_role("dialog", name="Draw a card with Robin?")).to_be_visible()
    assert_open_to_all(page)


def test_a_host_is_asked_for_a_name_then_a_guest_and_what_is_shuffled_is_waited_for(page: Page, another: Page) -> None:
    def keep_back(route: WebSocketRoute) -> None:
        server = route.connect_to_server()
        route.on_message(lambda message: None if '"reveal"' in str(message) else server.send(message))

    page.route_web_socket(re.compile("/socket"), keep_back)
    page.goto("/")
    page.get_by_role("button", name="With friends").click()
    expect(page.get_by_role("dialog", name="What do your friends call you?")).to_be_visible()
    assert_open_to_all(page)
    page.get_by_label("Your name").fill("Mira")
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_role("heading", name="Invite")).to_be_visible()
    another.goto(page.url)
    expect(another.get_by_label("Your name")).to_be_visible()
    assert_open_to_all(another)
    page.get_by_role("button", name="Start with bots in the open seats").click()
    expect(page.get_by_role("heading", name="Setting the table")).to_be_visible()
    assert_open_to_all(page)


def test_a_sheet_has_its_header_and_is_thrown_away(page: Page) -> None:
    new_sheet(page, "Ana", "Ben", game="cubirds")
    page.get_by_role("button", name="Names and rules").click()
    expect(page.get_by_role("dialog", name="Names and rules")).to_be_visible()
    assert_open_to_all(page)
    page.goto("/#/score")
    page.get_by_role("button", name="Throw away: Ana, Ben").click()
    expect(page.get_by_role("dialog", name="Throw this sheet away?")).to_be_visible()
    assert_open_to_all(page)
    page.get_by_role("button", name="Throw it away").click()
    expect(page.get_by_role("link", name=re.compile("Ana, Ben"))).to_have_count(0)


def test_privacy_is_told_on_the_start_page_and_in_the_settings(page: Page, live: Live) -> None:
    page.goto("/")
    page.get_by_role("button", name="Privacy").click()
    told = page.get_by_role("dialog", name="Privacy")
    expect(told).to_contain_text("Matches are kept without limit.")
    expect(told).to_contain_text("Guests are kept until they delete themselves.")
    assert_open_to_all(page)
    page.keyboard.press("Escape")
    live.rooms.retention = Retention(matches=365, guests=1)
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("dialog", name="Settings").get_by_role("button", name="Privacy").click()
    expect(told).to_contain_text("Matches are deleted 365 days after their end.")
    expect(told).to_contain_text("deleted 1 day after their last visit")
    live.rooms.retention = Retention()


@pytest.fixture
def unwatched(browser: Browser, browser_context_args: dict[str, Any]) -> Iterator[Page]:
    """Whose console says that something was not found."""
    with browser.new_context(**browser_context_args) as context:
        yield context.new_page()


@pytest.mark.parametrize(
    ("place", "title"), [("table", "There is no such table."), ("replay", "This cannot be shown.")]
)
def test_what_is_not_there_says_so(unwatched: Page, place: str, title: str) -> None:
    unwatched.goto(f"/#/{place}/nowhere")
    expect(unwatched.get_by_role("heading", name=title)).to_be_visible()
    assert_open_to_all(unwatched)
