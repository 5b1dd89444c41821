"""Reactions: phrases that are shown for a moment. Whatever holds for words holds for them."""

from __future__ import annotations

import pytest

from birdtable.server.room.limits import CHAT, Limits
from birdtable.server.room.rooms import Rooms
from birdtable.wire.play import PHRASES, REACTIONS
from kit.server.serving import JUNE, MIRA, TOMAS, Client, Time, kinds, last, room_of


def test_reactions_are_few_and_no_phrases() -> None:
    assert len(REACTIONS) <= 6 and not set(REACTIONS) & set(PHRASES)


@pytest.mark.parametrize("reaction", REACTIONS)
async def test_everybody_sees_a_reaction(rooms: Rooms, reaction: str) -> None:
    room = await room_of(rooms, "kuhn", MIRA, TOMAS)
    mira, tomas = await Client(room, MIRA).enter(), await Client(room, TOMAS).enter()
    tomas.read()
    await mira.say("chat", phrase=reaction)
    heard = last(tomas.read(), "chat")
    assert (heard["phrase"], heard["seat"], heard["name"]) == (reaction, 0, "Mira")


async def test_a_reaction_of_somebody_muted_is_empty(rooms: Rooms) -> None:
    room = await room_of(rooms, "kuhn", MIRA, TOMAS)
    mira, tomas = await Client(room, MIRA).enter(), await Client(room, TOMAS).enter()
    await tomas.say("mute", person=MIRA.id)
    await mira.say("chat", phrase="Bravo!")
    heard = last(tomas.read(), "chat")
    assert heard["muted"] and "phrase" not in heard


async def test_at_a_public_table_only_players_react(rooms: Rooms) -> None:
    room = await room_of(rooms, "kuhn", MIRA, TOMAS, public=True)
    june, mira = await Client(room, JUNE).enter(), await Client(room, MIRA).enter()
    assert last(await june.say("chat", phrase="Wow!"), "refused")["reason"].startswith("at a public table only players")
    assert kinds(await mira.say("chat", phrase="Wow!")) == ["chat"]


async def test_nobody_reacts_without_end(rooms: Rooms, time: Time) -> None:
    rooms.limits = Limits()
    room = await room_of(rooms, "kuhn", MIRA, TOMAS)
    mira = await Client(room, MIRA).enter()
    for _ in range(int(CHAT.burst)):
        assert kinds(await mira.say("chat", phrase="Ha ha!")) == ["chat"]
    assert last(await mira.say("chat", phrase="Ha ha!"), "refused")["reason"].startswith("too many requests")
    time.pass_by(2 / CHAT.each_second)
    assert kinds(await mira.say("chat", phrase="Ha ha!")) == ["chat"]


async def test_no_other_pictures_are_taken(rooms: Rooms) -> None:
    room = await room_of(rooms, "kuhn", MIRA, TOMAS)
    mira = await Client(room, MIRA).enter()
    assert last(await mira.say("chat", phrase="💩"), "refused")["reason"] == "there is no such phrase"
