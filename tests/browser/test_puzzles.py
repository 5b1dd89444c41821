"""Puzzles in the browser: failed, tried again, solved, shared, found again in the archive, and a streak over days."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Browser, Page, expect

from birdtable.games.birdie.cards import parse_cards
from birdtable.puzzles import days, pack
from birdtable.puzzles.form import RowPuzzle
from kit.page.browsing import assert_open_to_all

pytestmark = pytest.mark.browser


def plain_row() -> tuple[date, RowPuzzle]:
    """A day of the archive whose row needs nothing but cuts, and whose sets leave no choice of trait."""
    today = datetime.now(UTC).date()
    for number, puzzle in enumerate(pack.puzzles("birdie-row")):
        day = days.FIRST + timedelta(days=number)
        assert isinstance(puzzle, RowPuzzle) and day < today
        if set(puzzle.problem) <= {"row", "boxes", "flaps", "records"} and all(
            len(set(piece)) > 1 for piece in pieces_of(puzzle) if len(piece) > 1
        ):
            return day, puzzle
    raise AssertionError("there is no such day yet")


def pieces_of(puzzle: RowPuzzle) -> list[list[int]]:
    """The row as the answer cuts it."""
    row, pieces, at = parse_cards(puzzle.problem["row"]), list[list[int]](), 0
    lengths = [int(step.split()[1]) if " " in step else 1 for step in puzzle.steps if step != "done"]
    for length in lengths:
        while at + 1 < len(row) and not shares(row[at], row[at + 1]):
            pieces.append([row[at]])
            at += 1
        pieces.append(row[at : at + length])
        at += length
    return [*pieces, *([card] for card in row[at:])]


def shares(one: int, two: int) -> bool:
    return one >> 2 == two >> 2 or one & 3 == two & 3


def cut(page: Page, pieces: list[list[int]]) -> None:
    place = 0
    for piece in pieces:
        for inside in range(len(piece)):
            place += 1
            button = page.get_by_role("button", name=f"Cut between card {place} and card {place + 1}", exact=True)
            is_cut = inside == len(piece) - 1
            if button.count() and (button.get_attribute("aria-pressed") == "true") != is_cut:
                button.click()
                expect(button).to_have_attribute("aria-pressed", str(is_cut).lower())


def test_a_row_is_failed_tried_again_solved_shared_and_found_in_the_archive(page: Page) -> None:
    day, puzzle = plain_row()
    page.goto(f"/#/puzzle/birdie-row/{day.isoformat()}")
    expect(page.get_by_text("There is only one best way")).to_be_visible()
    page.get_by_role("button", name=re.compile("^Write|^Done")).click()
    expect(page.get_by_text("short of the best").first).to_be_visible()
    expect(page.get_by_text("As you scored it")).to_be_visible()
    expect(page.get_by_role("button", name="Show the answer")).to_be_visible()
    page.get_by_role("button", name="Try again").click()
    cut(page, pieces_of(puzzle))
    page.get_by_role("button", name=re.compile("^Write")).click()
    expect(page.locator("#asked")).to_have_text("Solved!")
    expect(page.get_by_text("as the exact scorer has proved")).to_be_visible()
    expect(page.get_by_text(f"{puzzle.gain} points", exact=True)).to_be_visible()
    assert_open_to_all(page)
    page.get_by_role("button", name="Share").click()
    expect(page.get_by_text("it gives nothing away").first).to_be_visible()
    page.goto("/#/puzzles")
    link = page.locator(f'a[href="#/puzzle/birdie-row/{day.isoformat()}"]')
    expect(link.get_by_role("img", name="Solved with 2 tries")).to_be_visible()
    assert_open_to_all(page)


def test_a_streak_goes_on_over_midnight_and_ends_with_a_day_that_was_missed(page: Page) -> None:
    kept = {f"2026-12-{day:02}": {"tries": 1, "right": True, "on": f"2026-12-{day:02}"} for day in (29, 30, 31)}
    page.add_init_script(f"localStorage['birdtable.puzzles'] = '{msgspec.json.encode({'birdie-row': kept}).decode()}'")
    for at, told in (("2026-12-31T23:59:30Z", True), ("2027-01-01T00:00:30Z", True), ("2027-01-02T00:00:30Z", False)):
        page.clock.set_fixed_time(at)
        page.goto("/#/")
        page.reload()
        expect(page.get_by_role("region", name="Puzzle of the day")).to_be_visible()
        expect(page.get_by_text("3 days in a row")).to_be_visible(visible=told)


def test_what_a_turn_costs_that_was_not_searched_is_told_as_an_estimate(page: Page) -> None:
    page.goto("/#/puzzle/cubirds-turn/2026-11-18")
    page.locator(".groups .group.can").first.click()
    page.get_by_role("button", name="Row 1, right end: lay").click()
    page.get_by_role("button", name="Lay and draw 2").click()
    expect(page.locator("#asked")).to_contain_text(re.compile(r"by ≈ \d+%"))
    expect(page.get_by_role("region", name="Explanation")).to_contain_text(re.compile(r"≈ −\d+%"))


def test_a_turn_can_be_given_up_and_what_other_turns_cost_is_told(page: Page) -> None:
    kept = {"cubirds-turn": {"2026-11-05": {"tries": 1, "right": False}}}
    page.add_init_script(f"localStorage['birdtable.puzzles'] ??= '{msgspec.json.encode(kept).decode()}'")
    page.goto("/#/puzzle/cubirds-turn/2026-11-05")
    expect(page.get_by_text("Bots in a hurry miss it")).to_be_visible()
    page.get_by_role("button", name="Show the answer").click()
    expect(page.locator("#asked")).to_have_text("This was the best.")
    expect(page.get_by_role("region", name="Explanation").get_by_role("listitem")).not_to_have_count(1)
    expect(page.get_by_text("searches of 8000 simulations")).to_be_visible()
    assert_open_to_all(page)


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("nothing", "There are no puzzles nothing; there are birdie-row, birdie-turn, cubirds-turn"),
        ("birdie-row/2026-10-01", "The first puzzle was that of 2026-11-01"),
        ("birdie-row/2999-01-01", "The puzzle of 2999-01-01 is not there yet"),
        ("birdie-row/tomorrow", "tomorrow is not a date"),
    ],
)
def test_why_there_is_no_puzzle_is_said_in_a_whole_sentence(
    browser: Browser, browser_context_args: dict[str, Any], address: str, said: str
) -> None:
    """In a browser whose console may complain that there is nothing."""
    page = browser.new_context(**browser_context_args).new_page()
    page.goto(f"/#/puzzle/{address}")
    expect(page.locator("#asked")).to_contain_text(re.compile(f"^{said}", re.IGNORECASE))
    page.context.close()


def test_a_page_that_was_open_overnight_shows_the_puzzle_of_the_new_day(page: Page) -> None:
    kept = {"birdie-row": {"2026-12-31": {"tries": 1, "right": True, "on": "2026-12-31"}}}
    page.add_init_script(f"localStorage['birdtable.puzzles'] = '{msgspec.json.encode(kept).decode()}'")
    page.clock.set_fixed_time("2026-12-31T22:00:00Z")
    page.goto("/#/")
    daily = page.get_by_role("region", name="Puzzle of the day")
    expect(daily.get_by_role("img", name="Solved with 1 try")).to_be_visible()
    page.clock.set_fixed_time("2027-01-01T08:00:00Z")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(daily.get_by_role("link", name="Solve it")).to_be_visible()


def test_a_puzzle_that_cannot_be_fetched_is_asked_for_again(
    browser: Browser, browser_context_args: dict[str, Any]
) -> None:
    """In a browser whose console may complain that nobody answers."""
    page = browser.new_context(**browser_context_args).new_page()
    page.route("**/api/puzzles", lambda route: route.abort())
    page.goto("/#/puzzle/birdie-row")
    expect(page.get_by_text("The server does not answer.")).to_be_visible()
    expect(page.get_by_role("banner")).to_be_visible()
    page.unroute("**/api/puzzles")
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_text("There is only one best way")).to_be_visible()
    page.context.close()
