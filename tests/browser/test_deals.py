"""Deals that several people play, in the browser: handed on from one to another, and the deal of the day with par."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime

import msgspec
import pytest
from playwright.sync_api import Page, expect

from birdtable.puzzles.deals import Par
from birdtable.server.room.deals import daily
from kit.page.browsing import BOT, ME, OVER, assert_open_to_all, open_table
from kit.server.serving import Live

pytestmark = pytest.mark.browser


def test_a_deal_is_handed_on_and_both_results_are_told_when_both_are_done(
    page: Page, another: Page, live: Live
) -> None:
    table = open_table(page, "birdie", ME, BOT)
    expect(page.locator("#act")).to_be_visible()
    live.finish(table)
    page.reload()
    expect(page.locator(OVER)).to_be_visible()
    page.get_by_role("button", name="Hand on this deal").click()
    link = page.get_by_label("Link to this deal").input_value()
    expect(page.get_by_role("list", name="Results").get_by_role("listitem")).to_have_count(1)
    assert_open_to_all(page)
    another.goto(link)
    expect(another.get_by_text("Mira has played this match.")).to_be_visible()
    expect(another.get_by_text("does not remove luck")).to_be_visible()
    another.get_by_role("button", name="Play it").click()
    another.get_by_label("Your name").fill("Tomás")
    another.get_by_role("dialog").get_by_role("button", name="Play it").click()
    expect(another.locator("#act")).to_be_visible()
    own = another.url.rpartition("/")[2]
    another.goto(link)  # leaves, and comes back
    expect(another.get_by_role("list", name="Results")).to_have_count(0)
    another.get_by_role("button", name="Carry on").click()
    expect(another.locator("#act")).to_be_visible()
    live.finish(own, seed=2)
    another.reload()
    expect(another.get_by_role("button", name="Check the shuffle")).to_have_count(0)
    another.get_by_role("link", name="Compare").click()
    results = another.get_by_role("list", name="Results").get_by_role("listitem")
    expect(results).to_have_count(2)
    points = [live.rooms.rooms[each].table.outcome.points[0] for each in (table, own)]  # type: ignore[union-attr]
    for result, name, made in zip(results.all(), ("Mira", "Tomás"), points, strict=True):
        expect(result).to_contain_text(name)
        expect(result.locator(".points")).to_have_text(f"{made} point{'s' * (made != 1)}")
    expect(another.get_by_role("button", name="Play it")).to_have_count(0)
    another.get_by_role("button", name="How luck is measured").click()
    expect(another.get_by_role("dialog")).to_contain_text("on average it is zero")
    another.keyboard.press("Escape")
    assert_open_to_all(another)
    page.reload()
    expect(page.get_by_role("list", name="Results").get_by_role("listitem")).to_have_count(2)


def test_the_deal_of_the_day_is_played_once_and_compared_with_par(page: Page, live: Live) -> None:
    par = Par(points=(50, 60), wins=1)
    name = daily.par_name("birdie", datetime.now(UTC).date())
    put = live.rooms.store.put_fact(name, msgspec.json.encode(par))
    asyncio.run_coroutine_threadsafe(put, live.rooms.caretaker.get_loop()).result(30)
    page.goto("/#/puzzles")
    deal = page.get_by_role("listitem").filter(has_text="How it is fair").filter(has_text="Birdie")
    expect(deal).not_to_contain_text("Par")
    deal.get_by_role("button", name="Play it").click()
    expect(page.locator("#act")).to_be_visible()
    table = page.url.rpartition("/")[2]
    expect(page.get_by_role("button", name="Hint")).to_have_count(0)
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_role("button", name="Carry on elsewhere")).to_have_count(0)
    page.get_by_role("button", name="Leave table", exact=True).click()  # the match waits, and no bot plays on
    page.goto("/#/puzzles")
    deal.get_by_role("button", name="Carry on").click()
    expect(page.locator("#act")).to_be_visible()
    assert page.url.endswith(table)
    live.finish(table)
    page.reload()
    expect(page.locator(OVER)).to_be_visible()
    page.get_by_role("link", name="Compare").click()
    expect(deal).to_contain_text("Par: 55 points, ± 7.1")
    points = live.rooms.rooms[table].table.outcome.points[0]  # type: ignore[union-attr]
    expect(deal.locator(".pill")).to_have_text(f"{points} point{'s' * (points != 1)}")
    expect(deal.get_by_role("button", name="Play it")).to_have_count(0)
    assert_open_to_all(page)
    refused = page.request.post("/api/deals/birdie")
    assert refused.status == 409 and refused.json()["details"] == {"points": points}


def test_how_luck_is_measured_and_where_a_match_can_go_on_shut_nobody_out(page: Page) -> None:
    page.goto("/#/puzzles")
    page.get_by_role("button", name="How luck is measured").click()
    expect(page.get_by_role("dialog", name="How luck is measured")).to_be_visible()
    assert_open_to_all(page)
    open_table(page, "birdie", ME, BOT)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Carry on elsewhere").click()
    expect(page.get_by_role("dialog", name="Carry on elsewhere")).to_be_visible()
    assert_open_to_all(page)


def test_whoever_comes_from_a_deal_of_the_day_is_led_to_what_came_of_it(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    deal = page.get_by_role("button", name="Play it").last
    page.goto("/#/puzzles")
    expect(deal).to_be_visible()
    expect(deal).not_to_be_in_viewport()
    page.goto("/#/")
    page.goto("/#/puzzles?deals")
    expect(deal).to_be_in_viewport()
