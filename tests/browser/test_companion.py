"""A real game scored in the page: entered, checked, corrected, taken home, brought back; by keyboard."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from birdtable.companion.sheetfile import parse_sheet
from birdtable.game import Outcome
from kit.page.browsing import assert_open_to_all, assert_room_for_longer_texts, drop
from kit.page.sheet_entry import Game, chip, enter, new_sheet, pass_in_order, step, tap, total

pytestmark = pytest.mark.browser

FIRST: Game = {"Ben": "Rs Ra Rs Ru Pu Ou Ww Pw Ow Ps Rw Ww", "Ana": "Os Oa Ou"}
SECOND: Game = {"Ana": "Ps Pa Pu Pw", "Ben": "Wu Ou Pu"}


def test_a_whole_game_is_entered_corrected_taken_home_and_brought_back(page: Page, tmp_path: Path) -> None:
    page.goto("/")
    page.get_by_role("button", name=re.compile("Score a real game")).click()
    expect(page.get_by_text("1 to 10 is our assumption")).to_be_visible()
    assert_open_to_all(page)
    new_sheet(page, "Ana", "Ben")
    pass_in_order(page, "Ben")
    expect(page.get_by_role("heading", name="Passed in this order")).to_be_visible()
    enter(page, FIRST)
    expect(page.get_by_text("Ana starts this round.")).to_be_visible()
    pass_in_order(page, "Ana")
    enter(page, SECOND)
    expect(page.get_by_role("heading", name="Ana wins")).to_be_visible()
    expect(page.get_by_text("A tie, won by whoever passed earlier in round 2.")).to_be_visible()
    # 3 owls, 4 pigeons, 2 for passing, 2 for Flap marks, two trophies; 15 points for the row, 2 for passing.
    assert (total(page, "Ana"), total(page, "Ben")) == (3 + 4 + 2 + 2 + 6, 15 + 2)

    step(page, "Round 1")
    chip(page, "Ana").click()
    expect(page.get_by_role("heading", name="Best cut: +")).to_be_visible()
    page.get_by_label("Or type it").fill("Rs Ra Ru Rw Rs")
    page.get_by_label("Or type it").press("Enter")
    expect(page.get_by_role("heading", name="Best cut: +9")).to_be_visible()
    changes = page.get_by_role("region", name="What this correction changes")
    expect(changes).to_contain_text("Ben, Total17 → 14")
    assert_open_to_all(page)
    changes.get_by_role("button", name="Leave it as it was").click()
    expect(page.get_by_role("heading", name="Best cut: +7")).to_be_visible()
    for place, card in enumerate(["Rs", "Ra", "Ru"]):
        page.locator(".wire [data-row-card]").nth(place).get_by_role("button").click()
        page.locator(".deeds").get_by_role("button", name="Replace").click()
        tap(page, card)
    tap(page, "Rw Rs")
    expect(changes).to_contain_text("Ben, Total17 → 14")
    expect(changes).to_contain_text("Ana, Total17 → 19")
    changes.get_by_role("button", name="Apply the correction").click()
    expect(changes).to_have_count(0)
    tap(page, "Rw")  # the row is settled again
    expect(changes).to_contain_text("Ana, Total19 → ")
    changes.get_by_role("button", name="Leave it as it was").click()
    expect(changes).to_have_count(0)
    step(page, "Final sheet")
    expect(page.get_by_role("cell", name="Trophy 5")).to_be_visible()
    assert (total(page, "Ana"), total(page, "Ben")) == (5 + 4 + 2 + 2 + 6, 15 + 2 - 3)

    page.get_by_role("button", name="Names and rules").click()
    assert_open_to_all(page)
    page.get_by_role("dialog").get_by_label("Player 1").fill("Anna")
    page.get_by_role("dialog").get_by_label("What does the Flap column").fill("1 3 6")
    page.get_by_role("dialog").get_by_role("button", name="Change").click()
    changes.get_by_role("button", name="Apply the correction").click()
    expect(page.get_by_text("Flap places 1 to 10 are our assumption.")).to_have_count(0)
    assert (total(page, "Anna"), total(page, "Ben")) == (19 + 1, 14 + 3)

    with page.expect_download() as table:
        page.get_by_role("button", name="Table (CSV)").click()
    rows = list(csv.reader(table.value.path().read_text(encoding="utf-8-sig").splitlines()))
    assert rows[0] == ["Birdie", "Anna", "Ben"] and rows[-1] == ["Total", "20", "17"]
    with page.expect_download() as file:
        page.get_by_role("button", name="Score sheet (JSON)").click()
    saved = tmp_path / "evening.json"
    file.value.save_as(saved)
    assert parse_sheet(saved.read_bytes()).outcome == Outcome((20, 17), (0,), "B6.2")

    page.reload()
    expect(page.get_by_role("heading", name="Anna wins")).to_be_visible()
    page.get_by_role("link", name="To all score sheets").click()
    page.get_by_role("button", name=re.compile("^Throw away")).click()
    page.get_by_role("button", name="Throw it away").click()
    expect(page.get_by_text("No score sheets yet")).to_be_visible()
    expect(page.get_by_text("Flap column: 1 3 6")).to_be_visible()  # asked once and remembered
    page.get_by_label("Score sheet from a file").set_input_files(saved)
    expect(page.get_by_role("heading", name="Anna wins")).to_be_visible()
    assert total(page, "Anna") == 20

    text = saved.read_text()
    page.goto("/#/")
    drop(page, text[:-40], "evening.sheet.json")
    expect(page.get_by_text("This score sheet is damaged: it is incomplete or was changed.").first).to_be_visible()
    drop(page, text.replace('"version": 2', '"version": 7'), "evening.sheet.json")
    expect(page.get_by_text("This score sheet was written by another version of this page.").first).to_be_visible()
    drop(page, text.replace('"points": [\n   20', '"points": [\n   21'), "evening.sheet.json")
    expect(page.get_by_text("The file’s result differs from the rules’.").first).to_be_visible()
    expect(page.get_by_role("heading", name="Anna wins")).to_be_visible()
    page.get_by_role("link", name="To all score sheets").click()
    expect(page.get_by_role("link", name=re.compile("Birdie, Anna, Ben"))).to_have_count(2)


def test_on_a_phone_the_keys_come_into_sight_for_a_card_that_is_replaced(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    new_sheet(page, "Ana", "Ben", "Cid")
    pass_in_order(page, "Ben", "Ana")
    tap(page, "Rs Ra Rw Ow Pw Pu Os Ws")
    page.evaluate("scrollTo(0, 0)")
    page.locator(".wire [data-row-card]").nth(2).get_by_role("button").click()
    expect(page.locator("[data-key=Ww]")).not_to_be_in_viewport()
    page.locator(".deeds").get_by_role("button", name="Replace").click()
    expect(page.get_by_text("The next card you tap replaces card 3.")).to_be_in_viewport(ratio=1)
    expect(page.locator("[data-key=Ww]")).to_be_in_viewport(ratio=1)


def test_a_correction_is_taken_only_when_what_it_changes_is_told(page: Page) -> None:
    new_sheet(page, "Ana", "Ben")
    pass_in_order(page, "Ben")
    enter(page, {"Ben": "Rs Ra Rs", "Ana": "Os Oa"})
    held: list[Route] = []

    def hold(route: Route) -> None:
        """What is only tried is not answered for a while."""
        if (route.request.post_data_json or {}).get("before") is None:
            route.continue_()
        else:
            held.append(route)

    page.route("**/api/sheet*", hold)
    step(page, "Round 1")
    chip(page, "Ana").click()
    tap(page, "Ou")
    changes = page.get_by_role("region", name="What this correction changes")
    expect(changes).to_contain_text("Not computed yet")
    take = changes.get_by_role("button", name="Apply the correction")
    expect(take).to_be_disabled()
    while not held:
        page.wait_for_timeout(50)
    held[0].continue_()
    expect(changes).to_contain_text("Ana, Total")
    expect(take).to_be_enabled()


def test_an_own_cut_is_checked_and_undone(page: Page) -> None:
    new_sheet(page, "Ana", "Ben", "Cid")
    pass_in_order(page, "Ben", "Ana")
    tap(page, "Rs Ra Rw Ow Pw")
    expect(page.get_by_role("heading", name=re.compile(r"Best cut: \+1\d"))).to_be_visible()
    best = page.get_by_role("heading", name="Best cut").inner_text()
    page.get_by_role("button", name="Cut it myself").click()
    expect(page.get_by_role("heading", name="as good as the best")).to_be_visible()
    page.get_by_role("button", name="Cut between card 1 and card 2").click()
    expect(page.get_by_role("heading", name="Your cut")).to_contain_text("the best is")
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("heading", name="as good as the best")).to_be_visible()
    page.get_by_role("button", name="Back to the best").click()
    expect(page.get_by_role("heading", name="Best cut")).to_have_text(best)
    page.get_by_role("radio", name="Hand").check()
    tap(page, "Os")
    expect(page.get_by_text("Owl copies the lowest value")).to_be_visible()
    page.locator("li", has_text="Owl copies").get_by_role("button", name="B7.3").click()
    expect(page.get_by_role("dialog", name="Rules").locator(".here")).to_contain_text("Owl")


def test_an_own_scoring_with_abilities_is_checked(page: Page) -> None:
    new_sheet(page, "Ana", "Ben")
    pass_in_order(page, "Ana")
    tap(page, "Rs Ra Ru Pu Ou Ww Pw")
    page.get_by_role("radio", name="Hand").check()
    tap(page, "Ps Os")
    expect(page.get_by_text("Owl copies the lowest value")).to_be_visible()
    page.get_by_role("button", name="Cut it myself").click()
    own = page.get_by_role("region", name="Your own scoring")
    expect(own).to_contain_text("as good as the best")
    own.get_by_role("button", name="Start over").click()
    expect(own).to_contain_text("the best is")
    own.get_by_role("button", name=re.compile("pigeon, spring, its ability can be used")).click()
    expect(page.get_by_role("heading", name="Pigeon: choose a set")).to_be_visible()
    page.get_by_role("button", name=re.compile("^Choose this set: 2 cards, winter")).click()
    expect(page.get_by_text("Pigeon on 2 winter birds: 2 Flap marks")).to_be_visible()
    own.get_by_role("button", name=re.compile("owl, spring, its ability can be used")).click()
    page.get_by_role("region", name="Owl: choose an empty box").get_by_role("button", name="owl").click()
    expect(page.get_by_text("Owl copies the lowest value into the owl box: 2")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("heading", name="Owl: choose an empty box")).to_be_visible()


def test_an_own_play_of_the_expert_game_is_checked_step_by_step(page: Page) -> None:
    new_sheet(page, "Ana", "Ben", expert=True)
    pass_in_order(page, "Ana")
    page.get_by_label("Or type it").fill("Ow Ww Pw Pu Rs Os Ra Ws Rs Os Pu Pw Rw")
    page.get_by_label("Or type it").press("Enter")
    page.get_by_role("radio", name="Hand").check()
    tap(page, "Pa")
    expect(page.get_by_role("heading", name="Best play: +")).to_be_visible()
    expect(page.locator("li .out")).not_to_have_count(0)
    page.get_by_role("button", name="Take it apart myself").click()
    robin = page.get_by_role("button", name="robin, autumn, card 7 of 13")
    expect(page.get_by_role("heading", name="Your own scoring")).to_be_visible()
    expect(robin).to_be_enabled()
    robin.press("Enter")
    expect(page.get_by_role("heading", name="A set of 5: spring")).to_be_visible()
    assert_open_to_all(page)
    page.get_by_role("button", name="Write it").press("Enter")
    expect(page.get_by_role("heading", name="They share both bird and season")).to_be_focused()
    page.get_by_role("button", name="By bird").click()
    page.get_by_role("button", name="Pigeon: 2 Flaps").click()
    expect(page.get_by_role("heading", name=re.compile(r"Your play: \+\d+, the best is \+\d+"))).to_be_visible()
    expect(page.get_by_text("No cards are left in the row.")).to_be_visible()

    page.get_by_text("The steps in words").click()
    steps = page.get_by_label("For example: remove 7")
    expect(steps).to_have_value("remove 7, done, by bird, use Pa")
    steps.fill("remove 7, done, by bird, remove 9")
    steps.press("Enter")
    expect(page.locator(".fault")).to_contain_text("Step 4, remove 9")
    page.locator(".fault").get_by_role("button", name="B8.3").click()
    expect(page.get_by_role("dialog", name="Rules").locator(".here")).to_contain_text("Pigeon")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Step back").click()
    expect(page.locator(".fault")).to_have_count(0)
    page.get_by_role("button", name="Back to the best").click()
    expect(page.get_by_role("heading", name="Best play: +")).to_be_visible()


def test_an_impossible_entry_is_told_with_its_clause_and_what_was_written_can_be_entered(page: Page) -> None:
    new_sheet(page, "Ana", "Ben", expert=True)
    pass_in_order(page, "Ana")
    tap(page, "Rs Rs Rs Rs Rs")
    expect(page.locator(".fault")).to_contain_text("there are 4 of each kind")
    page.get_by_role("button", name="Enter what was written").click()
    dialog = page.get_by_role("dialog", name="What was written")
    expect(dialog).to_be_visible()
    assert_open_to_all(page)
    dialog.get_by_label("spring").fill("4")
    dialog.get_by_label("Flap marks made").fill("1")
    dialog.get_by_role("button", name="Enter this").click()
    expect(page.get_by_role("heading", name="Entered: +5")).to_be_visible()


def collect(page: Page, name: str, bird: str, what: str) -> None:
    """Two taps."""
    player = page.get_by_role("group", name=name, exact=True)
    player.get_by_role("button", name=bird).click()
    player.get_by_role("button", name=what, exact=True).click()
    expect(player.get_by_role("button", name=bird)).to_be_focused()


def test_a_game_of_cubirds_is_scored(page: Page) -> None:
    new_sheet(page, "Ana", "Ben", game="cubirds")
    for name, bird in (("Ana", "flamingo"), ("Ana", "owl"), ("Ben", "toucan"), ("Ben", "magpie")):
        collect(page, name, bird, "1 bird")
    even = page.get_by_role("group", name="Ana").get_by_text("from here")
    before = even.text_content()
    collect(page, "Ben", "magpie", "Big flock (7)")
    expect(page.get_by_text("Magpie: 7 are a big flock, 2 collected")).to_be_visible()
    expect(even).not_to_have_text(before or "")
    before = even.text_content()
    page.get_by_role("group", name="Round 1 ends: who has no cards left?").get_by_role("button", name="Ana").click()
    expect(page.get_by_text("Ana has no cards left: the round ends")).to_be_visible()
    expect(page.get_by_role("group", name="Round 2 ends")).to_be_visible()
    expect(even).not_to_have_text(before or "")
    page.get_by_role("button", name="Remove entry 6").click()
    expect(page.get_by_role("group", name="Round 1 ends")).to_be_visible()
    page.get_by_label("Entry 5: birds in the flock").fill("4")
    page.get_by_label("Entry 5: birds in the flock").blur()
    expect(page.get_by_text("4 are fewer than a small flock (5)")).to_be_visible()
    page.get_by_label("The cards ran out").check()
    expect(page.get_by_role("heading", name="Shared victory: Ana and Ben")).to_be_visible()
    page.get_by_label("Entry 5: birds in the flock").fill("5")
    page.get_by_label("Entry 5: birds in the flock").blur()
    expect(page.get_by_role("heading", name="Ben wins")).to_be_visible()


def test_a_row_is_entered_by_keyboard_alone(page: Page) -> None:
    new_sheet(page, "Ana", "Ben")
    page.locator(".passer").first.focus()
    page.keyboard.press("Enter")
    page.keyboard.type("rsRaruOW")
    expect(page.locator(".wire [data-row-card]")).to_have_count(4)
    page.keyboard.press("Backspace")
    expect(page.locator(".wire [data-row-card]")).to_have_count(3)
    page.locator("[data-key=Ws]").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator(".wire [data-row-card]").last.get_by_role("button")).to_have_accessible_name(
        re.compile("owl, summer")
    )
    page.keyboard.press("Control+z")
    expect(page.locator(".wire [data-row-card]")).to_have_count(3)
    expect(page.get_by_role("heading", name="Best cut: +7")).to_be_visible()


@pytest.mark.parametrize("game", ["birdie", "cubirds"])
def test_the_score_sheet_shuts_nobody_out_and_has_room_for_longer_texts(page: Page, game: str) -> None:
    new_sheet(page, "Ana", "Ben", game=game)
    if game == "birdie":
        pass_in_order(page, "Ben")
        tap(page, "Rs Ra Rw Ow Pw")
        expect(page.get_by_role("heading", name="Best cut")).to_be_visible()
        assert_open_to_all(page)
        step(page, "Final sheet")
        expect(page.get_by_role("table")).to_be_visible()
    else:
        page.goto("/#/score")
        assert_open_to_all(page)
        page.go_back()
        collect(page, "Ana", "flamingo", "1 bird")
        expect(page.get_by_text("Flamingo: 1 bird to the collection")).to_be_visible()
    assert_open_to_all(page)
    assert_room_for_longer_texts(page)


@pytest.mark.parametrize(
    ("language", "door", "best", "rules"),
    [
        ("it", "Segna una partita dal vivo", "pettirossi, casella vuota", "Un set vale"),
        ("es", "Puntuar una partida real", "petirrojos, casilla vacía", "Cada conjunto vale"),
        ("de", "Echte Partie werten", "Rotkehlchen, Feld leer", "Jedes Set"),
        ("ru", "Подсчёт очков за столом", "малиновки, окошко пустое", "Каждый набор"),
    ],
)
def test_sheet_reasons_and_rules_speak_the_language(
    page: Page, language: str, door: str, best: str, rules: str
) -> None:
    page.add_init_script(f"localStorage.setItem('birdtable.settings', JSON.stringify({{language: '{language}'}}))")
    page.goto("/")
    page.get_by_role("button", name=door).click()
    page.locator("form .btn.main").click()
    page.locator(".passer").first.click()
    tap(page, "Rs Ra Ru")
    expect(page.get_by_text(f"3 {best}")).to_be_visible()
    page.locator("li", has_text=best).get_by_role("button", name="B5.6").click()
    expect(page.locator("dialog .here")).to_contain_text(rules)
