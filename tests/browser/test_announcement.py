"""What the people who run a server announce, on the page of whoever plays."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from birdtable.server.room.operators.notices import KINDS
from birdtable.wire.people import Notice
from kit.page.browsing import assert_open_to_all
from kit.server.serving import Live

pytestmark = pytest.mark.browser


@pytest.fixture
def announced(live: Live) -> Iterator[None]:
    notices = live.rooms.notices
    notices.next, notices.current = float("inf"), Notice(text=KINDS["maintenance"], since=1.0)
    yield
    notices.next, notices.current = 0.0, Notice()


def test_an_announcement_is_shown_until_it_is_closed(page: Page, announced: None) -> None:
    page.goto("/")
    shown = page.get_by_role("status", name="Announcement")
    expect(shown).to_contain_text("restarted soon")
    assert_open_to_all(page)
    shown.get_by_role("button", name="Close").click()
    expect(shown).to_have_count(0)


def test_the_usual_announcements_are_in_the_language_of_the_page(browser: Browser, live: Live, announced: None) -> None:
    context = browser.new_context(base_url=live.address, locale="de-DE")
    page = context.new_page()
    page.goto("/")
    expect(page.get_by_role("status", name="Ankündigung")).to_contain_text("bald neu gestartet")
    context.close()
