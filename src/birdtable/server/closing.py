"""Closing a table from outside its server, straight in the store."""

from __future__ import annotations

from birdtable.game import BadInput
from birdtable.server.store.base import Store, TableRow, Taken
from birdtable.server.table import entries, summary
from birdtable.server.table.entries import Closed
from birdtable.server.table.table import replay, take

ATTEMPTS = 10


async def close_table(store: Store, id: str, now: float) -> None:
    """Ends a table; being due at once, it is looked at by a server, which tells everybody."""
    for _ in range(ATTEMPTS):
        stored = await store.load(id)
        if stored is None:
            raise BadInput(f"there is no table {id}")
        table = replay(id, stored.secret, map(entries.decode, stored.entries))
        if table.phase in ("over", "closed"):
            raise BadInput(f"table {id} is {table.phase} already")
        entry = Closed(at=now, reason="closed by the server")
        after = take(table, entry)
        row = TableRow(
            id=id,
            game=after.setting.game,
            phase=after.phase,
            public=after.setting.public,
            due=now,
            number=after.number,
            changed=after.changed,
            summary=summary.encode(summary.summary(after)),
        )
        try:
            await store.append(row, [entries.encode(entry)])
        except Taken:
            continue
        return
    raise BadInput(f"table {id} could not be closed: too much happens there")
