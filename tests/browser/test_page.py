"""The page around the games: open to everybody, in five languages, on any screen, with a bad line."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, WebSocketRoute, expect

from kit.page.browsing import (
    BOT,
    MAIN,
    ME,
    OPEN,
    Player,
    assert_open_to_all,
    assert_room_for_longer_texts,
    open_scoring,
    open_table,
    show_best,
)

pytestmark = pytest.mark.browser

Show = Callable[[Page], None]


def start(page: Page) -> None:
    page.goto("/")
    expect(page.get_by_role("button", name=re.compile("Against bots"))).to_be_visible()


def set_up(page: Page) -> None:
    page.goto("/#/open/bots/birdie")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()


def one_device(page: Page) -> None:
    page.goto("/#/open/device/cubirds")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()


def watching(page: Page) -> None:
    page.goto("/#/watch")
    expect(page.get_by_role("heading", name="Public tables")).to_be_visible()


def lobby(page: Page) -> None:
    open_table(page, "cubirds", ME, OPEN, start=False)
    expect(page.get_by_role("heading", name="Invite")).to_be_visible()


def settings(page: Page) -> None:
    start(page)
    page.get_by_role("button", name="Settings").click()
    page.get_by_text("Each sound").click()


def keys(page: Page) -> None:
    birdie(page)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()


def rules(page: Page) -> None:
    start(page)
    page.get_by_role("button", name="Rules").click()
    expect(page.get_by_text("B1.1", exact=True)).to_be_visible()


def birdie(page: Page) -> None:
    open_table(page, "birdie", ME, BOT, BOT)
    expect(page.locator("#act .btn.warn")).to_be_visible(timeout=30_000)


def birdie_taking(page: Page) -> None:
    birdie(page)
    page.locator(".feeder button.card.can").first.click()
    page.locator(".feeder button.card.can").first.click()
    expect(page.locator(MAIN)).to_be_visible()


def birdie_passing(page: Page) -> None:
    birdie(page)
    page.locator("#act .btn.warn").click()
    expect(page.get_by_role("dialog")).to_be_visible()


def birdie_scoring(page: Page) -> None:
    open_scoring(page, 3)


def cubirds(page: Page) -> None:
    open_table(page, "cubirds", ME, BOT, BOT)
    expect(page.locator(".group.can").first).to_be_visible(timeout=30_000)


def cubirds_laying(page: Page) -> None:
    cubirds(page)
    page.locator(".group.can").first.click()
    page.locator(".end.can").first.click()
    expect(page.locator(MAIN).first).to_be_visible()


def curtain(page: Page) -> None:
    open_table(page, "birdie", {"player": "me", "name": "Ann"}, {"player": "me", "name": "Ben"})
    expect(page.locator(".curtain")).to_be_visible(timeout=30_000)


def game_over(page: Page) -> None:
    open_table(page, "cubirds", ME, BOT, options={"turn_limit": 2})
    Player(page).finish()


SCREENS: dict[str, Show] = {
    show.__name__: show
    for show in (
        start,
        set_up,
        one_device,
        watching,
        lobby,
        settings,
        keys,
        rules,
        birdie,
        birdie_taking,
        birdie_passing,
        birdie_scoring,
        cubirds,
        cubirds_laying,
        curtain,
        game_over,
    )
}


def test_without_its_texts_the_page_says_so_and_can_be_tried_again(
    browser: Browser, browser_context_args: dict[str, Any]
) -> None:
    with browser.new_context(**browser_context_args) as context:  # whose console says what failed
        page = context.new_page()
        page.route("**/assets/*.json", lambda route: route.abort())
        page.goto("/")
        expect(page.get_by_text("Birdtable cannot be reached.")).to_be_visible()
        page.unroute("**/assets/*.json")
        page.get_by_role("button", name="Try again").click()
        expect(page.get_by_role("button", name=re.compile("Against bots"))).to_be_visible()


@pytest.mark.parametrize("screen", SCREENS)
def test_a_screen_shuts_nobody_out_and_has_room_for_longer_texts(page: Page, screen: str) -> None:
    SCREENS[screen](page)
    assert_open_to_all(page)
    assert_room_for_longer_texts(page)


@pytest.mark.parametrize(
    ("language", "bots", "turn"),
    [
        ("it", "Contro i bot", "Tocca a te"),
        ("es", "Contra bots", "Es tu turno"),
        ("de", "Gegen Bots", "Du bist am Zug"),
        ("ru", "Против ботов", "Ваш ход"),
        ("en", "Against bots", "Your turn"),
    ],
)
def test_the_language_changes_without_a_reload(page: Page, language: str, bots: str, turn: str) -> None:
    birdie(page)
    page.evaluate("globalThis.stillHere = true")
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Language").select_option(language)
    page.keyboard.press("Escape")
    expect(page.locator("#act h2")).to_contain_text(turn)
    expect(page.locator("html")).to_have_attribute("lang", language)
    page.goto("/#/")
    expect(page.get_by_text(bots).first).to_be_visible()
    assert page.evaluate("globalThis.stillHere") is True


def test_a_cut_line_is_mended_in_mid_turn_and_nothing_is_lost(page: Page) -> None:
    lines: list[WebSocketRoute] = []

    def join(route: WebSocketRoute) -> None:
        lines.append(route)
        route.connect_to_server()

    page.route_web_socket(re.compile("/socket"), join)
    birdie(page)
    hand = page.locator(".hand [data-card]").count()
    page.locator(".feeder button.card.can").first.click()
    expect(page.locator(MAIN)).to_be_visible()
    lines[-1].close(code=1012)  # whether or not the server has said by then what the choice leads to
    expect(page.get_by_text("You are back online. Nothing was lost.").first).to_be_visible(timeout=15_000)
    assert len(lines) > 1
    expect(page.locator(".feeder .card.on")).to_have_count(1)
    page.locator(MAIN).click()
    expect(page.locator(".hand [data-card]")).to_have_count(hand + 1)


def test_keys_say_hand_display_boards_and_the_last_move(page: Page) -> None:
    birdie(page)
    said = page.locator("[role=status].sr")
    for key, words in (("h", "Your hand"), ("d", "Display"), ("b", "Mira"), ("t", "Your turn")):
        page.keyboard.press(key)
        expect(said).to_contain_text(words)


def test_one_tab_stop_for_each_zone_and_arrows_inside(page: Page) -> None:
    birdie(page)
    for zone in (".feeder .cards", ".hand .cards", ".board", ".seats"):
        stops = page.locator(f"{zone} [data-stop]")
        assert stops.count() > 1
        assert stops.evaluate_all("stops => stops.filter((stop) => stop.tabIndex === 0).length") == 1
    first = page.locator(".feeder [data-stop]").first
    first.focus()
    first.press("ArrowRight")
    expect(page.locator(".feeder [data-stop]").nth(1)).to_be_focused()
    page.keyboard.press("End")
    expect(page.locator(".feeder [data-stop]").last).to_be_focused()


def test_at_a_strict_table_no_log_line_leads_back(page: Page) -> None:
    birdie(page)
    expect(page.locator(".log li").first).to_be_visible()
    expect(page.locator(".log li button")).to_have_count(0)
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_role("link", name="Look back")).to_have_count(0)


def test_a_log_line_leads_to_its_moment_and_back(page: Page) -> None:
    open_table(page, "birdie", ME, BOT, BOT, memory="assisted")
    expect(page.locator("#act .btn.warn")).to_be_visible(timeout=30_000)
    page.locator(".feeder button.card.can").first.click()
    page.locator(MAIN).click()
    page.locator(".log li button").first.click()
    expect(page.get_by_text("You are looking at a past moment.")).to_be_visible()
    assert_open_to_all(page)
    page.get_by_role("button", name="Back to now").click()
    expect(page.get_by_text("You are looking at a past moment.")).to_have_count(0)


def test_undo_gives_the_card_back(page: Page) -> None:
    birdie(page)
    before = page.locator(".hand [data-card]").count()
    page.locator(".feeder button.card.can").first.click()
    page.locator(MAIN).click()
    expect(page.locator(".hand [data-card]")).to_have_count(before + 1)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".hand [data-card]")).to_have_count(before)
    expect(page.get_by_text("1 redraw", exact=True)).to_be_visible()
    assert_room_for_longer_texts(page)


def test_a_table_can_do_without_redraws(page: Page) -> None:
    set_up(page)
    page.get_by_label("Take back even after cards were drawn").uncheck()
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator("#act .btn.warn")).to_be_visible(timeout=30_000)
    before = page.locator(".hand [data-card]").count()
    page.locator(".feeder button.card.can").first.click()
    page.locator(MAIN).click()
    expect(page.locator(".hand [data-card]")).to_have_count(before + 1)
    expect(page.get_by_role("button", name="Undo")).to_have_count(0)


@pytest.mark.parametrize("expert", [False, True])
def test_the_exact_scorer_proposes_on_request_and_its_promise_is_kept(page: Page, expert: bool) -> None:
    for _ in range(2):
        open_scoring(page, 4, options={"expert": expert})
        show_best(page)
        promised = page.locator(".ways .shown b").inner_text()
        assert re.sub(r"\D", "", page.locator("#act .buttons .btn").first.inner_text()) == re.sub(r"\D", "", promised)
        page.locator(MAIN).click()
        expect(page.get_by_role("button", name="Show the best")).to_have_count(0)


def test_the_shuffle_is_checked_in_the_page(page: Page) -> None:
    game_over(page)
    page.get_by_role("button", name="Check the shuffle").click()
    expect(page.get_by_text("The shuffle was fair")).to_have_text(re.compile("sealed secret.$"))


def test_odds_that_the_server_made_up_are_found_out(page: Page) -> None:
    game_over(page)

    def tell_lies(route: Route) -> None:
        told = route.fetch().json()
        for draw in told["draws"]:
            draw["odds"] = [[draw["step"], 1]]
        route.fulfill(json=told)

    page.route(re.compile("/shuffle$"), tell_lies)
    page.get_by_role("button", name="Check the shuffle").click()
    expect(page.get_by_text("A card was drawn from other cards than were left in the deck.")).to_be_visible()
