"""What Birdie brings for puzzles: rows, whose best score the exact scorer proves."""

from birdtable.puzzles.birdie.part import BirdiePuzzles

PART = BirdiePuzzles()
