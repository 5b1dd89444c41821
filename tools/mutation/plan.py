"""What is examined and by which tests: ``mutants.toml``."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Area:
    name: str
    sources: tuple[str, ...]
    """Files, as patterns below the root."""


@dataclass(frozen=True)
class Equivalent:
    """A mutant that behaves like the original."""

    path: str
    before: str
    after: str
    reason: str
    within: str = ""
    """The function that it is in, where the same line of another one is meant to be examined."""


@dataclass(frozen=True)
class Plan:
    root: Path
    areas: tuple[Area, ...]
    tests: tuple[str, ...]
    equivalent: tuple[Equivalent, ...]
    environment: dict[str, str]
    """Set in every process that runs tests."""
    patience: int
    """A test that takes this many times longer than it should, and as many seconds more, has caught the mutant."""

    @property
    def kept(self) -> Path:
        return self.root / "build" / "mutants"

    def files(self, patterns: Iterable[str]) -> list[str]:
        found = {path for pattern in patterns for path in self.root.glob(pattern) if path.suffix == ".py"}
        return sorted(path.relative_to(self.root).as_posix() for path in found)


def read_plan(path: Path, root: Path) -> Plan:
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    areas = tuple(Area(name, tuple(sources)) for name, sources in data["areas"].items())
    equivalent = tuple(Equivalent(**each) for each in data.get("equivalent", []))
    return Plan(root, areas, tuple(data["tests"]), equivalent, data.get("environment", {}), data["patience"])
