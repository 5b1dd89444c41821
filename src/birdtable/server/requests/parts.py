"""What a game brings for the server; most bring nothing, and need nothing."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from birdtable import catalog
from birdtable.server.requests.route import Route


class ServerPart(NamedTuple):
    routes: tuple[Route, ...] = ()
    """Beside those that serve every game."""
    page_types: Mapping[str, type] = MappingProxyType({})
    """Bodies of these routes that are not described in ``wire``, by their names on the page."""


def server_part(game: str) -> ServerPart:
    return catalog.part("server", game, ServerPart())
