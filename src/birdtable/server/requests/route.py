"""A question that people ask, with its address. What answers it knows neither HTTP nor a browser.

``work`` is called with what its parameters name: ``rooms``, ``me`` (who must have a name), ``visitor`` (who may have
none), ``asker`` (on whose behalf workers are asked), ``data`` (the body), those named in the path, and the rest from
the query. It raises a ``BirdtableError`` when it refuses.
"""

from __future__ import annotations

import inspect
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, NamedTuple, get_type_hints

from birdtable.server.room.limits import Rate

Method = Literal["GET", "POST", "PUT", "PATCH", "DELETE"]
GIVEN = ("rooms", "me", "visitor", "asker", "data")


class Lines(NamedTuple):
    """An answer that comes line by line, each a JSON value."""

    lines: AsyncIterator[bytes]


class File(NamedTuple):
    """An answer that is a file to keep."""

    name: str
    media_type: str
    body: bytes


@dataclass(frozen=True)
class Route:
    method: Method
    path: str
    """Below ``/api``, such as ``/tables/{table}/seats/{seat}``."""
    work: Callable[..., Any]
    status: int = 200
    limit: Rate | None = None
    """How often an address may ask on a server."""

    @cached_property
    def parameters(self) -> dict[str, inspect.Parameter]:
        """Of ``work``, with their types."""
        types = get_type_hints(self.work, include_extras=True)
        found = inspect.signature(self.work).parameters
        return {name: each.replace(annotation=types[name]) for name, each in found.items()}

    @cached_property
    def answer(self) -> Any:
        """The type of what comes back."""
        return get_type_hints(self.work)["return"]

    @cached_property
    def in_path(self) -> tuple[str, ...]:
        return tuple(word[1:-1] for word in self.path.split("/") if word.startswith("{"))

    @cached_property
    def in_query(self) -> tuple[str, ...]:
        return tuple(name for name in self.parameters if name not in (*GIVEN, *self.in_path))
