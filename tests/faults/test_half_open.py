"""Requests that are begun and not ended: they hold no connection for long, no address holds too many, and none of them
grows without end."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import httpx
import pytest

from birdtable.server.http.metrics import REGISTRY
from birdtable.server.http.patience import OPEN, PatientHttp
from birdtable.server.room import limits
from kit.server.attacks import STRANGER
from kit.server.serving import Live, live_server, one_worker
from kit.waiting import wait_for

BEGINNINGS = {
    "nothing": b"",
    "a line": b"GET / HT",
    "headers": b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ",
    "no body": b"POST /api/guests HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n",
    "half a body": b"POST /api/guests HTTP/1.1\r\nHost: x\r\nContent-Length: 500\r\n\r\n{",
    "second request": b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\nGET / HT",
}
CHUNKED = b"POST /api/guests HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
ENDLESS = {
    "address": (b"GET /", b"x"),
    "headers": (b"GET / HTTP/1.1\r\nHost: x\r\n", b"a: b\r\n"),
    "a header": (b"GET / HTTP/1.1\r\nHost: x\r\nA: ", b"x"),
    "words about a chunk": (CHUNKED + b"1;", b"x"),
    "chunks": (CHUNKED, b"1\r\n \r\n"),
    "headers after the body": (CHUNKED + b"0\r\n", b"a: b\r\n"),
    "requests at once": (b"", b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"),
}
"""How it begins, and what comes again and again."""


@pytest.fixture
def live(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Live]:
    monkeypatch.setattr(limits, "HEADER_SECONDS", 1.5)
    monkeypatch.setattr(limits, "BODY_SECONDS", 1.5)
    monkeypatch.setattr(limits, "ADDRESS_CONNECTIONS", 5)
    with live_server(tmp_path, workers=one_worker(), trusted="192.0.2.1") as live:
        yield live


def connection(live: Live, sent: bytes = b"") -> socket.socket:
    host, _, port = live.address.rpartition("/")[2].partition(":")
    line = socket.create_connection((host, int(port)), timeout=10)
    line.sendall(sent)
    return line


def send(line: socket.socket, what: bytes, times: int) -> None:
    for _ in range(times):
        line.sendall(what)


def ends(line: socket.socket) -> bool:
    """The server closes it before our patience ends."""
    try:
        while line.recv(1000):
            pass
    except ConnectionError:
        return True
    except TimeoutError:
        return False
    return True


@pytest.mark.parametrize("beginning", BEGINNINGS)
def test_a_request_that_is_not_ended_is_not_waited_for(live: Live, beginning: str) -> None:
    before = REGISTRY.get_sample_value("birdtable_faults_total")
    with connection(live, BEGINNINGS[beginning]) as line:
        assert ends(line)
    assert REGISTRY.get_sample_value("birdtable_faults_total") == before


def test_bytes_that_drip_do_not_buy_time(live: Live) -> None:
    with connection(live, b"GET / HTTP/1.1\r\n") as line:
        began = time.monotonic()
        with suppress(ConnectionError):
            while time.monotonic() < began + 10:
                line.sendall(b"X-A: b\r\n")
                time.sleep(0.05)
        assert time.monotonic() - began < 5


@pytest.mark.parametrize("what", ENDLESS)
def test_what_is_no_body_has_an_end(live: Live, monkeypatch: pytest.MonkeyPatch, what: str) -> None:
    """However fast it comes: a line of 100 Mbit/s brings two million headers in ten seconds."""
    monkeypatch.setattr(limits, "HEADER_SECONDS", 60)
    monkeypatch.setattr(limits, "BODY_SECONDS", 60)
    beginning, more = ENDLESS[what]
    with connection(live, beginning) as line, pytest.raises(ConnectionError):
        send(line, more * (60_000 // len(more)), 200)


FRAMES = {"pings": (b"", b"\x89"), "parts of a message": (b"\x01", b"\x00"), "messages": (b"", b"\x81")}
"""The first byte of the first frame and of those that follow; all of them are empty."""
EMPTY = b"\x80" + bytes(4)


@pytest.mark.parametrize("who", ["a stranger", "somebody behind a proxy on this machine"])
@pytest.mark.parametrize("what", FRAMES)
def test_frames_do_not_come_without_end(live: Live, what: str, who: str) -> None:
    """What is no message yet, or never becomes one, is not counted with messages."""
    host, _, port = live.address.rpartition("/")[2].partition(":")
    forwarded, origin = ("", STRANGER) if who == "a stranger" else ("X-Forwarded-For: 192.0.2.7\r\n", host)
    first, more = FRAMES[what]
    table = live.guest().open("birdie")
    asking = (
        f"GET /api/tables/{table}/socket HTTP/1.1\r\nHost: {host}:{port}\r\n{forwarded}"
        "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    )
    with socket.create_connection((host, int(port)), 10, (origin, 0)) as line:
        line.sendall(asking.encode())
        assert b" 101 " in line.recv(100)
        line.sendall((first + EMPTY) * bool(first))
        with pytest.raises(ConnectionError):
            send(line, (more + EMPTY) * 1000, 1000)


def test_heads_may_be_long_and_bodies_longer(live: Live) -> None:
    assert httpx.get(live.address + "/healthz", headers={"X-Long": "x" * 20_000}).text == "ok"
    live.guest().ok("PUT", "/me/evenings", {"after": 0, "body": '{"games": "' + "x" * 300_000 + '"}'})
    with connection(live, b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n" * 50) as line:
        answered = b""
        while answered.count(b"\r\n\r\nok") < 50:
            answered += line.recv(10_000)


@pytest.fixture
def unread(live: Live, monkeypatch: pytest.MonkeyPatch) -> Iterator[socket.socket]:
    """A client that asks for more than fits into the line, and does not read it."""
    paused, pause = threading.Event(), PatientHttp.pause_writing

    def note(self: PatientHttp) -> None:
        pause(self)
        paused.set()

    monkeypatch.setattr(PatientHttp, "pause_writing", note)
    host, _, port = live.address.rpartition("/")[2].partition(":")
    with socket.socket() as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.connect((host, int(port)))
        line.sendall(b"GET /api/schema HTTP/1.1\r\nHost: x\r\n\r\n" * 90)
        assert paused.wait(30)
        yield line


def test_an_answer_that_nobody_reads_is_not_waited_for(
    monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    monkeypatch.setattr(limits, "ANSWER_SECONDS", 1.5)
    request.getfixturevalue("unread")
    wait_until_free()


def test_who_goes_in_the_middle_of_an_answer_is_no_fault(
    live: Live, unread: socket.socket, caplog: pytest.LogCaptureFixture
) -> None:
    unread.close()
    wait_until_free()
    assert httpx.get(live.address + "/healthz").text == "ok"
    assert [record.message for record in caplog.records if record.levelname == "ERROR"] == []


def test_an_answer_may_take_longer_than_a_request(live: Live) -> None:
    """A WebSocket stays, and so does a connection that is used again."""
    mira = live.guest()
    with mira.socket(mira.open("birdie")) as talk, httpx.Client(base_url=live.address) as http:
        for _ in range(4):
            time.sleep(0.7)
            assert http.get("/healthz").text == "ok"
        assert talk.say("ping")["type"] == "ok"


def test_an_address_holds_so_many_connections_and_no_more(live: Live) -> None:
    lines = [connection(live) for _ in range(5)]
    with connection(live, b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n") as one_more:
        answered = b""
        with suppress(ConnectionError):
            answered = one_more.recv(100)
        assert answered == b""
    for line in lines:
        line.close()
    wait_until_free()
    assert httpx.get(live.address + "/healthz").text == "ok"


def test_an_address_that_opens_connections_without_end_is_cut_off_at_once(
    live: Live, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "KNOCKS", limits.Rate(0.0001, 3))
    host, _, port = live.address.rpartition("/")[2].partition(":")

    def answer(origin: str) -> bytes:
        with socket.create_connection((host, int(port)), 10, (origin, 0)) as line, suppress(ConnectionError):
            line.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
            return line.recv(15)
        return b""

    answers = [answer("127.0.0.2") for _ in range(5)]
    assert answers == [b"HTTP/1.1 200 OK"] * 3 + [b""] * 2
    assert answer("127.0.0.3") == b"HTTP/1.1 200 OK"


def test_websockets_count_and_are_given_back(live: Live) -> None:
    table = live.guest().open("birdie")
    wait_until_free()
    talks = [live.nobody().socket(table) for _ in range(4)]
    assert OPEN["127.0.0.1"] >= 4
    for talk in talks:
        talk.socket.close()
    wait_until_free()


def wait_until_free() -> None:
    wait_for(lambda: OPEN["127.0.0.1"] == 0, "closing", seconds=10)
