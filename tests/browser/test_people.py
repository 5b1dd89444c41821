"""People with each other, and ways to play that need neither eyes nor a mouse."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, TimeoutError, expect

from kit.page.browsing import BOT, LOOKS, MAIN, ME, OPEN, assert_open_to_all, click, open_table

pytestmark = pytest.mark.browser

HAND = ".hand [data-card]"

OVER = re.compile("wins?$|^Shared victory")
A_WAY = re.compile(r"^(?![BC]\d)")
"""The name of something to do, not of a clause to read."""


@pytest.fixture
def pair(page: Page, another: Page) -> tuple[Page, Page]:
    """Two people at a table of Birdie: the one to move, and the other."""
    open_table(page, "birdie", ME, OPEN, start=False)
    another.goto(page.url)
    another.get_by_label("Your name").fill("Tomás")
    another.get_by_role("button", name="Sit here").click()
    expect(page.locator("ol").get_by_text("Tomás")).to_be_visible()
    page.get_by_role("button", name="Start", exact=True).click()
    for each in (page, another):
        expect(each.locator(HAND)).to_have_count(2, timeout=30_000)
    mover = page if page.locator("#act .btn.warn").count() else another
    return mover, another if mover is page else page


def take_one(page: Page) -> None:
    page.locator(".feeder button.card.can").first.click()
    page.locator(MAIN).click()
    expect(page.locator(HAND)).to_have_count(3)


def test_a_play_is_taken_back_when_the_other_agrees(pair: tuple[Page, Page]) -> None:
    mover, other = pair
    take_one(mover)
    mover.get_by_role("button", name="Ask for undo").click()
    expect(mover.get_by_text("Take-back: waiting for")).to_be_visible()
    expect(other.get_by_role("button", name="Agree")).to_be_visible()
    assert_open_to_all(other)
    other.get_by_role("button", name="Agree").click()
    expect(mover.locator(HAND)).to_have_count(2)


def test_a_play_stays_when_the_other_does_not_agree(pair: tuple[Page, Page]) -> None:
    mover, other = pair
    take_one(mover)
    mover.get_by_role("button", name="Ask for undo").click()
    other.get_by_role("button", name="No", exact=True).click()
    expect(mover.get_by_text("Take-back: waiting for")).to_have_count(0)
    expect(mover.locator(HAND)).to_have_count(3)


def test_phrases_are_read_in_the_language_of_the_reader(pair: tuple[Page, Page]) -> None:
    speaker, reader = pair
    reader.get_by_role("button", name="Settings").click()
    reader.get_by_label("Language").select_option("de")
    reader.keyboard.press("Escape")
    for each in pair:
        each.get_by_role("button", name="Chat").click()
    speaker.get_by_role("button", name="Well played!").click()
    expect(reader.get_by_role("log", name="Chat")).to_contain_text("Gut gespielt!")
    expect(speaker.get_by_role("log", name="Chat")).to_contain_text("Well played!")


def test_who_leaves_is_stood_in_for_and_can_come_back(pair: tuple[Page, Page]) -> None:
    leaver, stays = pair
    address = leaver.url
    leaver.get_by_role("button", name="Menu").click()
    leaver.get_by_role("button", name="Leave table").click()
    leaver.get_by_role("dialog").get_by_role("button", name="Leave table", exact=True).click()
    expect(stays.get_by_text("bot standing in").first).to_be_visible()
    expect(leaver).to_have_url(re.compile("#/$"))
    leaver.goto(address)
    leaver.get_by_role("button", name="Menu").click()
    leaver.get_by_role("button", name="Take my seat back").click()
    expect(leaver.locator(".hand")).to_be_visible()


def test_my_tables_wait_on_the_start_screen(pair: tuple[Page, Page]) -> None:
    mover, _ = pair
    mover.goto("/#/")
    expect(mover.get_by_text("Your move at 1 table")).to_be_visible()
    mover.get_by_role("link", name="Carry on").click()
    expect(mover.locator(HAND)).to_have_count(2)


def test_a_game_by_the_names_of_things_only(page: Page) -> None:
    """As a screen reader has it: roles and names, no picture and no place on the screen."""
    open_table(page, "birdie", ME, BOT)
    expect(page.get_by_role("region", name="What can I do now?")).to_be_visible(timeout=30_000)
    turns = 0
    for _ in range(LOOKS):
        if page.get_by_role("heading", name=OVER).is_visible():
            return
        sure = page.get_by_role("dialog").get_by_role("button", name=re.compile("^Pass for"))
        pass_for = button(page, "^Pass for .*…$")
        cards = page.get_by_role("region", name="Display").get_by_role("button", name=re.compile("selectable"))
        chosen = button(page, "^Take to your hand$")
        turns += chosen.count() + sure.count()
        pressed = press_one(button(page, "^Write .* points?$"), sure, chosen)
        if not pressed and pass_for.count():
            pressed = press_one(pass_for) if turns % 3 == 2 else press_one(cards)
        if not pressed:  # others play, the last play is on its way, or the display is empty and only passing is left
            turns += pass_for.count()
            page.keyboard.press("Space")
        page.wait_for_timeout(50)
    raise AssertionError("the game does not end")


def test_cubirds_by_the_names_of_things_only(page: Page) -> None:
    open_table(page, "cubirds", ME, BOT, options={"turn_limit": 8})
    now = page.get_by_role("region", name="What can I do now?")
    expect(now).to_be_visible(timeout=30_000)
    for _ in range(LOOKS):
        if page.get_by_role("heading", name=OVER).is_visible():
            return
        ends = button(page, "^Row [1-4], (left|right) end: lay")
        birds = page.get_by_role("region", name="Your hand").get_by_role("button", name=re.compile("selectable$"))
        ways = now.get_by_role("button", name=A_WAY)
        if not press_one(ways, ends.last, birds):
            page.keyboard.press("Space")
        page.wait_for_timeout(50)
    raise AssertionError("the game does not end")


def press_one(*ways: Locator) -> bool:
    """The first that is there, unless the game goes on before it is pressed."""
    for way in ways:
        if way.count():
            with suppress(TimeoutError):
                click(way.first)
            return True
    return False


def button(page: Page, name: str) -> Locator:
    """That can be pressed: nothing can while the last play is on its way."""
    return page.get_by_role("button", name=re.compile(name), disabled=False)


def test_cards_are_dragged_to_hand_pile_and_rows(page: Page) -> None:
    open_table(page, "birdie", ME, BOT)
    expect(page.locator("#act .btn.warn")).to_be_visible(timeout=30_000)
    page.locator(".feeder button.card").first.drag_to(page.locator("[data-drop=hand]"))
    expect(page.get_by_role("button", name="Take to your hand")).to_be_visible()
    page.locator(".feeder button.card").nth(1).drag_to(page.locator("[data-drop=pile]"))
    expect(page.get_by_role("button", name="Put 2 on the pile")).to_be_visible()
    open_table(page, "cubirds", ME, BOT)
    expect(page.locator(".group.can").first).to_be_visible(timeout=30_000)
    page.locator(".group.can").first.drag_to(page.locator("[data-drop='3 right']"))
    expect(page.locator("[data-drop='3 right']")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#act h2")).to_contain_text("right of row 3")


WHO = "fetch('api/me').then((answer) => answer.json())"


def test_a_private_link_asks_before_it_makes_me_somebody_else(page: Page, another: Page) -> None:
    open_table(page, "birdie", ME, OPEN, start=False)
    mine = page.evaluate(WHO)
    open_table(another, "birdie", ME, OPEN, start=False)
    link = "#/me/" + another.evaluate(WHO)["code"]
    page.goto(page.url.partition("#")[0] + link)
    expect(page.get_by_role("button", name="Stay Mira")).to_be_visible()
    assert_open_to_all(page)
    page.get_by_role("button", name="Stay Mira").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert page.evaluate(WHO) == mine
    page.goto(page.url.partition("#")[0] + link)
    page.get_by_role("button", name="Use the link").click()
    expect(page.get_by_text("Welcome back").last).to_be_visible()
    assert page.evaluate(WHO) == another.evaluate(WHO)


def test_a_private_link_asks_on_a_page_that_has_lost_its_notes(
    page: Page, browser: Browser, browser_context_args: dict[str, Any]
) -> None:
    """Browsers delete them after a while and keep the cookie."""
    open_table(page, "birdie", ME, OPEN, start=False)
    link = "/#/me/" + page.evaluate(WHO)["code"]
    context = browser.new_context(**browser_context_args)
    other = context.new_page()
    open_table(other, "birdie", ME, OPEN, start=False)
    mine = other.evaluate(WHO)
    other.goto("about:blank")
    context.add_init_script("localStorage.clear()")
    other.goto(link)
    other.get_by_role("button", name="Stay Mira").click()
    expect(other.get_by_role("dialog")).to_have_count(0)
    assert other.evaluate(WHO) == mine
    context.close()
