"""A device and its one person: who plays here, and everything that is kept, as one file.

The person has the same id on every device, so that a file of one device opens on another as one's own.
"""

from __future__ import annotations

import re
from typing import Any

import msgspec

from birdtable.game import BadInput
from birdtable.server.requests.route import Route
from birdtable.server.room.rooms import Rooms
from birdtable.server.store.base import Stored
from birdtable.tab.store import TabStore, decode_row, entry_name
from birdtable.wire.people import Me, NewGuest

OWNER = "pdevice"
FORM = 1
"""Of the file; a newer one is refused."""
TABLE = re.compile(r"[a-z0-9]{4,20}")


class Contents(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything of a device."""

    form: int = msgspec.field(name="birdtable-device")
    version: str
    tables: dict[str, tuple[str, ...]]
    """By id: the row, then the entries."""
    page: dict[str, str] = {}
    """What the page itself keeps, score sheets and settings; it sees to that."""


class Brought(msgspec.Struct, frozen=True):
    tables: int
    """How many are new here, or further on than before."""
    page: dict[str, str]


async def come_in(rooms: Rooms, data: NewGuest) -> Me:
    """Sit down under a name."""
    known = await rooms.people.find(OWNER)
    person = (
        await rooms.people.rename(known, data.name) if known else await rooms.people.add(data.name, rooms.now(), OWNER)
    )
    return rooms.people.me(person)


async def forget_me(rooms: Rooms) -> None:
    """All that this device keeps is gone."""
    rooms.rooms.clear()
    rooms.people.known.clear()
    await store_of(rooms).forget_all()


async def export(rooms: Rooms) -> Contents:
    """Everything that this device keeps."""
    import birdtable

    store = store_of(rooms)
    tables = {}
    for id, row in store.tables.items():
        tables[id] = (msgspec.json.encode(row).decode(), *(body.decode() for body in await store.entries(id)))
    return Contents(form=FORM, version=birdtable.__version__, tables=tables)


async def bring(rooms: Rooms, data: msgspec.Raw) -> Brought:
    """Takes the tables of a file that are new here, or further on. If any is damaged, none is taken."""
    contents = parse(bytes(data))
    store, new = store_of(rooms), {}
    for id, (head, *bodies) in contents.tables.items():
        row = check(id, head, bodies)
        await rooms.recall(id, Stored(bytes.fromhex(row.secret), [body.encode() for body in bodies]))
        known = store.tables.get(id)
        if known is None or known.number < row.number:
            new[id] = row
    for id, row in new.items():
        named = {entry_name(id, number): body for number, body in enumerate(contents.tables[id][1:], 1)}
        await store.write(changed={**named, f"table/{id}": contents.tables[id][0]})
        store.tables[id] = row
        store.bodies.pop(id, None)
        rooms.rooms.pop(id, None)
    return Brought(len(new), contents.page)


def parse(body: bytes) -> Contents:
    try:
        form = msgspec.json.decode(body, type=dict[str, Any]).get("birdtable-device")
    except msgspec.MsgspecError:
        form = None
    if not isinstance(form, int):
        raise BadInput("this is not a file saved from a device")
    if form > FORM:
        raise BadInput(
            "this file is from a newer Birdtable (format {form}); this one reads format {known}", form=form, known=FORM
        )
    try:
        return msgspec.json.decode(body, type=Contents)
    except msgspec.MsgspecError as error:
        raise BadInput("this file is damaged: {what}", what=str(error)) from None


def check(id: str, head: str, bodies: list[str]) -> Any:
    try:
        row = decode_row(head)
        bytes.fromhex(row.secret)
    except (msgspec.MsgspecError, ValueError) as error:
        raise BadInput("this file is damaged: {what}", what=f"table {id}: {error}") from None
    if row.id != id or not TABLE.fullmatch(id) or row.number != len(bodies) or not bodies:
        raise BadInput("this file is damaged: {what}", what=f"table {id} has {len(bodies)} entries, not {row.number}")
    return row


def store_of(rooms: Rooms) -> TabStore:
    assert isinstance(rooms.store, TabStore)
    return rooms.store


ROUTES = [
    Route("POST", "/guests", come_in),
    Route("DELETE", "/me", forget_me),
    Route("GET", "/device", export),
    Route("POST", "/device", bring),
]
