"""``birdtable rules``"""

from __future__ import annotations

from typing import Annotated

import typer

from birdtable import rulebook
from birdtable.cli.choices import GameName, Language
from birdtable.terminal.speech import language_of


def rules(
    game: GameName,
    clause: Annotated[str, typer.Argument(metavar="[CLAUSE]", help="A clause (B4.2) or a section (B4).")] = "",
    language: Language = "",
) -> None:
    """Print the rules of a game, or one section or clause.

    \b
    Examples:
      birdtable rules birdie          the whole text
      birdtable rules birdie B4       the section about passing
      birdtable rules cubirds C3.5    one clause
      birdtable rules birdie --language it
    """
    tongue = language or language_of()
    print(rulebook.passage(game, clause, tongue) if clause else rulebook.rules(game, tongue).strip())
