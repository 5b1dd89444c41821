"""docs/threats.md: every line names tests, and they exist; every test of faults is named."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
LINES = [
    line
    for line in (ROOT / "docs" / "threats.md").read_text(encoding="utf-8").splitlines()
    if line.startswith("| ") and "| tests |" not in line
]
NAMED = re.compile(r"`((?:tests|web)/[\w/.]+\.(?:py|ts))(?:::(\w+))?`")


@pytest.mark.parametrize("line", LINES, ids=lambda line: line.split("|")[1].strip().replace(" ", "-"))
def test_every_line_names_tests_that_exist(line: str) -> None:
    *_, tests = line.strip("| ").split("|")
    named = NAMED.findall(tests)
    assert named
    for path, name in named:
        text = (ROOT / path).read_text(encoding="utf-8")
        assert not name or f"def {name}(" in text


def test_every_test_of_faults_is_named() -> None:
    named = {path for line in LINES for path, _ in NAMED.findall(line)}
    assert {path.relative_to(ROOT).as_posix() for path in ROOT.glob("tests/faults/test_*.py")} <= named
