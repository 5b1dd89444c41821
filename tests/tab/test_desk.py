"""The desk of a tab: the same questions as a server's, over messages."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest
from litestar.routes import HTTPRoute

import birdtable
from birdtable.chance import Deal, deal_seed
from birdtable.puzzles.days import parse_day
from birdtable.puzzles.deals import secret_of_date
from birdtable.record import Record
from birdtable.server.http.app import create_app
from birdtable.tab.desk import Desk, Told
from birdtable.tab.opening import open_desk
from birdtable.tab.shelf import Memory, NameTaken, NotKept
from birdtable.tab.store import TabStore, entry_name
from birdtable.tab.thinker import Inline, Thinker, helpers, think

SERVER_ONLY = {
    ("POST", "/bots"),
    ("GET", "/bots"),
    ("DELETE", "/bots/{person}"),
    ("POST", "/guests/return"),
    ("POST", "/me/link"),
    ("POST", "/me/logout"),
    ("GET", "/me/export"),
    ("GET", "/me/evenings"),
    ("PUT", "/me/evenings"),
    ("DELETE", "/me/evenings"),
    ("GET", "/outside"),
    ("GET", "/alone"),
    ("GET", "/qr"),
    ("GET", "/keeping"),
    ("POST", "/tables/{table}/report"),
}
"""What needs other people or devices: remote bots, private links, invitations, those who run a server."""


class Page:
    """A page over a desk: asks, and keeps what it was told."""

    def __init__(self) -> None:
        self.told: list[tuple[Any, ...]] = []
        self.news = asyncio.Event()
        self.count = 0

    def send(self, *words: Any) -> None:
        self.told.append((*words[:2], json.loads(words[2])) if words[0] in ("said", "line") else words)
        self.news.set()

    async def open(self, shelf: Any) -> Page:
        self.desk: Desk = await open_desk(self.send, shelf, Inline())
        return self

    async def ask(self, method: str, path: str, body: Any = None) -> Any:
        found = await self.desk.ask(method, path, None if body is None else json.dumps(body))
        assert isinstance(found, Told)
        assert found.status < 300, found
        return json.loads(found.body) if found.body else None

    async def refused(self, method: str, path: str, body: str | None = None) -> tuple[int, str]:
        found = await self.desk.ask(method, path, body)
        assert isinstance(found, Told)
        problem = json.loads(found.body)
        return found.status, problem["reason"].format(**problem["details"])

    async def wait_for(self, kind: str, number: int, what: str = "") -> Any:
        """The next message of this kind, and of this type if one is given."""

        def fits(words: tuple[Any, ...]) -> bool:
            return words[:2] == (kind, number) and (not what or words[2]["type"] == what)

        return (await self.find(fits))[2]

    async def find(self, fits: Callable[[tuple[Any, ...]], bool]) -> tuple[Any, ...]:
        while True:
            for words in self.told:
                if fits(words):
                    self.told.remove(words)
                    return words
            self.news.clear()
            await asyncio.wait_for(self.news.wait(), 60)

    async def new_match(self, game: str = "birdie", level: str = "casual") -> str:
        await self.ask("POST", "guests", {"name": "Mira"})
        seats = [{"player": "me"}, {"player": "bot", "level": level}]
        options = {"turn_limit": 40} if game == "cubirds" else {}
        table = await self.ask("POST", "tables", {"game": game, "seats": seats, "options": options, "pace": 0})
        await self.ask("POST", f"tables/{table['id']}/start", {})
        return str(table["id"])

    async def play_to_the_end(self, table: str, number: int = 1, at_most: int = 10_000) -> int:
        """Plays the first legal steps; how many plays that took."""
        self.desk.hear("open", number, f"tables/{table}/socket", 0)
        position = await self.wait_for("said", number, "position")
        plays = 0
        while not position.get("outcome") and plays < at_most:
            if position["legal"] and position["to_move"] == position["seat"]:
                steps: list[str] = []
                while True:
                    self.count += 1
                    self.say(number, type="consider", id=self.count, after=position["number"], steps=steps)
                    said = await self.wait_for_answer(number, self.count)
                    if said["complete"]:
                        break
                    steps.append(said["legal"][0])
                self.count += 1
                self.say(number, type="play", id=self.count, after=position["number"], steps=steps)
                plays += 1
            news = await self.wait_for("said", number, "position")
            position = news
        self.desk.hear("stop", number)
        return plays

    def say(self, number: int, **message: Any) -> None:
        self.desk.hear("say", number, json.dumps(message))

    async def wait_for_answer(self, number: int, re: int) -> Any:
        return (await self.find(lambda words: words[:2] == ("said", number) and words[2].get("re") == re))[2]


@pytest.fixture
async def tab() -> AsyncIterator[Page]:
    tab = await Page().open(Memory())
    yield tab
    await tab.desk.rooms.close()


async def test_whatever_a_server_answers_over_http_the_desk_answers_too(tab: Page) -> None:
    app = create_app(tab.desk.rooms)
    served = {
        (method, re.sub(r":\w+}", "}", route.path.removeprefix("/api")))
        for route in app.routes
        if isinstance(route, HTTPRoute) and route.path.startswith("/api/")
        for method in route.route_handler_map.keys() - {"OPTIONS"}
    }
    asked = {(route.method, route.path) for _, route in tab.desk.routes}
    missing = {(method, path) for method, path in served - asked if not path.startswith(("/operator", "/schema"))}
    assert missing == SERVER_ONLY
    assert asked - served == {("GET", "/device"), ("POST", "/device")}


async def test_the_date_makes_the_deal_of_the_day_as_in_the_terminal(tab: Page) -> None:
    await tab.ask("POST", "guests", {"name": "Mira"})
    deal = next(each for each in await tab.ask("GET", "deals") if each["game"] == "birdie")
    assert deal["dated"]
    table = tab.desk.rooms.rooms[(await tab.ask("POST", "deals/birdie"))["id"]].table
    made = Deal(deal_seed(secret_of_date("birdie", parse_day(deal["day"]))))
    state = table.game.start(2, table.setting.options)
    for step in table.plays[0].draws:
        assert step == made.choose(table.game, state)
        table.game.apply(state, step)


@pytest.mark.skipif(birdtable.speed() != "compiled", reason="par takes too long interpreted, and is left out")
async def test_par_is_played_while_the_page_looks_once_the_own_match_is_over(tab: Page) -> None:
    await tab.ask("POST", "guests", {"name": "Mira"})
    table = (await tab.ask("POST", "deals/cubirds"))["id"]
    assert all(each["par"] is None for each in await tab.ask("GET", "deals"))
    await tab.ask("POST", f"tables/{table}/close")
    found = [next(each for each in await tab.ask("GET", "deals") if each["over"])["par"] for _ in range(12)]
    assert found[0] is None and [each["matches"] for each in found[1:3]] == [10, 20]
    assert found[-1]["matches"] == 100 and found[-1]["spread"] > 0


async def test_a_deal_is_not_handed_on_without_a_server(tab: Page) -> None:
    table = await tab.new_match()
    assert (await tab.refused("POST", f"tables/{table}/same-deal")) == (
        409,
        "handing on a deal needs a server; this page has none",
    )
    assert (await tab.refused("GET", "same-deals/nothing"))[0] == 404


async def test_a_stranger_needs_a_name_first(tab: Page) -> None:
    assert (await tab.refused("GET", "me"))[0] == 401
    await tab.ask("POST", "guests", {"name": "Mira"})
    assert (await tab.ask("GET", "me"))["name"] == "Mira"


async def test_bad_input_is_refused_by_name(tab: Page) -> None:
    assert await tab.refused("GET", "nothing") == (404, "there is nothing here")
    status, reason = await tab.refused("POST", "tables", "{")
    assert status == 401  # who you are comes first, as on a server
    await tab.ask("POST", "guests", {"name": "Mira"})
    status, reason = await tab.refused("POST", "tables", '{"game": 3}')
    assert status == 400 and "Expected `str`" in reason


async def test_a_match_against_a_bot_is_played_kept_and_looked_back_at(tab: Page) -> None:
    table = await tab.new_match()
    assert await tab.play_to_the_end(table) > 3
    record = await tab.desk.ask("GET", f"tables/{table}/record", None)
    assert isinstance(record, Told) and record.media_type.startswith("text/plain")
    Record.parse(record.body)
    mine = await tab.ask("GET", "mine/matches?phase=over")
    assert [each["id"] for each in mine["tables"]] == [table]
    shuffle = await tab.ask("GET", f"tables/{table}/shuffle")
    assert shuffle["draws"] and shuffle["secret"]


def left_behind(shelf: Memory) -> Memory:
    """What a browser that is killed now leaves behind: whatever its tab goes on to do here is not in it."""
    left = Memory()
    left.kept = dict(shelf.kept)
    return left


async def test_a_tab_that_was_closed_goes_on_where_it_was() -> None:
    shelf = Memory()
    first = await Page().open(shelf)
    table = await first.new_match("cubirds")
    await first.play_to_the_end(table, at_most=3)
    before = await first.ask("GET", f"tables/{table}/replay")
    second = await Page().open(left_behind(shelf))
    again = await second.ask("GET", f"tables/{table}/replay")
    shown = len(before["moments"])
    assert again["moments"][:shown] == before["moments"]
    assert (await second.ask("GET", "me"))["name"] == "Mira"
    assert await second.play_to_the_end(table) > 1


async def test_what_is_damaged_where_it_is_kept_keeps_nobody_from_the_rest() -> None:
    shelf = Memory()
    table = await (await Page().open(shelf)).new_match()
    shelf = left_behind(shelf)
    shelf.kept |= {"table/broken": '{"id": "bro', "table/other": "[]", "person/nobody": "3"}
    again = await Page().open(shelf)
    assert await again.play_to_the_end(table) > 3
    assert shelf.kept["table/broken"] == '{"id": "bro'


class FullShelf(Memory):
    full = False

    async def write(self, new: Any, changed: Any, dropped: Any) -> None:
        if self.full:
            raise NotKept("QuotaExceededError")
        await super().write(new, changed, dropped)


async def test_a_full_store_is_told_and_play_goes_on() -> None:
    shelf = FullShelf()
    tab = await Page().open(shelf)
    table = await tab.new_match()
    shelf.full = True
    await tab.play_to_the_end(table, at_most=2)
    assert ("lacking", 0, True) in tab.told
    kept = len(await shelf.read(f"entry/{table}/"))
    shelf.full = False
    await tab.play_to_the_end(table, number=2, at_most=1)
    assert ("lacking", 0, False) in tab.told
    assert len(await shelf.read(f"entry/{table}/")) == tab.desk.store.tables[table].number > kept


class SlowShelf(FullShelf):
    """Decides when it is asked, and answers a while later."""

    async def write(self, new: Any, changed: Any, dropped: Any) -> None:
        full = self.full
        self.full = False
        await asyncio.sleep(0.01)
        if full:
            raise NotKept("QuotaExceededError")
        await super().write(new, changed, dropped)


async def test_what_was_refused_is_kept_with_the_next_change_even_if_that_was_on_its_way() -> None:
    shelf = SlowShelf()
    shelf.full = True
    store = TabStore(shelf)
    await asyncio.gather(store.put_fact("one", b"1"), store.put_fact("other", b"2"))
    assert shelf.kept.keys() == {"fact/one", "fact/other"} and not store.lacking


async def test_everything_moves_to_another_device_as_one_file(tab: Page) -> None:
    table = await tab.new_match()
    await tab.play_to_the_end(table, at_most=2)
    file = await tab.ask("GET", "device")
    other = await Page().open(Memory())
    await other.ask("POST", "guests", {"name": "Mira"})
    assert (await other.ask("POST", "device", file))["tables"] == 1
    assert (await other.ask("POST", "device", file))["tables"] == 0
    assert await other.play_to_the_end(table) > 0


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"birdtable-device": 2}, "this file is from a newer Birdtable (format 2); this one reads format 1"),
        ({"birdtable-device": None}, "this is not a file saved from a device"),
        ({"tables": {"abcdefg": ["{}"]}}, "this file is damaged"),
        ({"tables": 3}, "this file is damaged"),
    ],
)
async def test_a_file_that_is_damaged_or_newer_is_refused_and_nothing_is_taken(
    tab: Page, change: dict[str, Any], reason: str
) -> None:
    file = {"birdtable-device": 1, "version": "0", "tables": {}, **change}
    status, said = await tab.refused("POST", "device", json.dumps(file))
    assert status == 400 and said.startswith(reason)
    assert not tab.desk.store.tables


async def test_of_two_who_append_the_same_number_one_is_refused() -> None:
    shelf = Memory()
    one, other = await Page().open(shelf), await Page().open(shelf)
    table = await one.new_match()
    await other.desk.store.open()
    row = one.desk.store.tables[table]
    with pytest.raises(NameTaken):
        await shelf.write({entry_name(table, row.number): "{}"}, {}, [])


async def test_all_can_be_forgotten(tab: Page) -> None:
    await tab.new_match()
    await tab.ask("DELETE", "me")
    assert (await tab.refused("GET", "me"))[0] == 401
    assert not await tab.desk.store.read("table/")


class SlowMind:
    """A second worker that takes its time to start, and then, once, forgets to answer."""

    def __init__(self) -> None:
        self.starts = 0
        self.ready = False

    async def start(self) -> None:
        if not self.ready:
            self.starts += 1
            await asyncio.sleep(0.2)
            self.ready = True

    async def ask(self, question: bytes) -> bytes:
        if self.starts == 1:
            await asyncio.sleep(60)
        return think(question)

    def end(self) -> None:
        self.ready = False


async def test_a_thought_that_takes_too_long_is_interrupted_but_starting_does_not_count() -> None:
    mind = SlowMind()
    line = Thinker(mind)
    with pytest.raises(TimeoutError, match="interrupted"):
        await line.answer(abs, (-3,), 0.05)
    assert await line.answer(abs, (-3,), 0.05) == 3
    assert mind.starts == 2
    with pytest.raises(ZeroDivisionError):
        await line.answer(divmod, (1, 0), 5)


class EndlessMind:
    """A second worker that never ends its first thought."""

    def __init__(self) -> None:
        self.asked = self.ended = 0
        self.thinks = asyncio.Event()

    async def start(self) -> None:
        pass

    async def ask(self, question: bytes) -> bytes:
        self.asked += 1
        self.thinks.set()
        if self.asked == 1:
            await asyncio.sleep(600)
        return think(question)

    def end(self) -> None:
        self.ended += 1


async def test_a_thought_that_nobody_waits_for_is_ended_and_the_next_gets_its_own_answer() -> None:
    mind = EndlessMind()
    pool = helpers(Thinker(mind))
    asked = asyncio.ensure_future(pool.run(abs, -3))
    await mind.thinks.wait()
    asked.cancel()
    assert await asyncio.wait_for(pool.run(abs, -4), 10) == 4
    assert (mind.asked, mind.ended) == (2, 1)


async def test_a_bot_that_thinks_long_can_be_hurried() -> None:
    mind = EndlessMind()
    tab = Page()
    tab.desk = await open_desk(tab.send, Memory(), Thinker(mind))
    await tab.ask("POST", "guests", {"name": "Mira"})
    seats = [{"player": "bot", "level": "champion"}, {"player": "me"}]
    options = {"starter": 1}
    table = await tab.ask("POST", "tables", {"game": "birdie", "seats": seats, "options": options, "pace": 0})
    await tab.ask("POST", f"tables/{table['id']}/start", {})
    tab.desk.hear("open", 1, f"tables/{table['id']}/socket", 0)
    first = await tab.wait_for("said", 1, "position")
    await mind.thinks.wait()
    tab.say(1, type="hurry", id=1)
    assert (await tab.wait_for_answer(1, 1))["type"] == "ok"
    assert (await tab.wait_for("said", 1, "position"))["number"] > first["number"]
    assert mind.ended == 1
    await tab.desk.rooms.close()
