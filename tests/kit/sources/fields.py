"""The fields of a state as its source has them: in ``__init__``, where each is explained, and in the ``.pxd``."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

BASE = ("seats", "to_move", "points", "winners", "decided")
"""Fields of every state that say something about the match."""
PASSING = ("plain", "steps", "weights", "told", "told_count")
"""Those that are asked anew."""


class Field(NamedTuple):
    length: int
    """Of an array; 0 for one number."""
    explained: bool


def declared_fields(module: ModuleType) -> dict[str, Field]:
    """By name, what ``__init__`` sets; a field is explained by the text that follows it."""
    tree = ast.parse(source(module, ".py"))
    found: dict[str, Field] = {}
    for method in ast.walk(tree):
        if isinstance(method, ast.FunctionDef) and method.name == "__init__":
            for statement, after in zip(method.body, [*method.body[1:], None], strict=True):
                for name, value in fields_set(statement):
                    found[name] = Field(array_length(value), is_text(after))
    return found


def fields_set(statement: ast.stmt) -> Iterator[tuple[str, ast.expr]]:
    if isinstance(statement, ast.Assign) and isinstance(target := statement.targets[0], ast.Attribute):
        yield target.attr, statement.value


def array_length(value: ast.expr) -> int:
    """Of ``[0] * 4``; -1 for another list."""
    if isinstance(value, ast.BinOp) and isinstance(value.left, ast.List) and isinstance(value.right, ast.Constant):
        return int(str(value.right.value))
    return -1 if isinstance(value, ast.List) else 0


def is_text(statement: ast.stmt | None) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def typed_fields(module: ModuleType) -> dict[str, int]:
    """By name, the length of every field in the ``.pxd``, 0 for one number."""
    found = {}
    for line in re.findall(r"^    cdef public (?:unsigned )?\w+ ([^(\n]*)$", source(module, ".pxd"), re.MULTILINE):
        for name, length in re.findall(r"(\w+)(?:\[(\d+)\])?", line):
            found[name] = int(length or 0)
    return found


def source(module: ModuleType, suffix: str) -> str:
    package = Path(str(module.__spec__.origin if module.__spec__ else "")).parent
    return (package / f"{module.__name__.rpartition('.')[2]}{suffix}").read_text(encoding="utf-8")


def fill(state: Any, names: list[str]) -> None:
    """Puts different numbers into all fields."""
    for number, name in enumerate(names):
        value = getattr(state, name)
        if isinstance(value, list):
            setattr(state, name, [(number + place) % 100 + 1 for place in range(len(value))])
        else:
            setattr(state, name, not value if isinstance(value, bool) else number % 100 + 1)
