"""Several people at one device: nobody finds on the page what only another may know, at the curtain or after it.

A page on which a whole match is played is compared, at every change of seats, with a witness: a page that is loaded at
that moment and has been told only what the server tells this seat. What the first shows and the witness does not has
been kept from another seat.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from birdtable.game import SPECTATOR, Viewer
from birdtable.server.table.table import Table
from kit.birdie.table import scoring
from kit.page.browsing import BOT, LOOKS, MAIN, OVER, Player, open_table, post, stuck, wait_until
from kit.server.serving import Live

pytestmark = pytest.mark.browser

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve")
RAISE = ".curtain .btn.main"
LIVE = "[aria-live]:not([aria-live=off])"
OWN = re.compile(r"\bYou(r)?\b")
"""How every sentence begins that is meant for one seat."""
SECRET_LINES = re.compile(r"You draw(?!.*for Robin)|You are dealt|Your opening hand|on your pile")
"""What Robin draws lies open."""

SHOWN = """() => {
  const found = [];
  const names = ['aria-label', 'title', 'alt', 'data-card', 'aria-description', 'placeholder', 'value', 'href'];
  const outside = 'script, style, template, symbol, [aria-live]:not([aria-live=off]), .notices, .flying';
  for (const node of document.body.querySelectorAll('*')) {
    if (node.closest(outside)) continue;
    for (const name of names) if (node.getAttribute(name)) found.push(`${name}: ${node.getAttribute(name)}`);
    for (const child of node.childNodes) if (child.nodeType === 3 && child.data.trim()) found.push(child.data.trim());
  }
  return [document.title, ...found];
}"""
"""Every text and every attribute that somebody can read or hear, seen or not, but for what is said in passing."""
CARDS = (
    """() => [...document.querySelectorAll("[aria-label='Your hand'] [data-card]")].map((card) => card.dataset.card)"""
)
FOOT = "getComputedStyle(document.querySelector('#act .buttons'), '::after').content"
"""What is written beside the way on, where rows are longer than screens."""
LINES = "() => [...document.querySelectorAll('[role=log] li')].map((line) => line.textContent.trim())"
KEPT = "() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }])"
REMEMBERS = "'birdtable.known' in localStorage && localStorage['birdtable.settings'].includes('Mira')"
"""The page has noted whose device this is."""


def ask(page: Page, script: str) -> Any:
    return page.evaluate(script)


FOR_ALL = {"The game has moved on. Look again.", "You are offline.", "You are back online. Nothing was lost."}
"""Said to whoever sits there: when a button of a turn is pressed that just ends by itself, and on a slow machine."""
PLACES = re.compile(r", \d of \d in the display(, new)?")
"""Cards stay where they lay on a page that has been open for a while."""


def shown(page: Page) -> Counter[str]:
    return Counter(PLACES.sub("", text) for text in ask(page, SHOWN))


class Patient(Player):
    """Somebody who leaves the curtain to the next player."""

    def raise_curtain(self) -> None:
        pass

    def wait(self) -> None:
        self.page.wait_for_timeout(20)


class Device:
    """A page that several people share, and a witness that knows no more than the server tells it now."""

    def __init__(self, page: Page, live: Live, game: str, *seats: dict[str, str], **wishes: Any) -> None:
        self.page, self.live = page, live
        self.late: list[tuple[WebSocketRoute, str | bytes]] | None = None
        """Previews that the page waits for, while its line is slow."""
        page.route_web_socket(re.compile("/socket"), self.relay)
        # The witness is told the whole log, as only tables that remember do.
        self.id = open_table(page, game, *seats, **{"memory": "assisted", **wishes})
        self.witness = page.context.new_page()
        page.bring_to_front()  # what is behind another page is drawn once a second
        self.curtains = 0
        self.scorings = 0
        """Those that all have looked at, with no curtain before them and nobody's hand on the screen."""
        self.wait_for_curtain()
        wait_until(page, REMEMBERS)
        self.kept = ask(page, KEPT)

    @property
    def table(self) -> Table:
        return self.live.rooms.rooms[self.id].table

    @property
    def is_over(self) -> bool:
        return self.page.locator(OVER).is_visible()

    @property
    def is_curtain_down(self) -> bool:
        return self.page.locator(RAISE).is_visible()

    def relay(self, line: WebSocketRoute) -> None:
        def hear(message: str | bytes) -> None:
            if self.late is not None and '"considered"' in str(message):
                self.late.append((line, message))
            else:
                line.send(message)

        line.connect_to_server().on_message(hear)

    def hurry(self) -> None:
        late, self.late = self.late or [], None
        for line, message in late:
            line.send(message)

    def wait_for_curtain(self) -> None:
        expect(self.page.locator(RAISE)).to_be_visible(timeout=15_000)

    def change_seats(self) -> None:
        """Searches the page under the curtain, raises it, and searches again."""
        self.curtains += 1
        self.witness.goto(f"/#/table/{self.id}")
        self.witness.reload()
        expect(self.witness.locator(RAISE)).to_be_visible()
        self.search(SPECTATOR)
        self.late = []
        for each in (self.witness, self.page):
            each.bring_to_front()
            each.locator(RAISE).click()
            expect(each.locator(".curtain")).to_have_count(0)
        self.search(self.table.to_move)

    def search(self, seat: Viewer) -> None:
        page, witness = self.page, self.witness
        said = set(page.locator(LIVE).all_text_contents()) - FOR_ALL
        assert not any(OWN.search(text) for text in said), said
        assert set(page.locator(".note-card > span").all_text_contents()) <= FOR_ALL
        assert ask(page, KEPT) == self.kept
        lines = ask(page, LINES)
        wait_until(witness, f"({LINES})().length >= {len(lines)}")
        assert lines == ask(witness, LINES)
        assert not any(SECRET_LINES.search(line) for line in lines), lines
        hand = getattr(self.table.game.view(self.table.state, seat), "hand", None) or ()
        for each in (page, witness):
            assert set(ask(each, CARDS)) == set(hand)
        self.hurry()
        for _ in range(40):  # what is asked of the server for a preview is answered at different times
            more = shown(page) - shown(witness)
            if not more:
                break
            page.wait_for_timeout(50)
        assert not more, more

    def play_on(self, player: Player) -> None:
        """Until the next curtain or the end. Whoever plays has their hand read aloud first."""
        self.page.keyboard.press("h")
        for _ in range(LOOKS):
            seen = player.look()
            if seen in ("curtain", "over"):
                return
            if seen == "pause" and self.page.locator(".sky").is_visible():
                self.scorings += 1
                assert ask(self.page, CARDS) == []
            player.react(seen)
        raise stuck(self.page, "the match does not go on")

    def finish(self, player: Player) -> None:
        while not self.is_over:
            self.change_seats()
            self.play_on(player)


def people(count: int) -> list[dict[str, str]]:
    return [{"player": "me", "name": name} for name in NAMES[:count]]


MATCHES = [
    ("birdie", 2, {}),
    ("cubirds", 3, {"turn_limit": 9}),
    *(pytest.param("birdie", seats, {}, marks=pytest.mark.long) for seats in (2, 3, 4)),
    *(pytest.param("birdie", seats, {"expert": True}, marks=pytest.mark.long) for seats in (2, 4)),
    *(pytest.param("cubirds", seats, {"turn_limit": 40}, marks=pytest.mark.long) for seats in (2, 3, 4, 5)),
]


@pytest.mark.parametrize(("game", "seats", "options"), MATCHES)
def test_a_whole_match_on_one_device(page: Page, live: Live, game: str, seats: int, options: dict[str, Any]) -> None:
    device = Device(page, live, game, *people(seats), options=options)
    device.finish(Patient(page, seats))
    assert device.curtains > seats
    assert (device.scorings > seats) == (game == "birdie")


def test_a_bot_between_two_people(page: Page, live: Live) -> None:
    ann, ben = people(2)
    device = Device(page, live, "cubirds", ann, BOT, ben, options={"turn_limit": 9})
    device.finish(Patient(page, 5))


def reach_draw(device: Device, player: Patient) -> None:
    """Plays until somebody has drawn two cards."""
    page = device.page
    for _ in range(LOOKS):
        if device.is_curtain_down:
            page.locator(RAISE).click()
            expect(page.locator(".curtain")).to_have_count(0)
        draw = page.get_by_role("button", name="Lay and draw 2")
        if draw.is_visible():
            draw.click()
            expect(page.locator("[role=log]")).to_contain_text(re.compile("draws? "))
            return
        player.move()
    raise AssertionError("nobody could draw")


def test_cards_that_one_draws_are_not_named_to_the_next(page: Page, live: Live) -> None:
    device = Device(page, live, "cubirds", *people(2))
    player = Patient(page, 2)
    reach_draw(device, player)
    device.play_on(player)
    device.change_seats()
    expect(page.locator("[role=log]")).to_contain_text(re.compile("(Ann|Ben) draws 2 cards"))


def test_help_for_one_is_gone_before_the_next_looks(page: Page, live: Live) -> None:
    device = Device(page, live, "birdie", *people(2))
    device.change_seats()
    page.get_by_role("button", name="Hint").click()
    page.get_by_role("button", name="Show a hint").click()
    expect(page.locator(".helper li.best")).to_be_visible(timeout=60_000)
    page.locator(".feeder button.card.can").first.click()
    page.locator(MAIN).click()
    device.wait_for_curtain()
    expect(page.locator(".helper")).to_have_count(0)
    device.change_seats()


def test_a_scoring_that_all_look_at_names_whose_it_was(page: Page, live: Live) -> None:
    """Ben scores last and starts the next round: he stays on the screen."""
    table = open_table(page, "birdie", *people(2), start=False)
    live.begin_at(table, repr(scoring("Rs Ra", other_row="Os Oa")))
    post(page, f"/api/tables/{table}/start", {})
    for name in people(2):
        page.set_viewport_size({"width": 1280, "height": 860})
        page.locator(RAISE).click()
        page.locator(MAIN).click()
        expect(page.get_by_role("heading", name=f"{name['name']} writes")).to_be_visible()
        expect(page.get_by_role("group", name=f"{name['name']}: row")).to_be_attached()
        expect(page.get_by_role("heading", name=f"{name['name']}: board")).to_be_visible()
        page.set_viewport_size({"width": 390, "height": 568})
        assert f"{name['name']} writes" in page.evaluate(FOOT), "below a long row nobody sees whose it is"
        page.locator(".go-on").click()


def test_looking_back_shows_nobodys_hand_while_the_match_is_played(page: Page, live: Live) -> None:
    device = Device(page, live, "birdie", *people(2))
    device.change_seats()
    for _ in range(2):
        page.locator("[role=log] li button").first.click()
        expect(page.get_by_text("You are looking at a past moment.")).to_be_visible()
        assert ask(page, CARDS) == []
        page.get_by_role("button", name="Back to now").click()
    page.locator("[role=log] li button").first.click()
    page.get_by_role("link", name="Step through").click()
    expect(page.locator("input[type=range]")).to_be_visible()
    expect(page.locator("[role=log] li").first).to_be_visible()
    assert ask(page, CARDS) == []
    assert not any(SECRET_LINES.search(text) for text in [*ask(page, LINES), *page.locator(LIVE).all_text_contents()])


def test_who_ran_out_of_time_does_not_see_the_cards_of_the_other(page: Page) -> None:
    """A bot plays on for one of them: the other still calls their own seat, and may look back."""
    open_table(page, "birdie", *people(2), clock={"kind": "turn", "seconds": 5})
    page.locator(RAISE).click()
    expect(page.get_by_text("bot standing in").first).to_be_attached(timeout=30_000)
    expect(page.locator(RAISE)).to_be_visible(timeout=30_000)
    assert ask(page, CARDS) == []
