"""Rooms and servers for the tests beside this file. Kuhn poker, the smallest game, plays too."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from birdtable import catalog
from birdtable.server.room.limits import Limits
from birdtable.server.room.rooms import Rooms
from birdtable.server.running import make_rooms
from birdtable.server.store.opening import store_at
from kit.server.serving import Live, Time, live_server, one_worker


@pytest.fixture(scope="module", autouse=True)
def kuhn() -> Iterator[None]:
    catalog.register("kuhn", "kit.kuhn")
    yield
    del catalog.GAMES["kuhn"]


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
async def rooms(tmp_path: Path, time: Time) -> AsyncIterator[Rooms]:
    """Rooms that nobody looks after but the test."""
    store = store_at(str(tmp_path / "rooms.sqlite3"))
    rooms = make_rooms(store, limits=Limits(factor=1e6), workers=one_worker(), now=time)
    await rooms.open()
    rooms.caretaker.cancel()
    yield rooms
    await rooms.close()


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    with live_server(tmp_path_factory.mktemp("live"), workers=one_worker()) as running:
        yield running
