"""The files with which a browser tab is a table of its own; ``birdtable site`` writes a page with them."""

from pathlib import Path

FILES = Path(__file__).parent / "files"
