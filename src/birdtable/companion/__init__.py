"""Score sheets of games that people play with real cards.

A sheet is what they enter; ``recompute`` answers with everything that follows from it. Nothing is kept here: whoever
holds the sheet may change any entry, however early, and asks again.
"""

from birdtable.companion.birdie.sheet import BirdieAnswer, BirdieSheet
from birdtable.companion.cubirds.sheet import CuBirdsAnswer, CuBirdsSheet
from birdtable.companion.recompute import recompute
from birdtable.companion.sheets import Answer, Ask

__all__ = ["Answer", "Ask", "BirdieAnswer", "BirdieSheet", "CuBirdsAnswer", "CuBirdsSheet", "recompute"]
