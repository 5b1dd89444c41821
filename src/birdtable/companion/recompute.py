"""From a sheet to all that follows from it."""

from __future__ import annotations

from collections.abc import Callable

from birdtable.companion.birdie.paper import birdie_answer
from birdtable.companion.cubirds.paper import cubirds_answer
from birdtable.companion.sheets import Answer, Ask, BirdieSheet
from birdtable.companion.words import Unfit, Words
from birdtable.game import BadInput
from birdtable.languages import catalogue

Clock = Callable[[], float]


def recompute(ask: Ask, now: Clock | None = None) -> Answer:
    """``BadInput`` if the sheet makes no sense as a whole; single entries that cannot be are told as faults.

    With a clock, rows of the expert game are given up after a while, and the best play found is not called proved.
    """
    words = Words("birdie" if isinstance(ask.sheet, BirdieSheet) else "cubirds", catalogue(ask.language))
    try:
        if isinstance(ask.sheet, BirdieSheet):
            return birdie_answer(ask.sheet, words, now)
        return cubirds_answer(ask.sheet, words)
    except BadInput as error:
        raise words.whole(error) from None
    except Unfit as unfit:
        raise BadInput(f"{unfit.text} [{unfit.clause}]") from None
