"""Where a request comes from: what limits count by, and who is near enough for the figures.

Proxies that are trusted say for whom they ask. What they say moves a request to another address, but never gives it
the rights of this machine: those need a connection from there, with nothing forwarded.
"""

from __future__ import annotations

import ipaddress
from typing import Any

from litestar.connection import ASGIConnection
from litestar.types import Receive, Send
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from birdtable.server.room.operators.bans import parse_address

Connection = ASGIConnection[Any, Any, Any, Any]

DIRECT = "birdtable.direct"
"""In a scope: the address that the connection comes from; empty if somebody else's request is forwarded."""
FORWARDED = (b"x-forwarded-for", b"forwarded", b"x-real-ip", b"x-forwarded-host", b"x-forwarded-proto", b"via")
"""Any of these says that somebody else's request is passed on."""
LONGEST_ADDRESS = 64


class Addresses:
    """Notes where a connection really comes from, then believes what trusted proxies forward."""

    def __init__(self, app: Any, trusted: str) -> None:
        self.app = ProxyHeadersMiddleware(app, trusted)

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        if scope["type"] != "lifespan":
            client = scope.get("client")
            is_forwarded = any(name in FORWARDED for name, _ in scope["headers"])
            scope[DIRECT] = client[0] if client and not is_forwarded else ""
        await self.app(scope, receive, send)  # type: ignore[arg-type]


def source_of(connection: Connection) -> str:
    """What limits by address count by, and bans go by."""
    source = network_of(connection.client.host if connection.client else "")
    if is_loopback(source) and not is_loopback(connection.scope.get(DIRECT, "")):  # type: ignore[arg-type]
        return "forwarded " + source
    return source


def is_near(connection: Connection) -> bool:
    """A machine of the same network asks, and nobody through it."""
    address = parse_address(str(connection.scope.get(DIRECT, "")))
    return address is not None and address.is_private


def is_here(connection: Connection) -> bool:
    """This machine asks, and nobody through it."""
    return is_loopback(str(connection.scope.get(DIRECT, "")))


def network_of(address: str) -> str:
    """An IPv6 customer has a /64 at least, so all of that counts as one address."""
    found = parse_address(address)
    if found is None:
        return address[:LONGEST_ADDRESS]
    if isinstance(found, ipaddress.IPv4Address) or found.is_loopback:
        return str(found)
    return str(ipaddress.ip_network((int(found), 64), strict=False))


def is_loopback(address: str) -> bool:
    found = parse_address(address)
    return found is not None and found.is_loopback
