"""Who is here and who is away: what everybody at a table is told, and what those who wait can do."""

from __future__ import annotations

from typing import Any

import pytest

from birdtable.server.requests.tables import sit_in
from birdtable.server.room.limits import Limits
from birdtable.server.room.rooms import Rooms
from birdtable.server.table import lobby
from birdtable.server.table.refusal import Refusal
from birdtable.wire.tables import Clock, Join, SeatWish
from kit.server.serving import JUNE, MIRA, TOMAS, Client, Live, Message, Talk, Time, kinds, last, room_of

DAYS = Clock(kind="days", seconds=3 * 86_400)


def hear_here(talk: Talk, **wanted: Any) -> None:
    """Listens until the table is said to be like this."""
    while not wanted.items() <= talk.until("here").items():
        pass


# --- over real sockets ----------------------------------------------------------------------------------------------


def test_who_watched_before_sitting_down_is_here_and_no_onlooker(live: Live) -> None:
    mira, tomas = live.guest("Mira"), live.guest("Tomás")
    table = mira.open()
    with mira.socket(table) as at_mira, tomas.socket(table):
        hear_here(at_mira, seats=[0], onlookers=1)
        tomas.ok("POST", f"/tables/{table}/join", {})
        hear_here(at_mira, seats=[0, 1], onlookers=0)


def test_who_takes_a_seat_back_from_a_bot_is_here_and_was_no_onlooker_meanwhile(live: Live) -> None:
    mira, tomas = live.guest("Mira"), live.guest("Tomás")
    table = mira.open()
    tomas.ok("POST", f"/tables/{table}/join", {})
    mira.ok("POST", f"/tables/{table}/start", {})
    with mira.socket(table) as at_mira, tomas.socket(table):
        hear_here(at_mira, seats=[0, 1], onlookers=0)
        tomas.ok("POST", f"/tables/{table}/leave")
        hear_here(at_mira, seats=[0], onlookers=0)
        tomas.ok("POST", f"/tables/{table}/join", {})
        hear_here(at_mira, seats=[0, 1], onlookers=0)


def test_a_person_with_two_pages_is_here_until_both_are_closed(live: Live) -> None:
    mira, tomas = live.guest("Mira"), live.guest("Tomás")
    table = mira.open()
    tomas.ok("POST", f"/tables/{table}/join", {})
    with mira.socket(table) as at_mira:
        one, two = tomas.socket(table), tomas.socket(table)
        for talk in (one, two):
            hear_here(talk, seats=[0, 1])
        one.socket.close()
        hear_here(at_mira, seats=[0, 1])
        hear_here(at_mira, seats=[0, 1])
        with tomas.socket(table) as three:
            hear_here(three, seats=[0, 1])
            two.socket.socket.close()
            assert at_mira.say("ping")["type"] == "ok"
            assert all(heard["seats"] != [0] for heard in at_mira.seen[-3:] if heard["type"] == "here")
        hear_here(at_mira, seats=[0])


def test_a_guest_who_gets_a_name_at_the_table_comes_back_as_a_player(live: Live) -> None:
    """As the page does it: a line without a name, a name, a seat, then a line under that name."""
    mira, nobody = live.guest("Mira"), live.nobody()
    table = mira.open()
    with mira.socket(table) as at_mira:
        unnamed = nobody.socket(table)
        hear_here(at_mira, seats=[0], onlookers=1)
        nobody.ok("POST", "/guests", {"name": "June"})
        with nobody.socket(table):
            unnamed.socket.close()
            nobody.ok("POST", f"/tables/{table}/join", {})
            hear_here(at_mira, seats=[0, 1], onlookers=0)


# --- in a room ------------------------------------------------------------------------------------------------------


async def test_an_onlooker_with_two_pages_is_one_onlooker(rooms: Rooms) -> None:
    room = await room_of(rooms, "kuhn", MIRA, TOMAS)
    mira = await Client(room, MIRA).enter()
    for person in (JUNE, JUNE, None, None):
        await Client(room, person).enter()
    assert last(mira.read(), "here")["onlookers"] == 3


async def test_everybody_is_told_for_how_long_a_player_has_been_away(rooms: Rooms, time: Time) -> None:
    room = await room_of(rooms, "kuhn", MIRA, TOMAS)
    mira, tomas = await Client(room, MIRA).enter(), await Client(room, TOMAS).enter()
    assert last(mira.read(), "here")["away"] == [0, 0]
    tomas.leave()
    time.pass_by(150)
    onlooker = await Client(room, None).enter()
    for each in (mira, onlooker):
        assert last(each.read(), "here")["away"] == [0, 150]
    await tomas.enter()
    assert last(mira.read(), "here")["away"] == [0, 0]


async def test_the_clock_of_who_lost_the_connection_is_seen_to_wait_and_for_how_long(rooms: Rooms, time: Time) -> None:
    room = await room_of(rooms, "kuhn", MIRA, TOMAS, clock=Clock(kind="turn", seconds=90))
    mira, tomas = await Client(room, MIRA).enter(), await Client(room, TOMAS).enter()
    time.pass_by(10)
    mira.leave()
    clocks = last(tomas.read(), "here")["clocks"]
    assert clocks == {"left": [80_000, 90_000], "running": 0, "waits": True, "patience": 60_000}
    time.pass_by(20)
    await mira.enter()
    clocks = last(tomas.read(), "here")["clocks"]
    assert clocks == {"left": [80_000, 90_000], "running": 0, "waits": False, "patience": 0}


# --- letting a bot play on ------------------------------------------------------------------------------------------


async def let_bot_play(rooms: Rooms, time: Time, seconds: float, **wishes: Any) -> str:
    """The level of the bot that Mira gets into the seat of Tomás, who has been away for so long."""
    room = await room_of(rooms, "birdie", MIRA, TOMAS, **wishes)
    (await Client(room, TOMAS).enter()).leave()
    time.pass_by(seconds)
    await room.change(sit_in(room, MIRA, 1, SeatWish(player="bot", level="random")))
    return room.table.chairs[1].level


async def test_the_server_and_no_rival_chooses_the_bot_that_plays_for_somebody_away(rooms: Rooms, time: Time) -> None:
    assert await let_bot_play(rooms, time, 60) == "casual"


async def test_nobody_is_replaced_within_a_minute(rooms: Rooms, time: Time) -> None:
    with pytest.raises(Refusal, match="still here"):
        await let_bot_play(rooms, time, 59)


async def test_with_days_for_a_move_nobody_is_replaced_before_they_are_over(rooms: Rooms, time: Time) -> None:
    with pytest.raises(Refusal, match="days for every move"):
        await let_bot_play(rooms, time, 3600, clock=DAYS)


# --- nudges ---------------------------------------------------------------------------------------------------------


async def nudged_pair(rooms: Rooms) -> tuple[Client, Client]:
    """Tomás, who waits for Mira, and Mira at another table of hers."""
    room, other = await room_of(rooms, "kuhn", MIRA, TOMAS), await room_of(rooms, "kuhn", MIRA, JUNE)
    return await Client(room, TOMAS).enter(), await Client(other, MIRA).enter()


async def test_a_nudge_reaches_the_pages_that_the_person_has_open_at_other_tables(rooms: Rooms) -> None:
    tomas, mira = await nudged_pair(rooms)
    june = await Client(mira.room, JUNE).enter()
    for each in (mira, june):
        each.read()
    assert kinds(await tomas.say("nudge", seat=0)) == ["ok"]
    wanted = {"type": "nudged", "table": tomas.room.table.id, "person": TOMAS.id, "name": "Tomás"}
    assert mira.read() == [wanted]
    assert june.read() == []


async def test_a_nudge_of_somebody_muted_is_not_heard(rooms: Rooms) -> None:
    tomas, mira = await nudged_pair(rooms)
    await mira.say("mute", person=TOMAS.id)
    assert kinds(await tomas.say("nudge", seat=0)) == ["ok"]
    assert mira.read() == []
    assert await rooms.nudges.of(MIRA.id) == {}


async def test_a_nudge_is_found_on_the_start_page_until_the_move_is_made_or_it_is_old(rooms: Rooms, time: Time) -> None:
    tomas, _ = await nudged_pair(rooms)
    table = tomas.room.table.id
    await tomas.say("nudge", seat=0)
    assert await rooms.nudges.of(MIRA.id) == {table: TOMAS.id}
    assert await rooms.nudges.of(TOMAS.id) == {}
    time.pass_by(601)
    assert await rooms.nudges.of(MIRA.id) == {}


@pytest.mark.parametrize(
    ("who", "seat", "reason"),
    [
        (TOMAS, 1, "nobody is waiting for this player"),
        (MIRA, 0, "nobody is waiting for this player"),
        (JUNE, 0, "you are not playing at this table"),
        (None, 0, "you are not playing at this table"),
        (TOMAS, 7, "there is no seat {seat}"),
    ],
)
async def test_only_who_waits_nudges_and_only_whom_they_wait_for(
    rooms: Rooms, who: Any, seat: int, reason: str
) -> None:
    room = await room_of(rooms, "kuhn", MIRA, TOMAS)
    client = await Client(room, who).enter()
    assert last(await client.say("nudge", seat=seat), "refused")["reason"] == reason


async def test_a_player_is_nudged_once_a_minute_by_all_together(rooms: Rooms, time: Time) -> None:
    rooms.limits = Limits()
    room = await room_of(rooms, "birdie", MIRA, TOMAS, JUNE)
    mover = room.table.to_move
    people = [await Client(room, person).enter() for person in (MIRA, TOMAS, JUNE)]
    one, other = [client for seat, client in enumerate(people) if seat != mover]
    assert kinds(await one.say("nudge", seat=mover))[-1] in ("ok", "nudged")
    assert last(await other.say("nudge", seat=mover), "refused")["reason"].startswith("too many requests")
    time.pass_by(61)
    assert not [each for each in await other.say("nudge", seat=mover) if each["type"] == "refused"]


def test_my_tables_say_where_somebody_nudged_me(live: Live) -> None:
    mira, tomas = live.guest("Mira"), live.guest("Tomás")
    table = mira.open()
    tomas.ok("POST", f"/tables/{table}/join", {})
    mira.ok("POST", f"/tables/{table}/start", {})
    assert mira.ok("GET", "/mine")["nudged"] == {}
    with tomas.socket(table) as talk:
        talk.until("position")
        assert talk.say("nudge", seat=0)["type"] == "ok"
    mine: Message = mira.ok("GET", "/mine")
    assert mine["nudged"] == {table: tomas.me["person"]}
    with mira.socket(table) as talk:
        number = talk.until("position")["number"]
        talk.say("play", after=number, steps=["check"])
    assert mira.ok("GET", "/mine")["nudged"] == {}


async def test_who_was_replaced_comes_back_by_sitting_down(rooms: Rooms) -> None:
    room = await room_of(rooms, "birdie", MIRA, TOMAS)
    await room.change(lambda t, at: lobby.leave(t, TOMAS, "casual", at))
    await room.change(lambda t, at: lobby.join(t, TOMAS, Join(), at))
    assert room.table.chairs[1].is_present
