"""Reporting somebody at the table, and what the people who run the server do about it, as both see it."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from kit.page.browsing import ME, OPEN, assert_open_to_all, assert_room_for_longer_texts, open_table, watch
from kit.server.serving import Live, live_server, one_worker

pytestmark = pytest.mark.browser

TOKEN = "for-tests-only-0123456789"
EVIL = "<img src=x onerror=alert(1)>"


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    with live_server(tmp_path_factory.mktemp("operator"), workers=one_worker(), token=TOKEN) as running:
        yield running


class People:
    """Browsers of their own at one server, at whose pages nothing may go wrong but what is refused."""

    def __init__(self, browser: Browser, live: Live) -> None:
        self.browser = browser
        self.live = live
        self.contexts: list[BrowserContext] = []
        self.faults: list[list[str]] = []

    def come(self, locale: str = "en-GB", width: int = 1280) -> Page:
        viewport = {"width": width, "height": 860}
        context = self.browser.new_context(base_url=self.live.address, locale=locale, viewport=viewport)  # type: ignore[arg-type]
        self.contexts.append(context)
        self.faults.append(watch(context))
        return context.new_page()

    def go(self) -> list[str]:
        for context in self.contexts:
            context.close()
        return [fault for faults in self.faults for fault in faults if "403" not in fault and "401" not in fault]


@pytest.fixture
def people(browser: Browser, served: Live) -> Iterator[People]:
    people = People(browser, served)
    yield people
    assert not people.go()


@pytest.fixture
def no_errors() -> None:
    """Looked after by ``people``."""


def enter(page: Page, token: str = TOKEN) -> None:
    page.goto("/#/operator")
    page.get_by_label("Token").fill(token)
    page.get_by_role("button", name="Enter").click()


def pair(people: People, name: str, locale: str = "en-GB") -> tuple[Page, Page]:
    """Two people at a table of Birdie that has begun; the second is called as given."""
    mira, eve = people.come(), people.come(locale)
    open_table(mira, "birdie", ME, OPEN, start=False)
    eve.goto("/")
    eve.request.post("/api/guests", data={"name": name})
    table = mira.url.rpartition("/")[2]
    assert eve.request.post(f"/api/tables/{table}/join", data={}).ok
    eve.goto(mira.url)
    expect(mira.get_by_role("region", name="Seats").get_by_text(name, exact=True)).to_be_visible()
    mira.get_by_role("button", name="Start", exact=True).click()
    for page in (mira, eve):
        expect(page.locator(".hand [data-card]")).to_have_count(2, timeout=30_000)
    return mira, eve


def test_somebody_is_reported_and_banned(people: People) -> None:
    mira, eve = pair(people, EVIL, "de-DE")
    for page, chat in ((mira, "Chat"), (eve, "Chat")):
        page.get_by_role("button", name=chat).click()
    eve.get_by_role("textbox", name="Sag etwas").fill("you are all stupid")
    eve.keyboard.press("Enter")
    expect(mira.get_by_role("log", name="Chat")).to_contain_text("you are all stupid")
    mira.get_by_role("button", name=f"Report {EVIL}").click()
    report = mira.get_by_role("dialog", name="Report")
    expect(report).to_contain_text("you are all stupid")
    report.get_by_label("What is wrong?").fill("<b>insults</b>")
    assert_open_to_all(mira)
    report.get_by_role("button", name="Send the report").click()
    expect(mira.get_by_text("Thank you.").first).to_be_visible()

    operator = people.come()
    enter(operator)
    waiting = operator.get_by_role("region", name="Reports")
    expect(waiting).to_contain_text(f"{EVIL}: <b>insults</b>")
    waiting.get_by_role("button", name="Look at the table").click()
    shown = operator.get_by_role("region", name="Table")
    expect(shown.locator(".reported")).to_contain_text("you are all stupid")
    assert_open_to_all(operator)
    shown.locator(".reported").get_by_role("button", name="Hide", exact=True).click()
    expect(mira.get_by_role("log", name="Chat")).not_to_contain_text("stupid")

    shown.get_by_role("listitem").filter(has_text="img src").first.get_by_role("button", name="Hide name").click()
    expect(mira.get_by_text("somebody").first).to_be_visible()
    expect(mira.get_by_text(EVIL)).to_have_count(0)

    shown.get_by_role("listitem").filter(has_text="img src").first.get_by_role("button", name="Ban…").click()
    ban = operator.get_by_role("dialog", name="Ban")
    assert_open_to_all(operator)
    ban.get_by_label("How long?").select_option("a week")
    ban.get_by_label("Reason, which they see").fill("insults <b>")
    ban.get_by_role("button", name="Ban", exact=True).click()
    expect(eve.get_by_role("alert").filter(has_text="Du kannst diesen Server nicht benutzen.")).to_be_visible()
    expect(eve.locator("main")).to_contain_text("insults <b>")
    expect(eve.locator("main")).to_contain_text(re.compile("bis .* gesperrt"))
    assert_open_to_all(eve)
    expect(mira.get_by_text("bot standing in").first).to_be_visible()

    waiting.get_by_role("button", name="Done").click()
    expect(waiting).to_contain_text("Nothing is waiting.")
    operator.get_by_role("region", name="Bans").get_by_role("button", name="Lift").click()
    expect(operator.get_by_role("region", name="Bans")).to_contain_text("Nobody is banned.")
    expect(operator.get_by_role("region", name="What was done")).to_contain_text("ban lifted")
    eve.get_by_role("button", name="Noch einmal").click()
    expect(eve.get_by_role("alert").filter(has_text="Server")).to_have_count(0)


def test_a_player_is_removed_and_a_table_closed(people: People) -> None:
    mira, eve = pair(people, "Eve")
    mira.get_by_role("button", name="Menu").click()
    mira.get_by_role("button", name="Report a player").click()
    mira.get_by_label("What is wrong?").fill("does not move")
    mira.get_by_role("button", name="Send the report").click()
    expect(mira.get_by_text("Thank you.").first).to_be_visible()

    operator = people.come()
    enter(operator)
    operator.get_by_label("Code or link of a table").fill(mira.url)
    operator.get_by_role("button", name="Look", exact=True).click()
    table = operator.get_by_role("region", name="Table")
    seat = table.get_by_role("listitem").filter(has_text="Eve")
    seat.get_by_role("button", name="Remove from this table").click()
    expect(eve.get_by_role("heading", name="You were removed from this table.")).to_be_visible()
    assert_open_to_all(eve)
    expect(seat.get_by_role("button", name="Remove from this table")).to_have_count(0)
    table.get_by_role("button", name="Close the table…").click()
    assert_open_to_all(operator)
    operator.get_by_role("dialog").get_by_role("button", name="Close the table").click()
    expect(mira.get_by_role("heading", name="This table is closed.")).to_be_visible()
    assert_open_to_all(mira)
    expect(operator.get_by_role("region", name="What was done")).to_contain_text("removed from a table")


def test_a_wrong_token_shows_nothing(people: People) -> None:
    page = people.come()
    enter(page, "for-tests-only-012345678x")
    expect(page.get_by_label("Messages").get_by_text("token is not valid")).to_be_visible()
    assert_open_to_all(page)
    expect(page.get_by_role("region", name="Reports")).to_have_count(0)


def test_the_token_is_kept_nowhere(people: People) -> None:
    page = people.come()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    enter(page)
    expect(page.get_by_role("region", name="Reports")).to_be_visible()
    kept = page.evaluate("JSON.stringify({...localStorage, ...sessionStorage}) + document.cookie + location.href")
    assert TOKEN not in kept and not any(TOKEN in url for url in asked)
    page.reload()
    expect(page.get_by_label("Token")).to_have_value("")


def test_the_screen_has_room_for_longer_texts(people: People) -> None:
    page = people.come()
    enter(page)
    page.get_by_role("button", name="Search").click()
    expect(page.get_by_role("region", name="Reports")).to_be_visible()
    assert_room_for_longer_texts(page)
