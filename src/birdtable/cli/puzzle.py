"""``birdtable puzzle``"""

from __future__ import annotations

import sys
import time
from typing import Annotated

import typer

from birdtable.cli.choices import Language
from birdtable.cli.play import login
from birdtable.game import BadInput
from birdtable.puzzles import days, pack
from birdtable.terminal import files
from birdtable.terminal.puzzling import History, Occasion, PuzzleClient, PuzzleTable
from birdtable.terminal.speech import speech

SERIES = ", ".join(pack.BY_NAME)


def puzzle(
    series: Annotated[str, typer.Argument(metavar="SERIES", help=f"{SERIES}.")] = "birdie-row",
    daily: Annotated[bool, typer.Option("--daily", help="Today's puzzle, which is also the default.")] = False,
    day: Annotated[str, typer.Option(metavar="DAY", help="The puzzle of an earlier day: 2026-11-18.")] = "",
    language: Language = "",
) -> None:
    """Solve a puzzle: today's, the same for everybody (UTC), or that of an earlier day.

    A whole play is a try; a wrong one is scored and explained. How you fare is kept on this device only.

    \b
    Examples:
      birdtable puzzle --daily
      birdtable puzzle cubirds-turn --day 2026-11-02
    """
    if daily and day:
        raise BadInput("--daily is the puzzle of today: leave out --day")
    say = speech(language)
    today = days.day_at(time.time())
    try:
        wanted = days.parse_day(day) if day else today
        found = days.puzzle_of(series, wanted, today)
    except BadInput as error:
        raise BadInput(say.refusal("", error)) from None
    table = PuzzleTable(found, login())
    history = History(files.data_folder() / "puzzles.json")
    PuzzleClient(table, say, sys.stdin, sys.stdout, Occasion(series, wanted, today), history).run()
