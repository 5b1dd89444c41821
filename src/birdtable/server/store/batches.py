"""Appends to PostgreSQL, many to a transaction: whatever has piled up while the last was written goes into the next."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, NamedTuple

import asyncpg

from birdtable.server.store.base import TableRow, Taken, Unavailable

APPEND = """
WITH added AS (
    INSERT INTO entries (table_id, number, body) SELECT * FROM unnest($1::text[], $2::int[], $3::text[])
)
UPDATE tables SET phase = new.phase, public = new.public, due = new.due, number = new.number, changed = new.changed,
    summary = new.summary, keeper = $11
FROM unnest($4::text[], $5::text[], $6::bool[], $7::float8[], $8::int[], $9::float8[], $10::text[])
    AS new (id, phase, public, due, number, changed, summary)
WHERE tables.id = new.id
"""
"""One statement is one transaction, and one round trip."""
LOST = (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError)
"""What is raised when a database is away, restarts, or does not answer in time."""


CONNECTING = 5.0
"""Seconds to wait for a connection."""

log = logging.getLogger("birdtable")


class Append(NamedTuple):
    row: TableRow
    entries: Sequence[bytes]
    done: asyncio.Future[None]


class Batches:
    """Two transactions at a time: one is prepared while the other waits for the disk."""

    def __init__(self, pool: asyncpg.Pool[Any], keeper: str, size: int = 256, at_once: int = 2) -> None:
        self.pool = pool
        self.keeper = keeper
        self.size = size
        self.waiting: deque[Append] = deque()
        self.filled = asyncio.Condition()
        self.closing = False
        self.tasks = [asyncio.create_task(self.run()) for _ in range(at_once)]

    async def append(self, row: TableRow, entries: Sequence[bytes]) -> None:
        if self.closing:
            raise Unavailable("the store is closed")
        job = Append(row, entries, asyncio.get_running_loop().create_future())
        self.waiting.append(job)
        async with self.filled:
            self.filled.notify()
        await job.done

    async def stop(self) -> None:
        self.closing = True
        async with self.filled:
            self.filled.notify_all()
        await asyncio.gather(*self.tasks)

    async def run(self) -> None:
        while True:
            async with self.filled:
                while not self.waiting and not self.closing:
                    await self.filled.wait()
            batch = [self.waiting.popleft() for _ in range(min(self.size, len(self.waiting)))]
            if batch:
                await self.write(batch)
            elif self.closing:
                return

    async def write(self, batch: list[Append]) -> None:
        try:
            await self.transaction(batch)
        except (asyncpg.IntegrityConstraintViolationError, asyncpg.DeadlockDetectedError, asyncpg.DataError) as error:
            if len(batch) > 1:
                # One of them spoils the batch: each for itself.
                for job in batch:
                    await self.write([job])
                return
            settle(batch, refusal(error))
        except LOST as error:
            settle(batch, Unavailable(f"the store cannot be written: {error!r}"))
        except Exception as error:
            # Whatever it was, the next batch must not wait for this one.
            log.exception("appends failed")
            settle(batch, Unavailable(f"the store cannot be written: {error!r}"))
        else:
            settle(batch, None)

    async def transaction(self, batch: list[Append]) -> None:
        # In one order in all processes, so that none waits for one that waits for it.
        batch = sorted(batch, key=lambda job: (job.row.id, job.row.number))
        entries = [
            (row.id, row.number - len(bodies) + place, body.decode())
            for row, bodies, _ in batch
            for place, body in enumerate(bodies, start=1)
        ]
        rows = [
            (row.id, row.phase, row.public, row.due, row.number, row.changed, row.summary.decode())
            for row, _, _ in batch
        ]
        values = [*map(list, zip(*entries, strict=True)), *map(list, zip(*rows, strict=True)), self.keeper]
        seated = [job.row for job in batch if job.row.members is not None]
        async with self.pool.acquire(timeout=CONNECTING) as connection:
            if not seated:
                await connection.execute(APPEND, *values)
                return
            async with connection.transaction():
                await connection.execute(APPEND, *values)
                for row in seated:
                    await set_members(connection, row.id, row.members or ())


async def set_members(connection: Any, table: str, members: Sequence[str]) -> None:
    await connection.execute("DELETE FROM members WHERE table_id = $1", table)
    sql = "INSERT INTO members (person, table_id) SELECT unnest($1::text[]), $2 ON CONFLICT DO NOTHING"
    await connection.execute(sql, list(members), table)


def refusal(error: Exception) -> Exception:
    if isinstance(error, asyncpg.IntegrityConstraintViolationError):
        return Taken("this number is taken")
    return Unavailable(f"the store cannot be written: {error!r}")


def settle(batch: list[Append], error: BaseException | None) -> None:
    for job in batch:
        with suppress(asyncio.InvalidStateError):
            if error is None:
                job.done.set_result(None)
            else:
                job.done.set_exception(error)
