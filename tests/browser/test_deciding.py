"""What helps to decide, and that nothing is lost unasked."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, WebSocketRoute, expect

from kit.birdie.table import scoring
from kit.cubirds.table import position
from kit.page.browsing import (
    BOT,
    MAIN,
    ME,
    OPEN,
    assert_open_to_all,
    open_scoring,
    open_table,
    post,
    show_best,
    wait_until,
)
from kit.server.serving import Live

pytestmark = pytest.mark.browser

UNDER_HELP = """(sign) => {
  const { left, right, top, bottom } = sign.getBoundingClientRect();
  return document.elementFromPoint((left + right) / 2, (top + bottom) / 2)?.closest('.helper') ?? false;
}"""


def my_turn(page: Page, game: str = "birdie", *seats: dict[str, str], **wishes: Any) -> None:
    open_table(page, game, ME, *(seats or (BOT, BOT)), **wishes)
    expect(page.locator(".feeder button.card.can, .group.can").first).to_be_visible(timeout=30_000)


def open_cutting(page: Page, **wishes: Any) -> Locator:
    """My row on the wire, with a gap that can be cut; answers the gap."""
    for seed in range(8):
        open_scoring(page, seed, **wishes)
        if page.locator(".cut").count():
            return page.locator(".cut").first
    raise AssertionError("no row could be cut")


def test_a_pile_is_fanned_out_with_its_runs_where_the_table_remembers(page: Page) -> None:
    my_turn(page, memory="assisted")
    for _ in range(2):
        page.locator(".feeder button.card.can").first.click()
    page.locator(MAIN).click()
    page.get_by_role("button", name=re.compile("Your pile, 2 cards")).click()
    pile = page.get_by_role("dialog", name="Your pile")
    expect(pile.locator("[data-card]")).to_have_count(2)
    expect(pile.locator(".runs li").first).to_have_text(re.compile("so far|No cards beside each other"))
    assert_open_to_all(page)
    page.keyboard.press("Escape")
    expect(page.locator(".taken").first).to_be_visible()


def test_a_strict_pile_stays_face_down(page: Page) -> None:
    my_turn(page)
    for _ in range(2):
        page.locator(".feeder button.card.can").first.click()
    page.locator(MAIN).click()
    expect(page.get_by_role("img", name="Your pile, 2 cards, face down")).to_be_visible()
    expect(page.locator(".pile button, .taken")).to_have_count(0)


def test_the_lobby_says_what_each_memory_means(page: Page) -> None:
    open_table(page, "birdie", ME, OPEN, start=False)
    expect(page.get_by_role("radio", name=re.compile("Nothing as the rules say .* no hints"))).to_be_checked()
    page.get_by_role("radio", name=re.compile("Everything you could remember .* hints")).check()
    page.reload()
    expect(page.get_by_role("radio", name=re.compile("Everything"))).to_be_checked()


@pytest.mark.parametrize("game", ["birdie", "cubirds"])
def test_a_hint_is_a_whole_turn_and_one_tap_plays_it(page: Page, game: str) -> None:
    my_turn(page, game)
    page.get_by_role("button", name="Hint").click()
    page.get_by_role("button", name="Show a hint").click()
    plays = page.locator(".helper .play")
    expect(plays.first).to_be_visible(timeout=30_000)
    expect(page.locator(".bulb, .btn.hinted").first).to_be_visible()
    page.set_viewport_size({"width": 1024, "height": 768})
    for bulb in page.locator(".feeder .bulb").all():
        assert not bulb.evaluate(UNDER_HELP), "what is advised lies under the advice"
    assert_open_to_all(page)
    if plays.count() > 1:
        plays.nth(1).click()
        expect(plays.nth(1)).to_have_text(re.compile("less|as good"))
    before = page.locator(".log li").count()
    page.get_by_role("button", name="Do it").click()
    expect(page.locator(".log li").nth(before)).to_be_attached(timeout=30_000)
    expect(page.locator(".bulb, .btn.hinted")).to_have_count(0)


def test_my_row_is_read_from_its_beginning(page: Page) -> None:
    page.set_viewport_size({"width": 320, "height": 568})
    my_turn(page, "birdie", BOT)
    page.mouse.wheel(0, 400)
    wait_until(page, "scrollY > 0")
    page.locator("#act .btn.warn").click()
    page.locator("dialog[open] .btn.main").click()
    expect(page.locator(".sky")).to_be_visible(timeout=30_000)
    assert page.evaluate("scrollY") == 0


def test_the_best_can_be_taken_back_and_a_reload_keeps_a_cut(page: Page) -> None:
    gap = open_cutting(page)
    cut = gap.get_attribute("aria-pressed")
    gap.click()
    expect(gap).not_to_have_attribute("aria-pressed", str(cut))
    page.reload()
    expect(page.locator(".cut").first).to_be_visible(timeout=30_000)
    expect(gap).not_to_have_attribute("aria-pressed", str(cut))
    show_best(page)
    assert_open_to_all(page)
    page.get_by_role("button", name="Step back").click()
    expect(page.locator(".ways .shown")).to_have_count(0)
    expect(gap).not_to_have_attribute("aria-pressed", str(cut))
    page.get_by_role("button", name="Start over").click()
    expect(gap).to_have_attribute("aria-pressed", str(cut))


def test_a_removal_is_seen_before_it_is_made(page: Page) -> None:
    for seed in range(8):
        open_scoring(page, seed, options={"expert": True})
        if page.locator(".wire button.card.can").count() > 2:
            break
    cards = page.locator(".wire button.card")
    count = cards.count()
    cards.first.click()
    expect(page.get_by_role("heading", name=re.compile("^Remove .*"))).to_be_visible()
    assert_open_to_all(page)
    expect(cards).to_have_count(count)
    page.get_by_role("button", name="Remove", exact=True).click()
    expect(cards).to_have_count(count - 1)
    expect(page.get_by_role("list", name="Removals").locator("li")).to_have_count(1)
    page.get_by_role("button", name="Step back").click()
    expect(cards).to_have_count(count)


def test_a_take_back_from_the_scoring_into_the_round_asks_first(page: Page) -> None:
    open_scoring(page, 3)
    page.get_by_role("button", name="Undo").click()
    question = page.get_by_role("dialog", name="Take all this back?")
    expect(question.locator("li").first).to_be_visible()
    assert_open_to_all(page)
    question.get_by_role("button", name="Cancel").click()
    expect(page.locator(".sky")).to_be_visible()
    page.keyboard.press("u")
    question.get_by_role("button", name="Take back").click()
    expect(page.locator(".feeder")).to_be_visible()


def test_leaving_a_running_match_asks_first(page: Page) -> None:
    my_turn(page)
    page.get_by_role("button", name="Menu").click()
    assert_open_to_all(page)
    page.get_by_role("button", name=re.compile("Leave table")).click()
    question = page.get_by_role("dialog", name="Leave this match?")
    expect(question).to_be_visible()
    assert_open_to_all(page)
    question.get_by_role("button", name="Stay").click()
    expect(page.locator(".feeder")).to_be_visible()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name=re.compile("Leave table")).click()
    question.get_by_role("button", name="Leave table").click()
    expect(page.get_by_role("button", name=re.compile("Against bots"))).to_be_visible()


def test_a_second_tap_lays_and_a_drop_on_half_a_row_counts(page: Page) -> None:
    my_turn(page, "cubirds")
    group = page.locator(".group.can").first
    at, fence = group.bounding_box(), page.locator(".fence").nth(1).bounding_box()
    assert at and fence
    page.mouse.move(at["x"] + 20, at["y"] + 20)
    page.mouse.down()
    page.mouse.move(fence["x"] + 0.6 * fence["width"], fence["y"] + 20, steps=4)
    page.mouse.up()
    end = page.locator(".end.chosen")
    expect(end).to_have_attribute("data-drop", "2 right")
    before = page.locator(".log li").count()
    end.click()
    choices = page.get_by_role("button", name="Lay without flock")
    expect(choices.or_(page.locator(".log li").nth(before)).first).to_be_attached(timeout=30_000)


class SlowLine:
    """Messages of a kind, plays by default, wait until they are let through; everything else passes."""

    def __init__(self, page: Page, kind: str = "play") -> None:
        self.kind = kind
        self.held: list[str] = []
        page.route_web_socket(re.compile("/socket"), self.open)

    def open(self, line: WebSocketRoute) -> None:
        self.server = line.connect_to_server()
        line.on_message(self.hear)

    def hear(self, message: str | bytes) -> None:
        if f'"{self.kind}"' in str(message):
            self.held.append(str(message))
        else:
            self.server.send(message)

    def let_through(self) -> None:
        self.kind = "nothing"
        for message in self.held:
            self.server.send(message)


def test_a_play_is_let_go_of_at_once_however_slow_the_line(page: Page) -> None:
    line = SlowLine(page)
    my_turn(page)
    page.locator(".feeder button.card.can").first.click()
    expect(page.locator(".feeder .card.on")).to_have_count(1)
    page.locator(MAIN).click()
    expect(page.locator(".feeder .card.on")).to_have_count(0)
    expect(page.locator(".hand [data-card]")).to_have_count(2)
    line.let_through()
    expect(page.locator(".hand [data-card]")).to_have_count(3)


def test_birds_lie_on_the_fence_at_once_however_slow_the_line(page: Page) -> None:
    line = SlowLine(page)
    my_turn(page, "cubirds")
    page.locator(".group.can").first.click()
    page.locator(".end.can").first.click()
    expect(page.locator(".fences .ghost").first).to_be_visible()
    birds = page.locator(".fences .card").count()
    page.locator(MAIN).click()
    expect(page.locator(".fences .ghost")).to_have_count(0)
    assert page.locator(".fences .card").count() == birds
    expect(page.locator(".group.chosen")).to_have_count(1)
    line.let_through()
    expect(page.locator(".group.chosen")).to_have_count(0)


def test_the_chosen_end_shows_its_birds_before_the_server_says_what_they_bring(page: Page) -> None:
    line = SlowLine(page, "consider")
    my_turn(page, "cubirds")
    group = page.locator(".group.can").first
    birds = group.locator(".card").count()
    group.click()
    end = page.locator(".end.can").first
    end.click()
    expect(page.locator(".fences .ghost")).to_have_count(birds)
    expect(page.locator(".end.chosen")).to_have_count(1)
    expect(page.locator("#act")).to_contain_text("Choose an end of a row")
    line.let_through()
    expect(page.locator("#act")).to_contain_text("You take")


def test_a_second_tap_on_an_end_lays_there_however_slow_the_line(page: Page, live: Live) -> None:
    line = SlowLine(page, "consider")
    table = open_table(page, "cubirds", ME, BOT, start=False)
    live.begin_at(table, repr(position(("P F O", "O T D", "D P M", "M R W"), ("PTT", "OO"))))
    post(page, f"/api/tables/{table}/start", {})
    page.locator(".group.can[data-card=P]").click()
    page.get_by_role("button", name=re.compile("Row 1, right end")).dblclick()
    expect(page.locator(".fences .ghost")).to_have_count(1)
    line.let_through()
    expect(page.locator(".log")).to_contain_text("You take")


def test_with_three_flocks_to_choose_from_every_button_can_be_pressed(page: Page, live: Live) -> None:
    page.set_viewport_size({"width": 1280, "height": 720})
    table = open_table(page, "cubirds", ME, *[BOT] * 4, start=False)
    live.begin_at(
        table, repr(position(("P F O", "O T D", "D P M", "M R W"), ("FDDDDMMMMMRRRRRR", "OO", "TT", "DD", "WW")))
    )
    post(page, f"/api/tables/{table}/start", {})
    page.locator(".group.can").first.click()
    page.get_by_role("button", name=re.compile("Row 1, right end")).click()
    buttons = page.locator("#act .btn")
    flocks = [f"Flock {birds}: +1" for birds in ("4 ducks", "5 magpies", "6 robins")]
    expect(buttons).to_have_text([*flocks, "Lay without flock", "Clear"])
    for button in buttons.all():
        button.click(trial=True)
    page.get_by_role("button", name="Lay without flock").click()
    expect(page.locator(".log")).to_contain_text("You take")


def test_six_species_stand_on_one_line(page: Page) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    my_turn(page, "cubirds")
    lines = page.locator(".groups").evaluate(
        """groups => {
            const cards = (group) => group.querySelectorAll('.card').length;
            const [least] = [...groups.children].sort((a, b) => cards(a) - cards(b));
            while (groups.children.length < 6) groups.append(least.cloneNode(true));
            const n = groups.children.length;
            groups.style.setProperty('--n', n);
            groups.style.setProperty('--cards', n + 0.28 * (cards(groups) - n));
            return new Set([...groups.children].map((group) => group.offsetTop)).size;
        }"""
    )
    assert lines == 1
    bottom = page.locator(".groups").evaluate("groups => groups.getBoundingClientRect().bottom")
    assert bottom <= 800
    for button, title in ((".piles button", "Discard pile"), ("button.seat", "collection")):
        page.locator(button).first.click()
        expect(page.get_by_role("dialog", name=title)).to_be_visible()
        assert_open_to_all(page)
        page.keyboard.press("Escape")


def test_on_a_low_screen_every_set_of_a_long_row_is_in_sight(page: Page, live: Live) -> None:
    page.set_viewport_size({"width": 1366, "height": 768})
    table = open_table(page, "birdie", ME, BOT, start=False)
    live.begin_at(table, repr(scoring("Ow Ow Rw Rw Ww Oa Os Wu Ou Ws Wa Ww Ww Pw Rs Ra Pu Pu Wa Oa Pa")))
    post(page, f"/api/tables/{table}/start", {})
    expect(page.locator(".wire .tag").nth(6)).to_be_visible()
    edge = page.locator(".sky").bounding_box()
    tags = [tag.bounding_box() for tag in page.locator(".wire .tag").all()]
    assert edge and all(tag and tag["y"] + tag["height"] <= edge["y"] + edge["height"] for tag in tags)


def test_on_a_phone_the_wire_can_be_cut_where_it_goes_on_below(page: Page, live: Live) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    table = open_table(page, "birdie", ME, BOT, start=False)
    live.begin_at(table, repr(scoring("Rs Ra Ru Rw Rs Ra Ru Rw Rs Ra Ru Rw")))
    post(page, f"/api/tables/{table}/start", {})
    expect(page.locator(".cut")).to_have_count(11)
    for cut in page.locator(".cut").all():
        box = cut.bounding_box()
        assert box and box["x"] >= 0 and box["x"] + box["width"] <= 390


def open_expert(page: Page, live: Live, row: str) -> Locator:
    """My row in an expert game against a bot; answers its cards."""
    table = open_table(page, "birdie", ME, BOT, start=False, options={"expert": True})
    live.begin_at(table, repr(scoring(row, expert=True)))
    post(page, f"/api/tables/{table}/start", {})
    cards = page.locator(".wire button.card.can")
    expect(cards).to_have_count(len(row.split()))
    return cards


def test_where_a_removal_lets_equal_cards_meet_writing_nothing_is_not_the_main_button(page: Page, live: Live) -> None:
    open_expert(page, live, "Ww Pu Ru Pu")
    expect(page.get_by_role("button", name="Write nothing")).to_be_visible()
    expect(page.locator(MAIN)).to_have_count(0)


def test_a_card_that_is_only_chosen_is_let_go_of_by_step_back(page: Page, live: Live) -> None:
    cards = open_expert(page, live, "Ww Pu Ru Pu")
    cards.nth(2).click()
    expect(page.get_by_role("heading", name="Remove robin, summer?")).to_be_visible()
    page.get_by_role("button", name="Step back").click()
    expect(page.get_by_role("heading", name="This is worth 0")).to_be_visible()
    expect(cards).to_have_count(4)
    expect(page.get_by_role("button", name="Step back")).to_have_count(0)


def test_on_a_small_phone_every_button_of_an_expert_row_is_on_the_screen(browser: Browser, live: Live) -> None:
    context = browser.new_context(base_url=live.address, locale="ru-RU", viewport={"width": 320, "height": 568})
    page = context.new_page()
    cards = open_expert(page, live, "Ww Pa Ru Pw Os")
    cards.first.click()
    page.locator(MAIN).click()
    expect(cards).to_have_count(4)
    cards.first.click()
    expect(page.locator(MAIN)).to_have_text("Убрать")
    for button in page.locator("#act .btn:visible").all():
        box = button.bounding_box()
        assert box and box["x"] >= 0 and box["x"] + box["width"] <= 320
    context.close()


def test_where_sets_hang_a_cut_that_writes_nothing_is_not_the_main_button(page: Page) -> None:
    open_cutting(page)
    for gap in page.locator(".cut").all():
        if gap.get_attribute("aria-pressed") == "false":
            gap.click()
    nothing = page.get_by_role("button", name="Write nothing")
    expect(nothing).not_to_have_class(re.compile(r"\bmain\b"))
    nothing.click()
    assert_open_to_all(page)
    page.get_by_role("dialog", name="Write nothing?").get_by_role("button", name="Cancel").click()
    expect(page.locator(".sky")).to_be_visible()
