"""Routes for whoever runs a server: is it alive, is it ready, what does it count, announce and keep."""

from __future__ import annotations

from typing import Any

from litestar import Request, Response, get

from birdtable.server.http import metrics
from birdtable.server.http.addresses import is_near
from birdtable.server.http.doors import TheRooms
from birdtable.server.http.errors import FAILURES
from birdtable.server.table.refusal import Refusal
from birdtable.wire.people import Keeping, Notice


@get("/healthz", include_in_schema=False)
async def health() -> str:
    """The process answers."""
    return "ok"


@get("/readyz", include_in_schema=False)
async def readiness(rooms: TheRooms) -> Response[str]:
    """The process can serve: its store can be written, and it is not shutting down."""
    if await rooms.is_ready():
        return Response("ready")
    return Response("stopping" if rooms.stopping else "the store cannot be written", status_code=503)


@get("/metrics", include_in_schema=False)
async def metrics_text(request: Request[Any, Any, Any], rooms: TheRooms) -> Response[bytes]:
    """For machines of the same network; people who come through a proxy find nothing here."""
    if not is_near(request):
        raise Refusal(404, "there is nothing here")
    return Response(await metrics.text(rooms), media_type="text/plain; version=0.0.4; charset=utf-8")


@get("/api/notice", responses=FAILURES)
async def notice(rooms: TheRooms) -> Notice:
    """What the people who run this server announce; an empty text is nothing."""
    return rooms.notices.current


@get("/api/keeping", responses=FAILURES)
async def keeping(rooms: TheRooms) -> Keeping:
    """For how many days this server keeps matches that are over and guests who do not come back; 0 is without limit."""
    return Keeping(matches=rooms.retention.matches, guests=rooms.retention.guests)


ROUTES = [health, readiness, metrics_text, notice, keeping]
