"""People: guests, their names and what is kept about them."""

from __future__ import annotations

from typing import Any

import msgspec

from birdtable.server.requests.route import Route
from birdtable.server.room import limits
from birdtable.server.room.rooms import Rooms
from birdtable.server.store.base import Versioned
from birdtable.server.table.person import Person
from birdtable.server.table.refusal import Refusal
from birdtable.wire.people import KeepEvenings, KeptEvenings, Me, NewGuest


async def who_am_i(rooms: Rooms, me: Person) -> Me:
    return rooms.people.me(me)


async def rename(rooms: Rooms, me: Person, data: NewGuest) -> Me:
    rooms.limits.spend(limits.NAMING, me.id, rooms.monotonic())
    renamed = await rooms.people.rename(me, data.name)
    await rooms.tell_name(renamed.id)
    return rooms.people.me(renamed)


async def personal_data(rooms: Rooms, me: Person) -> dict[str, Any]:
    """All that is kept about me."""
    return {
        "person": msgspec.to_builtins(me),
        "bots": [msgspec.to_builtins(bot) for bot in await rooms.store.bots_of(me.id)],
        "muted": await rooms.store.mutes(me.id),
        "reported": [msgspec.to_builtins(report) for report in await rooms.store.reports_by(me.id)],
        "evenings": kept.body if (kept := await rooms.store.evenings(me.id)) else None,
        "results": [msgspec.to_builtins(result) for result in await rooms.store.results_of(me.id)],
        "tables": await rooms.personal_data(me.id),
    }


async def keep_evenings(rooms: Rooms, me: Person, data: KeepEvenings) -> KeptEvenings:
    """Versions grow with time, so that none comes again after evenings were dropped here and kept anew."""
    if not is_json_object(data.body):
        raise Refusal(400, "This file is damaged or has no evenings in it.")
    kept = Versioned(max(data.after + 1, int(rooms.now() * 1000)), data.body)
    if not await rooms.store.put_evenings(me.id, data.after, kept):
        raise Refusal(409, "another device has changed these evenings meanwhile")
    return KeptEvenings(version=kept.version, body=None)


def is_json_object(text: str) -> bool:
    """Nothing is made of it: a megabyte of empty lists would keep everybody waiting."""
    try:
        msgspec.json.decode(text, type=msgspec.Raw)
    except (msgspec.DecodeError, RecursionError):
        return False
    return text.lstrip().startswith("{")


ROUTES = [
    Route("GET", "/me", who_am_i),
    Route("PATCH", "/me", rename),
]
