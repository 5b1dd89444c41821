"""Every question that can be asked wherever tables are."""

from __future__ import annotations

from birdtable import catalog
from birdtable.server.requests import careers, deals, lessons, people, puzzles, records, sheets, tables
from birdtable.server.requests.parts import server_part
from birdtable.server.requests.route import Route


def routes() -> list[Route]:
    own = (route for game in catalog.games() for route in server_part(game).routes)
    shared = (people, tables, sheets, records, careers, lessons, puzzles, deals)
    return [*(route for each in shared for route in each.ROUTES), *own]
