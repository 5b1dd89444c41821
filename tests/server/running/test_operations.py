"""The operator's day: health, figures, logs, notices, closing, keeping, going and coming back."""

from __future__ import annotations

import asyncio
import json
import logging
import re
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any

import httpx
import msgspec
import pytest
from typer.testing import CliRunner
from websockets.exceptions import ConnectionClosed

from birdtable import catalog
from birdtable.cli import app
from birdtable.engine import Rng
from birdtable.server.closing import close_table
from birdtable.server.logs import JsonLines
from birdtable.server.room.limits import LOGGED
from birdtable.server.room.operators.notices import KINDS
from birdtable.server.room.retention import DAY, Retention
from birdtable.server.room.room import Room
from birdtable.server.room.rooms import Rooms
from birdtable.server.store.base import Unavailable
from birdtable.server.store.opening import visit
from birdtable.server.store.sqlite import SqliteStore
from birdtable.server.table import entries
from birdtable.server.table.refusal import Refusal
from birdtable.server.table.table import replay, rules
from birdtable.wire.tables import Clock
from kit import kuhn
from kit.kuhn import Kuhn
from kit.server.attacks import HEAVY, Target, ask
from kit.server.evening import Process, check_kept, seat_people
from kit.server.serving import (
    MIRA,
    TOMAS,
    Client,
    Live,
    Time,
    last,
    live_server,
    one_worker,
    room_of,
    some_play,
)
from kit.waiting import wait_for


def run(*arguments: str) -> Any:
    return CliRunner().invoke(app, list(arguments))


def test_a_server_says_that_it_is_alive_and_ready(live: Live) -> None:
    assert httpx.get(live.address + "/healthz").text == "ok"
    assert httpx.get(live.address + "/readyz").status_code == 200


def test_a_server_that_is_going_or_has_no_store_is_not_ready(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with live_server(tmp_path, workers=one_worker()) as live:
        live.rooms.stopping = True
        assert httpx.get(live.address + "/readyz").status_code == 503
        live.rooms.stopping = False

        async def away() -> None:
            raise Unavailable("gone")

        monkeypatch.setattr(live.rooms.store, "ping", away)
        assert httpx.get(live.address + "/readyz").status_code == 503
        assert httpx.get(live.address + "/healthz").status_code == 200


def test_what_happens_is_counted(live: Live) -> None:
    before = figures(live)
    mira, tomas = live.guest("Mira"), live.guest("Tomás")
    table = mira.open()
    tomas.ok("POST", f"/tables/{table}/join", {})
    mira.ok("POST", f"/tables/{table}/start", {})
    with mira.socket(table) as talk:
        position = talk.until("position")
        assert talk.say("play", after=position["number"], steps=["fly"])["type"] == "refused"
        assert talk.say("play", after=position["number"], steps=["check"])["type"] == "position"
        after = figures(live)
    moved = 'birdtable_moves_total{by="person",game="kuhn"}'
    assert after[moved] == before.get(moved, 0) + 1
    assert after["birdtable_move_seconds_count"] >= before["birdtable_move_seconds_count"] + 1
    assert after["birdtable_append_seconds_count"] > before["birdtable_append_seconds_count"]
    assert after["birdtable_connections"] == 1 and after["birdtable_tables"] >= 1
    refused = [sum(value for name, value in found.items() if "refusals_total" in name) for found in (before, after)]
    assert refused[1] == refused[0] + 1


def test_a_mistake_of_ours_is_counted_and_logged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def fail(*_: Any) -> None:
        raise ValueError("oh")

    with live_server(tmp_path, workers=one_worker()) as live:
        mira = live.guest()
        table = mira.open()
        before = figures(live)["birdtable_faults_total"]
        monkeypatch.setattr(live.rooms.store, "public", fail)
        assert mira.call("GET", "/tables").status_code == 500
        assert figures(live)["birdtable_faults_total"] == before + 1
        monkeypatch.setattr(Room, "hear", fail)
        with mira.socket(table) as talk:
            talk.socket.send('{"type": "ping", "id": 1}')
            with pytest.raises(ConnectionClosed) as closed:
                talk.until("ok")
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 1011
        wait_for(lambda: figures(live)["birdtable_faults_total"] == before + 2)
    assert caplog.text.count("ValueError: oh") == 2


def test_people_who_come_and_go_are_no_faults(live: Live) -> None:
    mira = live.guest()
    table = mira.open()
    before = figures(live)["birdtable_faults_total"]
    for _ in range(10):
        talk = mira.socket(table)
        talk.socket.send('{"type": "ping", "id": 1}')
        talk.socket.socket.close()
    wait_for(lambda: figures(live)["birdtable_connections"] == 0)
    assert figures(live)["birdtable_faults_total"] == before


def test_a_refused_play_is_logged_without_its_cards(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "birdtable")
    with live_server(tmp_path, workers=one_worker()) as live:
        mira = live.guest("Mira")
        table = mira.open("birdie", {"player": "me"}, {"player": "bot", "level": "random"})
        mira.ok("POST", f"/tables/{table}/start", {})
        with mira.socket(table) as talk:
            position = talk.until("position")
            assert talk.say("play", after=position["number"], steps=["take Zz"])["type"] == "refused"
            lines = [record for record in caplog.records if "refused" in record.getMessage()]
            assert len(lines) == 1 and lines[0].table == table  # type: ignore[attr-defined]
            assert lines[0].getMessage().startswith("Play refused: ") and "Zz" not in lines[0].getMessage()
            for _ in range(2 * int(LOGGED.burst)):
                talk.socket.send('{"type": "undo", "id": 1, "after": 0}')
            talk.say("ping")
    lines = [record for record in caplog.records if "refused" in record.getMessage()]
    assert len(lines) < 1.5 * LOGGED.burst


@pytest.mark.parametrize("trouble", ["read only", "full"])
def test_a_server_that_cannot_write_is_not_ready(tmp_path: Path, trouble: str) -> None:
    with live_server(tmp_path, workers=one_worker()) as live:
        assert httpx.get(live.address + "/readyz").status_code == 200
        with unwritable(live) if trouble == "full" else read_only(live):
            wait_for(lambda: httpx.get(live.address + "/readyz").status_code == 503)
        wait_for(lambda: httpx.get(live.address + "/readyz").status_code == 200)


@contextmanager
def read_only(live: Live) -> Iterator[None]:
    connection = writing(live)
    connection.execute("PRAGMA query_only = ON")
    yield
    connection.execute("PRAGMA query_only = OFF")


@contextmanager
def unwritable(live: Live) -> Iterator[None]:
    """No page more than there are, and none of them free."""
    connection = writing(live)
    connection.execute("VACUUM")
    (pages,) = connection.execute("PRAGMA page_count").fetchone()
    connection.execute(f"PRAGMA max_page_count = {pages}")
    yield
    connection.execute("PRAGMA max_page_count = 1000000")


def writing(live: Live) -> sqlite3.Connection:
    store = live.rooms.store
    assert isinstance(store, SqliteStore)
    return asyncio.run_coroutine_threadsafe(store.write(lambda connection: connection), store.writer.loop).result(30)


def figures(live: Live) -> dict[str, float]:
    text = httpx.get(live.address + "/metrics").text
    return {name: float(value) for name, value in re.findall(r"^(birdtable_\S+) (\S+)$", text, re.MULTILINE)}


def test_disk_errors_and_reports_are_among_the_figures(live: Live) -> None:
    before = figures(live)
    assert before["birdtable_store_bytes"] > 4000 and before["birdtable_store_free_bytes"] > 1e6
    live.nobody().call("GET", "/nothing")
    after = figures(live)
    missed = 'birdtable_answers_total{status="4xx"}'
    assert after[missed] == before.get(missed, 0) + 1 and before["birdtable_reports_waiting"] == 0
    mira, tomas = live.guest("Mira"), live.guest("Tomás")
    table = mira.open()
    tomas.ok("POST", f"/tables/{table}/report", {"person": mira.me["person"], "reason": "cheats"})
    assert figures(live)["birdtable_reports_waiting"] == 1


def test_a_disk_that_cannot_be_measured_is_no_fault(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    async def away() -> None:
        raise Unavailable("gone")

    monkeypatch.setattr(live.rooms.store, "space", away)
    assert figures(live)["birdtable_store_bytes"] > 4000


def test_the_documented_figures_and_alarms_exist(live: Live) -> None:
    page = (Path(__file__).parents[3] / "docs" / "operations.md").read_text(encoding="utf-8")
    text = httpx.get(live.address + "/metrics").text
    known = {name for name in re.findall(r"^# TYPE (birdtable_\w+)", text, re.MULTILINE) if "_created" not in name}
    named = {re.sub("_bucket$", "", name) for name in re.findall(r"birdtable_[a-z_]+[a-z]", page)}
    assert named == known


def test_figures_are_not_for_people_from_outside(live: Live) -> None:
    outside = httpx.get(live.address + "/metrics", headers={"X-Forwarded-For": "8.8.8.8"})
    assert outside.status_code == 404 and "birdtable_" not in outside.text


def test_log_lines_are_objects() -> None:
    record = logging.LogRecord("birdtable", logging.WARNING, "", 0, "table %s is slow", ("t1",), None)
    record.table = "t1"
    line = json.loads(JsonLines().format(record))
    assert line["text"] == "table t1 is slow" and line["table"] == "t1" and line["level"] == "warning"


def test_logs_hold_no_secret_and_no_hand(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Everything that a match with failures logs, at the finest level: no badge, no seed, no card."""
    caplog.set_level(logging.DEBUG, "birdtable")
    with live_server(tmp_path, workers=one_worker()) as live:
        mira = live.guest("Mira")
        table = mira.open("birdie", {"player": "me"}, {"player": "bot", "level": "random"})
        mira.ok("POST", f"/tables/{table}/start", {})
        with mira.socket(table) as talk:
            position = talk.until("position")
            talk.say("play", after=position["number"], steps=["fly"])
        badge = mira.http.cookies["birdtable"]
        live.rooms.report("something failed", ValueError("oh"))
    secret = asyncio.run(secret_of(tmp_path / "live.sqlite3", table))
    assert "something failed" in caplog.text
    for hidden in (badge, badge.rpartition(".")[2], mira.me["code"], secret.hex(), repr(secret)):
        assert hidden not in caplog.text


async def secret_of(db: Path, table: str) -> bytes:
    async with visit(str(db)) as store:
        stored = await store.load(table)
    assert stored is not None
    return stored.secret


def test_a_notice_is_put_up_and_taken_down_while_a_server_runs(tmp_path: Path) -> None:
    db = str(tmp_path / "live.sqlite3")
    with live_server(tmp_path, workers=one_worker()) as live:
        assert notice_of(live) == ""
        assert run("notice", "maintenance", "--db", db).exit_code == 0
        wait_for(lambda: notice_of(live) == KINDS["maintenance"])
        assert run("notice", "Tournament\ntonight", "--db", db).exit_code == 0
        wait_for(lambda: notice_of(live) == "Tournament tonight")
        assert run("notice", "--db", db).exit_code == 0
        wait_for(lambda: notice_of(live) == "")


def notice_of(live: Live) -> str:
    text: str = live.nobody().ok("GET", "/notice")["text"]
    return text


def test_a_table_is_closed_from_outside_and_those_who_are_there_are_told(tmp_path: Path) -> None:
    db = str(tmp_path / "live.sqlite3")
    with live_server(tmp_path, workers=one_worker()) as live:
        mira = live.guest("Mira")
        table = mira.open()
        with mira.socket(table) as talk:
            talk.until("table")
            assert run("close", table, "--db", db).exit_code == 0
            told = talk.until("table")["table"]
            assert (told["phase"], told["reason"]) == ("closed", "closed by the server")
        again = run("close", table, "--db", db)
        assert again.exit_code == 2
    assert run("close", "none", "--db", db).exit_code == 2


async def test_a_move_into_a_table_that_was_closed_from_outside_is_refused(rooms: Rooms, time: Time) -> None:
    room = await room_of(rooms, "kuhn", MIRA, TOMAS)
    mira = await Client(room, MIRA).enter()
    await close_table(rooms.store, room.table.id, time.now)
    heard = await mira.play("check")
    assert last(heard, "refused")["reason"] == "no match is being played here"
    assert room.table.phase == "closed"


async def test_what_is_kept_for_so_long_is_deleted_after_it_and_not_before(rooms: Rooms, time: Time) -> None:
    room = await room_of(rooms, "kuhn", MIRA, TOMAS)
    await close_table(rooms.store, room.table.id, time.now)
    rooms.retention = Retention(matches=10)
    time.pass_by(9 * DAY)
    await rooms.retention.keep_to(rooms.store, time.now)
    assert await rooms.store.load(room.table.id) is not None
    time.pass_by(2 * DAY)
    await rooms.retention.keep_to(rooms.store, time.now)
    assert await rooms.store.load(room.table.id) is None
    assert await rooms.store.person(MIRA.id) is not None


def test_who_is_told_to_come_back_comes_back_and_no_move_is_lost(tmp_path: Path) -> None:
    """Politely stopped and started again in the middle of matches, as for an upgrade."""
    server = Process(tmp_path / "polite.sqlite3")
    server.start()

    async def evening() -> list[Any]:
        people = [*await seat_people(server.address, "birdie", 1), *await seat_people(server.address, "cubirds", 2)]
        for person in people:
            person.pause = 0.02
        playing = [asyncio.create_task(person.play()) for person in people]
        await asyncio.sleep(0.7)
        await asyncio.to_thread(server.stop)
        await asyncio.to_thread(server.start)
        await asyncio.wait_for(asyncio.gather(*playing), 120)
        return people

    people = asyncio.run(evening())
    server.stop()
    assert check_kept(server.db, people) > 20


def test_a_server_that_is_stopped_closes_everything_and_says_nothing(tmp_path: Path) -> None:
    server = Process(tmp_path / "quiet.sqlite3")
    server.start()
    mira = Live(None, server.address).guest()  # type: ignore[arg-type]
    table = mira.open("birdie", {"player": "bot", "level": "casual"}, {"player": "me"}, options={"starter": 1})
    mira.ok("POST", f"/tables/{table}/start", {})
    with mira.socket(table) as talk:
        while talk.until("position")["to_move"] != 1:
            pass
        server.stop()
    assert "leaked" not in "".join(server.said) and "Traceback" not in "".join(server.said), server.said
    assert not (tmp_path / "quiet.sqlite3-wal").exists()


def test_a_question_that_is_being_thought_about_does_not_hold_up_the_end(tmp_path: Path) -> None:
    server = Process(tmp_path / "asked.sqlite3")
    server.start()

    async def evening() -> tuple[int, bytes]:
        asking = asyncio.create_task(ask(Target(server.address, ""), "POST", "/api/score", HEAVY))
        await asyncio.sleep(0.5)
        await asyncio.to_thread(server.stop)
        return await asking

    status, body = asyncio.run(evening())
    assert status == 429 and b"try again" in body
    assert "Traceback" not in "".join(server.said), server.said


LAST_RELEASE = Path(__file__).parent / "last_release"


@pytest.mark.parametrize("file", sorted(LAST_RELEASE.glob("*.json")), ids=lambda file: file.stem)
async def test_matches_that_an_earlier_release_began_are_played_to_their_end(rooms: Rooms, file: Path) -> None:
    """Logs written by each release are kept beside this test; a table comes up from one and its match goes on."""
    kept = read(file)
    secret, log = bytes.fromhex(kept["secret"]), [msgspec.json.encode(entry) for entry in kept["entries"]]
    for person in (MIRA, TOMAS):
        await rooms.store.add_person(person)
    table = entries_table(rooms, kept["id"], secret, log)
    await rooms.store.create(msgspec.structs.replace(table, number=1), secret, log[0])
    await rooms.store.append(table, log[1:])
    room = await rooms.get(kept["id"])
    assert room.table.setting.rules == kept["rules"] and room.table.number == len(log)
    lines = [await Client(room, person).enter() for person in (MIRA, TOMAS)]
    await play_out(room, lines)
    assert room.table.phase == "over" and room.table.outcome is not None


def read(file: Path) -> Any:
    return json.loads(file.read_text())


def entries_table(rooms: Rooms, id: str, secret: bytes, log: list[bytes]) -> Any:
    table = replay(id, secret, map(entries.decode, log))
    return Room(rooms, table).row(table, members=True)


async def play_out(room: Room, lines: list[Client]) -> None:
    rng = Rng(7)
    while room.table.phase == "playing":
        before = room.table.number
        await lines[room.table.to_move].play(*some_play(room.table, rng))
        assert room.table.number > before


async def test_a_match_of_rules_that_are_not_known_is_refused_and_left_alone(rooms: Rooms) -> None:
    """An old server that meets a match of a newer one must not play on by other rules."""
    newer = await copied(rooms, rules=2)
    with pytest.raises(Refusal, match="rules version 2"):
        await rooms.get("copy")
    assert await rooms.store.entries("copy") == newer


class LaterKuhn(Kuhn):
    rules_version = 2


async def test_a_match_goes_on_by_the_rules_it_began_under(rooms: Rooms, monkeypatch: pytest.MonkeyPatch) -> None:
    """The game has new rules since; new matches are played by these, the old one to its end by the old."""
    await copied(rooms, rules=1)
    monkeypatch.setattr(kuhn, "GAME", LaterKuhn())
    earlier = ModuleType("kuhn_1")
    earlier.GAME = Kuhn()  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "kuhn_1", earlier)
    monkeypatch.setitem(catalog.EARLIER, ("kuhn", 1), "kuhn_1")
    rules.cache_clear()
    try:
        room = await rooms.get("copy")
        assert room.table.game.rules_version == 1
        await play_out(room, [await Client(room, person).enter() for person in (MIRA, TOMAS)])
        assert room.table.phase == "over"
        fresh = await room_of(rooms, "kuhn", MIRA, TOMAS)
        assert fresh.table.setting.rules == fresh.table.game.rules_version == 2
    finally:
        rules.cache_clear()


async def copied(rooms: Rooms, *, rules: int) -> list[bytes]:
    """The log of a match of Kuhn poker that has begun, stored once more as one of other rules."""
    room = await room_of(rooms, "kuhn", MIRA, TOMAS)
    stored = await rooms.store.load(room.table.id)
    assert stored is not None
    log = [body.replace(b'"rules":1', b'"rules":%d' % rules) for body in stored.entries]
    row = msgspec.structs.replace(room.row(room.table, members=True), id="copy")
    await rooms.store.create(msgspec.structs.replace(row, number=1), stored.secret, log[0])
    await rooms.store.append(row, log[1:])
    return log


async def test_clocks_stand_still_while_the_store_is_away(rooms: Rooms, time: Time) -> None:
    room = await room_of(rooms, "kuhn", MIRA, TOMAS, clock=Clock(kind="turn", seconds=30))
    for person in (MIRA, TOMAS):
        await Client(room, person).enter()
    await rooms.beat(time.now)
    time.pass_by(25)
    rooms.cut_off = True
    await rooms.beat(time.now)
    time.pass_by(10)
    assert room.time.time_left(room.table) == 20_000
