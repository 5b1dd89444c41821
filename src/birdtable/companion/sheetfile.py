"""Score sheets as files. ``docs/records.md`` describes them field by field.

A sheet is not the record of a match: nobody knows the deals and the turns of a game with real cards. It holds what
people entered, and the outcome when it was written; whoever reads it computes that again.
"""

from __future__ import annotations

from typing import Any

import msgspec

from birdtable import catalog
from birdtable.companion.base import Entered
from birdtable.companion.part import game_of, part_of
from birdtable.companion.sheets import Answer, Sheet
from birdtable.game import BadInput, Outcome

FORMAT = "birdtable-sheet"
VERSION = 2
READS = (1, 2)
"""Version 1 did not say what was settled: its rows are scored as they would be today, and settled from then on."""


class SheetFile(Entered, frozen=True, kw_only=True):
    format: str = FORMAT
    version: int = VERSION
    """Of this form."""
    rules: int
    """The version of the rules it was scored by."""
    begun: str = ""
    """When the evening began, in ISO 8601."""
    sheet: Sheet
    outcome: Outcome | None = None
    """What the sheet said when it was written, if the game was over."""


def parse_sheet(text: str | bytes) -> SheetFile:
    """``BadInput`` says what is wrong: not a score sheet at all, of another version, or damaged, and where."""
    try:
        found: Any = msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise BadInput(f"this is not a score sheet: {' '.join(str(error).split())}") from None
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise BadInput(f"this is not a score sheet: it has no format {FORMAT!r}")
    if found.get("version") not in READS:
        known = " and ".join(map(str, READS))
        raise BadInput(f"a score sheet of version {found.get('version')!r}: this program reads {known}")
    check_game(found.get("sheet"))
    try:
        file = msgspec.convert(found, SheetFile)
    except (msgspec.ValidationError, RecursionError) as error:
        raise BadInput(f"this score sheet is damaged: {error}") from None
    game = catalog.game(game_of(file.sheet))
    if file.rules != game.rules_version:
        raise BadInput(f"rules version {file.rules} is not the one this program scores by, {game.rules_version}")
    return file


def check_game(sheet: Any) -> None:
    """Refuses a sheet of a game that we know but keep no sheets of."""
    game = sheet.get("game") if isinstance(sheet, dict) else None
    if isinstance(game, str) and game in catalog.games():
        part_of(game)


def outcome_of(answer: Answer) -> Outcome | None:
    """How the game ended, by what was entered; nothing while it is not over."""
    return part_of(game_of(answer)).outcome(answer) if answer.over else None
