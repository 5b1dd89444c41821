"""The runs of a pile, so that the page need not know what a run is."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from birdtable.games.birdie.cards import parse_cards
from birdtable.games.birdie.runs import Run, runs


class Pile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Cards in notation, the first one laid first."""

    row: Annotated[str, Meta(max_length=200)]


async def list_runs(data: Pile) -> list[Run]:
    """What could become sets of these cards as they lie [B5.4]."""
    return runs(parse_cards(data.row))
