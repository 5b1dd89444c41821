"""The manifest of the last build, stored beside the extension modules, and the check that it is still valid.

Imports nothing from the package: the build (``hatch_build.py``) loads this file on its own.
"""

from __future__ import annotations

import json
import os
from hashlib import blake2b
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from typing import TypedDict

SUFFIX = EXTENSION_SUFFIXES[0]
"""The file suffix of this Python's extension modules; those of other versions may lie beside them."""

MANIFEST = "_built" + SUFFIX.rpartition(".")[0] + ".json"


def is_pure() -> bool:
    """Whether nothing compiled is wanted, in a process or in a wheel that is built."""
    return os.environ.get("BIRDTABLE_PURE", "0") not in ("", "0")


class Manifest(TypedDict):
    modules: dict[str, str]
    """Modules by name below the package (``games.birdie.rules``), with a digest of everything that went into each."""
    sources: dict[str, str]
    """Every file that was read to compile them, by its path below the package, with its fingerprint."""
    failure: str
    """Why nothing was compiled, if nothing was."""


def read_manifest(package: Path) -> Manifest | None:
    try:
        manifest: Manifest = json.loads((package / MANIFEST).read_bytes())
    except (OSError, ValueError):
        return None
    return manifest


def write_manifest(package: Path, manifest: Manifest) -> None:
    """Replaces the manifest atomically: another process may be reading it."""
    path = package / (MANIFEST + ".new")
    path.write_text(json.dumps(manifest, indent=1, sort_keys=True), encoding="utf-8")
    path.replace(package / MANIFEST)


def first_change(package: Path, manifest: Manifest) -> Path | None:
    """A source that differs from what was compiled, or a missing extension; ``None`` if everything matches."""
    for name, expected in manifest["sources"].items():
        path = package / name
        if not path.exists() or fingerprint(path) != expected:
            return path
    for module in manifest["modules"]:
        path = extension_path(package, module)
        if not path.exists():
            return path
    return None


def fingerprint(path: Path) -> str:
    return blake2b(path.read_bytes(), digest_size=16).hexdigest()


def extension_path(package: Path, module: str) -> Path:
    return package.joinpath(module.replace(".", "/") + SUFFIX)
