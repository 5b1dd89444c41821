"""Time to think, in tables and rooms whose clock goes when the test says so."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from birdtable.engine import Rng
from birdtable.server.room.room import Room
from birdtable.server.room.rooms import Rooms
from birdtable.server.running import make_rooms
from birdtable.server.store.opening import store_at
from birdtable.server.table import clocks, lobby
from birdtable.server.table.refusal import Refusal
from birdtable.server.table.table import make_play
from birdtable.wire.tables import Clock, Join
from kit.server.serving import (
    JUNE,
    MIRA,
    TOMAS,
    Client,
    Time,
    kinds,
    last,
    one_worker,
    room_of,
    some_play,
    started_table,
)

TURN = Clock(kind="turn", seconds=30)
TOTAL = Clock(kind="total", seconds=100, increment=5)


async def sit(rooms: Rooms, clock: Clock, *people: object, game: str = "kuhn") -> tuple[Room, list[Client]]:
    room = await room_of(rooms, game, *(people or (MIRA, TOMAS)), clock=clock, pace=0)  # type: ignore[arg-type]
    clients = [await Client(room, chair).enter() for chair in (people or (MIRA, TOMAS))]  # type: ignore[arg-type]
    return room, clients


def left(client: Client) -> list[int]:
    clock: list[int] = last(client.read(), "position")["clocks"]["left"]
    return clock


def test_a_play_costs_its_seat_what_it_thought_and_earns_the_increment() -> None:
    timing = clocks.charge_play(clocks.start_timing(TOTAL, 2, 0.0), TOTAL, 0, 7_000, 0, turn_ends=True, at=7.0)
    assert timing.bank == (98_000, 100_000)
    assert clocks.time_left(timing, TOTAL, 1, 2_500) == 97_500


def test_a_turn_goes_on_over_several_plays() -> None:
    timing = clocks.charge_play(clocks.start_timing(TURN, 2, 0.0), TURN, 0, 10_000, 0, turn_ends=False, at=10.0)
    assert clocks.time_left(timing, TURN, 0, 5_000) == 15_000
    timing = clocks.charge_play(timing, TURN, 0, 5_000, 0, turn_ends=True, at=15.0)
    assert clocks.time_left(timing, TURN, 1, 0) == 30_000


@pytest.mark.parametrize("game", ["birdie", "cubirds"])
def test_a_new_round_is_a_new_turn_even_for_whoever_had_the_last_one(game: str) -> None:
    table, rng = started_table(game, MIRA, TOMAS, clock=Clock(kind="turn", seconds=30)), Rng(0)
    rounds = []
    for _ in range(400):
        before, seat = table, table.to_move
        table = make_play(table, seat, some_play(table, rng), table.changed + 1, spent=1_000)[1]
        if table.phase != "playing":
            break
        if table.to_move == seat and table.state.round != before.state.round:
            rounds.append(table.timing.turn if table.timing else None)
    assert rounds and not any(rounds)


def test_what_was_spent_in_plays_taken_back_is_gone_but_no_more_than_there_was() -> None:
    before = clocks.start_timing(TOTAL, 2, 0.0)
    after = clocks.charge(before, 0, 120_000, 0, at=120.0)
    assert clocks.restore(after, before, TOTAL, 0, 130.0, others_played=False).bank == (0, 100_000)


def test_only_the_time_that_overlaps_an_outage_counts() -> None:
    assert clocks.overlap([(10.0, 20.0), (30.0, 35.0)], 15.0, 33.0) == 8.0


async def test_the_clock_of_the_seat_to_move_goes(rooms: Rooms, time: Time) -> None:
    room, (mira, tomas) = await sit(rooms, TOTAL)
    time.pass_by(12)
    await mira.play("check")
    assert left_now(room) == [93_000, 100_000] == left(tomas)
    time.pass_by(20)
    await tomas.play("bet")
    assert left_now(room) == [93_000, 85_000] == left(mira)


async def test_whoever_runs_out_is_replaced_by_a_bot_and_may_come_back_when_it_has_played(
    rooms: Rooms, time: Time
) -> None:
    room, (mira, _) = await sit(rooms, TURN, game="birdie")
    seat = room.table.to_move
    person = (MIRA, TOMAS)[seat]
    time.pass_by(31)
    await room.look_after()
    assert room.table.chairs[seat].stand_in
    assert last(mira.read(), "position")["news"][0]["what"] == "ran_out"
    with pytest.raises(Refusal, match="your time is up"):
        await room.change(lambda t, at: lobby.join(t, person, Join(), at))
    await wait_for_bot(room, seat)
    await room.change(lambda t, at: lobby.join(t, person, Join(), at))
    assert room.table.seats_of(person.id) == (seat,)
    assert left_now(room)[seat] == 30_000


async def test_time_that_is_up_cannot_be_played_in(rooms: Rooms, time: Time) -> None:
    _, (mira, _) = await sit(rooms, TURN)
    time.pass_by(31)
    assert last(await mira.play("check"), "refused")["reason"] == "your time is up"


async def test_with_forfeit_the_match_is_lost(rooms: Rooms, time: Time) -> None:
    room, (mira, _) = await sit(rooms, Clock(kind="turn", seconds=30, forfeit=True))
    time.pass_by(31)
    await room.look_after()
    assert room.table.phase == "over"
    position = last(mira.read(), "position")
    assert position["news"][0]["what"] == "forfeited"
    assert position["outcome"]["winners"] == [1]


async def test_nothing_happens_before_the_time_is_up(rooms: Rooms, time: Time) -> None:
    room, _ = await sit(rooms, TURN)
    time.pass_by(29)
    await room.look_after()
    assert room.table.to_move == 0 and not room.table.chairs[0].stand_in


async def test_a_lost_line_is_waited_for_up_to_a_minute_in_a_match(rooms: Rooms, time: Time) -> None:
    room, (mira, tomas) = await sit(rooms, TURN)
    time.pass_by(10)
    mira.leave()
    time.pass_by(50)
    await room.look_after()
    assert not room.table.chairs[0].stand_in
    tomas.read()
    again = await Client(room, MIRA).enter()
    position = last(again.read(), "position")
    clocks = {"left": [20_000, 30_000], "running": 0}
    assert position["clocks"] == clocks | {"waits": False, "patience": 0}
    again.leave()
    time.pass_by(9)
    assert (await onlookers_position(room))["clocks"] == clocks | {"waits": True, "patience": 1_000}
    time.pass_by(22)
    await room.look_after()
    assert room.table.chairs[0].stand_in


async def test_waiting_is_used_up_over_the_whole_match(rooms: Rooms, time: Time) -> None:
    room, (mira, _) = await sit(rooms, TURN)
    mira.leave()
    time.pass_by(40)
    mira = await Client(room, MIRA).enter()
    await mira.play("check")
    assert room.table.timing is not None and room.table.timing.credit == (20_000, 60_000)


async def test_the_servers_own_absence_is_credited_in_full(rooms: Rooms, time: Time) -> None:
    """What was noted late too: the store was away."""
    room, (mira, _) = await sit(rooms, TURN)
    time.pass_by(5)
    await rooms.beat(time.now)
    rooms.cut_off = True
    time.pass_by(495)
    await rooms.beat(time.now)
    rooms.cut_off = False
    time.pass_by(10)
    assert left_now(room) == [15_000, 30_000]
    await mira.play("check")
    assert room.table.plays[-1].seat == 0


async def test_the_store_notes_how_long_nobody_was_alive(rooms: Rooms, time: Time) -> None:
    await rooms.store.beat(time.now)
    await rooms.store.note_outage(time.now + 90)
    assert (time.now, time.now + 90) in await rooms.store.outages(0)


async def test_a_restart_costs_nobody_any_time(tmp_path: Path, time: Time) -> None:
    """From the last note of being alive until the next start no clock went."""
    address = str(tmp_path / "restarted.sqlite3")

    async def open_rooms() -> Rooms:
        rooms = make_rooms(store_at(address), workers=one_worker(), now=time)
        await rooms.open()
        rooms.caretaker.cancel()
        return rooms

    rooms = await open_rooms()
    room, (mira, _) = await sit(rooms, TOTAL)
    table = room.table.id
    time.pass_by(10)
    await rooms.beat(time.now)
    time.pass_by(500)
    await rooms.store.close()
    rooms.workers.close()
    again = await open_rooms()
    room = await again.get(table)
    mira = await Client(room, MIRA).enter()
    time.pass_by(5)
    assert left_now(room) == [85_000, 100_000]
    assert mira.read()
    await again.close()


async def test_being_alive_is_noted_often_only_while_a_clock_goes(rooms: Rooms, time: Time) -> None:
    async def beats() -> bool:
        time.pass_by(1)
        await rooms.beat(time.now)
        return rooms.beaten == time.now

    time.pass_by(100)
    assert await beats()
    assert not await beats()
    await sit(rooms, TURN)
    assert await beats() and await beats()


async def test_a_bots_clock_never_runs_out(rooms: Rooms, time: Time) -> None:
    room = await room_of(rooms, "birdie", MIRA, TOMAS, JUNE, clock=TURN)
    time.pass_by(91)
    await room.look_after()
    seat = room.table.to_move
    assert room.table.chairs[seat].stand_in
    time.pass_by(100)
    assert room.time.time_left(room.table) is None


async def test_no_clock_shows_no_faces(rooms: Rooms) -> None:
    _, (mira, _) = await sit(rooms, Clock())
    position = last(mira.read(), "position")
    assert position["clocks"] is None and "table" not in kinds([position])


async def wait_for_bot(room: Room, seat: int) -> None:
    """Waits for the whole turn of a bot."""
    for _ in range(1000):
        if room.table.to_move != seat:
            return
        await asyncio.sleep(0.01)
    raise AssertionError("the bot did not play")


async def onlookers_position(room: Room) -> dict[str, object]:
    return last((await Client(room, None).enter()).read(), "position")


def left_now(room: Room) -> list[int]:
    faces = room.time.clock_faces(room.table)
    assert faces is not None
    return list(faces.left)


@pytest.mark.parametrize("kind", ["turn", "days", "total"])
async def test_a_table_is_due_when_its_clock_runs_out(rooms: Rooms, time: Time, kind: str) -> None:
    room, (mira, _) = await sit(rooms, Clock(kind=kind, seconds=50))  # type: ignore[arg-type]
    await mira.play(*some_play(room.table, Rng(1)))
    assert room.time.due(room.table) == pytest.approx(time.now + 50)


# --- taking back, standing in and coming back -------------------------------------------------------------------------


async def undo(client: Client) -> None:
    assert "position" in kinds(await client.say("undo", after=client.room.table.number))


async def test_playing_and_taking_back_again_and_again_earns_no_time(rooms: Rooms, time: Time) -> None:
    room, (mira, _) = await sit(rooms, Clock(kind="total", seconds=100, increment=30))
    for _ in range(20):
        time.pass_by(1)
        await mira.play("check")
        await undo(mira)
    assert left_now(room) == [80_000, 100_000]
    await mira.play("check")
    assert left_now(room) == [110_000, 100_000]


async def test_a_turn_is_not_renewed_by_taking_back(rooms: Rooms, time: Time) -> None:
    room, (mira, _) = await sit(rooms, TURN)
    for _ in range(3):
        time.pass_by(9)
        await mira.play("check")
        await undo(mira)
    assert left_now(room) == [3_000, 30_000]
    time.pass_by(4)
    await room.look_after()
    assert room.table.chairs[0].stand_in


async def test_who_takes_back_unasked_pays_for_the_time_that_another_thought_about_it(rooms: Rooms, time: Time) -> None:
    """Else a play could be made for show, to think about the next one for nothing until another has played."""
    room, (mira, _) = await sit(rooms, TOTAL)
    for _ in range(2):
        await mira.play("check")
        time.pass_by(40)
        await undo(mira)
    assert left_now(room) == [20_000, 100_000]


@pytest.mark.parametrize("clock", [TURN, Clock(kind="total", seconds=30)], ids=["turn", "total"])
async def test_nobody_takes_back_with_time_that_they_do_not_have(rooms: Rooms, time: Time, clock: Clock) -> None:
    room, (mira, tomas) = await sit(rooms, clock)
    time.pass_by(9)
    await mira.play("check")
    time.pass_by(22)
    refused = last(await mira.say("undo", after=room.table.number), "refused")
    assert refused["reason"] == "you have too little time left to take this back"
    assert room.table.to_move == 1 and left_now(room)[1] == 8_000
    await tomas.play("check")
    assert room.table.phase == "over" or room.table.to_move == 0


async def test_whether_the_other_was_connected_makes_no_difference_to_who_takes_back(rooms: Rooms, time: Time) -> None:
    room, (mira, tomas) = await sit(rooms, TOTAL)
    await mira.play("check")
    tomas.leave()
    time.pass_by(40)
    await undo(mira)
    assert left_now(room) == [60_000, 100_000]
    assert room.table.timing is not None and room.table.timing.credit == (60_000, 60_000)


async def test_who_takes_back_pays_for_the_thinking_that_led_to_it(rooms: Rooms, time: Time) -> None:
    """Both seats are one person's: the second one thinks, and takes the first one's play back."""
    room, (mira, _) = await sit(rooms, TOTAL, MIRA, MIRA)
    await mira.say("call", seat=0)
    await mira.play("check")
    time.pass_by(40)
    await undo(mira)
    assert left_now(room) == [100_000, 60_000]


async def test_a_stand_in_does_not_bring_the_time_back(rooms: Rooms, time: Time) -> None:
    room, _ = await sit(rooms, TOTAL, game="birdie")
    seat = room.table.to_move
    person = (MIRA, TOMAS)[seat]
    time.pass_by(101)
    await room.look_after()
    assert room.table.timing is not None and room.table.timing.bank[seat] == 0
    with pytest.raises(Refusal, match="your time is up"):
        await room.change(lambda t, at: lobby.join(t, person, Join(), at))
    await wait_for_bot(room, seat)
    await room.change(lambda t, at: lobby.join(t, person, Join(), at))
    assert left_now(room)[seat] == clocks.GRACE


async def test_a_stand_in_earns_no_time(rooms: Rooms, time: Time) -> None:
    room, _ = await sit(rooms, TOTAL, game="birdie")
    seat = room.table.to_move
    person = (MIRA, TOMAS)[seat]
    time.pass_by(50)
    await room.change(lambda t, at: lobby.leave(t, person, "random", at))
    await wait_for_bot(room, seat)
    assert left_now(room)[seat] == 50_000


@pytest.mark.parametrize("clock", [TURN, Clock(kind="total", seconds=30)], ids=["turn", "total"])
async def test_leaving_and_coming_back_brings_no_time(rooms: Rooms, time: Time, clock: Clock) -> None:
    """Whoever is back before the stand-in has played has been thinking all the time."""
    room, _ = await sit(rooms, clock, MIRA, TOMAS)
    rooms.stopping = True  # no bot plays
    for _ in range(2):
        time.pass_by(4)
        await room.change(lambda t, at: lobby.leave(t, MIRA, "random", at))
        time.pass_by(5)
        await room.change(lambda t, at: lobby.join(t, MIRA, Join(), at))
    assert left_now(room) == [12_000, 30_000]
    await room.change(lambda t, at: lobby.leave(t, MIRA, "random", at))
    time.pass_by(13)
    thought = room.time.thinking_time(room.table)[0]
    with pytest.raises(Refusal, match="your time is up"):
        await room.change(lambda t, at: lobby.join(t, MIRA, Join(), at, thought=thought))


async def test_coming_back_in_the_turn_of_another_costs_nothing(rooms: Rooms, time: Time) -> None:
    room, _ = await sit(rooms, TOTAL, MIRA, TOMAS)
    await room.change(lambda t, at: lobby.leave(t, TOMAS, "random", at))
    time.pass_by(20)
    await room.change(lambda t, at: lobby.join(t, TOMAS, Join(), at))
    assert left_now(room) == [80_000, 100_000]


async def test_an_absence_is_waited_for_once(rooms: Rooms, time: Time) -> None:
    room, (mira, _) = await sit(rooms, TURN)
    rooms.stopping = True
    mira.leave()
    time.pass_by(40)
    await Client(room, MIRA).enter()
    await room.change(lambda t, at: lobby.leave(t, MIRA, "random", at))
    await room.change(lambda t, at: lobby.join(t, MIRA, Join(), at))
    assert room.table.timing is not None and room.table.timing.credit == (20_000, 60_000)
    time.pass_by(10)
    assert left_now(room) == [20_000, 30_000]
