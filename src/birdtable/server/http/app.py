"""The application: routes, doors and the rooms behind them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from litestar import Litestar, Request, Router
from litestar.di import Provide
from litestar.handlers import BaseRouteHandler
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

import birdtable
from birdtable.server.http.addresses import Connection
from birdtable.server.http.doors import TheRooms, Visitor, refuse_banned, visitor_of
from birdtable.server.http.errors import HANDLERS
from birdtable.server.http.handlers import handler
from birdtable.server.http.operators import OperatorDoor
from birdtable.server.http.pages import Pages, page
from birdtable.server.http.routes import health, invitations, operator, people, reports
from birdtable.server.http.socket import table_socket
from birdtable.server.requests.all import routes
from birdtable.server.room import limits
from birdtable.server.room.people.identity import NAMELESS
from birdtable.server.room.rooms import Rooms
from birdtable.server.table.person import Person
from birdtable.server.table.refusal import Refusal

DAY = 86_400.0


async def visitor(request: Request[Any, Any, Any], rooms: TheRooms) -> Person | None:
    found = await visitor_of(request, rooms.people)
    if found is None:
        return None
    rooms.limits.spend(limits.HTTP_PERSON, found.id, rooms.monotonic())
    if rooms.now() - found.seen > DAY:
        found = await rooms.people.change(found, seen=rooms.now())
    return found


async def me(visitor: Visitor) -> Person:
    if visitor is None:
        raise Refusal(401, NAMELESS)
    return visitor


def create_app(
    rooms: Rooms, pages: Pages | None = None, *, token: str = "", where: Callable[[], str] = str
) -> Litestar:
    """The application over rooms that are open; ``token`` is that of those who run the server, if they have one, and
    ``where`` knows the address for others on the network."""
    shown = pages or Pages()

    door = OperatorDoor(rooms, token)

    def has_token(connection: Connection, _: BaseRouteHandler) -> None:
        door.check(connection)

    async def not_banned(connection: Connection, handler: BaseRouteHandler) -> None:
        await refuse_banned(connection, handler, rooms)

    api = Router(
        "/api",
        route_handlers=[
            *people.ROUTES,
            *map(handler, routes()),
            *reports.ROUTES,
            *invitations.ROUTES,
            table_socket,
        ],
        dependencies={
            "visitor": Provide(visitor),
            "me": Provide(me),
        },
        guards=[not_banned],
    )
    operators = Router("/api/operator", route_handlers=operator.ROUTES, guards=[has_token])
    return Litestar(
        route_handlers=[api, operators, *health.ROUTES, page],
        dependencies={
            "rooms": Provide(lambda: rooms, sync_to_thread=False),
            "pages": Provide(lambda: shown, sync_to_thread=False),
            "where": Provide(lambda: where, sync_to_thread=False),
        },
        exception_handlers=HANDLERS,  # type: ignore[arg-type]
        request_max_body_size=limits.BODY_BYTES,
        openapi_config=OpenAPIConfig(
            title="Birdtable",
            version=birdtable.__version__,
            path="/api/schema",
            render_plugins=[JsonRenderPlugin()],
        ),
        debug=False,
        logging_config=None,
    )
