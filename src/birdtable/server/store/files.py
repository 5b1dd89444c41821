"""Files that nobody but the server's own user may read: they hold secrets of matches, and the key of all cookies."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

PRIVATE = 0o600


def reading_only(path: Path) -> str:
    """For ``sqlite3.connect(..., uri=True)``, whatever characters are in the path."""
    return path.absolute().as_uri() + "?mode=ro"


def make_private(path: Path) -> None:
    """Creates a file if there is none; one that others could read is closed to them, if it is ours."""
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, PRIVATE))
    for each in (path, path.with_name(path.name + "-wal"), path.with_name(path.name + "-shm")):
        with suppress(FileNotFoundError, PermissionError):
            if each.stat().st_mode & 0o077:
                each.chmod(PRIVATE)
