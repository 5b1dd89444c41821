"""Evenings in one's account: off until it is turned on, and two devices at one table never overwrite each other."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Page, Request, expect

from kit.page.browsing import assert_open_to_all, wait_until
from kit.page.sheet_entry import new_sheet

pytestmark = pytest.mark.browser

SWITCH = "Keep all of this in my account on this server too"
TABLE = {"game": "birdie", "players": ["Ana", "Otis"], "levels": ["", "beginner"], "options": {}, "taps": ["starter 1"]}
KEPT = {"id": "one", "begun": 1, "changed": 1, "open": True, "table": TABLE}
KEEP = """async (body) => {
  const { version } = await fetch('api/me/evenings').then((answer) => answer.json());
  const headers = { 'Content-Type': 'application/json' };
  const kept = JSON.stringify({ after: version, body });
  return (await fetch('api/me/evenings', { method: 'PUT', headers, body: kept })).ok;
}"""
"""Keeps a text in the account, whatever is there."""


def have_a_table(page: Page) -> None:
    page.goto("/#/evenings")
    page.evaluate("kept => localStorage.setItem('birdtable.chairs', JSON.stringify([kept]))", KEPT)
    page.reload()


def turn_on(page: Page) -> None:
    page.get_by_label(SWITCH).check()
    expect(page.get_by_text("Kept in your account as well.")).to_be_visible()


def taps(page: Page) -> list[str]:
    kept: list[Any] = json.loads(page.evaluate("localStorage.getItem('birdtable.chairs')"))
    return list(kept[0]["table"]["taps"])


def be_the_same_person(page: Page, another: Page) -> None:
    code = page.evaluate("fetch('api/me').then((answer) => answer.json())")["code"]
    another.goto(f"/#/me/{code}")
    expect(another.get_by_text("Welcome back.").first).to_be_visible()


def test_nothing_leaves_the_device_until_it_is_turned_on_and_the_server_forgets_when_it_is_turned_off(
    page: Page,
) -> None:
    sent: list[str] = []

    def note(request: Request) -> None:
        if "/api/me/evenings" in request.url:
            sent.append(request.method)

    page.on("request", note)
    have_a_table(page)
    new_sheet(page, "Ana", "Ben")
    page.goto("/#/chair/one")
    page.locator("[data-key=Rs]").click()
    page.goto("/#/evenings")
    expect(page.get_by_label(SWITCH)).not_to_be_checked()
    assert not sent
    turn_on(page)
    assert_open_to_all(page)
    body = page.evaluate("fetch('api/me/evenings').then((answer) => answer.json())")["body"]
    assert len(json.loads(body)["sheets"]) == 1 and len(json.loads(body)["chairs"]) == 1
    page.get_by_label(SWITCH).uncheck()
    expect(page.get_by_text("Kept in your account as well.")).to_have_count(0)
    assert page.evaluate("fetch('api/me/evenings').then((answer) => answer.json())")["version"] == 0
    assert taps(page) == ["starter 1", "deal Rs"]


def test_of_two_devices_that_tap_at_once_the_later_one_is_refused_and_goes_on(page: Page, another: Page) -> None:
    have_a_table(page)
    turn_on(page)
    be_the_same_person(page, another)
    another.goto("/#/evenings")
    turn_on(another)
    for each in (page, another):
        each.goto("/#/chair/one")
        expect(each.get_by_role("heading", name="Tap the 2 cards that are dealt to Otis")).to_be_visible()
    # The second device does not hear of the first one's tap before it taps itself.
    another.evaluate("Object.defineProperty(document, 'hidden', { value: true, configurable: true })")
    another.wait_for_timeout(500)
    page.locator("[data-key=Rs]").click()
    wait_until(page, "JSON.parse(localStorage.getItem('birdtable.account')).base.one > 1")
    another.locator("[data-key=Ow]").click()
    expect(another.get_by_text("Something was entered on another device meanwhile.").first).to_be_visible()
    assert taps(another) == ["starter 1", "deal Rs"]
    expect(another.get_by_role("heading", name="Tap 1 card that is dealt to Otis")).to_be_visible()
    another.locator("[data-key=Ow]").click()
    wait_until(page, "JSON.parse(localStorage.getItem('birdtable.chairs'))[0].table.taps.length === 3")
    assert taps(page) == ["starter 1", "deal Rs", "deal Ow"]


def test_what_was_entered_offline_is_kept_beside_what_another_device_entered(page: Page, another: Page) -> None:
    have_a_table(page)
    turn_on(page)
    be_the_same_person(page, another)
    another.goto("/#/evenings")
    turn_on(another)
    another.goto("/#/")
    another.evaluate(
        """() => {
            const [kept] = JSON.parse(localStorage.getItem('birdtable.chairs'));
            const table = { ...kept.table, taps: ['starter 2', 'deal Ow', 'deal Oa'] };
            localStorage.setItem('birdtable.chairs', JSON.stringify([{ ...kept, table, changed: Date.now() }]));
        }"""
    )
    page.goto("/#/chair/one")
    page.locator("[data-key=Rs]").click()
    wait_until(page, "JSON.parse(localStorage.getItem('birdtable.account')).base.one > 1")
    another.goto("/#/evenings")
    expect(another.get_by_text("Both are kept").first).to_be_visible()
    tables = json.loads(another.evaluate("localStorage.getItem('birdtable.chairs')"))
    assert sorted(each["table"]["taps"][0] for each in tables) == ["starter 1", "starter 2"]


def test_a_device_notices_that_another_one_turned_it_off(page: Page, another: Page) -> None:
    have_a_table(page)
    turn_on(page)
    be_the_same_person(page, another)
    another.goto("/#/evenings")
    turn_on(another)
    page.get_by_label(SWITCH).uncheck()
    expect(another.get_by_text("turned off on another device").first).to_be_visible()
    expect(another.get_by_label(SWITCH)).not_to_be_checked()
    assert taps(another) == ["starter 1"]


def test_what_a_newer_page_has_kept_is_left_alone_and_told_once(page: Page, another: Page) -> None:
    have_a_table(page)
    turn_on(page)
    be_the_same_person(page, another)
    body = json.dumps({"format": "birdtable-evenings", "version": 9, "players": {}, "sheets": [], "chairs": []})
    page.goto("/#/")
    assert another.evaluate(KEEP, body)
    asked: list[Request] = []
    page.on("request", lambda request: asked.append(request) if "/api/me/evenings" in request.url else None)
    page.goto("/#/evenings")
    expect(page.get_by_text("This file was written by a newer version of this page.").first).to_be_visible()
    while len(asked) < 2:
        page.wait_for_timeout(100)
    page.wait_for_timeout(500)
    expect(page.get_by_role("region", name="Messages").get_by_text("a newer version")).to_have_count(1)
    assert taps(page) == ["starter 1"]
