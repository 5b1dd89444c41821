"""The blocks of code in the documentation, and what is done with each: every one is run, read or says why not.

A comment in the line before a block, which readers do not see, says what cannot be told from the block itself:
``not run: REASON``, ``run by tests/FILE.py``, or ``runs until it is stopped``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[3]
FENCE = re.compile(r"^(?P<indent> *)```(?P<info>.*)$")
MARK = re.compile(r"^<!-- (?P<mark>.+) -->$")
TITLE = re.compile(r'title="([^"]+)"')
SHOWN = {"text", "ini", "nginx"}
"""Neither programs nor data that could be read here."""


@dataclass(frozen=True)
class Block:
    page: Path
    line: int
    """Of its first line of code, from 1 on."""
    info: str
    """What stands behind the fence."""
    text: str
    mark: str

    @property
    def language(self) -> str:
        return self.info.split(" ")[0]

    @property
    def file(self) -> str:
        """The file that the reader is to write, if it is one."""
        found = TITLE.search(self.info)
        return found[1] if found else ""

    @property
    def is_doctest(self) -> bool:
        return self.language == "python" and self.text.startswith(">>> ")

    @property
    def reason(self) -> str:
        """Why it is not run; empty if it is."""
        return self.mark.partition("not run: ")[2]

    @property
    def place(self) -> str:
        return f"{self.page.relative_to(ROOT)}:{self.line}"


def pages() -> list[Path]:
    return [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]


def blocks(page: Path) -> Iterator[Block]:
    lines = page.read_text(encoding="utf-8").splitlines()
    number = 0
    while number < len(lines):
        fence = FENCE.match(lines[number])
        if fence:
            end = next(n for n in range(number + 1, len(lines)) if lines[n].strip() == "```")
            before = next((line for line in reversed(lines[:number]) if line.strip()), "")
            mark = MARK.match(before.strip())
            indent = len(fence["indent"])
            text = "\n".join(line[indent:] for line in lines[number + 1 : end])
            yield Block(page, number + 2, fence["info"].strip(), text, mark["mark"] if mark else "")
            number = end
        number += 1


def indented(page: Path) -> Iterator[int]:
    """Lines that are code by their indentation alone, and so have no language."""
    fenced = {line for block in blocks(page) for line in range(block.line - 1, block.line + block.text.count("\n") + 2)}
    lines = page.read_text(encoding="utf-8").splitlines()
    for number, line in enumerate(lines, 1):
        if number not in fenced and line.startswith("    ") and (number == 1 or not lines[number - 2].strip()):
            yield number
