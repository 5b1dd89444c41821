"""Parts that go missing: a bot's worker killed or stuck. Play goes on, or waits; nothing acknowledged is lost."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from birdtable.cli.server.processes import family, read_proc
from kit.server.evening import GAMES, Person, Process, check_kept, seat_people


def workers_of(server: Process) -> Iterator[int]:
    """The processes in which its bots think; a thread of the server started each."""
    for each in family(server.process.pid):
        for children in Path(f"/proc/{each}/task").glob("*/children"):
            for child in read_proc(children).split():
                if "spawn_main" in read_proc(Path(f"/proc/{child}/cmdline")):
                    yield int(child)


def bothered_evening(server: Process, signals: list[int], every: float, **wishes: Any) -> list[Person]:
    """Two tables of people with bots; the workers get these signals, one after the other."""

    async def evening() -> list[Person]:
        tables = [
            await seat_people(server.address, game, number, bots=2, **wishes) for number, game in enumerate(GAMES)
        ]
        people = [person for table in tables for person in table]
        for person in people:
            person.pause = 0.05
        playing = [asyncio.create_task(person.play()) for person in people]
        for number in signals:
            await asyncio.sleep(every)
            for worker in workers_of(server):
                with suppress(ProcessLookupError):
                    os.kill(worker, number)
        await asyncio.wait_for(asyncio.gather(*playing), 300)
        return people

    server.start()
    people = asyncio.run(evening())
    server.stop()
    return people


def test_bots_whose_worker_is_killed_think_again(tmp_path: Path) -> None:
    server = Process(tmp_path / "workers.sqlite3")
    people = bothered_evening(server, [signal.SIGKILL] * 4, every=0.4)
    assert check_kept(server.db, people) > 20


@pytest.mark.long
def test_bots_whose_worker_is_stuck_are_stood_in_for(home: Process) -> None:
    people = bothered_evening(home, [signal.SIGSTOP], every=0.8)
    assert check_kept(home.db, people) > 20
