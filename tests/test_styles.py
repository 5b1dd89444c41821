"""Styles of the page, read as text."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[1] / "web" / "src"
MOVES = re.compile(r":hover[^{}]*\{[^{}]*\b(?:transform|translate|margin|top|left):(?!\s*none)[^{}]*\}")


@pytest.mark.skipif(not PAGE.is_dir(), reason="the sources of the page are not here")
def test_nothing_moves_away_from_under_the_pointer() -> None:
    """At an edge it would come back, and go again: a card that trembles cannot be clicked."""
    styles = [path for path in PAGE.rglob("*") if path.suffix in (".svelte", ".css")]
    assert len(styles) > 50
    moving = [f"{path.name}: {rule}" for path in styles for rule in MOVES.findall(path.read_text(encoding="utf-8"))]
    assert moving == []
