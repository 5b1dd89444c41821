"""How long a client may take over a request, and how many connections an address may open and hold.

Uvicorn waits for ever for a request that is begun and not ended, and every one of them holds a file descriptor.
Addresses of trusted proxies, which ask for many, have no limit.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from functools import lru_cache
from typing import Any

from uvicorn.middleware.proxy_headers import _TrustedHosts as TrustedHosts
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from birdtable.server.http.addresses import network_of
from birdtable.server.room import limits
from birdtable.server.room.limits import Limits
from birdtable.server.table.refusal import Refusal

OPEN: Counter[str] = Counter()
"""Connections of this process by network, WebSockets among them."""
KNOCKING = Limits()
"""How fast networks open them; apart from what rooms count, as there is one listener for a process."""


@lru_cache
def trusted_hosts(addresses: str) -> TrustedHosts:
    return TrustedHosts(addresses)


class PatientHttp(HttpToolsProtocol):
    waiting: asyncio.TimerHandle | None = None
    """For a request to be ended."""
    unread: asyncio.TimerHandle | None = None
    """For an answer to be read."""
    answering: RequestResponseCycle | None = None
    """What is being answered: of several requests sent at once, uvicorn itself remembers the last."""

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self.wait(limits.HEADER_SECONDS)
        host = self.client[0] if self.client else ""
        OPEN[network_of(host)] += 1
        if host not in trusted_hosts(str(self.config.forwarded_allow_ips)) and not may_connect(network_of(host)):
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self.stop_waiting()
        if self.unread is not None:
            self.unread.cancel()
        if self.answering is not None:
            self.answering.disconnected = True
        forget(self.client)
        super().connection_lost(exc)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self.wait(limits.HEADER_SECONDS)

    def on_headers_complete(self) -> None:
        self.wait(limits.BODY_SECONDS)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self.stop_waiting()
        super().on_message_complete()

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        self.answering = cycle
        super()._start_asgi_task(cycle, app)

    def pause_writing(self) -> None:
        """The client does not read its answer."""
        super().pause_writing()
        self.unread = self.loop.call_later(limits.ANSWER_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        if self.unread is not None:
            self.unread.cancel()
            self.unread = None
        super().resume_writing()

    def handle_websocket_upgrade(self) -> None:
        """From here on the connection belongs to a ``PatientSocket``."""
        self.stop_waiting()
        super().handle_websocket_upgrade()

    def wait(self, seconds: float) -> None:
        self.stop_waiting()
        self.waiting = self.loop.call_later(seconds, self.give_up, seconds)

    def give_up(self, seconds: float) -> None:
        if self.flow.read_paused:
            # It is us who are slow.
            self.wait(seconds)
        else:
            self.transport.abort()

    def stop_waiting(self) -> None:
        if self.waiting is not None:
            self.waiting.cancel()
            self.waiting = None


class PatientSocket(WebSocketsSansIOProtocol):
    def connection_lost(self, exc: Exception | None) -> None:
        forget(self.client)
        super().connection_lost(exc)


def may_connect(source: str) -> bool:
    """It holds not too many connections, and has not opened too many of late."""
    if OPEN[source] > limits.ADDRESS_CONNECTIONS:
        return False
    try:
        KNOCKING.spend(limits.KNOCKS, source, time.monotonic())
    except Refusal:
        return False
    return True


def forget(client: tuple[str, int] | None) -> None:
    source = network_of(client[0] if client else "")
    OPEN[source] -= 1
    if OPEN[source] <= 0:
        del OPEN[source]
