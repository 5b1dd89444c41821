"""What the terminal knows of a game. The defaults suit any game: its view as text, its steps as they are written."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from birdtable import catalog
from birdtable.game import AnyGame, Event, Step, Viewer
from birdtable.terminal.drawing import Drawing, PlainDrawing
from birdtable.terminal.speech import Speech
from birdtable.terminal.typed import parse_step

if TYPE_CHECKING:
    from birdtable.terminal.match.table import Table


class TerminalPart:
    drawing: type[Drawing[Any]] = PlainDrawing
    confirm: frozenset[Step] = frozenset()
    """Steps that count only when they are chosen a second time."""
    revealing: frozenset[str] = frozenset()
    """Events that show cards which somebody should not see before the step is taken."""

    def steps(self, line: str, table: Table) -> Iterator[Step]:
        """The steps that a line means. Each is taken before the next is asked for."""
        yield parse_step(line, table.game)

    def forms(self, say: Speech) -> list[str]:
        """Lines of help about what else can be typed."""
        return []

    def prospect(self, game: AnyGame, view: Any) -> list[Event]:
        """What the play that is under way would bring if it were left as it is."""
        return []

    def own_part(self, events: Sequence[Event], seat: Viewer) -> list[Event]:
        """The events of this seat up to the first that is somebody else's or reveals cards."""
        found = []
        for event in events:
            if event.seat != seat or event.what in self.revealing:
                break
            found.append(event)
        return found


PLAIN = TerminalPart()


def part_of(game: str) -> TerminalPart:
    return catalog.part("terminal", game, PLAIN)
