"""Two bird card games, Birdie and CuBirds: to play, to score, to study."""

__version__ = "0.1.0"
