"""Score sheets of games that people play with real cards.

A sheet is what they enter; ``recompute`` answers with everything that follows from it. Nothing is kept here: whoever
holds the sheet changes any entry, however early, and asks again.
"""

from birdtable.companion.recompute import recompute
from birdtable.companion.sheets import Answer, Ask, BirdieAnswer, BirdieSheet, CuBirdsAnswer, CuBirdsSheet

__all__ = ["Answer", "Ask", "BirdieAnswer", "BirdieSheet", "CuBirdsAnswer", "CuBirdsSheet", "recompute"]
