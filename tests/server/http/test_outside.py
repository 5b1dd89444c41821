"""The address for friends: where a page opened on the server's own machine sends them."""

from __future__ import annotations

import socket
from typing import Any
from xml.etree import ElementTree

import httpx
import pytest

from birdtable.server import network
from birdtable.server.http.addresses import Addresses
from birdtable.server.http.app import create_app
from birdtable.server.room.limits import QR_CODES, Limits
from birdtable.server.room.rooms import Rooms
from kit.server.serving import http_to

LAN = "http://192.168.1.20:8624"


async def outside(rooms: Rooms, source: str, **headers: str) -> str:
    app: Any = Addresses(create_app(rooms, where=lambda: LAN), "127.0.0.1")
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app, client=(source, 1)), base_url="http://x") as http:
        answer = (await http.get("/api/outside", headers=headers)).json()
        return str(answer["address"])


async def test_the_machine_itself_is_told_its_address_in_the_network(rooms: Rooms) -> None:
    assert await outside(rooms, "127.0.0.1") == LAN
    assert await outside(rooms, "::1") == LAN


async def test_nobody_else_is_told_the_address_in_the_network(rooms: Rooms) -> None:
    assert await outside(rooms, "192.168.1.33") == ""
    assert await outside(rooms, "127.0.0.1", **{"X-Forwarded-For": "203.0.113.7"}) == ""
    assert await outside(rooms, "127.0.0.1", **{"X-Forwarded-For": "127.0.0.1"}) == ""


@pytest.mark.parametrize("host", ["127.0.0.1", "127.0.1.1", "localhost", "::1"])
def test_a_server_for_this_machine_only_has_no_address_for_others(host: str) -> None:
    assert network.outside_address(host, 8624) == ""


def test_a_server_on_one_address_has_that_one() -> None:
    assert network.outside_address("192.168.1.20", 8624) == LAN
    assert network.outside_address("fd00::20", 80) == "http://[fd00::20]:80"


@pytest.mark.parametrize("host", ["0.0.0.0", "::"])
def test_a_server_on_all_addresses_has_that_of_the_machine_in_its_network(
    host: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = ["192.168.1.20"]

    class Probe(socket.socket):
        def connect(self, address: Any) -> None:
            pass

        def getsockname(self) -> Any:
            return own[0], 1

    monkeypatch.setattr(socket, "socket", Probe)
    assert network.outside_address(host, 8624) == LAN
    own[0] = "127.0.0.1"
    assert network.outside_address(host, 8624) == ""


async def test_a_link_is_drawn_as_a_qr_code(rooms: Rooms) -> None:
    async with http_to(rooms) as http:
        drawn = await http.get("/api/qr", params={"link": f"{LAN}/#/table/k3xw8fq2m"})
        assert drawn.headers["content-type"] == "image/svg+xml"
        assert ElementTree.fromstring(drawn.text).tag.endswith("svg")
        other = await http.get("/api/qr", params={"link": f"{LAN}/#/table/k3xw8fq2n"})
        assert other.text != drawn.text
        for link in ("javascript:alert(1)", "", "http://" + "x" * 300):
            assert (await http.get("/api/qr", params={"link": link})).status_code == 400


async def test_qr_codes_are_not_drawn_without_end(rooms: Rooms) -> None:
    rooms.limits = Limits()
    async with http_to(rooms, "192.168.1.33") as http:
        answers = [(await http.get("/api/qr?link=http://x")).status_code for _ in range(int(QR_CODES.burst) + 1)]
    assert set(answers[:-1]) == {200} and answers[-1] == 429
