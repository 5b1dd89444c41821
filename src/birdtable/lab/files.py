"""Writes files that take long to make."""

from __future__ import annotations

from pathlib import Path


def replace_file(path: Path, content: bytes) -> None:
    """Never half a file: an interruption leaves the old one or the new one."""
    new = path.with_suffix(".new")
    new.write_bytes(content)
    new.replace(path)
