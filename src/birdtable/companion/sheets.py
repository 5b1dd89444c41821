"""The score sheets of all games that have some, and what is asked about them."""

from __future__ import annotations

from typing import Literal

from birdtable.companion.base import Entered
from birdtable.companion.birdie.sheet import BirdieAnswer, BirdieSheet
from birdtable.companion.cubirds.sheet import CuBirdsAnswer, CuBirdsSheet

Sheet = BirdieSheet | CuBirdsSheet
Answer = BirdieAnswer | CuBirdsAnswer


class Ask(Entered, frozen=True):
    sheet: Sheet
    before: Sheet | None = None
    """The sheet as it stands, for a correction that is only tried: the answer then tells what it would change."""
    language: Literal["en", "it", "es", "de", "ru"] = "en"
