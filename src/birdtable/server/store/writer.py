"""One thread that writes to SQLite, many changes to a transaction.

A transaction costs one wait for the disk however much is in it, so whatever has piled up while the last one was written
goes into the next. Appends of a batch are two statements however many they are: every statement gives up the
interpreter lock, and a busy event loop is slow to give it back.
"""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import msgspec

from birdtable.server.store.base import TableRow, Taken, Unavailable

Work = Callable[[sqlite3.Connection], Any]

INSERT = """
INSERT INTO entries (table_id, number, body)
SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(?)
"""
UPDATE = """
UPDATE tables SET phase = new.phase, public = new.public, due = new.due, number = new.number,
    changed = new.changed, summary = new.summary
FROM (SELECT value ->> 0 AS id, value ->> 1 AS phase, value ->> 2 AS public, value ->> 3 AS due,
    value ->> 4 AS number, value ->> 5 AS changed, value ->> 6 AS summary FROM json_each(?)) AS new
WHERE tables.id = new.id
"""


class Append(NamedTuple):
    row: TableRow
    entries: Sequence[bytes]


class WriteJob(NamedTuple):
    work: Append | Work
    done: asyncio.Future[Any]


class Writer:
    def __init__(self, connect: Callable[[], sqlite3.Connection], batch: int = 256) -> None:
        self.connect = connect
        self.batch = batch
        self.jobs: deque[WriteJob] = deque()
        self.wake = threading.Condition()
        self.closing = False
        self.thread = threading.Thread(target=self.run, name="store", daemon=True)

    def start(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.thread.start()

    async def stop(self) -> None:
        with self.wake:
            self.closing = True
            self.wake.notify()
        await asyncio.to_thread(self.thread.join)

    def submit(self, work: Append | Work) -> asyncio.Future[Any]:
        """Done when it is on disk."""
        done: asyncio.Future[Any] = self.loop.create_future()
        with self.wake:
            if self.closing:
                raise Unavailable("the store is closed")
            self.jobs.append(WriteJob(work, done))
            self.wake.notify()
        return done

    def run(self) -> None:
        connection = self.connect()
        while True:
            with self.wake:
                while not self.jobs and not self.closing:
                    self.wake.wait()
                batch = [self.jobs.popleft() for _ in range(min(self.batch, len(self.jobs)))]
            if not batch:
                break
            results = self.write(connection, batch)
            self.loop.call_soon_threadsafe(resolve, batch, results)
        connection.close()

    def write(self, connection: sqlite3.Connection, batch: list[WriteJob]) -> list[Any]:
        """The result, or the exception, of each job."""
        try:
            return transaction(connection, [job.work for job in batch])
        except Exception as error:
            if len(batch) == 1:
                return [store_error(error)]
        # One of them spoils the batch: each for itself.
        return [result for job in batch for result in self.write(connection, [job])]


def transaction(connection: sqlite3.Connection, works: list[Append | Work]) -> list[Any]:
    results: list[Any] = []
    connection.execute("BEGIN IMMEDIATE")
    try:
        append(connection, [work for work in works if isinstance(work, Append)])
        results += [None if isinstance(work, Append) else work(connection) for work in works]
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
    return results


def append(connection: sqlite3.Connection, appends: list[Append]) -> None:
    if not appends:
        return
    entries = [
        (row.id, row.number - len(bodies) + place, body.decode())
        for row, bodies in appends
        for place, body in enumerate(bodies, start=1)
    ]
    rows = [
        (row.id, row.phase, int(row.public), row.due, row.number, row.changed, row.summary.decode())
        for row, _ in appends
    ]
    connection.execute(INSERT, (msgspec.json.encode(entries).decode(),))
    connection.execute(UPDATE, (msgspec.json.encode(rows).decode(),))
    for row, _ in appends:
        if row.members is not None:
            set_members(connection, row.id, row.members)


def set_members(connection: sqlite3.Connection, table: str, members: Sequence[str]) -> None:
    connection.execute("DELETE FROM members WHERE table_id = ?", (table,))
    connection.executemany("INSERT OR IGNORE INTO members VALUES (?, ?)", [(person, table) for person in members])


def store_error(error: Exception) -> Exception:
    if isinstance(error, sqlite3.IntegrityError):
        return Taken("this number is taken")
    if isinstance(error, sqlite3.Error):
        return Unavailable(f"the store cannot be written: {error}")
    return error


def resolve(batch: list[WriteJob], results: list[Any]) -> None:
    for job, result in zip(batch, results, strict=True):
        if job.done.done():
            continue
        if isinstance(result, Exception):
            job.done.set_exception(result)
        else:
            job.done.set_result(result)
