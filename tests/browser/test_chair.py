"""A bot in a chair, on a phone: a whole match of Birdie with a correction on the way, and turns of CuBirds."""

from __future__ import annotations

import json
import re
from random import Random
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page, Route, expect

from birdtable.games.birdie.cards import KINDS
from birdtable.games.cubirds.cards import SPECIES
from birdtable.record import Record
from kit.cubirds.cardboard import CuBirdsTable
from kit.page.browsing import assert_open_to_all, overflow, wait_until

pytestmark = pytest.mark.browser

SETTLED = """(() => {
  const [kept] = JSON.parse(localStorage.getItem('birdtable.chairs') ?? '[]');
  return kept?.answer && kept.answered.endsWith(JSON.stringify(kept.table)) ? kept : null;
})()"""


class Phone:
    """Somebody who taps what happens at the table, and counts the taps of each turn."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.deck = [kind for kind in KINDS for _ in range(4)]
        Random(4).shuffle(self.deck)
        self.taps = 0
        self.most = {"turn": 0, "bot": 0}
        self.pile: list[str] = []
        self.turns = 0
        self.rows = 0
        """Of the bot, that hung on the wire."""

    def kept(self) -> dict[str, Any]:
        found: dict[str, Any] = wait_until(self.page, SETTLED)
        return found

    def tap(self, *names: str, key: str = "") -> None:
        place = self.page.locator(f"[data-key={key}]") if key else self.page.get_by_role("button", name=names[0])
        (place if key else place.first).click()
        self.taps += 1

    def card(self) -> None:
        card = self.deck.pop()
        self.tap(key=card)

    def turn(self, answer: dict[str, Any]) -> None:
        """Two cards to the pile at first, later a pass."""
        self.turns += 1
        display = answer["view"]["display"]
        if self.turns % 2 == 0 or len(display) < 2:
            self.page.get_by_role("button", name="Pass").click()
            self.taps += 1
            return
        for place in (0, 1):
            self.page.locator(".display button").nth(place).click()
            self.taps += 1
        self.pile += display[:2]
        self.page.locator(".numbers").get_by_role("button", name="0", exact=True).click()
        self.taps += 1

    def row(self) -> None:
        for card in self.pile:
            self.tap(key=card)
        assert overflow(self.page) == 0
        self.pile = []
        self.page.get_by_role("button", name="Write it and go on").click()

    def hand(self, cards: int, of: str = "OT") -> None:
        """By default of birds that no turn lays: whoever lays some of a species has no more of it."""
        for _ in range(cards):
            bird = next(card for card in reversed(self.deck) if card in of)
            self.deck.remove(bird)
            self.tap(key=bird)
        self.page.get_by_role("button", name=re.compile("cards?: go on$")).click()

    def go_on(self) -> bool:
        kept = self.kept()
        answer = kept["answer"]
        assert not answer["fault"], answer["fault"]
        what, self.taps, before = answer["wanted"]["what"], 0, len(kept["table"]["taps"])
        match what:
            case "over":
                return False
            case "starter":
                self.page.get_by_role("button", name="Ana", exact=True).click()
            case "turn":
                self.turn(answer)
                self.most["turn"] = max(self.most["turn"], self.taps)
            case "bot":
                hanging = self.page.get_by_role("region", name=re.compile("says$")).locator(".wire")
                expect(hanging).to_have_count(1 if answer["scored"] else 0)
                self.rows += answer["scored"] is not None
                self.page.get_by_role("button", name="Done: go on").click()
                self.most["bot"] = 1
            case "row":
                self.row()
            case "hand":  # the bot has laid its last bird, which depends on its luck
                self.hand(answer["wanted"]["left"])
            case _:
                self.card()
        wait_until(self.page, f"JSON.parse(localStorage.getItem('birdtable.chairs'))[0].table.taps.length > {before}")
        return True


def test_a_match_with_a_bot_in_a_chair_is_tapped_in_to_its_end(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto("/#/score")
    page.get_by_role("link", name="A bot in a chair").click()
    page.get_by_label("Player 1", exact=True).fill("Ana")
    page.get_by_label("Player 2: person or bot").select_option("beginner")
    assert_open_to_all(page)
    page.get_by_role("button", name="Sit down").click()
    phone = Phone(page)
    while phone.kept()["answer"]["wanted"]["what"] != "turn":
        phone.go_on()
    # The last card was another one: it is entered anew, and everything else stays.
    before = phone.kept()["table"]["taps"]
    wrong = next(number for number, tap in enumerate(before) if str(tap).startswith("deal "))
    page.get_by_role("button", name=f"Correct entry {wrong + 1}", exact=True).click()
    expect(page.get_by_text(f"Entry {wrong + 1} is being entered again.")).to_be_visible()
    other = next(card for card in reversed(phone.deck))
    phone.deck.remove(other)
    phone.deck.insert(0, before[wrong][5:])
    phone.tap(key=other)
    expect(page.get_by_text("is being entered again")).to_have_count(0)
    assert phone.kept()["table"]["taps"] == [*before[:wrong], f"deal {other}", *before[wrong + 1 :]]
    assert_open_to_all(page)
    while phone.go_on():
        pass
    expect(page.get_by_role("heading", name="The game is over")).to_be_visible()
    record = Record.parse(phone.kept()["answer"]["record"])
    assert record.outcome is not None and record.extra["assumed"]
    assert phone.most == {"turn": 3, "bot": 1} and phone.rows
    finished = phone.kept()["answer"]["finished"]
    page.goto("/#/evenings")
    tally = page.get_by_role("region", name="Tally")
    winner = finished["players"][finished["winners"][0]]
    expect(tally.get_by_role("row", name=winner)).to_contain_text(str(max(finished["points"])))
    expect(page.get_by_role("region", name="Luck of the cards").get_by_role("listitem")).to_have_count(2)
    assert_open_to_all(page)
    page.get_by_role("region", name="Games").get_by_role("link").click()
    page.get_by_role("button", name="Replay").click()
    expect(page.get_by_text("Ana").first).to_be_visible()


def test_a_forgotten_tap_is_inserted_and_one_too_many_removed(page: Page) -> None:
    table = {"game": "birdie", "players": ["Ana", "Otis"], "levels": ["", "beginner"], "options": {}}
    taps = ["starter 1", "deal Rs", "deal Ow", "deal Pu"]
    kept = {"id": "one", "begun": 1, "changed": 1, "open": True, "table": {**table, "taps": taps}}
    page.goto("/#/score")
    page.evaluate("kept => localStorage.setItem('birdtable.chairs', JSON.stringify([kept]))", kept)
    page.goto("/#/chair/one")
    phone = Phone(page)
    page.get_by_role("button", name="Correct entry 3", exact=True).click()
    page.get_by_role("button", name="Enter one more before it").click()
    expect(page.get_by_text("Something is entered before entry 3.")).to_be_visible()
    phone.tap(key="Wa")
    expect(page.get_by_role("button", name="Correct entry 5", exact=True)).to_be_visible()
    assert phone.kept()["table"]["taps"] == [*taps[:2], "deal Wa", *taps[2:]]
    page.get_by_role("button", name="Correct entry 2", exact=True).click()
    page.get_by_role("button", name="Remove this entry").click()
    expect(page.get_by_role("button", name="Correct entry 5", exact=True)).to_have_count(0)
    assert phone.kept()["table"]["taps"] == ["starter 1", "deal Wa", *taps[2:]]


def test_a_card_that_the_bot_has_taken_is_corrected_and_what_it_did_is_entered_anew(page: Page) -> None:
    table = {"game": "birdie", "players": ["Ana", "Otis"], "levels": ["", "beginner"], "options": {}}
    cards = [f"deal {card}" for card in ("Rs", "Ow", "Pu", "Pa", "Wa", "Wu")]
    later = ["take Pu", "deal Os", "pass"]
    kept = {
        "id": "one",
        "begun": 1,
        "changed": 1,
        "open": True,
        "table": {**table, "taps": ["starter 2", *cards, *later]},
    }
    page.goto("/#/score")
    page.evaluate("kept => localStorage.setItem('birdtable.chairs', JSON.stringify([kept]))", kept)
    page.goto("/#/chair/one")
    phone = Phone(page)
    page.get_by_role("button", name="Correct entry 4", exact=True).click()
    expect(page.get_by_text("Entry 4 is being entered again.")).to_be_visible()
    phone.tap(key="Pw")
    expect(page.locator(".fault")).to_contain_text("Entry 8: Pu is not in the display")
    expect(page.get_by_role("button", name="Done: go on")).to_be_visible()
    page.get_by_text("If something else was done with its cards").click()
    assert_open_to_all(page)
    done = page.get_by_role("group", name="If something else was done with its cards, tap that:", exact=True)
    done.get_by_role("button", name="pigeon, winter to your pile").click()
    expect(page.get_by_role("button", name="Start over")).to_be_visible()
    expect(done.get_by_role("button", name="Take pigeon")).to_have_count(0)
    page.get_by_role("button", name="Start over").click()
    done.get_by_role("button", name="Take pigeon, winter to your hand").click()
    expect(page.locator(".fault")).to_have_count(0)
    assert phone.kept()["table"]["taps"] == ["starter 2", *cards[:2], "deal Pw", *cards[3:], "take Pw", *later[1:]]
    page.get_by_role("button", name="Correct entry 8", exact=True).click()
    page.get_by_role("button", name="Done: go on").click()  # what it advises now
    expect(page.get_by_text("is being entered again")).to_have_count(0)


def test_cards_that_are_sure_to_follow_are_tapped_before_the_server_has_answered(page: Page) -> None:
    table = {"game": "birdie", "players": ["Ana", "Otis"], "levels": ["", "beginner"], "options": {}}
    kept = {"id": "one", "begun": 1, "changed": 1, "open": True, "table": {**table, "taps": ["starter 1"]}}
    held: list[Route] = []
    page.goto("/#/score")
    page.evaluate("kept => localStorage.setItem('birdtable.chairs', JSON.stringify([kept]))", kept)
    page.goto("/#/chair/one")
    expect(page.get_by_role("heading", name="Tap the 2 cards that are dealt to Otis")).to_be_visible()
    page.route("**/api/chair", lambda route: held.append(route))
    phone = Phone(page)
    phone.tap(key="Rs")
    expect(page.get_by_role("heading", name="Tap 1 card that is dealt to Otis")).to_be_visible()
    expect(page.get_by_role("region", name="Entries")).to_contain_text("2. robin, spring…")
    phone.tap(key="Ow")
    phone.tap(key="Pu")  # what comes next is not known yet
    for route in held:
        route.continue_()
    page.unroute("**/api/chair")
    expect(page.get_by_role("heading", name="Tap the 4 cards of the display")).to_be_visible()
    assert phone.kept()["table"]["taps"] == ["starter 1", "deal Rs", "deal Ow"]


def test_a_table_is_thrown_away_only_when_that_was_asked(page: Page) -> None:
    table = {"game": "birdie", "players": ["Ana", "Otis"], "levels": ["", "beginner"], "options": {}, "taps": []}
    kept = {"id": "one", "begun": 1, "changed": 1, "open": True, "table": table}
    page.goto("/#/score")
    page.evaluate("kept => localStorage.setItem('birdtable.chairs', JSON.stringify([kept]))", kept)
    page.goto("/#/chair")
    away = page.get_by_role("button", name="Throw away: Ana, Otis")
    away.click()
    expect(page.get_by_role("dialog", name="Throw this table away?")).to_contain_text("Ana, Otis")
    assert_open_to_all(page)
    page.get_by_role("button", name="Keep it").click()
    away.click()
    page.get_by_role("button", name="Throw it away").click()
    expect(away).to_have_count(0)
    assert page.evaluate("localStorage.getItem('birdtable.chairs')") == "[]"


def test_a_card_that_is_used_up_is_refused_in_one_sentence(page: Page) -> None:
    table = {"game": "birdie", "players": ["Ana", "Otis"], "levels": ["", "beginner"], "options": {}}
    taps = ["starter 1", *["deal Rs"] * 4]
    kept = {"id": "one", "begun": 1, "changed": 1, "open": True, "table": {**table, "taps": taps}}
    page.add_init_script(f"localStorage.setItem('birdtable.chairs', {json.dumps(json.dumps([kept]))})")
    page.goto("/#/chair/one")
    expect(page.get_by_role("heading", name="Tap the 2 cards of the display")).to_be_visible()
    page.locator("[data-key=Rs]").click()
    expect(page.locator(".fault")).to_contain_text("Entry 6: Rs: all 4 cards of this kind have been seen")
    page.locator("[data-key=Ra]").click()
    expect(page.locator(".fault")).to_have_count(0)


class CuBirdsPhone(Phone):
    """Taps turns of every kind: a lay alone, with a draw, and with a flock of birds that nobody has seen."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self.deck = [species for species in SPECIES if species != "F" for _ in range(10)]
        Random(4).shuffle(self.deck)
        self.plans: list[tuple[str, str, tuple[str, ...]]] = [
            ("W", "turn is over", ()),
            ("R", "draw or a flock", ("Draws 2 cards", "No flock: the turn is over")),
            ("M", "draw or a flock", ("F 2",)),
            ("D", "draw or a flock", ("Draws 2 cards", "F 2")),
            ("P", "draw or a flock", ("No draw, no flock",)),
        ]
        self.counted: list[int] = []

    def turn(self, answer: dict[str, Any]) -> None:
        """A bird is laid where its species is not: nothing is taken."""
        species, question, rest = self.plans[len(self.counted)]
        row = next(n for n, row in enumerate(answer["view"]["rows"], start=1) if species not in row)
        self.tap(key=species)
        self.page.get_by_label(f"left end of row {row}").click()
        self.taps += 1
        self.number(question, "1")
        for each in rest:
            self.kept()
            if each == "F 2":
                self.tap(key="F")
                self.number("How many birds?", "2")
            else:
                self.tap(each)
        self.counted.append(self.taps)

    def number(self, question: str, birds: str) -> None:
        self.page.get_by_role("group", name=question).get_by_role("button", name=birds, exact=True).click()
        self.taps += 1


def test_turns_of_cubirds_are_tapped_in_and_the_taps_counted(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto("/#/score")
    page.get_by_role("link", name="A bot in a chair").click()
    page.get_by_label("CuBirds").check()
    page.get_by_label("Player 1", exact=True).fill("Ana")
    page.get_by_label("Player 2", exact=True).fill("Otis")
    page.get_by_label("Player 2: person or bot").select_option("beginner")
    page.get_by_role("button", name="Sit down").click()
    phone = CuBirdsPhone(page)
    while len(phone.counted) < len(phone.plans) and phone.go_on():
        if len(phone.counted) == 1:
            assert_open_to_all(page)
            assert overflow(page) == 0
    assert phone.counted == [3, 5, 5, 6, 4]
    taps = phone.kept()["table"]["taps"]
    assert next(tap for tap in taps if tap.startswith("lay ")).endswith(" end")
    assert not phone.kept()["answer"]["fault"]


def test_a_hand_that_is_discarded_is_tapped_in(page: Page) -> None:
    played = CuBirdsTable("cubirds", 2, (1,), Random(2))
    while not any(str(tap).startswith("hand 1 ") for tap in played.taps):
        played.go_on()
    taps = [str(tap) for tap in played.taps]
    number = next(number for number, tap in enumerate(taps) if tap.startswith("hand 1 "))
    table = {**msgspec.to_builtins(played.table()), "taps": taps[:number]}
    kept = {"id": "one", "begun": 1, "changed": 1, "open": True, "table": table}
    page.goto("/#/score")
    page.evaluate("kept => localStorage.setItem('birdtable.chairs', JSON.stringify([kept]))", kept)
    page.goto("/#/chair/one")
    phone = CuBirdsPhone(page)
    cards = taps[number].removeprefix("hand 1 ")
    assert phone.kept()["answer"]["wanted"]["left"] == len(cards)
    expect(page.get_by_role("heading", name="discards the hand: tap its cards")).to_be_visible()
    phone.deck = list(cards)
    phone.hand(len(cards), of=SPECIES)
    wait_until(page, f"JSON.parse(localStorage.getItem('birdtable.chairs'))[0].table.taps.length > {number}")
    answer = phone.kept()["answer"]
    assert not answer["fault"] and answer["wanted"]["what"] != "hand"
