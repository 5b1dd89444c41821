"""Onlookers: they take no player's place, and learn no more than anybody who watches."""

from __future__ import annotations

from pathlib import Path

import pytest

from birdtable.engine import Rng
from birdtable.server.past import replays
from birdtable.server.room import limits
from birdtable.server.room.rooms import Rooms
from birdtable.server.table.person import Person
from birdtable.server.table.refusal import Refusal
from kit.server.serving import JUNE, MIRA, TOMAS, Client, live_server, one_worker, play_on, room_of

ROBO = Person(id="brobo", name="Robo", kind="bot", owner=JUNE.id, created=0.0, seen=0.0)


async def test_a_player_comes_back_to_a_table_full_of_onlookers(rooms: Rooms) -> None:
    room = await room_of(rooms, "kuhn", MIRA, TOMAS)
    tomas = await Client(room, TOMAS).enter()
    for _ in range(limits.CONNECTIONS):
        room.presence.connections.add(Client(room, None).line)
    with pytest.raises(Refusal, match="too many people are watching"):
        room.check_space(JUNE.id)
    with pytest.raises(Refusal, match="too many people are watching"):
        room.check_space("")
    room.check_space(MIRA.id)
    tomas.leave()
    room.check_space(TOMAS.id)


async def test_players_take_no_place_of_an_onlooker(rooms: Rooms) -> None:
    room = await room_of(rooms, "kuhn", MIRA, TOMAS)
    for person in (MIRA, TOMAS):
        await Client(room, person).enter()
    for _ in range(limits.CONNECTIONS - 1):
        room.presence.connections.add(Client(room, None).line)
    room.check_space(JUNE.id)


async def test_a_player_has_not_more_connections_than_devices(rooms: Rooms) -> None:
    room = await room_of(rooms, "kuhn", MIRA, TOMAS)
    for _ in range(limits.OWN_CONNECTIONS):
        await Client(room, MIRA).enter()
    with pytest.raises(Refusal):
        room.check_space(MIRA.id)
    room.check_space(TOMAS.id)


def test_a_player_comes_back_over_the_network(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "CONNECTIONS", 2)
    with live_server(tmp_path, workers=one_worker()) as live:
        mira, tomas = live.guest("Mira"), live.guest("Tomás")
        table = mira.open()
        tomas.ok("POST", f"/tables/{table}/join", {})
        mira.ok("POST", f"/tables/{table}/start", {})
        watching = [live.nobody().socket(table) for _ in range(2)]
        for talk in watching:
            talk.until("position")
        with mira.socket(table) as talk:
            assert talk.until("position")["seat"] == 0
        for talk in watching:
            talk.socket.close()


async def test_a_remote_bot_that_looks_on_remembers_nothing_at_a_strict_table(rooms: Rooms) -> None:
    """Its token is no licence for its owner, who may be playing."""
    room = await room_of(rooms, "birdie", MIRA, TOMAS, memory="strict")
    room.table = play_on(room.table, Rng(1), 4)
    bot, onlooker = Client(room, ROBO), Client(room, JUNE)
    assert bot.line.watch(room.table) == onlooker.line.watch(room.table)
    with pytest.raises(Refusal, match="strict"):
        await replays.position(room, ROBO, None, room.table.number)
    assert replays.watch_of(room.table, ROBO, None) == replays.watch_of(room.table, JUNE, None)
