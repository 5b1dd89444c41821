"""How long a client may take over a request, how much there may be of it beside the body, and how many connections an
address may open and hold.

Uvicorn waits for ever for a request that is begun and not ended, and every one of them holds a file descriptor. It also
keeps whatever a head consists of, and every request of many that are sent at once.
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
from websockets.exceptions import InvalidState
from websockets.frames import Frame
from websockets.http11 import Request

from birdtable.server.http.addresses import FORWARDED, network_of
from birdtable.server.room import limits
from birdtable.server.room.limits import Bucket, Limits
from birdtable.server.table.refusal import Refusal

WRITE = "birdtable.write"
"""The extension of the ASGI scope that writes a text at once."""
SWITCHING = 101
"""The status of a request that becomes a WebSocket."""
AROUND_HEADER = len(": \r\n")
AROUND_CHUNK = len("1\r\n\r\n")
PIECE = 1024
"""Bytes of frames that are looked at before it is asked whether there were too many."""
OPEN: Counter[str] = Counter()
"""Connections of this process by network, WebSockets among them."""
KNOCKING = Limits()
"""How fast networks open them; apart from what rooms count, as there is one listener for a process."""


@lru_cache
def trusted_hosts(addresses: str) -> TrustedHosts:
    return TrustedHosts(addresses)


class TooMuch(Exception):
    """Of what is no body, in a request. It is answered with 400, and the connection closed."""


class PatientLine(asyncio.Protocol):
    """A connection, whatever is said on it. One whose client does not read is given up."""

    loop: asyncio.AbstractEventLoop
    transport: asyncio.Transport
    client: tuple[str, int] | None
    unread: asyncio.TimerHandle | None = None
    """For what was sent to be read."""

    def pause_writing(self) -> None:
        """The client reads more slowly than it is written to, or not at all."""
        super().pause_writing()
        self.wait_for_reader()

    def resume_writing(self) -> None:
        self.stop_waiting_for_reader()
        super().resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        self.stop_waiting_for_reader()
        forget(self.client)
        super().connection_lost(exc)

    def wait_for_reader(self) -> None:
        left = self.transport.get_write_buffer_size()
        self.unread = self.loop.call_later(limits.ANSWER_SECONDS, self.look_at_reader, left)

    def look_at_reader(self, before: int) -> None:
        """A slow line is waited for, one that hardly moves is not."""
        if before - self.transport.get_write_buffer_size() >= limits.ANSWER_BYTES:
            self.wait_for_reader()
        else:
            self.transport.abort()

    def stop_waiting_for_reader(self) -> None:
        if self.unread is not None:
            self.unread.cancel()
            self.unread = None


class PatientHttp(PatientLine, HttpToolsProtocol):
    waiting: asyncio.TimerHandle | None = None
    """For a request to be ended."""
    answering: RequestResponseCycle | None = None
    """What is being answered: of several requests sent at once, uvicorn itself remembers the last."""
    head = 0
    """Bytes of names and values in the request's head, and in what may follow its body."""
    unparsed = 0
    """Bytes of the request that were no body. The parser keeps a header until it has all of it."""

    def data_received(self, data: bytes) -> None:
        self.unparsed += len(data)
        super().data_received(data)
        if self.unparsed > limits.HEAD_BYTES:
            self.transport.abort()

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self.wait(limits.HEADER_SECONDS)
        host = self.client[0] if self.client else ""
        OPEN[network_of(host)] += 1
        if host not in trusted_hosts(str(self.config.forwarded_allow_ips)) and not may_connect(network_of(host)):
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self.stop_waiting()
        if self.answering is not None:
            self.answering.disconnected = True
        super().connection_lost(exc)

    def on_message_begin(self) -> None:
        if len(self.pipeline) >= limits.REQUESTS_AT_ONCE:
            raise TooMuch
        super().on_message_begin()
        self.head = 0
        self.wait(limits.HEADER_SECONDS)

    def on_url(self, url: bytes) -> None:
        self.count_head(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        self.count_head(len(name) + len(value) + AROUND_HEADER)
        super().on_header(name, value)

    def count_head(self, more: int) -> None:
        self.head += more
        if self.head > limits.HEAD_BYTES:
            raise TooMuch

    def on_headers_complete(self) -> None:
        self.wait(limits.BODY_SECONDS)
        super().on_headers_complete()

    def on_chunk_header(self) -> None:
        self.count_head(AROUND_CHUNK)

    def on_body(self, body: bytes) -> None:
        self.unparsed -= len(body)
        super().on_body(body)

    def on_message_complete(self) -> None:
        self.stop_waiting()
        self.unparsed = 0
        super().on_message_complete()

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        self.answering = cycle
        super()._start_asgi_task(cycle, app)

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


class PatientSocket(PatientLine, WebSocketsSansIOProtocol):
    """It also offers the application a way to write that does not pass through a dozen functions and a task.

    Frames are counted, as some never become messages: pings are answered here, and parts of a message may be empty.
    """

    allowed: Bucket
    """Frames that may still come."""

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == SWITCHING:
            self.scope["extensions"][WRITE] = {"text": self.write_text}
            is_forwarded = any(name in FORWARDED for name, _ in self.scope["headers"])
            source = network_of(self.client[0]) if self.client and not is_forwarded else ""
            self.allowed = Bucket(KNOCKING.rate_for(limits.FRAMES, source), time.monotonic())

    def data_received(self, data: bytes) -> None:
        for start in range(0, len(data), PIECE):
            super().data_received(data[start : start + PIECE])
            if self.transport.is_closing():
                return

    def handle_events(self) -> None:
        frames, now = sum(isinstance(event, Frame) for event in self.conn.events), time.monotonic()
        if all(self.allowed.take(now) for _ in range(frames)):
            super().handle_events()
        else:
            self.transport.abort()

    def write_text(self, text: bytes) -> bool:
        """Writes a message if the client keeps up and the connection is open; says whether it did."""
        if self.close_sent or not self.writable.is_set() or self.transport.is_closing():
            return False
        try:
            self.conn.send_text(text)
        except InvalidState:
            return False
        self.transport.write(b"".join(self.conn.data_to_send()))
        return True

    def keepalive_timeout(self) -> None:
        """Whoever answers no ping reads no farewell either, and is not here any more."""
        super().keepalive_timeout()
        self.transport.abort()


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
