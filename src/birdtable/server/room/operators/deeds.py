"""What those who run a server do, straight in the store: a page, a command or a server may ask for it.

Every deed is noted there, where all servers find it and do what follows (``enforcement``); the log has it too, without
names, words and addresses.
"""

from __future__ import annotations

import logging
from typing import Any

from birdtable.server.room.operators.bans import parse_range
from birdtable.server.room.people import keys
from birdtable.server.room.people.identity import new_id
from birdtable.server.store.base import Store
from birdtable.server.table.person import visible_text
from birdtable.server.table.refusal import Refusal
from birdtable.wire.operator import REASON, Ban, Deed, NewBan

log = logging.getLogger("birdtable.operator")

DAY = 86_400.0
KEPT = 30.0
"""Days for which an earlier signing key is accepted, unless told otherwise."""


async def note(store: Store, by: Any, what: Any, about: str, now: float, detail: str = "") -> None:
    await store.add_deed(Deed(number=0, at=now, by=by, what=what, about=about, detail=detail))
    log.info("%s: %s %s", by, what, about)


async def ban(store: Store, wish: NewBan, by: str, now: float) -> Ban:
    network = parse_range(wish.who)
    if network is None and await store.person(wish.who) is None:
        raise Refusal(404, "{who} is neither a person nor a range of addresses", who=wish.who)
    made = Ban(
        id="n" + new_id(),
        person="" if network else wish.who,
        network=str(network) if network else "",
        reason=visible_text(wish.reason)[:REASON],
        since=now,
        until=None if wish.seconds is None else now + wish.seconds,
        address=wish.address and network is None,
    )
    await put_ban(store, made, by, now)
    return made


async def put_ban(store: Store, made: Ban, by: str, now: float) -> None:
    await store.put_ban(made)
    await note(store, by, "banned", made.id, now, " ".join(filter(None, (made.person, made.network, made.reason))))


async def lift(store: Store, which: str, by: str, now: float) -> list[Ban]:
    """All bans of an id, a person or a range; with a person's go those of their addresses."""
    network = str(parse_range(which) or "")
    found = [each for each in await store.bans() if which in (each.id, each.person) or each.network == network != ""]
    if not found:
        raise Refusal(404, "there is no ban {ban}", ban=which)
    for each in found:
        await store.drop_ban(each.id)
        await note(store, by, "lifted ban", each.id, now, each.person or each.network)
    return found


async def hide_name(store: Store, person: str, by: str, now: float, *, on: bool) -> None:
    if await store.person(person) is None:
        raise Refusal(404, "there is no person {person}", person=person)
    await store.hide_name(person, on=on)
    await note(store, by, "hid name" if on else "showed name", person, now)


async def rotate_key(store: Store, by: str, now: float, days: float = KEPT) -> None:
    await keys.rotate(store, now, days * DAY)
    await note(store, by, "rotated key", "", now, f"earlier keys are good for {days:g} days")


async def drop_keys(store: Store, by: str, now: float) -> None:
    await keys.drop_earlier(store)
    await note(store, by, "dropped keys", "", now)
