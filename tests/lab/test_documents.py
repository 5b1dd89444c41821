"""The page about the environments is up to date, and its examples run."""

from __future__ import annotations

import re
from pathlib import Path

from birdtable.lab.document import document

DOCS = Path(__file__).parents[2] / "docs"


def test_the_page_about_environments_is_not_stale() -> None:
    assert (DOCS / "environments.md").read_text(encoding="utf-8") == document()


def test_its_example_runs() -> None:
    for example in re.findall(r"```python\n(.*?)```", document(), re.DOTALL):
        exec(example, {})
