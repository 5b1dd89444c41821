"""Computes everything that follows from a sheet."""

from __future__ import annotations

from msgspec.structs import replace

from birdtable.companion.changes import compare
from birdtable.companion.part import game_of, part_of
from birdtable.companion.sheets import Answer, Ask
from birdtable.companion.words import Unfit, Words
from birdtable.game import BadInput, Now
from birdtable.languages import catalogue


def recompute(ask: Ask, now: Now | None = None) -> Answer:
    """``BadInput`` if the sheet makes no sense as a whole; single entries that are impossible are reported as faults.

    With a clock, the search for the best way to score a row may be cut short; then what it found is not called proved.
    """
    game = game_of(ask.sheet)
    part, words = part_of(game), Words(game, catalogue(ask.language))
    try:
        answer: Answer = part.answer(ask.sheet, words, now)
        if ask.before is None:
            return answer
        if game_of(ask.before) != game:
            raise BadInput("a correction cannot turn a sheet into one of another game")
        return replace(answer, changes=compare(part, part.answer(ask.before, words, now), answer))
    except BadInput as error:
        raise words.whole(error, part.senseless) from None
    except Unfit as unfit:
        raise BadInput(f"{unfit.text} [{unfit.clause}]") from None
