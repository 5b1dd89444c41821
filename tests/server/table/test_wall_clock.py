"""Somebody sets the clock of the machine: nobody is charged for it, and nobody gains by it."""

from __future__ import annotations

import logging
import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

import birdtable.server
from birdtable.server.room.limits import Limits
from birdtable.server.room.room import Room
from birdtable.server.room.rooms import Rooms
from birdtable.server.running import make_rooms
from birdtable.server.store.opening import store_at
from birdtable.wire.tables import Clock
from kit.server.serving import MIRA, TOMAS, Client, Time, last, live_server, one_worker, room_of

HOUR = 3600.0
LOSING = Clock(kind="total", seconds=100, forfeit=True)


class Clocks:
    """The two clocks of a machine."""

    def __init__(self) -> None:
        self.wall, self.monotonic = Time(), Time(500.0)

    def pass_by(self, seconds: float) -> None:
        self.wall.pass_by(seconds)
        self.monotonic.pass_by(seconds)

    def jump(self, seconds: float) -> None:
        self.wall.pass_by(seconds)


@pytest.fixture
def machine() -> Clocks:
    return Clocks()


async def start_rooms(folder: Path, machine: Clocks) -> Rooms:
    store = store_at(str(folder / "rooms.sqlite3"))
    rooms = make_rooms(store, limits=Limits(), workers=one_worker(), now=machine.wall, monotonic=machine.monotonic)
    await rooms.open()
    rooms.caretaker.cancel()
    return rooms


@pytest.fixture
async def rooms(tmp_path: Path, machine: Clocks) -> AsyncIterator[Rooms]:
    rooms = await start_rooms(tmp_path, machine)
    yield rooms
    await rooms.close()


def left(room: Room) -> int:
    faces = room.time.clock_faces(room.table)
    assert faces is not None
    return faces.left[0]


async def sit(rooms: Rooms) -> tuple[Room, Client, Client]:
    room = await room_of(rooms, "kuhn", MIRA, TOMAS, clock=LOSING)
    return room, await Client(room, MIRA).enter(), await Client(room, TOMAS).enter()


@pytest.mark.parametrize("jump", [HOUR, -HOUR])
async def test_a_jump_is_charged_to_nobody_and_logged_once(
    rooms: Rooms, machine: Clocks, jump: float, caplog: pytest.LogCaptureFixture
) -> None:
    room, mira, _ = await sit(rooms)
    machine.pass_by(10)
    await rooms.round()
    with caplog.at_level(logging.WARNING, "birdtable"):
        machine.jump(jump)
        for _ in range(5):
            await rooms.round()
            machine.pass_by(1)
    assert room.table.phase == "playing" and left(room) == 85_000
    assert [record.message for record in caplog.records if "jumped" in record.message] == [
        f"the clock of this machine jumped by {jump:+.0f} seconds; players are not charged for it"
    ]
    assert last(await mira.play("check"), "position")["clocks"]["left"] == [85_000, 100_000]


@pytest.mark.parametrize("jump", [HOUR, -HOUR])
async def test_time_runs_out_as_if_the_clock_had_not_been_set(rooms: Rooms, machine: Clocks, jump: float) -> None:
    room, *_ = await sit(rooms)
    machine.jump(jump)
    await rooms.round()
    machine.pass_by(99)
    await rooms.round()
    assert not room.table.outcome
    machine.pass_by(1.5)
    await rooms.round()
    assert room.table.outcome and room.table.outcome.winners == (1,)


@pytest.mark.parametrize("jump", [HOUR, -HOUR])
async def test_a_lost_connection_is_waited_for_a_minute_whatever_the_clock_says(
    rooms: Rooms, machine: Clocks, jump: float
) -> None:
    room, mira, _ = await sit(rooms)
    mira.leave()
    machine.jump(jump)
    machine.pass_by(20)
    await Client(room, MIRA).enter()
    assert left(room) == 100_000 and room.time.thinking_time(room.table) == (0, 20_000)


async def test_time_that_was_skipped_is_not_charged_after_a_restart(tmp_path: Path, machine: Clocks) -> None:
    rooms = await start_rooms(tmp_path, machine)
    room, *_ = await sit(rooms)
    await rooms.round()
    machine.jump(HOUR)
    await rooms.round()
    machine.pass_by(10)
    await rooms.close()
    again = await start_rooms(tmp_path, machine)
    room = await again.get(room.table.id)
    await Client(room, MIRA).enter()
    assert left(room) == 90_000
    await again.close()


async def test_a_table_that_gathers_does_not_close_because_the_clock_was_set(rooms: Rooms, machine: Clocks) -> None:
    room = await room_of(rooms, "kuhn", MIRA, "", start=False)
    await rooms.round()
    machine.jump(2 * HOUR)
    await rooms.round()
    await room.look_after()
    assert not room.table.reason
    machine.pass_by(HOUR + 1)
    await room.look_after()
    assert room.table.phase == "closed"


async def test_talking_is_not_limited_because_the_clock_was_set(rooms: Rooms, machine: Clocks) -> None:
    _, mira, _ = await sit(rooms)
    for jump in (0, -HOUR, HOUR):
        machine.jump(jump)
        assert "chat" in {message["type"] for message in await mira.say("chat", phrase="Well played!")}
    answers = [message["type"] for _ in range(8) for message in await mira.say("chat", phrase="Well played!")]
    assert "refused" in answers


def test_nobody_is_told_to_wait_because_the_clock_was_set(tmp_path: Path, machine: Clocks) -> None:
    with live_server(tmp_path, limits=Limits(), now=machine.wall, monotonic=machine.monotonic) as live:
        mira = live.guest()
        machine.jump(-HOUR)
        assert mira.call("GET", "/me").status_code == 200
        assert mira.call(
            "POST", "/tables", {"game": "birdie", "seats": [{"player": "me"}, {"player": "open"}]}
        ).is_success


def test_limits_are_measured_in_monotonic_time_everywhere() -> None:
    sources = Path(birdtable.server.__file__).parent.rglob("*.py")
    wrong = [path.name for path in sources if re.search(r"(spend|Bucket|\.take)\([^\n]*\bnow\(\)", path.read_text())]
    assert not wrong
