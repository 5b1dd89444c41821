"""Who may come in, from where and how often, and the headers that every answer carries."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

import msgspec
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie, MutableScopeHeaders
from litestar.di import NamedDependency
from litestar.enums import ScopeType
from litestar.handlers import BaseRouteHandler
from litestar.types import ASGIApp, Receive, Send

from birdtable.server.http.addresses import Connection, source_of
from birdtable.server.room import limits
from birdtable.server.room.operators import bans
from birdtable.server.room.people.identity import People
from birdtable.server.room.rooms import Rooms
from birdtable.server.table.person import Person
from birdtable.server.table.refusal import Refusal, problem

COOKIE = "birdtable"
OPEN_TO_BANNED = "open to banned"
"""Option of the routes that banned people may use as well."""
YEAR = 365 * 86_400
SAFE = {"GET", "HEAD", "OPTIONS"}

POLICY = "; ".join(
    [
        "default-src 'self'",
        "img-src 'self' data: blob:",
        "style-src-attr 'unsafe-inline'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    ]
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}

POLICY_VIOLATED = 1008
"""How a WebSocket is closed that does not keep to the limits."""
HTTPS_ONLY = {"strict-transport-security": "max-age=31536000"}
"""Where the request came by https."""

VOID = "birdtable.void"
"""In a scope: the cookie is no longer valid, so the browser is told to forget it."""
FRESH = "birdtable.fresh"
"""In a scope: a cookie in place of one that was signed by an earlier key."""

TheRooms = NamedDependency[Rooms]
Visitor = NamedDependency[Person | None]
Member = NamedDependency[Person]
"""A visitor who has a name."""


def is_same_origin(connection: Connection) -> bool:
    """A browser says where a request comes from; other programs do not, but send no cookie unasked either."""
    if connection.headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return False
    origin = connection.headers.get("origin")
    if origin is None:
        return True
    try:
        return urlsplit(origin).netloc == connection.headers.get("host")
    except ValueError:  # not an address at all
        return False


async def visitor_of(connection: Connection, people: People) -> Person | None:
    """The person behind a request. A void token is refused; an expired cookie counts as anonymous."""
    person = await bearer_of(connection, people)
    if person is not None:
        people.note_address(person.id, source_of(connection))
    return person


async def bearer_of(connection: Connection, people: People) -> Person | None:
    authorization = connection.headers.get("authorization", "")
    if authorization:
        scheme, _, badge = authorization.partition(" ")
        person = await people.bearer(badge.strip(), ("bot", "link")) if scheme.lower() == "bearer" else None
        if person is None:
            raise Refusal(401, "this token is not valid")
        return person
    badge = connection.cookies.get(COOKIE, "")
    person = await people.bearer(badge, ("cookie",)) if badge else None
    if badge and person is None:
        connection.scope[VOID] = True  # type: ignore[literal-required]
    elif person is not None and people.is_old(badge):
        fresh = cookie(people.badge("cookie", person), secure=connection.scope["scheme"] == "https")
        connection.scope[FRESH] = fresh  # type: ignore[literal-required]
    return person


async def refuse_banned(connection: Connection, handler: BaseRouteHandler, rooms: Rooms) -> None:
    """Whatever they ask for but their own data, by their address or by who they are; sockets are looked at when they
    open."""
    if connection.scope["type"] != ScopeType.HTTP or handler.opt.get(OPEN_TO_BANNED):
        return
    bans.refuse(rooms.enforcement.of_address(source_of(connection)))
    if rooms.enforcement.bans.people:
        _, _, token = connection.headers.get("authorization", "").partition(" ")
        badge = token.strip() or connection.cookies.get(COOKIE, "")
        person = await rooms.people.bearer(badge, ("cookie", "link", "bot")) if badge else None
        bans.refuse(rooms.enforcement.of_person(person))


def cookie(badge: str, *, secure: bool) -> Cookie:
    return Cookie(
        key=COOKIE, value=badge, max_age=YEAR if badge else 0, httponly=True, secure=secure, samesite="lax", path="/"
    )


FORGET = cookie("", secure=False)
"""Makes a browser forget the cookie it has."""


class Door:
    """The outermost layer: turns away foreign origins and floods, and puts the headers on every answer.

    HEAD is GET here; the server below leaves the body out.
    """

    def __init__(self, app: ASGIApp, rooms: Rooms) -> None:
        self.app = app
        self.rooms = rooms

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await self.open_line(scope, receive, send)
            return
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        if scope["method"] == "HEAD":
            scope = {**scope, "method": "GET"}

        async def send_with_headers(message: Any) -> None:
            if message["type"] == "http.response.start":
                self.rooms.figures.count_answer(message["status"])
                add_headers(MutableScopeHeaders.from_message(message), scope)
            await send(message)

        try:
            self.check(ASGIConnection(scope))
        except Refusal as error:
            await turn_away(error, send_with_headers)
        except Exception as error:
            self.rooms.report("a request could not be looked at", error)
            await turn_away(Refusal(500, "something went wrong"), send_with_headers)
        else:
            await self.app(scope, receive, send_with_headers)

    async def open_line(self, scope: Any, receive: Receive, send: Send) -> None:
        """Whoever knocks too often is not looked at any further."""
        try:
            self.rooms.limits.spend(limits.SOCKETS, source_of(ASGIConnection(scope)), self.rooms.monotonic())
        except Refusal:
            await send({"type": "websocket.close", "code": POLICY_VIOLATED, "reason": ""})
        else:
            await self.app(scope, receive, send)

    def check(self, connection: Connection) -> None:
        self.rooms.limits.spend(limits.HTTP_ADDRESS, source_of(connection), self.rooms.monotonic())
        if connection.scope.get("method") not in SAFE and not is_same_origin(connection):
            raise Refusal(403, "this request comes from another site")


def add_headers(headers: MutableScopeHeaders, scope: Any) -> None:
    always = HEADERS | (HTTPS_ONLY if scope["scheme"] == "https" else {})
    if scope["path"].startswith("/api/"):
        always |= {"cache-control": "no-store"}
    for name, value in always.items():
        headers.setdefault(name, value)
    changed = FORGET if scope.get(VOID) else scope.get(FRESH)
    if changed is not None and "set-cookie" not in headers:
        headers["set-cookie"] = changed.to_header(header="")


async def turn_away(error: Refusal, send: Send) -> None:
    status, body = problem(error)
    headers = [(b"content-type", b"application/json"), *([(b"retry-after", b"5")] if status == 429 else [])]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": msgspec.json.encode(body), "more_body": False})
