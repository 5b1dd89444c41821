"""A game that can be followed: what others do, what a round brought, how it ended, and where it is found again."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from kit.cubirds.table import position
from kit.page.browsing import (
    BOT,
    GO_ON,
    LOOKS,
    MAIN,
    ME,
    OPEN,
    OVER,
    Player,
    assert_open_to_all,
    assert_room_for_longer_texts,
    open_table,
    post,
    wait_until,
)
from kit.server.serving import Live

pytestmark = pytest.mark.browser

LAPTOP = {"width": 1366, "height": 768}
AT_END = "(log) => log.scrollTop + log.clientHeight >= log.scrollHeight - 1 && log.scrollHeight > log.clientHeight"


SQUEEZE = """async (log) => {
  const frame = () => new Promise(requestAnimationFrame);
  const told = log.querySelector('ol');
  const grow = () => { for (let n = 0; n < 20; n += 1) told.append(told.lastElementChild.cloneNode(true)); };
  log.style.flex = 'none';
  log.style.height = '100px';
  grow();
  for (let n = 0; n < 5; n += 1) await frame();
  log.style.height = '400px';
  await new Promise((on) => setTimeout(on));
  grow();
  for (let n = 0; n < 5; n += 1) await frame();
}"""
"""The log gets more room, and more to tell before the browser says that what it shows has moved."""


def is_in_view(page: Page, target: Locator) -> bool:
    """All of it is on the screen, nothing scrolled."""
    size, box = page.viewport_size, target.bounding_box()
    assert size and box
    return box["x"] >= 0 and box["x"] + box["width"] <= size["width"] and box["y"] + box["height"] <= size["height"]


def test_what_three_bots_did_is_seen_without_the_log(page: Page) -> None:
    page.set_viewport_size(LAPTOP)  # type: ignore[arg-type]
    open_table(page, "birdie", ME, BOT, BOT, BOT, memory="strict")
    expect(page.locator("#act .btn.warn")).to_be_visible(timeout=30_000)
    page.locator(".feeder button.card.can").first.click()
    page.locator(MAIN).click()
    expect(page.locator("#act .btn.warn")).to_be_visible(timeout=30_000)
    moves = page.locator(".seat .last-move")
    expect(moves).to_have_count(3)
    for place in range(3):
        assert is_in_view(page, moves.nth(place))
    mine = page.locator("[role=log] li", has_text="You take").first
    expect(mine).to_contain_text("New in the display")
    expect(page.locator("[role=log]")).not_to_contain_text("Mira")
    assert page.evaluate("document.documentElement.scrollHeight") <= LAPTOP["height"], "the page scrolls"
    assert page.locator("[role=log]").evaluate(AT_END)
    page.locator("button.seat").first.click()
    expect(page.get_by_role("dialog")).to_be_visible()
    assert_open_to_all(page)


def test_the_log_stays_at_its_end_when_it_gets_more_room(page: Page) -> None:
    open_table(page, "birdie", ME, BOT)
    log = page.locator("[role=log]")
    expect(log.locator("li").nth(1)).to_be_visible()
    log.evaluate(SQUEEZE)
    assert log.evaluate(AT_END)
    log.evaluate("(log) => (log.scrollTop = 50)")  # who has scrolled up reads on undisturbed
    log.evaluate("() => new Promise((on) => requestAnimationFrame(() => setTimeout(on)))")
    log.evaluate("(log) => log.querySelector('ol').append(log.querySelector('li').cloneNode(true))")
    log.evaluate("() => new Promise((on) => requestAnimationFrame(() => setTimeout(on)))")
    assert log.evaluate("(log) => log.scrollTop") == 50


def test_what_bots_did_is_seen_when_all_that_they_took_is_shown_too(page: Page) -> None:
    page.set_viewport_size(LAPTOP)  # type: ignore[arg-type]
    open_table(page, "birdie", ME, *[{"player": "bot", "level": "casual"}] * 3, memory="assisted")
    for _ in range(4):
        expect(page.locator("#act .btn.warn")).to_be_visible(timeout=30_000)
        page.locator(".feeder button.card.can").first.click()
        page.locator(MAIN).click()
    expect(page.locator("#act .btn.warn")).to_be_visible(timeout=30_000)
    expect(page.locator(".seat .taken")).to_have_count(3)
    moves = page.locator(".seat .last-move")
    expect(moves).to_have_count(3)
    for place in range(3):
        assert is_in_view(page, moves.nth(place))


def test_a_long_name_of_a_bird_does_not_lie_over_its_picture(browser: Browser, live: Live) -> None:
    context = browser.new_context(base_url=live.address, locale="es-ES", viewport={"width": 1366, "height": 768})
    page = context.new_page()
    open_table(page, "birdie", ME, BOT)
    box = page.locator(".board [data-place=box-woodpecker]")
    name, picture = box.locator(".name"), box.locator(".picture")
    expect(name).to_have_text("pájaro carpintero")
    above, below = picture.bounding_box(), name.bounding_box()
    assert above and below and below["height"] < 20 and above["y"] + above["height"] < below["y"] + 4
    context.close()


def test_a_match_stops_where_there_is_something_to_see_and_ends_with_who_won(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 568})
    table = open_table(page, "birdie", ME, BOT, BOT, BOT)
    stops = play_noting_stops(page)
    assert stops.count("round") == 1 and "scoring" in stops[: stops.index("round")]
    expect(page.get_by_role("heading", name="The decisive moment")).to_be_visible()
    assert_open_to_all(page)
    for width in (320, 390):
        page.set_viewport_size({"width": width, "height": 568})
        assert is_in_view(page, page.locator(".ranking .won"))
        winner = page.locator("thead th.won").bounding_box()
        assert winner and winner["x"] + winner["width"] <= width
    page.get_by_role("link", name="Review").click()
    expect(page.get_by_role("heading", name="Review: Mira (you)")).to_be_visible()
    page.goto(f"/#/table/{table}")
    page.get_by_role("button", name="Rematch").click()
    expect(page.locator("#act")).to_be_visible(timeout=30_000)
    assert table not in page.url


def play_noting_stops(page: Page) -> list[str]:
    player = Player(page)
    stops: list[str] = []
    for _ in range(LOOKS):
        if page.locator(OVER).is_visible():
            return stops
        if page.locator(GO_ON).is_visible():
            stops.append("round" if page.locator(".interlude").is_visible() else "scoring")
            assert page.evaluate("scrollY") == 0, "what there is to see begins at the top"
            if stops.count(stops[-1]) == 1:
                assert_open_to_all(page)
        player.move()
    raise AssertionError("the game does not end")


def open_at(page: Page, live: Live, state: str, *seats: dict[str, str]) -> None:
    table = open_table(page, "cubirds", *seats, start=False)
    live.begin_at(table, state)
    post(page, f"/api/tables/{table}/start", {})


def lay_first(page: Page) -> None:
    expect(page.locator(".group.can").first).to_be_visible(timeout=30_000)
    page.locator(".group.can").first.click()
    page.locator("[data-drop='1 right']").click()


def test_between_two_rounds_of_cubirds_the_discards_and_the_new_deal_are_told(page: Page, live: Live) -> None:
    state = position(rows=("F O P", "O T D", "D P", "R W"), hands=("M", "OOT", "RW"), collections=("FF", "D", ""))
    open_at(page, live, repr(state), ME, BOT, BOT)
    lay_first(page)
    page.get_by_role("button", name="Do not draw").click()
    between = page.locator(".interlude")
    expect(between).to_contain_text("You have no cards left")
    expect(between.locator("li").nth(1).locator(".hand [data-card]")).to_have_count(2)
    expect(between).to_contain_text("You deal 8 new cards to each player and play first.")
    expect(page.locator("#act")).not_to_be_visible()
    assert_open_to_all(page)
    page.locator(GO_ON).click()
    expect(page.locator(".group.can").first).to_be_visible()


def test_cards_drawn_at_a_shared_device_are_seen_before_the_curtain(page: Page, live: Live) -> None:
    ann, ben = ({"player": "me", "name": name} for name in ("Ann", "Ben"))
    open_at(page, live, repr(position(hands=("MR", "OOT"))), ann, ben)
    page.set_viewport_size({"width": 390, "height": 844})
    page.locator(".curtain .btn.main").click()
    expect(page.locator(".group.can").first).to_be_visible()
    expect(page.locator("#act .buttons")).to_be_hidden()
    lay_first(page)
    page.get_by_role("button", name="Lay and draw 2").click()
    for _ in range(LOOKS):  # a flock is possible with some cards, and offered then
        if page.locator(".drawn").is_visible() or page.get_by_role("button", name="End turn").is_visible():
            break
        page.wait_for_timeout(20)
    if page.locator(".drawn").is_visible():
        expect(page.locator(".drawn [data-card]")).to_have_count(2)
        expect(page.locator("#act h2")).to_have_text("You have drawn")
        expect(page.locator(".curtain")).to_have_count(0)
        assert_open_to_all(page)
        page.get_by_role("button", name="Done").click()
    else:
        page.get_by_role("button", name="End turn").click()
    expect(page.get_by_role("heading", name="Ben is next")).to_be_visible()


def carry_on(page: Page) -> Locator:
    return page.get_by_role("link", name="Carry on")


def test_my_games_are_found_again_and_a_seat_that_a_bot_kept_warm_is_given_back(page: Page) -> None:
    table = open_table(page, "cubirds", ME, BOT, options={"turn_limit": 4})
    Player(page).finish()
    open_table(page, "birdie", ME, BOT)
    expect(page.locator("#act")).to_be_visible(timeout=30_000)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Leave table").click()
    page.get_by_role("dialog").get_by_role("button", name="Leave table", exact=True).click()
    expect(page).to_have_url(re.compile("#/$"))
    expect(page.get_by_role("link", name="Carry on")).to_be_visible()
    assert_open_to_all(page)
    page.get_by_role("link", name="My games").click()
    games = page.locator("main li")
    expect(games).to_have_count(2)
    expect(games.first).to_contain_text("A bot plays for you")
    assert_open_to_all(page)
    expect(games.last).to_contain_text(re.compile("You won|Place 2 of 2|Shared victory"))
    page.get_by_label("Which matches").select_option("over")
    expect(games).to_have_count(1)
    expect(games.get_by_role("link", name="Review")).to_have_attribute("href", re.compile(table))
    page.get_by_text("CuBirds: Skill and luck over many matches").click()
    expect(page.locator("table").first).to_contain_text("Your decisions", timeout=60_000)
    expect(page.get_by_role("row", name="Flocks")).to_be_visible()
    assert_open_to_all(page)
    page.get_by_label("Which matches").select_option("playing")
    carry_on(page).click()
    expect(page.locator(".hand [data-card]").first).to_be_visible()


def test_longer_texts_fit_between_rounds_and_in_my_games(page: Page, live: Live) -> None:
    open_at(page, live, repr(position(hands=("M", "OOT", "RW"))), ME, BOT, BOT)
    lay_first(page)
    page.get_by_role("button", name="Do not draw").click()
    expect(page.locator(".interlude")).to_be_visible()
    assert_room_for_longer_texts(page)
    page.goto("/#/games")
    expect(page.locator("main li a")).to_be_visible()
    assert_room_for_longer_texts(page)


def test_a_lobby_that_one_has_left_is_not_offered_again(page: Page) -> None:
    open_table(page, "birdie", ME, OPEN, start=False)
    expect(page.get_by_role("button", name="Leave table")).to_be_visible()
    wait_until(page, "localStorage.getItem('birdtable.known') === '1'")  # the page knows whose it is
    page.goto("/#/")
    expect(carry_on(page)).to_have_count(1)
    carry_on(page).click()
    page.get_by_role("button", name="Leave table").click()
    expect(page.locator(".door").first).to_be_visible()
    mine: dict[str, Any] = page.request.get("/api/mine").json()
    assert mine["tables"] == []
    expect(carry_on(page)).to_have_count(0)
