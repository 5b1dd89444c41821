"""Writes the table of limits in ``docs/operations.md`` from the code: ``python tools/limits_table.py``."""

from __future__ import annotations

import ast
import re
from itertools import pairwise
from pathlib import Path

from birdtable.server.room import limits
from birdtable.server.room.limits import Rate

PAGE = Path(__file__).resolve().parents[1] / "docs" / "operations.md"
BEGIN, END = "<!-- limits: begin -->\n", "<!-- limits: end -->\n"


def read_limits() -> dict[str, str]:
    """The constants of the module with the text below each."""
    body = ast.parse(Path(limits.__file__).read_text(encoding="utf-8")).body
    return {
        assigned.targets[0].id: text.value.value
        for assigned, text in pairwise(body)
        if isinstance(assigned, ast.Assign) and isinstance(assigned.targets[0], ast.Name)
        if isinstance(text, ast.Expr) and isinstance(text.value, ast.Constant) and isinstance(text.value.value, str)
    }


def limit_text(limit: Rate | float) -> str:
    if not isinstance(limit, Rate):
        return f"{limit:,.0f}"
    slow = limit.each_second < 1
    pace = f"one every {1 / limit.each_second:g} s" if slow else f"{limit.each_second:g} a second"
    return f"{limit.burst:g} at once, then {pace}"


def table() -> str:
    rows = [
        f"| {text.rstrip('.')} | {limit_text(getattr(limits, name))} | `{name}` |"
        for name, text in read_limits().items()
    ]
    return "\n".join(["| what | how much | in `limits.py` |", "|---|---|---|", *rows]) + "\n"


def page_with_table(page: str) -> str:
    return re.sub(f"(?<={BEGIN}).*(?={END})", lambda _: table(), page, flags=re.DOTALL)


if __name__ == "__main__":
    PAGE.write_text(page_with_table(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
