"""A position is written once for all who see the same. Nobody is told what was written for somebody else."""

from __future__ import annotations

import json
from typing import Any

import pytest

from birdtable.engine import Rng
from birdtable.server.room.rooms import Rooms
from birdtable.server.room.telling.teller import Change
from birdtable.server.table import disclosure
from kit.server.serving import JUNE, MIRA, TOMAS, Client, Message, room_of, some_play
from kit.server.twins import ADA, ROBOT, SPY

PLAYS = 24


@pytest.mark.parametrize("memory", ["strict", "assisted"])
@pytest.mark.parametrize("game", ["birdie", "cubirds"])
async def test_everybody_is_told_what_they_would_be_told_alone(rooms: Rooms, game: str, memory: str) -> None:
    """Two devices of somebody with two seats, of which one shows a seat; two of somebody with one; a remote bot; and
    onlookers of every kind: some plays, and take-backs that are asked for, agreed to or free."""
    room = await room_of(rooms, game, MIRA, MIRA, TOMAS, ROBOT, memory=memory)
    for person in (ADA, JUNE, SPY):
        await rooms.store.add_person(person)
    people = [MIRA, MIRA, TOMAS, TOMAS, ROBOT, SPY, JUNE, None, None]
    clients = [await Client(room, person).enter() for person in people]
    screen, _, tomas, _, robot, *_ = clients
    movers = [screen, screen, tomas, robot]
    rounds: list[tuple[list[Change], Any, int]] = []
    tell = room.teller.tell

    def note(before: Any, changes: list[Change], asker: Any, re: int) -> None:
        rounds.append((changes, asker, re))
        tell(before, changes, asker, re)

    room.teller.tell = note  # type: ignore[method-assign]
    rng, seen = Rng(7), 0

    async def say(client: Client, kind: str, **fields: Any) -> None:
        nonlocal seen
        for each in clients:
            each.read()
        rounds.clear()
        heard = {client: await client.say(kind, after=room.table.number, **fields)}
        if not rounds:
            return
        ((changes, asker, re),) = rounds
        news = [item for change in changes if (item := disclosure.news(change.table, change.entry))]
        for each in clients:
            told = [message for message in heard.get(each) or each.read() if message["type"] == "position"]
            alone = room.teller.position(each.line.watch(room.table), news, re if each.line is asker else 0)
            assert told == [json.loads(alone)], (each.line.person, kind)
            assert_own_hand(told[0], each)
            seen += 1

    for number in range(PLAYS):
        if room.table.phase != "playing":
            break
        mover = movers[room.table.to_move]
        if mover is screen:
            await screen.say("call", seat=room.table.to_move)
        await say(mover, "play", steps=some_play(room.table, rng))
        if number % 3 == 1:
            await say(mover, "undo")
            for other in (screen, tomas, robot):
                await say(other, "undo_reply", agree=number % 2 == 0)
    assert seen > PLAYS * len(clients)


def assert_own_hand(position: Message, client: Client) -> None:
    """By a second account: the true hand of the seat on the screen, or none."""
    table, seat = client.room.table, position["seat"]
    own = table.seats_of(client.line.person_id)
    assert seat == -1 or seat in own
    if seat == -1:
        assert position["view"]["hand"] is None and position["legal"] == []
    elif len(own) > 1:
        assert client.line.called == seat == table.to_move
