"""Runs the server in this process: one uvicorn, which ends politely."""

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import Callable
from functools import partial

import uvicorn
from litestar import Litestar
from litestar._openapi.plugin import OpenAPIPlugin

from birdtable.puzzles import pack
from birdtable.server.http.addresses import Addresses
from birdtable.server.http.app import create_app
from birdtable.server.http.doors import Door
from birdtable.server.http.metrics import Metrics
from birdtable.server.http.pages import Pages, installed_tab
from birdtable.server.http.patience import PatientHttp, PatientSocket
from birdtable.server.network import outside_address
from birdtable.server.room import limits
from birdtable.server.room.limits import Limits
from birdtable.server.room.others import Others
from birdtable.server.room.retention import Retention
from birdtable.server.room.rooms import Rooms
from birdtable.server.room.thinking import Thinkers
from birdtable.server.store.base import Store
from birdtable.server.workers.par import keep_par
from birdtable.server.workers.pool import HELP, HELP_SECONDS, HELPERS, Workers

Bound = Callable[[str], None]
"""Called with the address once the server listens."""


class PoliteServer(uvicorn.Server):
    """Tells everybody to come back before it stops."""

    def __init__(self, config: uvicorn.Config, app: Litestar, rooms: Rooms, bound: Bound | None) -> None:
        super().__init__(config)
        self.app = app
        self.rooms = rooms
        self.bound = bound
        self.makes_par = False
        """Of the deals of the day, while there is nothing else to do."""

    def prepare(self) -> None:
        """Makes what would keep everybody waiting when it is first asked for."""
        self.app.plugins.get(OpenAPIPlugin).provide_openapi_schema()
        for series in pack.BY_NAME:
            pack.puzzles(series)

    async def serve(self, sockets: list[socket.socket] | None = None) -> None:
        """The rooms open first, so that a database that cannot be used is one clear error."""
        await self.rooms.open()
        par = asyncio.create_task(keep_par(self.rooms)) if self.makes_par else None
        try:
            await super().serve(sockets)
        finally:
            if par is not None:
                par.cancel()
            await self.rooms.close()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started and self.bound is not None:
            found = self.servers[0].sockets[0].getsockname()
            self.bound(f"http://{found[0]}:{found[1]}")

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.rooms.say_bye()
        # Anybody waiting for an answer that takes longer than we stay is told so now.
        self.rooms.workers.close()
        self.rooms.helpers.close()
        await asyncio.sleep(0.1)
        await super().shutdown(sockets)


def make_rooms(
    store: Store,
    *,
    workers: Thinkers | None = None,
    limits: Limits | None = None,
    others: Others | None = None,
    retention: Retention | None = None,
    now: Callable[[], float] | None = None,
    monotonic: Callable[[], float] | None = None,
) -> Rooms:
    """Rooms with all that a server gives them: its clocks, worker processes and figures for Prometheus.

    Who brings a wall clock only measures by it too.
    """
    return Rooms(
        store,
        now=now or time.time,
        monotonic=monotonic or now or time.monotonic,
        workers=workers or Workers(),
        helpers=Workers(HELPERS, longest_wait=HELP_SECONDS, queue=100, share=HELP),
        limits=limits,
        others=others,
        retention=retention,
        figures=Metrics(),
    )


def server(
    rooms: Rooms,
    host: str,
    port: int,
    *,
    bound: Bound | None = None,
    trusted: str = "127.0.0.1",
    token: str = "",
    where: Callable[[], str] | None = None,
) -> PoliteServer:
    """``trusted`` are the addresses of reverse proxies whose forwarded headers are believed, ``token`` is the one of
    those who run the server, ``where`` knows its address for others on the network."""
    app = create_app(
        rooms, Pages(tab=installed_tab()), token=token, where=where or partial(outside_address, host, port)
    )
    config = uvicorn.Config(
        Addresses(Door(app, rooms), trusted),
        host=host,
        port=port,
        lifespan="on",
        http=PatientHttp,
        ws=PatientSocket,
        ws_max_size=limits.MESSAGE_BYTES,
        ws_per_message_deflate=False,
        proxy_headers=False,
        forwarded_allow_ips=trusted,
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=5,
    )
    return PoliteServer(config, app, rooms, bound)
