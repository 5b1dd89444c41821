"""Routes of ``requests`` as handlers of the web framework."""

from __future__ import annotations

import inspect
from functools import partial
from typing import Annotated, Any, get_args, get_origin

from litestar import Request, Response, route
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter
from litestar.response import Stream

from birdtable.server.http.addresses import source_of
from birdtable.server.http.doors import Member, TheRooms, Visitor
from birdtable.server.http.errors import FAILURES
from birdtable.server.requests.route import File, Lines, Route
from birdtable.server.room.rooms import Rooms
from birdtable.server.room.thinking import Asker

AnyRequest = Request[Any, Any, Any]
LINES = "application/jsonl"
PROVIDED: dict[str, Any] = {"rooms": TheRooms, "me": Member, "visitor": Visitor}
ANSWERS: dict[Any, Any] = {Lines: Stream, File: Response[bytes]}


def handler(asked: Route) -> HTTPRouteHandler:
    """Takes what a question needs out of the request, and counts how often its address asks."""

    async def answer(request: AnyRequest, rooms: Rooms, **given: Any) -> Any:
        source = source_of(request)
        if asked.limit is not None:
            rooms.limits.spend(asked.limit, source, rooms.monotonic())
        own = {"rooms": rooms, "asker": Asker(source)}
        mine = {name: value for name, value in own.items() if name in asked.parameters}
        return response(await asked.work(**mine, **given))

    wanted = [
        inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, annotation=annotation, default=default)
        for name, annotation, default in parameters(asked)
    ]
    answer.__name__ = asked.work.__name__
    answer.__doc__ = asked.work.__doc__
    shown = ANSWERS.get(asked.answer, asked.answer)
    answer.__signature__ = inspect.Signature(wanted, return_annotation=shown)  # type: ignore[attr-defined]
    answer.__annotations__ = {each.name: each.annotation for each in wanted} | {"return": shown}
    path = "/".join(path_part(asked, word) for word in asked.path.split("/"))
    make = partial(route, path, http_method=[asked.method], status_code=asked.status, responses=FAILURES)
    return (make(media_type=LINES) if asked.answer is Lines else make())(answer)


def parameters(asked: Route) -> list[tuple[str, Any, Any]]:
    """Name, annotation and default of each, as the framework wants them."""
    found: list[tuple[str, Any, Any]] = [
        ("request", AnyRequest, inspect.Parameter.empty),
        ("rooms", TheRooms, inspect.Parameter.empty),
    ]
    for name, each in asked.parameters.items():
        kind: Any = each.annotation
        if name in ("rooms", "asker"):
            continue
        if name == "data":
            kind = JSONBody[kind]  # type: ignore[misc]
        elif name in asked.in_path:
            kind = FromPath[kind]  # type: ignore[misc]
        elif name in asked.in_query:
            kind = query(kind)
        else:
            kind = PROVIDED[name]
        found.append((name, kind, each.default))
    return found


def query(kind: Any) -> Any:
    if get_origin(kind) is not Annotated:
        return FromQuery[kind]  # type: ignore[misc]
    bare, meta = get_args(kind)
    bounds = {name: getattr(meta, name) for name in ("ge", "le", "max_length") if getattr(meta, name) is not None}
    return Annotated[bare, QueryParameter(**bounds)]


def path_part(asked: Route, word: str) -> str:
    """A part of the path with the type of what stands there."""
    name = word[1:-1]
    return f"{{{name}:{asked.parameters[name].annotation.__name__}}}" if word.startswith("{") else word


def response(found: Any) -> Any:
    match found:
        case Lines():
            return Stream(found.lines, media_type=LINES)
        case File():
            headers = {"content-disposition": f'attachment; filename="{found.name}"'}
            return Response(found.body, media_type=found.media_type, headers=headers)
        case _:
            return found
