"""Which bots play, and what is done about those that fail: arguments of ``arena``, ``sim`` and ``report``."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from birdtable.bots import plugins
from birdtable.bots.levels import BY_ID
from birdtable.bots.roster import BOTS
from birdtable.game import BadInput

Code = Annotated[list[Path] | None, typer.Option(help="A file with a bot, named like the file; can be repeated.")]
Patience = Annotated[float, typer.Option(help="Seconds that a bot from outside the package may take for a step.")]

FAULTY = 3
"""The exit code when a bot failed to choose a step: the numbers are there, but they are not of its play."""
INTERRUPTED = 130


def parse_players(players: str, code: Sequence[Path] | None) -> list[str]:
    """The names of the bots; those in files are known by these names from now on."""
    for path in code or []:
        name = path.stem
        if name in BOTS or name in BY_ID:
            raise BadInput(f"{path} cannot be called {name!r}, which is a bot of ours: rename the file")
        if name in plugins.CODE and plugins.CODE[name].path != str(path):
            raise BadInput(f"{path} and {plugins.CODE[name].path} cannot both be called {name!r}: rename one")
        plugins.register(name, path)
    return [name.strip() for name in players.split(",")]
