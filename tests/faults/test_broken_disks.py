"""Disks that are full, cannot be written or kept half of the last write: refused in words, nothing half done."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from birdtable.engine import Rng
from birdtable.server.room.rooms import Rooms
from birdtable.server.store.sqlite import SqliteStore
from kit.server.evening import Process, check_kept, seat_people, until_acknowledged
from kit.server.serving import Guest, Live, Talk, live_server, some_play

FULL = "the store cannot be reached: try again"


@pytest.fixture
def live(tmp_path: Path) -> Iterator[Live]:
    with live_server(tmp_path) as live:
        yield live


def writing(rooms: Rooms) -> sqlite3.Connection:
    """The one connection that writes."""
    store = rooms.store
    assert isinstance(store, SqliteStore)
    return asyncio.run_coroutine_threadsafe(store.write(lambda connection: connection), store.writer.loop).result(30)


@contextmanager
def full(rooms: Rooms) -> Iterator[None]:
    """No page more than there are."""
    connection = writing(rooms)
    (pages,) = connection.execute("PRAGMA page_count").fetchone()
    connection.execute(f"PRAGMA max_page_count = {pages}")
    yield
    connection.execute("PRAGMA max_page_count = 1000000")


@contextmanager
def read_only(rooms: Rooms) -> Iterator[None]:
    connection = writing(rooms)
    connection.execute("PRAGMA query_only = ON")
    yield
    connection.execute("PRAGMA query_only = OFF")


def fill(guest: Guest) -> None:
    """Writes until the last page is full."""
    for _ in range(500):
        answer = guest.call("POST", "/tables", {"game": "birdie", "seats": [{"player": "me"}, {"player": "open"}]})
        if not answer.is_success:
            assert answer.status_code == 503 and FULL in answer.json()["reason"]
            return
    raise AssertionError("the disk was never full")


def play(talk: Talk, live: Live, table: str, rng: Rng) -> dict[str, Any]:
    room = asyncio.run_coroutine_threadsafe(live.rooms.get(table), writer_loop(live)).result(30)
    return talk.say("play", after=room.table.number, steps=some_play(room.table, rng))


def writer_loop(live: Live) -> asyncio.AbstractEventLoop:
    assert isinstance(live.rooms.store, SqliteStore)
    return live.rooms.store.writer.loop


@pytest.mark.parametrize("broken", [full, read_only])
def test_a_play_that_cannot_be_stored_is_refused_and_can_be_made_later(live: Live, broken: Any) -> None:
    mira = live.guest()
    table = mira.open("birdie", {"player": "me"}, {"player": "me"})
    mira.ok("POST", f"/tables/{table}/start", {})
    rng = Rng(1)
    with mira.socket(table) as talk:
        before = talk.until("position")
        talk.say("call", seat=before["to_move"])
        with broken(live.rooms):
            if broken is full:
                fill(mira)
            for _ in range(40):
                answer = play(talk, live, table, rng)
                if answer["type"] == "refused":
                    break
                talk.say("call", seat=answer["to_move"])
                before = answer
            assert FULL in answer["reason"]
            assert mira.ok("GET", f"/tables/{table}")["number"] >= before["number"]
        assert play(talk, live, table, rng)["type"] == "position"


def test_bots_go_on_when_there_is_room_again(live: Live) -> None:
    """The bot's play cannot be stored; it is played when it can."""
    mira = live.guest()
    bot = {"player": "bot", "level": "random"}
    table = mira.open("cubirds", {"player": "me"}, bot, bot, bot)
    mira.ok("POST", f"/tables/{table}/start", {})
    with mira.socket(table) as talk:
        position = talk.until("position")
        while position["to_move"] != 0:
            position = talk.until("position")
        position = play(talk, live, table, Rng(2))
        with read_only(live.rooms):
            time.sleep(0.5)
        while position["to_move"] != 0:
            position = talk.until("position")


def test_half_of_a_last_write_is_left_out_and_all_before_it_is_there(tmp_path: Path) -> None:
    """The power went while the log was being written: its last frame is torn."""
    server = Process(tmp_path / "torn.sqlite3")
    server.start()

    async def evening() -> list[Any]:
        people = [person for number in range(3) for person in await seat_people(server.address, "birdie", number)]
        playing = [asyncio.create_task(person.play()) for person in people]
        await until_acknowledged(lambda: people, 20)
        await asyncio.to_thread(server.kill)
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        return people

    people = asyncio.run(evening())
    log = Path(server.db + "-wal")
    frame = log.read_bytes()[32 : 32 + 24 + 4096]
    with log.open("ab") as end:
        end.write(frame[: len(frame) // 2])
    assert check_kept(server.db, people) >= 20
    with sqlite3.connect(server.db) as file:
        assert file.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_a_file_that_is_no_database_is_refused_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "letter.sqlite3").write_text("Dear Mira, " * 1000)
    with pytest.raises(AssertionError, match=r"letter.sqlite3 cannot be opened: file is not a database"):
        Process(tmp_path / "letter.sqlite3").start()
