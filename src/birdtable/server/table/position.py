"""A position as a table, for lessons and puzzles: one person plays one seat, and nothing is stored or dealt."""

from __future__ import annotations

from typing import Any

from birdtable.game import CHANCE, AnyGame, Seat
from birdtable.server.table.disclosure import Watch
from birdtable.server.table.entries import Chair, Setting
from birdtable.server.table.table import StandingPlay, Table
from birdtable.wire.tables import Clock


def position_table(
    name: str, game: AnyGame, state: Any, options: dict[str, Any], seat: Seat, person: str, number: int = 1
) -> Table:
    """It is told like any other. ``number`` is that of its last entry."""
    chairs = [Chair(level="casual")] * state.seats
    chairs[seat] = Chair(person=person)
    setting = Setting(
        game=game.name,
        rules=game.rules_version,
        options=game.complete(options),
        memory="assisted",
        clock=Clock(),
        public=False,
        pace=1.0,
        host=person,
        chairs=tuple(chairs),
    )
    return Table(
        id=name,
        secret=b"",
        commitment="",
        setting=setting,
        opened=0.0,
        changed=0.0,
        phase="playing",
        number=number,
        moved=number,
        state=state,
        plays=(StandingPlay(number, CHANCE, (), ()),),
    )


def only_watch(seat: Seat) -> Watch:
    """What the person there sees."""
    return Watch(seat, (seat,))
