"""Birdie in the terminal."""

from __future__ import annotations

from collections.abc import Iterator

from birdtable.game import AnyGame, Event, Step
from birdtable.games.birdie.view import BirdieView
from birdtable.terminal.birdie import scoring
from birdtable.terminal.birdie.text import BirdieDrawing
from birdtable.terminal.birdie.typed import mark_sets, parse_sets, parse_stack
from birdtable.terminal.match.table import Table
from birdtable.terminal.part import TerminalPart
from birdtable.terminal.speech import Speech


class BirdieTerminal(TerminalPart):
    drawing = BirdieDrawing
    confirm = frozenset({"pass"})  # for the rest of the round
    revealing = frozenset({"turned over"})

    def steps(self, line: str, table: Table) -> Iterator[Step]:
        verb, *rest = line.lower().split()
        if verb == "sets":
            return mark_sets(table, parse_sets(rest))
        if verb == "stack" and len(rest) > 1:
            return iter(parse_stack(rest, table.game))
        return super().steps(line, table)

    def forms(self, say: Speech) -> list[str]:
        return [
            f"  stack Rs Pu + Ow: {say.t('take 2 in one line: display cards, then + and hand cards, in this order')}",
            f"  sets 1-4:robin 5-6:summer: {say.t('mark all sets in the row in one line')}",
        ]

    def prospect(self, game: AnyGame, view: BirdieView) -> list[Event]:
        return scoring.prospect(game, view)


PART = BirdieTerminal()
