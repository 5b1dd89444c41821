"""The route for the runs of a pile, so that the page need not know what a run is."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import post
from litestar.params import JSONBody
from msgspec import Meta

from birdtable.games.birdie.cards import parse_cards
from birdtable.games.birdie.runs import Run, runs
from birdtable.server.http.errors import FAILURES


class Pile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Cards in notation, the first one laid first."""

    row: Annotated[str, Meta(max_length=200)]


@post("/runs", status_code=200, sync_to_thread=False, responses=FAILURES)
def list_runs(data: JSONBody[Pile]) -> list[Run]:
    """What could become sets of these cards as they lie [B5.4]."""
    return runs(parse_cards(data.row))
