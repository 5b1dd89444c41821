"""Routes for inviting friends, and for playing without them: where they find the server, a link as a QR code, what
there is to fetch to play alone."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from typing import Annotated, Any

import segno
from litestar import Request, Response, get
from litestar.di import NamedDependency
from litestar.params import QueryParameter

from birdtable.server.http.addresses import is_here, source_of
from birdtable.server.http.doors import TheRooms
from birdtable.server.http.errors import FAILURES
from birdtable.server.http.pages import Pages
from birdtable.server.room import limits
from birdtable.wire.people import Alone, Outside

AnyRequest = Request[Any, Any, Any]
SVG = "image/svg+xml"


@get("/outside", responses=FAILURES, sync_to_thread=True)
def outside(request: AnyRequest, where: NamedDependency[Callable[[], str]]) -> Outside:
    """For a page that was opened on the server's own machine, whose address is of no use to friends."""
    return Outside(where() if is_here(request) else "")


@get("/qr", responses=FAILURES, media_type=SVG, sync_to_thread=True)
def qr_code(
    request: AnyRequest, rooms: TheRooms, link: Annotated[str, QueryParameter(pattern="^https?://", max_length=300)]
) -> Response[bytes]:
    """A link as a picture, for phones across the table."""
    rooms.limits.spend(limits.QR_CODES, source_of(request), rooms.monotonic())
    picture = BytesIO()
    segno.make(link, micro=False).save(picture, kind="svg", border=2, dark="#22282c", light="#fffdf6", omitsize=True)
    return Response(picture.getvalue(), media_type=SVG)


@get("/alone", responses=FAILURES, sync_to_thread=False)
def alone(pages: NamedDependency[Pages]) -> Alone:
    """How much there is to fetch to play without this server; nothing if it does not offer that."""
    return Alone(pages.megabytes_alone)


ROUTES = [outside, qr_code, alone]
