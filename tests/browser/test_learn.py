"""Learning and looking back: lessons, replay, review, what-if, records from files, help at the table."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from birdtable import catalog
from birdtable.bots.match import matches
from kit.matches.blunders import blunder
from kit.page.browsing import (
    BOT,
    MAIN,
    ME,
    OPEN,
    OVER,
    Player,
    Press,
    assert_open_to_all,
    assert_room_for_longer_texts,
    click,
    open_table,
    press_enter,
)

pytestmark = pytest.mark.browser


@cache
def record(name: str) -> str:
    options = {"turn_limit": 60} if name == "cubirds" else {}
    (match,) = matches(catalog.game(name), ["casual"] * 3, options, games=1, seed=5, recorded="whole")
    assert match.record is not None
    return match.record.text()


# --- lessons ---------------------------------------------------------------------------------------------------------


OVERLAPS = """async () => {
  const look = () => {
    const note = document.querySelector('.coach').getBoundingClientRect();
    const buttons = document.querySelector('#act .buttons');
    const fixed = buttons?.getClientRects().length && getComputedStyle(buttons).position === 'fixed';
    const foot = fixed ? buttons : undefined;
    const end = foot?.getBoundingClientRect().top ?? innerHeight;
    const marked = [...document.querySelectorAll('[data-spot]')];
    const spots = marked.filter((spot) => !foot?.contains(spot)).map((spot) => spot.getBoundingClientRect());
    const under = (box) =>
      box.top < note.bottom && box.bottom > note.top && box.left < note.right && box.right > note.left;
    const seen = spots.every((box) => box.top >= 0 && box.bottom <= end && box.left >= 0 && box.right <= innerWidth);
    return spots.length && (spots.some(under) || !seen) ? JSON.stringify({ note, end, spots }) : '';
  };
  for (let frame = 0; frame < 300 && look() !== ''; frame += 1) await new Promise(requestAnimationFrame);
  return look();
}"""
"""What is pointed at and lies under the words, or off the screen, once cards have come to rest."""

COVERED = """async () => {
  const boxes = () => [...document.querySelectorAll('.sky .hang')].map((card) => card.getBoundingClientRect());
  for (let before = '', now = JSON.stringify(boxes()); before !== now; now = JSON.stringify(boxes())) {
    before = now;
    await new Promise((on) => setTimeout(on, 200));
  }
  const held = document.querySelector('.held').getBoundingClientRect();
  return boxes().filter((box) => box.top < held.bottom && box.bottom > held.top && box.right > held.left).length;
}"""
"""How many cards of the row lie under the card that is to be put there, once they have come to rest."""


class Learner:
    """Somebody who does what the lesson says."""

    def __init__(self, page: Page, press: Press) -> None:
        self.page = page
        self.how = press

    def press(self, target: Locator) -> None:
        """A key does nothing while the last play is on its way, and Playwright waits for clicks only."""
        expect(target).to_be_enabled()
        self.how(target)

    def open(self, lesson: str) -> None:
        self.page.goto("/")
        self.press(self.page.get_by_role("link", name="Learn"))
        self.press(self.page.locator(f"a.lesson[href$='/{lesson}']"))
        expect(self.page.locator(".coach .text")).to_be_visible()

    def at(self, stop: int, says: str = "") -> None:
        expect(self.page.locator(".coach .steps i.done")).to_have_count(stop)
        expect(self.page.locator(".coach .text")).to_contain_text(says)
        if self.page.locator(".coach .buttons").count() == 0:
            expect(self.page.locator("[data-spot]").first).to_be_visible(timeout=15_000)
            assert self.page.evaluate(OVERLAPS) == ""

    def go_on(self) -> None:
        expect(self.page.locator(".btn.main:visible")).to_have_count(1)
        self.press(self.page.locator(".coach").get_by_role("button", name="Go on"))

    def pick(self, zone: str, *cards: str) -> None:
        for card in cards:
            self.press(self.page.locator(f"{zone} button[data-card='{card}']").first)

    def touch(self, place: str) -> None:
        self.press(self.page.locator(f"button[data-place='{place}']:visible"))

    def confirm(self) -> None:
        self.press(self.page.locator(MAIN).first)

    def agree(self) -> None:
        self.press(self.page.locator("dialog[open] .btn.main"))

    def pass_(self) -> None:
        self.touch("pass")
        self.agree()

    def end(self, right: int, left: bool = False) -> None:
        side = "left" if left else "right"
        assert self.page.evaluate(OVERLAPS) == ""  # the words about the chosen birds are longer than those before
        self.press(self.page.get_by_role("button", name=re.compile(f"Row {right}, {side} end")))


def learn_birdie(learner: Learner) -> None:
    page = learner.page
    learner.open("birdie")
    learner.go_on()
    learner.at(1)
    learner.pick(".feeder", "Ww")
    learner.confirm()
    expect(page.locator(".coach .wrong")).to_contain_text("take only the owl in autumn")
    expect(page.locator(".coach .wrong .clause")).to_have_text("B3.2")
    learner.pick(".feeder", "Ww", "Oa")
    learner.confirm()
    learner.at(2)
    learner.pick(".feeder", "Ww", "Rs")
    learner.confirm()
    learner.at(3)
    learner.pick(".feeder", "Ru")
    learner.pick(".hand", "Rw")
    learner.pick(".feeder", "Pu")
    learner.confirm()
    learner.at(4, "Pass early or late?")
    learner.pass_()
    learner.at(5, "Woodpecker may move a card")
    learner.pick("#act", "Wu")
    learner.pick(".sky", "Ww")
    learner.touch("slot-4")
    learner.at(5, "two winter birds are neighbours")
    learner.touch("cut-2")
    learner.at(5, "Owl writes your lowest set")
    learner.pick("#act", "Oa")
    learner.press(page.locator("button[data-place=box-owl]:visible, button[data-place=strip-owl]:visible").first)
    learner.at(5, "Write them")
    learner.touch("write")
    learner.at(6, "A box is written once")
    learner.go_on()
    learner.at(7, "the Stop card is on top")
    learner.pick(".feeder", "Ou", "Wu")
    learner.confirm()
    learner.at(8, "for 0 points")
    learner.pick(".feeder", "Ws", "Os")
    learner.confirm()
    learner.at(9, "Robin draws a card")
    learner.pick("#act", "Rs")
    learner.agree()
    learner.at(10, "a pigeon in spring")
    assert page.evaluate(COVERED) == 0
    learner.touch("slot-9")
    learner.at(10, "3 spring birds")
    learner.touch("cut-6")
    learner.at(10, "Your robin box is full")
    learner.pick("#act", "Pw")
    learner.touch("tag-0")
    learner.at(10, "Write them")
    learner.touch("write")
    learner.at(11, "This was your row")
    expect(page.locator(".coach .shown [data-card]")).to_have_count(9)


def learn_expert(learner: Learner) -> None:
    learner.open("expert")
    learner.go_on()
    learner.at(1)
    learner.pick(".feeder", "Pa")
    learner.pick(".hand", "Ru")
    learner.pick(".feeder", "Pw")
    learner.confirm()
    learner.at(2)
    learner.pick(".feeder", "Os", "Wa")
    learner.pick(".hand", "Ou")
    learner.confirm()
    learner.at(3)
    learner.pass_()
    learner.at(4)
    learner.pick(".sky", "Pa", "Pa")
    expect(learner.page.locator(".sky button[data-card='Rs']")).to_have_count(0)
    learner.at(4, "the owls meet")
    learner.pick(".sky", "Wa", "Wa")
    learner.touch("write")
    learner.at(5)


def learn_cubirds(learner: Learner) -> None:
    page = learner.page
    learner.open("cubirds")
    learner.go_on()
    learner.at(1)
    learner.pick(".groups", "P")
    learner.end(1)
    learner.confirm()
    learner.at(2)
    learner.confirm()
    learner.at(3)
    learner.pick(".groups", "W")
    learner.end(1)
    learner.confirm()
    learner.at(4)
    learner.confirm()
    for stop, card, row in ((5, "R", 3), (6, "O", 4)):
        learner.at(stop)
        learner.pick(".groups", card)
        learner.end(row, left=True)
        learner.press(page.get_by_role("button", name=re.compile("not draw|without drawing", re.IGNORECASE)))
    learner.at(7, "Round 2")
    learner.pick(".groups", "D")
    learner.end(2, left=True)
    learner.confirm()
    learner.at(8, "a big flock")
    learner.confirm()
    learner.at(9, "This is your collection")
    expect(page.locator(".coach .shown [data-card]")).to_have_count(5)


LESSONS: dict[str, Callable[[Learner], None]] = {
    "birdie": learn_birdie,
    "expert": learn_expert,
    "cubirds": learn_cubirds,
}


@pytest.mark.parametrize(
    ("lesson", "size"),
    [
        ("birdie", (320, 568)),
        ("cubirds", (390, 844)),
        ("expert", (1440, 900)),
        pytest.param("birdie", (1440, 900), marks=pytest.mark.long),
        pytest.param("cubirds", (1440, 900), marks=pytest.mark.long),
    ],
)
def test_a_lesson_is_played_through_and_its_words_never_cover_what_they_point_at(
    page: Page, lesson: str, size: tuple[int, int]
) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    LESSONS[lesson](Learner(page, click))
    expect(page.get_by_role("link", name="Play against bots")).to_be_visible()
    page.goto("/#/learn")
    expect(page.locator("a.lesson", has_text="learnt")).to_have_count(1)


@pytest.mark.parametrize(
    "lesson", ["birdie", *(pytest.param(name, marks=pytest.mark.long) for name in ("expert", "cubirds"))]
)
def test_a_lesson_is_played_through_by_keyboard(page: Page, lesson: str) -> None:
    LESSONS[lesson](Learner(page, press_enter))
    expect(page.get_by_role("link", name="Play against bots")).to_be_visible()


def test_a_lesson_is_carried_on_where_it_was_left(page: Page) -> None:
    learner = Learner(page, click)
    learner.open("cubirds")
    learner.go_on()
    learner.pick(".groups", "P")
    learner.end(1)
    learner.confirm()
    learner.at(2)
    page.goto("/#/learn")
    expect(page.locator("a.lesson", has_text="Carry on")).to_have_count(1)
    page.locator("a.lesson", has_text="Carry on").click()
    learner.at(2)
    page.reload()
    learner.at(2)
    page.get_by_role("button", name="Start over").click()
    learner.at(0)


def test_what_a_lesson_points_at_is_still_seen_when_the_screen_is_turned(page: Page) -> None:
    learner = Learner(page, click)
    learner.open("cubirds")
    learner.go_on()
    learner.at(1)
    for width, height in ((844, 390), (390, 844), (568, 320)):
        page.set_viewport_size({"width": width, "height": height})
        expect(page.locator("[data-spot]").first).to_be_visible()
        assert page.evaluate(OVERLAPS) == "", f"{width} by {height}"


@pytest.mark.parametrize("size", [(1440, 900), (1366, 768), (1024, 768)])
def test_a_lesson_shows_row_and_hand_at_once_on_laptops_and_tablets(page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    learner = Learner(page, click)
    learner.open("cubirds")
    learner.go_on()
    learner.at(1)
    expect(page.locator(".stage [data-spot]")).to_have_count(2)


def test_a_lesson_shows_display_and_hand_at_once_on_a_laptop(page: Page) -> None:
    page.set_viewport_size({"width": 1366, "height": 768})
    learner = Learner(page, click)
    learner.open("birdie")
    learner.go_on()
    learner.at(1)
    learner.pick(".feeder", "Oa")
    learner.confirm()
    learner.at(2)
    learner.pick(".feeder", "Ww", "Rs")
    learner.confirm()
    learner.at(3)
    expect(page.locator(".stage [data-spot]:is(.feeder *, .hand *)")).to_have_count(3)


def test_lessons_are_offered_before_the_first_match_and_declined_for_good(page: Page) -> None:
    page.goto("/")
    offer = page.locator(".offer")
    expect(offer).to_contain_text("New to Birdie?")
    offer.get_by_role("button", name="No, thanks").click()
    expect(offer).to_have_count(0)
    page.locator("label.game", has_text="CuBirds").click()
    expect(offer).to_contain_text("New to CuBirds?")
    page.reload()
    page.locator("label.game", has_text="Birdie").click()
    expect(page.locator(".doors")).to_be_visible()
    expect(offer).to_have_count(0)
    page.locator("label.game", has_text="CuBirds").click()
    offer.get_by_role("link", name="Start the lesson").click()
    expect(page.locator(".coach .text")).to_contain_text("eight species")


def test_the_first_move_is_three_taps_from_the_start_page(page: Page) -> None:
    page.goto("/")
    page.evaluate("globalThis.taps = 0; addEventListener('click', () => (globalThis.taps += 1), true)")
    page.get_by_role("button", name=re.compile("Against bots")).click()
    page.locator(".feeder button.card.can").first.click(timeout=60_000)
    page.locator(MAIN).click()
    expect(page.locator(".hand [data-card]")).to_have_count(3)
    assert page.evaluate("globalThis.taps") == 3


def test_the_first_move_of_cubirds_is_a_tap_a_drag_and_a_tap(page: Page) -> None:
    page.goto("/")
    page.locator("label.game", has_text="CuBirds").click()
    page.get_by_role("button", name=re.compile("Against bots")).click()
    birds = page.locator(".group.can").first
    birds.wait_for(timeout=60_000)
    birds.drag_to(page.locator(".fences .end").first)
    page.locator(MAIN).click()
    expect(page.locator(".fences .ghost")).to_have_count(0)
    expect(page.locator(".fences .last").first).to_be_visible()


def test_bots_of_one_level_are_told_apart_where_one_of_them_can_start(page: Page) -> None:
    page.goto("/#/open/bots/birdie")
    page.locator("input[name=seats][value='4']").check(force=True)
    expect(page.get_by_label("Who starts").locator("option")).to_have_text(
        ["drawn by lot", "You", "Juno 1", "Juno 2", "Juno 3"]
    )


def test_who_starts_is_named_in_the_lobby(page: Page) -> None:
    table = open_table(page, "birdie", ME, OPEN, {"player": "bot", "level": "casual"}, start=False)
    page.get_by_label("Who starts").select_option("Juno")
    page.get_by_role("button", name="Start with bots").click()
    expect(page.locator("#act")).to_be_visible(timeout=15_000)
    assert page.request.get(f"/api/tables/{table}").json()["options"]["starter"] == 3


# --- looking back ----------------------------------------------------------------------------------------------------


def drop(page: Page, text: str, name: str = "match.birdtable") -> None:
    page.goto("/")
    expect(page.locator(".doors")).to_be_visible()
    page.evaluate(
        """([text, name]) => {
          const files = new DataTransfer();
          files.items.add(new File([text], name));
          window.dispatchEvent(new DragEvent('dragover', { dataTransfer: files, bubbles: true, cancelable: true }));
          window.dispatchEvent(new DragEvent('drop', { dataTransfer: files, bubbles: true, cancelable: true }));
        }""",
        [text, name],
    )


def replaying(page: Page, name: str = "birdie") -> None:
    drop(page, record(name))
    expect(page.get_by_label("Moment", exact=True)).to_be_visible()


def place(page: Page) -> str:
    return page.locator(".bar .place").inner_text()


def test_a_record_dropped_on_the_page_is_replayed_by_slider_and_keys(page: Page) -> None:
    replaying(page)
    slider = page.get_by_label("Moment", exact=True)
    last = int(slider.get_attribute("max") or 0)
    assert last > 20
    page.locator("main").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".bar .place")).to_have_text(f"2/{last}")
    page.keyboard.press("End")
    expect(page.locator(".bar .place")).to_have_text(f"{last}/{last}")
    page.keyboard.press("Home")
    slider.fill(str(last // 2))
    expect(page.locator(".bar .place")).to_have_text(f"{last // 2}/{last}")
    page.get_by_label("Speed").select_option("3")
    page.get_by_role("button", name="Run").click()
    expect(page.locator(".bar .place")).not_to_have_text(f"{last // 2}/{last}")
    page.get_by_role("button", name="Stop").click()
    shown = place(page)
    page.reload()
    expect(page.locator(".bar .place")).to_have_text(shown)


def test_a_replay_shows_the_hand_of_the_seat_one_looks_through_and_no_other(page: Page) -> None:
    replaying(page)
    expect(page.locator(".hand")).to_have_count(0)
    page.get_by_label("Seen by").select_option("1")
    expect(page.locator(".hand")).to_be_visible()
    page.get_by_label("Seen by").select_option("-1")
    expect(page.locator(".hand")).to_have_count(0)


def test_what_is_no_record_is_told_in_a_line(browser: Browser, browser_context_args: dict[str, Any]) -> None:
    """In a context that nobody watches: a browser writes every answer of 400 to its console."""
    with browser.new_context(**browser_context_args) as context:
        page = context.new_page()
        drop(page, "birdtable: 1\ngame: birdie\nrules: 99\n")
        expect(page.locator(".fault")).to_contain_text("line ")


def over(page: Page) -> str:
    """A match against a bot, over; answers the table's id."""
    table = open_table(page, "cubirds", ME, BOT, options={"turn_limit": 4})
    Player(page).finish()
    return table


def test_a_real_match_is_reviewed_and_played_on_to_its_end(page: Page) -> None:
    table = over(page)
    page.get_by_role("link", name="Look back").click()
    expect(page).to_have_url(re.compile(f"replay/{table}.*at=.*seat=1"))
    page.get_by_role("button", name="Review").click()
    expect(page.get_by_role("heading", name="Luck and skill")).to_be_visible(timeout=60_000)
    expect(page.get_by_role("heading", name="All decisions")).to_be_visible()
    page.keyboard.press("Home")
    page.get_by_role("button", name="Play on from here").click()
    assert_open_to_all(page)
    page.get_by_label("Bots").select_option("beginner")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_text("What if", exact=True)).to_be_visible()
    assert_open_to_all(page)
    Player(page).finish()
    expect(page.locator(OVER)).to_be_visible()
    expect(page.get_by_role("button", name="Record")).to_have_count(0)
    page.get_by_role("link", name="Look back").click()
    expect(page.get_by_label("Seen by")).to_have_value("0")


def test_a_badly_scored_row_is_explained_point_by_point_with_its_rules(page: Page) -> None:
    drop(page, blunder()[0].text())
    page.get_by_label("Seen by").select_option("0")
    page.get_by_role("button", name="Review").click()
    expect(page.get_by_role("heading", name="All decisions")).to_be_visible(timeout=60_000)
    better = page.locator(".way", has_text="The most that was possible")
    expect(better.locator("li", has_text="4 owls, box empty: 4")).to_contain_text("+4")
    figures = [text.partition("%")[0] for text in page.locator("aside dd b").all_inner_texts()]
    parts = [int(text.replace("−", "-").strip("+± ")) for text in figures]
    assert sum(parts[:-1]) == parts[-1], "the figures on the screen add up"
    assert_open_to_all(page)
    better.get_by_role("button", name="B5.8").first.click()
    expect(page.locator("dialog .one.here")).to_contain_text("B5.8")


def test_a_match_is_stepped_through_while_it_is_played(page: Page, another: Page) -> None:
    table = open_table(page, "birdie", ME, BOT, memory="assisted")
    expect(page.locator(".feeder button.card.can").first).to_be_visible(timeout=15_000)
    hand = page.locator(".hand button.card").count()
    Player(page).move()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("link", name="Look back").click()
    expect(page.get_by_text("Still being played")).to_be_visible()
    page.get_by_label("Moment", exact=True).fill("0")
    expect(page.locator(".hand button.card")).to_have_count(hand)
    assert page.get_by_label("Seen by").locator("option").all_inner_texts() == ["a spectator", "Mira (you)"]
    expect(page.get_by_role("button", name="Review")).to_have_count(0)
    another.goto(page.url[page.url.index("/#") :])
    expect(another.get_by_label("Moment", exact=True)).to_be_visible()
    expect(another.locator(".hand")).to_have_count(0)
    page.get_by_role("link", name="Back to the table").click()
    expect(page).to_have_url(re.compile(f"table/{table}$"))


def test_the_shuffle_of_a_record_is_checked_where_it_is_replayed(page: Page) -> None:
    table = over(page)
    for clause in ("C3.5", "C5.3"):
        expect(page.get_by_role("button", name=clause).first).to_be_visible()
    text = page.request.get(f"/api/tables/{table}/record").text()
    page.get_by_role("link", name="Look back").click()
    page.get_by_role("button", name="Check the shuffle").click()
    expect(page.locator(".notices")).to_contain_text("The shuffle was fair")
    other = text.replace("match: ", "match: x", 1)
    for record_text, answer in ((other, "does not match what was sealed"), (record("cubirds"), "has no data")):
        drop(page, record_text)
        page.get_by_role("button", name="Check the shuffle").click()
        expect(page.locator(".notices")).to_contain_text(answer)


def test_an_address_leads_to_an_exact_moment(page: Page) -> None:
    table = over(page)
    page.goto(f"/#/replay/{table}?at=40&seat=2")
    expect(page.locator(".bar .place")).to_have_text(re.compile("^[1-9]"))
    shown = place(page)
    page.reload()
    expect(page.locator(".bar .place")).to_have_text(shown)
    expect(page.get_by_label("Seen by")).to_have_value("1")
    page.evaluate(f"location.hash = '#/replay/{table}?at=0&seat=1'")
    expect(page.locator(".bar .place")).to_have_text(re.compile("^0/"))
    expect(page.get_by_label("Seen by")).to_have_value("0")


def test_hints_come_with_reasons_and_unseen_cards_can_be_counted(page: Page) -> None:
    open_table(page, "birdie", ME, BOT, memory="assisted")
    expect(page.locator(".feeder button.card.can").first).to_be_visible(timeout=15_000)
    page.get_by_role("button", name="Hint").click()
    page.get_by_role("button", name="Show a hint").click()
    expect(page.locator(".helper ol li")).to_have_count(3)
    expect(page.locator(".helper li.best small").last).to_have_text(re.compile(" .* "))
    page.get_by_role("button", name="Unseen cards").click()
    expect(page.locator(".helper h3")).to_have_text(re.compile(r"^5\d cards unseen$"))


@pytest.mark.parametrize(("game", "clause"), [("birdie", "B3.3"), ("cubirds", "C3.1")])
def test_a_refusal_leads_to_its_rule(page: Page, game: str, clause: str) -> None:
    open_table(page, game, ME, BOT)
    if game == "birdie":
        cards = page.locator(".feeder button.card")
        expect(page.locator(".feeder button.card.can").first).to_be_visible(timeout=15_000)
        for place in range(3):
            cards.nth(place).click(force=place == 2)
    else:
        expect(page.locator(".group.can").first).to_be_visible(timeout=15_000)
        page.get_by_role("button", name="Row 1, left end").click(force=True)
    page.locator(".notices").get_by_role("button", name=clause).click()
    expect(page.locator("dialog .one.here")).to_contain_text(clause)
    page.get_by_label("Search the rules").fill("FLOCK collection" if game == "cubirds" else "trophy OWL")
    expect(page.locator("dialog .one")).not_to_have_count(0)
    page.get_by_label("Search the rules").fill("zeppelin")
    expect(page.get_by_text("Nothing found.")).to_be_visible()


# --- open to everybody -----------------------------------------------------------------------------------------------


def learning(page: Page) -> None:
    page.goto("/#/learn")
    expect(page.locator("a.lesson")).to_have_count(3)


def in_a_lesson(page: Page) -> None:
    learner = Learner(page, click)
    learner.open("birdie")
    learner.go_on()
    learner.pick(".feeder", "Ww")
    learner.confirm()
    expect(page.locator(".coach .wrong")).to_be_visible()


def reviewing(page: Page) -> None:
    replaying(page, "cubirds")
    page.get_by_role("button", name="Review").click()
    expect(page.get_by_role("heading", name="All decisions")).to_be_visible(timeout=60_000)


def helped(page: Page) -> None:
    test_hints_come_with_reasons_and_unseen_cards_can_be_counted(page)


SCREENS: dict[str, Callable[[Page], None]] = {
    "learning": learning,
    "in a lesson": in_a_lesson,
    "replaying": replaying,
    "reviewing": reviewing,
    "helped": helped,
}


@pytest.mark.parametrize(
    "screen",
    [
        "learning",
        "in a lesson",
        "reviewing",
        pytest.param("replaying", marks=pytest.mark.long),
        pytest.param("helped", marks=pytest.mark.long),
    ],
)
def test_a_screen_shuts_nobody_out_and_has_room_for_longer_texts(page: Page, screen: str) -> None:
    SCREENS[screen](page)
    assert_open_to_all(page)
    assert_room_for_longer_texts(page)


@pytest.mark.parametrize(
    ("language", "learn"),
    [
        ("it", "Impara"),
        ("ru", "Учиться"),
        pytest.param("de", "Lernen", marks=pytest.mark.long),
        pytest.param("es", "Aprender", marks=pytest.mark.long),
    ],
)
def test_lessons_are_in_the_language_of_the_page(
    browser: Browser, browser_context_args: dict[str, Any], language: str, learn: str
) -> None:
    with browser.new_context(**{**browser_context_args, "locale": language}) as context:
        page = context.new_page()
        page.goto("/#/learn/cubirds")
        expect(page.locator(".bar .pill.sun")).to_have_text(learn)
        expect(page.locator(".coach .text")).not_to_contain_text("Birds of")
