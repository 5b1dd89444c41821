"""CuBirds in the terminal."""

from __future__ import annotations

import re
from collections.abc import Iterator

from birdtable.game import Step
from birdtable.terminal.cubirds.text import CuBirdsDrawing
from birdtable.terminal.match.table import Table
from birdtable.terminal.part import TerminalPart

ENDS = {"l": "left", "r": "right"}


class CuBirdsTerminal(TerminalPart):
    drawing = CuBirdsDrawing

    def steps(self, line: str, table: Table) -> Iterator[Step]:
        """``l`` and ``r`` stand for the ends of a row."""
        short = re.fullmatch(r"(lay \w+ \d+) ([lr])", " ".join(line.lower().split()))
        return super().steps(f"{short[1]} {ENDS[short[2]]}" if short else line, table)


PART = CuBirdsTerminal()
