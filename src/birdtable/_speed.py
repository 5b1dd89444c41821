"""Decides whether this process runs compiled or interpreted: once, before any other module of the package is imported.

The extension modules are used all together or not at all, since compiled code does not call what an interpreted
subclass overrides, and only while the sources they were built from are unchanged. ``BIRDTABLE_PURE=1`` turns them off.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Sequence
from importlib.machinery import SOURCE_SUFFIXES, FileFinder, ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import ModuleType
from typing import Literal

from birdtable._built import SUFFIX, first_change, is_pure, read_manifest

PACKAGE = Path(__file__).resolve().parent

Speed = Literal["compiled", "interpreted"]


class Sources:
    """Finds the modules of the package in their sources, ignoring any extensions beside them."""

    def __init__(self, compiled: frozenset[str]) -> None:
        self.compiled = compiled
        self.folders: dict[str, FileFinder] = {}

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if not fullname.startswith("birdtable.") or fullname in self.compiled:
            return None
        for folder in path or ():
            spec = self.sources_in(folder).find_spec(fullname)
            if spec is not None and spec.loader is not None:
                return spec
            if Path(folder, fullname.rpartition(".")[2] + SUFFIX).exists():
                raise ImportError(f"{fullname} exists compiled only, and here {REASON}", name=fullname)
        return None

    def sources_in(self, folder: str) -> FileFinder:
        if folder not in self.folders:
            self.folders[folder] = FileFinder(folder, (SourceFileLoader, SOURCE_SUFFIXES))
        return self.folders[folder]

    def invalidate_caches(self) -> None:
        self.folders.clear()


def choose() -> tuple[frozenset[str], str]:
    """The modules to load from extensions, and the reason."""
    if is_pure():
        return frozenset(), "BIRDTABLE_PURE is set"
    manifest = read_manifest(PACKAGE)
    if manifest is None:
        return frozenset(), "the rules have not been compiled for this Python"
    if not manifest["modules"]:
        return frozenset(), manifest["failure"]
    changed = first_change(PACKAGE, manifest)
    if changed is not None:
        reason = f"{changed.relative_to(PACKAGE.parent)} is not what was compiled"
        message = f"{reason}: all rules run interpreted. To compile them again: {remedy()}"
        warnings.warn(message, RuntimeWarning, stacklevel=2)
        return frozenset(), reason
    return frozenset(f"birdtable.{module}" for module in manifest["modules"]), "the extensions match their sources"


def remedy() -> str:
    in_checkout = (PACKAGE.parents[1] / "hatch_build.py").exists()
    return "make build" if in_checkout else "pip install --force-reinstall --no-cache-dir birdtable"


COMPILED, REASON = choose()
# Just before the path finder: pytest's own finder, which explains failed asserts, must stay ahead of ours.
sys.meta_path.insert(sys.meta_path.index(PathFinder), Sources(COMPILED))


def speed() -> Speed:
    """``compiled`` if the rules run as extension modules, ``interpreted`` if they run as plain Python."""
    return "compiled" if COMPILED else "interpreted"


def speed_reason() -> str:
    """The reason for this speed, in one line."""
    return REASON
