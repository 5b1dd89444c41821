"""A seat at a table of a real server, by typed lines."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest
from textual.widgets import Static

from birdtable.committed import commitment
from birdtable.game import NOBODY, SPECTATOR, BadInput, IllegalStep
from birdtable.terminal.match.adviser import Adviser
from birdtable.terminal.match.door import parse_address
from birdtable.terminal.match.remote import Promises, RemoteTable, join
from birdtable.terminal.plain import PlainClient
from birdtable.terminal.screen.app import BirdtableApp
from birdtable.terminal.speech import Speech
from kit.server.serving import Guest, Live, live_server, one_worker


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    with live_server(tmp_path_factory.mktemp("live"), workers=one_worker()) as running:
        yield running


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))


OPEN = {"player": "open"}
BOT = {"player": "bot", "level": "random"}


def sit_down(live: Live, game: str, *others: dict[str, str], **wishes: object) -> RemoteTable:
    return seated_with_host(live, game, *others, **wishes)[0]


def seated_with_host(live: Live, game: str, *others: dict[str, str], **wishes: object) -> tuple[RemoteTable, Guest]:
    """At a table whose host starts the match as soon as one sits."""
    host = live.guest("Host")
    id = host.open(game, OPEN, *(others or (BOT,)), **wishes)
    found: list[RemoteTable] = []
    sitting = threading.Thread(target=lambda: found.append(join(f"{live.address}/#/table/{id}", "Ann")))
    sitting.start()
    while host.ok("GET", f"/tables/{id}")["seats"][0]["player"] != "person":
        time.sleep(0.02)
    host.ok("POST", f"/tables/{id}/start", {})
    sitting.join(60)
    found[0].adviser = Adviser(simulations=20)
    return found[0], host


def enter(table: RemoteTable, *lines: str) -> str:
    out = StringIO()
    PlainClient(table, Speech("en"), StringIO("".join(f"{line}\n" for line in lines)), out).run()
    return out.getvalue()


@pytest.mark.parametrize("game", ["birdie", "cubirds"])
def test_a_whole_match_at_a_table_of_a_server(live: Live, game: str) -> None:
    table = sit_down(live, game)
    said = enter(table, *["best"] * 300)
    assert "Won by" in said and table.how_to_go_on() == ""
    if game == "birdie":
        assert "Ann is dealt" in said and "Dice is dealt" not in said


def test_steps_are_gathered_taken_back_and_refused(live: Live) -> None:
    table = sit_down(live, "birdie")
    list(table.wait())
    start = table.view
    stack = next(step for step in table.legal if step.startswith("stack"))
    assert table.take(stack) == [] and table.pending == [stack]
    table.back()
    assert table.view == start and not table.pending
    with pytest.raises(IllegalStep, match=r"B3\.3"):
        table.take("end")
    table.take(next(step for step in table.legal if step.startswith("take")))
    list(table.wait())
    table.back()
    list(table.wait())
    assert table.view.hand == start.hand  # type: ignore[attr-defined]
    table.close()


def test_a_line_that_breaks_is_taken_up_again(live: Live) -> None:
    table = sit_down(live, "cubirds")
    list(table.wait())
    table.socket.close()
    table.take(table.legal[0])
    table.socket.close()
    said = enter(table, *["best"] * 300)
    assert "Won by" in said


def test_who_comes_back_has_the_same_seat(live: Live) -> None:
    table = sit_down(live, "birdie")
    list(table.wait())
    table.close()
    assert table.how_to_go_on() == f"birdtable play --join {table.address}"
    again = join(table.address, "Somebody")
    list(again.wait())
    assert (again.seat, again.names, again.view) == (table.seat, table.names, table.view)
    assert again.door.me.person == table.door.me.person
    again.close()


def test_a_person_who_asks_for_a_take_back_is_answered(live: Live) -> None:
    table, host = seated_with_host(live, "birdie", {"player": "me"})
    assert table.names == ["Ann", "Host"]
    with host.socket(table.info.id) as talk:
        position = talk.until("position")
        if position["to_move"] == 0:
            list(table.wait())
            table.take(next(step for step in table.legal if step.startswith("take")))
            position = talk.until("position")
        step = next(step for step in position["legal"] if step.startswith("take"))
        played = talk.say("play", after=position["number"], steps=[step])
        list(table.wait())
        assert table.is_mine
        with pytest.raises(BadInput, match="there are no hints at this table"):
            table.hint()
        talk.say("undo", after=played["number"])
        while table.asked_by != 1:
            table.poll()
        table.reply(True)
        assert table.asked_by == NOBODY and table.to_move == 1
        assert not any(event.what == "took" and event.seat == 1 for event in table.log)
        table.close()


def nudge(live: Live) -> RemoteTable:
    """A table where it is Ann's turn and the host has just nudged her."""
    table, host = seated_with_host(live, "birdie", {"player": "me"}, options={"starter": 1})
    list(table.wait())
    with host.socket(table.info.id) as talk:
        assert talk.say("nudge", seat=0)["type"] == "ok"
    return table


def test_who_is_nudged_reads_who_waits(live: Live) -> None:
    table = nudge(live)
    out = StringIO()
    while "Host ti aspetta: tocca a te." not in out.getvalue():
        PlainClient(table, Speech("it"), StringIO("\n"), out).go_on()
    table.close()


async def test_the_full_screen_shows_a_nudge(live: Live) -> None:
    table = await asyncio.to_thread(nudge, live)
    app = BirdtableApp(table, Speech("en"), pace=0)
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        while not any("Host is waiting for you" in each.message for each in app._notifications):
            await pilot.pause(0.1)
    table.close()


def test_who_finds_no_seat_watches(live: Live, tmp_path: Path) -> None:
    table = sit_down(live, "birdie")
    list(table.wait())
    (tmp_path / "birdtable" / "servers.json").unlink()
    watcher = join(table.address, "Eve")
    assert watcher.seat is SPECTATOR and watcher.view.hand is None and watcher.legal == []  # type: ignore[attr-defined]
    watcher.close()
    table.close()


@pytest.mark.parametrize(
    ("link", "reason"),
    [
        ("ftp://host/#/table/k3", "is not a link to a server"),
        ("http://host:8624/", "names no table"),
        ("http://127.0.0.1:1/#/table/k3", "does not answer"),
    ],
)
def test_a_link_that_leads_nowhere_is_refused(link: str, reason: str) -> None:
    with pytest.raises(BadInput, match=reason):
        join(link, "Ann")


def test_there_is_no_such_table(live: Live) -> None:
    with pytest.raises(BadInput, match="there is no table nowhere"):
        join(f"{live.address}/#/table/nowhere", "Ann")


def test_a_link_may_be_short() -> None:
    assert parse_address("localhost:8624/#/table/k3xw8") == ("http://localhost:8624", "k3xw8")


async def test_the_full_screen_plays_at_a_table_of_a_server(live: Live) -> None:
    table = await asyncio.to_thread(sit_down, live, "cubirds")
    app = BirdtableApp(table, Speech("en"), pace=0)
    async with app.run_test(size=(80, 24)) as pilot:
        for _ in range(300):
            await app.workers.wait_for_complete()
            await pilot.pause()
            if table.outcome is not None:
                break
            await pilot.press("f5")
        assert "Won by" in str(app.query_one("#question", Static).content)


def test_entropy_is_revealed_once_and_only_where_it_was_promised() -> None:
    promises = Promises()
    first, second = promises.make(), promises.make()
    assert promises.redeem(["", "ab" * 32]) is None
    given = promises.redeem(["", second])
    assert given is not None and commitment(bytes.fromhex(given)) == second != first
    assert promises.redeem([second]) is None
