"""``python -m birdtable`` is the command ``birdtable``."""

from birdtable.cli import app

app(prog_name="birdtable")
