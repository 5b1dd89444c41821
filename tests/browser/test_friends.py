"""Friends at one table: who is away, what is said, what they are called, and a network without https."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import parse_qs, urlparse

import pytest
from playwright.sync_api import Browser, Page, expect

from kit.page.browsing import BOT, MAIN, ME, OPEN, PLAIN, assert_open_to_all, open_table, post, wait_until, watch
from kit.server.serving import Live, live_server

pytestmark = pytest.mark.browser


def sit_down(page: Page, address: str, name: str) -> None:
    page.goto(address)
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Sit here").click()


@pytest.fixture
def pair(page: Page, another: Page) -> tuple[Page, Page]:
    """Mira, who is the host, and Tomás at a table of Birdie with clocks."""
    open_table(page, "birdie", ME, OPEN, start=False)
    page.get_by_label("Clock").select_option("1 minute for every turn")
    sit_down(another, page.url, "Tomás")
    expect(page.get_by_role("region", name="Seats").get_by_text("Tomás")).to_be_visible()
    expect(another.get_by_text("1 minute for every turn")).to_be_visible()
    expect(another.get_by_text("At zero a bot plays on")).to_be_visible()
    page.get_by_role("button", name="Start", exact=True).click()
    for each in (page, another):
        expect(each.locator(".act .own")).to_contain_text("At zero a bot plays on", timeout=30_000)
        expect(each.locator(".seats .clock")).to_be_visible()
        expect(each.locator(".seats")).not_to_contain_text("away")
    return page, another


def pass_time(live: Live, table: str, name: str, seconds: float) -> None:
    """For so long the person has been away."""
    room = live.rooms.rooms[table]

    async def pass_by() -> None:
        person = next(chair.person for chair in room.table.chairs if live.rooms.people.name_of(chair.person) == name)
        room.presence.gone[person] -= seconds
        room.teller.say_here()

    asyncio.run_coroutine_threadsafe(pass_by(), live.rooms.caretaker.get_loop()).result(30)


def test_whoever_waits_for_somebody_away_nudges_waits_or_lets_a_bot_play_on(
    pair: tuple[Page, Page], live: Live
) -> None:
    mover, waits = pair if pair[0].locator("#act .btn.warn").count() else pair[::-1]
    table = mover.url.rpartition("/")[2]
    name = "Mira" if mover is pair[0] else "Tomás"
    mover.goto("/#/")
    expect(waits.locator(".seats")).to_contain_text("away")
    pass_time(live, table, name, 130)
    expect(waits.get_by_text(f"{name} has been away for 2 minutes.").first).to_be_visible()
    expect(waits.locator(".seats")).to_contain_text("away 2 min")
    assert_open_to_all(waits)
    waits.get_by_role("button", name="Nudge").click()
    expect(waits.get_by_role("button", name="Nudge")).to_be_disabled()
    mover.reload()
    expect(mover.get_by_text("is waiting for you: it is your turn.").first).to_be_visible()
    waits.get_by_role("button", name="Let a bot play on").click()
    expect(waits.get_by_role("log")).to_contain_text(f"A bot plays for {name}")
    expect(waits.get_by_text("has been away")).to_have_count(0)


def test_a_space_that_comes_before_what_it_was_to_hurry_scrolls_nothing_away(pair: tuple[Page, Page]) -> None:
    waits = pair[1] if pair[0].locator("#act .btn.warn").count() else pair[0]
    waits.set_viewport_size({"width": 390, "height": 400})
    waits.keyboard.press("Space")
    waits.wait_for_timeout(400)
    assert waits.evaluate("scrollY") == 0
    waits.keyboard.press("PageDown")
    wait_until(waits, "scrollY > 0")


def test_words_are_counted_names_change_for_all_and_clocks_stay_in_sight(pair: tuple[Page, Page]) -> None:
    mira, tomas = pair
    tomas.get_by_role("button", name="Chat").click()
    tomas.get_by_role("button", name="Bravo!").click()
    expect(mira.locator(".seats .spoken")).to_have_text(re.compile("Bravo!"))
    expect(mira.get_by_role("button", name="Chat")).to_have_text("Chat")
    tomas.get_by_role("button", name="Well played!").click()
    expect(mira.get_by_role("button", name="Chat 1 new message")).to_be_visible()
    expect(mira.locator("[aria-live=polite]")).to_contain_text("Tomás: Well played!")
    mira.set_viewport_size({"width": 390, "height": 844})
    button = mira.get_by_role("button", name="Chat 1 new message")
    below = button.bounding_box()
    button.click()
    sheet = mira.get_by_role("region", name="Chat")
    expect(sheet.get_by_role("log")).to_contain_text("Well played!")
    top = sheet.bounding_box()
    assert below and top and abs(top["y"] - below["y"] - below["height"]) < 20
    expect(mira.get_by_role("button", name="Chat", exact=True)).to_be_visible()
    assert_open_to_all(mira)
    mira.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    expect(mira.get_by_role("button", name="Chat", exact=True)).to_be_focused()
    tomas.get_by_role("button", name="Close").click()
    tomas.get_by_role("button", name="Menu").click()
    tomas.get_by_role("button", name="Change my name").click()
    assert_open_to_all(tomas)
    tomas.get_by_label("Your name").fill("Tomasz")
    tomas.get_by_role("button", name="Change", exact=True).click()
    expect(mira.locator(".seats .name")).to_have_text("Tomasz")
    mira.set_viewport_size({"width": 1280, "height": 860})
    order = pair if mira.locator("#act .btn.warn").count() else pair[::-1]
    for each in order:
        for place in range(2):
            each.locator(".feeder button.card.can").nth(place).click()
        words = each.locator("#act .say").bounding_box()
        assert words and words["width"] >= 140, "beside a clock there is no room for words"
        each.locator(MAIN).click()
    for each in order:
        each.locator("#act .btn.warn").click()
        each.locator("dialog[open] .btn.main").click()
    for each in order:
        expect(each.locator(".sky")).to_be_visible()
        expect(each.locator(".act .own")).to_contain_text("At zero a bot plays on")
        expect(each.locator(".passing .clock")).to_have_count(2)


def test_on_a_phone_a_name_has_room_beside_a_clock_and_a_word(page: Page, another: Page) -> None:
    table = open_table(page, "birdie", ME, OPEN, BOT, start=False, clock={"kind": "turn", "seconds": 60})
    sit_down(another, page.url, "Tomás")
    expect(page.get_by_role("region", name="Seats").get_by_text("Tomás")).to_be_visible()
    post(page, f"/api/tables/{table}/start", {})
    another.goto("/#/")
    for width in (390, 320):
        page.set_viewport_size({"width": width, "height": 844})
        seat = page.locator(".seat", has_text="Tomás")
        expect(seat).to_contain_text("away")
        name = seat.locator(".name").bounding_box()
        assert name and name["width"] >= 50


@pytest.fixture
def plain(browser: Browser, live: Live, browser_context_args: dict[str, Any]) -> Iterator[Page]:
    """A page as in a club's network: its address has a name, and no https."""
    address = live.address.replace("127.0.0.1", PLAIN)
    context = browser.new_context(**{**browser_context_args, "base_url": address})
    faults = watch(context)
    yield context.new_page()
    context.close()
    # Chromium says of every page without https that it ignores this header.
    assert not [fault for fault in faults if "Cross-Origin-Opener-Policy" not in fault]


def test_on_a_plain_network_links_are_copied_and_refused_notifications_say_so(plain: Page) -> None:
    plain.goto("/")
    assert not plain.evaluate("isSecureContext")
    plain.get_by_role("button", name="With friends").click()
    plain.get_by_label("Your name").fill("Mira")
    plain.get_by_role("button", name="Open the table").click()
    expect(plain.get_by_text("you host")).to_be_visible()
    link = plain.get_by_label("Link to this table").input_value()
    assert PLAIN in link
    plain.get_by_role("button", name="Copy the link").click()
    expect(plain.get_by_text("The link is copied.").first).to_be_visible()
    plain.goto("/#/")
    plain.get_by_label("Have a code?").press("ControlOrMeta+v")
    expect(plain.get_by_label("Have a code?")).to_have_value(link)
    plain.get_by_role("button", name="Settings").click()
    notify = plain.get_by_label("Notify me when it is my turn")
    notify.click()
    expect(plain.get_by_text("they need a page under https")).to_be_visible()
    expect(notify).not_to_be_checked()


def test_on_a_plain_network_nothing_is_offered_that_needs_https(page: Page, plain: Page) -> None:
    table = open_table(page, "birdie", ME, BOT)
    for cookie in page.context.cookies():
        plain.context.add_cookies([{"name": cookie["name"], "value": cookie["value"], "domain": PLAIN, "path": "/"}])
    for each, offers in ((page, 1), (plain, 0)):
        each.route("**/api/alone", lambda route: route.fulfill(json={"megabytes": 6.8}))
        each.goto(f"/#/table/{table}")
        each.reload()
        expect(each.locator("#act")).to_be_visible()
        each.get_by_role("button", name="Menu").click()
        each.get_by_role("button", name="Carry on elsewhere").click()
        expect(each.get_by_role("button", name="Save the record")).to_be_visible()
        expect(each.get_by_role("button", name="Without the server")).to_have_count(offers)
        each.goto("/#/")
        each.get_by_role("button", name="Settings").click()
        expect(each.get_by_role("button", name="Privacy").last).to_be_visible()
        expect(each.get_by_role("link", name="Keep Birdtable on this device")).to_have_count(offers)


def test_a_browser_that_refuses_notifications_says_so_too(page: Page) -> None:
    page.add_init_script("Notification.requestPermission = () => Promise.resolve('denied')")
    page.goto("/")
    page.get_by_role("button", name="Settings").click()
    notify = page.get_by_label("Notify me when it is my turn")
    notify.click()
    expect(page.get_by_text("does not allow notifications")).to_be_visible()
    expect(notify).not_to_be_checked()


def test_the_qr_code_carries_the_address_in_the_network(
    browser: Browser, browser_context_args: dict[str, Any], tmp_path_factory: pytest.TempPathFactory
) -> None:
    outside = "http://192.168.1.20:8624"
    with live_server(tmp_path_factory.mktemp("club"), where=lambda: outside) as club:
        context = browser.new_context(**{**browser_context_args, "base_url": club.address})
        faults, page = watch(context), context.new_page()
        table = open_table(page, "birdie", ME, OPEN, start=False)
        expect(page.get_by_label("Link to this table")).to_have_value(f"{outside}/#/table/{table}")
        code = page.get_by_role("img", name="QR code of the link")
        expect(code).to_be_visible()
        drawn = parse_qs(urlparse(code.get_attribute("src") or "").query)["link"]
        assert drawn == [f"{outside}/#/table/{table}"]
        assert code.evaluate("picture => picture.naturalWidth") > 0
        expect(page.get_by_text("This link works only on this computer")).to_have_count(0)
        context.close()
        assert not faults
