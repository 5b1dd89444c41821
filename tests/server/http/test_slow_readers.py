"""Clients that read late, slowly or not at all: what they are told, and how long they are waited for."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.uri import parse_uri

from birdtable.server.http.metrics import REGISTRY
from birdtable.server.http.patience import OPEN, PatientHttp, PatientSocket
from birdtable.server.room import limits
from birdtable.server.room.telling.connection import Connection
from kit.server.serving import Guest, Live, live_server, one_worker
from kit.waiting import wait_for

ME = {"player": "me"}
LITTLE = 4096
"""Bytes that a line holds, more or less, so that a client that does not read is soon noticed."""


@pytest.fixture
def live(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Live]:
    made = PatientHttp.connection_made

    def with_short_line(self: PatientHttp, transport: Any) -> None:
        transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, LITTLE)
        made(self, transport)

    monkeypatch.setattr(PatientHttp, "connection_made", with_short_line)
    with live_server(tmp_path, workers=one_worker()) as live:
        yield live


def short_line(live: Live) -> socket.socket:
    host, _, port = live.address.rpartition("/")[2].partition(":")
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, LITTLE)
    line.settimeout(20)
    line.connect((host, int(port)))
    return line


class Reader:
    """A WebSocket at a table of one's own, which reads when it is told to."""

    def __init__(self, live: Live, guest: Guest) -> None:
        table = guest.open("birdie", ME, ME)
        guest.ok("POST", f"/tables/{table}/start", {})
        guest.http.close()
        url = live.address.replace("http", "ws", 1) + f"/api/tables/{table}/socket"
        self.room = live.rooms.rooms[table]
        self.line = short_line(live)
        self.protocol = ClientProtocol(parse_uri(url))
        request = self.protocol.connect()
        request.headers["Cookie"] = f"birdtable={guest.http.cookies['birdtable']}"
        self.protocol.send_request(request)
        self.flush()
        while not any(isinstance(event, Frame) for event in self.events()):
            pass
        wait_for(lambda: bool(self.room.presence.connections))
        (self.connection,) = self.room.presence.connections
        self.asked = 0

    def flush(self) -> None:
        self.line.sendall(b"".join(self.protocol.data_to_send()))

    def events(self) -> list[Any]:
        self.protocol.receive_data(self.line.recv(LITTLE))
        return self.protocol.events_received()

    def ask(self) -> None:
        """For the whole position, without reading it."""
        self.asked += 1
        self.protocol.send_text(json.dumps({"type": "call", "id": self.asked, "seat": None}).encode())
        self.flush()

    def answers(self) -> Iterator[int]:
        """The numbers of the questions that are answered, as they come."""
        while True:
            for event in self.events():
                if isinstance(event, Frame) and event.opcode is Opcode.TEXT:
                    message = json.loads(bytes(event.data))
                    if message.get("re"):
                        yield message["re"]


def is_busy(connection: Connection) -> bool:
    """Something waits until the client reads."""
    return bool(connection.outbox)


def test_who_reads_late_hears_everything_in_order(live: Live) -> None:
    """What was written at once, what waited meanwhile, and what was written at once again."""
    reader = Reader(live, live.guest())
    while not is_busy(reader.connection):
        reader.ask()
        time.sleep(0.002)
    for _ in range(20):
        reader.ask()
    answers = reader.answers()
    assert [next(answers) for _ in range(reader.asked)] == list(range(1, reader.asked + 1))
    wait_for(lambda: reader.connection.is_drained)
    reader.ask()
    assert next(answers) == reader.asked
    reader.line.close()


def test_who_never_reads_is_let_go_and_their_line_is_given_up(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "ANSWER_SECONDS", 1.0)
    faults = REGISTRY.get_sample_value("birdtable_faults_total")
    reader = Reader(live, live.guest())
    while reader.room.presence.connections:
        assert reader.asked < 1000, "they were written to without end"
        reader.ask()
        time.sleep(0.002)
    wait_for(lambda: not OPEN["127.0.0.1"])
    assert REGISTRY.get_sample_value("birdtable_faults_total") == faults


def test_who_answers_no_ping_is_not_here_any_more(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    """Though there is something on the line that they have not read."""
    start = PatientSocket.start_keepalive

    def start_soon(self: PatientSocket) -> None:
        self.ping_interval = self.ping_timeout = 0.5
        start(self)

    monkeypatch.setattr(PatientSocket, "start_keepalive", start_soon)
    faults = REGISTRY.get_sample_value("birdtable_faults_total")
    reader = Reader(live, live.guest())
    while not is_busy(reader.connection):
        reader.ask()
        time.sleep(0.002)
    wait_for(lambda: not reader.room.presence.connections)
    wait_for(lambda: not OPEN["127.0.0.1"])
    assert REGISTRY.get_sample_value("birdtable_faults_total") == faults


# --- answers ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def line(live: Live, monkeypatch: pytest.MonkeyPatch) -> Iterator[socket.socket]:
    """With the beginning of a large answer on it."""
    monkeypatch.setattr(limits, "ANSWER_SECONDS", 0.5)
    monkeypatch.setattr(limits, "ANSWER_BYTES", 10_000)
    with short_line(live) as line:
        line.sendall(b"GET /api/schema HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        yield line


def test_an_answer_that_is_read_slowly_is_read_to_the_end(line: socket.socket) -> None:
    """A page on a slow line would be cut off in the middle of a large file else."""
    answer = b""
    while some := line.recv(LITTLE):
        answer += some
        time.sleep(0.03)
    head, _, body = answer.partition(b"\r\n\r\n")
    assert f"content-length: {len(body)}".encode() in head.lower() and len(body) > 100_000


def test_an_answer_that_is_read_in_drips_is_not_waited_for(line: socket.socket) -> None:
    for _ in range(200):
        line.recv(10)
        time.sleep(0.05)
        if not OPEN["127.0.0.1"]:
            return
    raise AssertionError("it was waited for")
