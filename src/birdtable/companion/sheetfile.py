"""Score sheets as files. ``docs/records.md`` tells them field by field.

A sheet is no record of a match: nobody knows the deals and the turns of a game with real cards. It holds what people
entered, and what came of it when it was written; whoever reads it computes that anew.
"""

from __future__ import annotations

from typing import Any

import msgspec

from birdtable import catalog
from birdtable.companion.sheets import Answer, BirdieAnswer, BirdieSheet, CuBirdsSheet, Entered
from birdtable.game import BadInput, Outcome

FORMAT = "birdtable-sheet"
VERSION = 1


class SheetFile(Entered, frozen=True, kw_only=True):
    format: str = FORMAT
    version: int = VERSION
    """Of this form."""
    rules: int
    """The version of the rules it was scored by."""
    begun: str = ""
    """When the evening began, in ISO 8601."""
    sheet: BirdieSheet | CuBirdsSheet
    outcome: Outcome | None = None
    """What the sheet said when it was written, if the game was over."""


def parse_sheet(text: str | bytes) -> SheetFile:
    """``BadInput`` says what is wrong: no score sheet at all, another version, or damaged, and where."""
    try:
        found: Any = msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise BadInput(f"this is no score sheet: {' '.join(str(error).split())}") from None
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise BadInput(f"this is no score sheet: it has no format {FORMAT!r}")
    if found.get("version") != VERSION:
        raise BadInput(f"a score sheet of version {found.get('version')!r}: this program reads {VERSION}")
    try:
        file = msgspec.convert(found, SheetFile)
    except (msgspec.ValidationError, RecursionError) as error:
        raise BadInput(f"this score sheet is damaged: {error}") from None
    game = catalog.game(game_of(file))
    if file.rules != game.rules_version:
        raise BadInput(f"rules version {file.rules} is not the one this program scores by, {game.rules_version}")
    return file


def game_of(file: SheetFile) -> str:
    return "birdie" if isinstance(file.sheet, BirdieSheet) else "cubirds"


def outcome_of(answer: Answer) -> Outcome | None:
    """How the game ended, by what was entered; nothing while it is not over."""
    if not answer.over:
        return None
    if isinstance(answer, BirdieAnswer):
        return Outcome(tuple(board.points for board in answer.boards), answer.winners, "B6.2")
    return Outcome(tuple(each.birds for each in answer.collections), answer.winners, answer.clause)
