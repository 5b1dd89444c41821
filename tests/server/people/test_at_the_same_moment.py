"""Two things at the same moment: a person changes while somebody uses an old badge of theirs, or while they come in."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from birdtable.server.requests import tables
from birdtable.server.room.operators import deeds
from birdtable.server.room.room import Room
from birdtable.server.room.rooms import Rooms
from birdtable.server.room.telling.connection import BARRED, VOID
from birdtable.server.table import lobby
from birdtable.server.table.refusal import Refusal
from birdtable.wire.operator import NewBan
from kit.server.serving import MIRA, TOMAS, Client, finish, room_of


async def test_a_new_name_does_not_bring_void_badges_back(rooms: Rooms) -> None:
    mira = await rooms.people.add("Mira", 1.0)
    badge = rooms.people.badge("link", mira)
    await asyncio.gather(rooms.people.renew(mira), rooms.people.rename(mira, "Thief"))
    assert await rooms.people.bearer(badge, ("link",)) is None
    kept = await rooms.store.person(mira.id)
    assert kept is not None and (kept.name, kept.generation) == ("Thief", 2)


async def test_a_new_name_does_not_bring_somebody_deleted_back(rooms: Rooms) -> None:
    mira = await rooms.people.add("Mira", 1.0)
    badge = rooms.people.badge("link", mira)
    await asyncio.gather(rooms.forget(mira), rooms.people.rename(mira, "Miranda"), return_exceptions=True)
    assert await rooms.people.bearer(badge, ("link",)) is None
    with pytest.raises(Refusal):
        await rooms.people.rename(mira, "Miranda")


async def test_what_is_said_while_somebody_is_deleted_is_blanked_too(rooms: Rooms) -> None:
    room = await room_of(rooms, "kuhn", TOMAS, "random")
    mira = await Client(room, MIRA).enter()

    async def talk() -> None:
        for number in range(50):
            await mira.say("chat", text=f"secret {number}")

    await asyncio.gather(rooms.forget(MIRA), talk())
    said = [body for body in await rooms.store.entries(room.table.id) if b"spoke" in body]
    assert 0 < len(said) < 50 and not any(b"secret" in body for body in said)


async def test_who_was_shown_out_does_nothing_more(rooms: Rooms) -> None:
    """Until the connection is closed, which takes a while where the client reads nothing."""
    room = await room_of(rooms, "kuhn", MIRA, TOMAS)
    mira = await Client(room, MIRA).enter()
    rooms.show_out(MIRA.id)
    before = room.table.number
    await mira.say("chat", text="hello")
    await mira.say("play", after=before, steps=["check"])
    assert room.table.number == before


async def renew(room: Room) -> None:
    await room.rooms.people.renew(TOMAS)


async def delete(room: Room) -> None:
    await room.rooms.forget(TOMAS)


async def kick(room: Room) -> None:
    await room.change(lambda t, at: lobby.kick(t, TOMAS, "random", at))


async def ban(room: Room) -> None:
    await deeds.ban(room.rooms.store, NewBan(who=TOMAS.id), "page", room.rooms.now())
    await room.rooms.enforcement.look()


async def ban_address(room: Room) -> None:
    await deeds.ban(room.rooms.store, NewBan(who="192.0.2.0/24"), "page", room.rooms.now())
    await room.rooms.enforcement.look()


@pytest.mark.parametrize(
    ("deed", "code"), [(renew, VOID), (delete, VOID), (kick, BARRED), (ban, BARRED), (ban_address, BARRED)]
)
async def test_who_comes_in_meanwhile_is_shown_out(
    rooms: Rooms, deed: Callable[[Room], Awaitable[None]], code: int
) -> None:
    """What was looked at at the door may have changed before they are here."""
    room = await room_of(rooms, "kuhn", MIRA, TOMAS)
    late = Client(room, TOMAS)
    late.line.source = "192.0.2.7"
    await deed(room)
    await room.enter(late.line, 0)
    assert late.line.closing == code


async def test_two_who_want_a_rematch_at_the_same_moment_open_one_table(rooms: Rooms) -> None:
    room = await room_of(rooms, "kuhn", MIRA, TOMAS)
    await finish(room)
    one, other = await asyncio.gather(*(tables.rematch(rooms, person, room.table.id) for person in (MIRA, TOMAS)))
    assert one.id == other.id
    assert [found.id for found in (await tables.my_tables(rooms, TOMAS)).tables] == [one.id]
