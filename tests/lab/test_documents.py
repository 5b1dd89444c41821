"""The page about the environments is up to date, and its examples run."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import birdtable
from birdtable.lab.document import document

DOCS = Path(__file__).parents[2] / "docs"


def test_the_page_about_environments_is_not_stale() -> None:
    assert (DOCS / "environments.md").read_text(encoding="utf-8") == document()


@pytest.mark.parametrize("example", re.findall(r"```python\n(.*?)```", document(), re.DOTALL))
def test_its_examples_run(example: str) -> None:
    if "vector_entry_point" in example and birdtable.speed() != "compiled":
        pytest.skip("the vector engine is compiled code")
    exec(example, {})
