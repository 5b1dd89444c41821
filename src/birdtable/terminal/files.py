"""The user's data folder: records of matches played here, and who the user is on servers."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from birdtable.game import BadInput
from birdtable.record import Record, load


def data_folder() -> Path:
    """Of the user, for all that this program keeps."""
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA", "~/AppData/Local"))
    elif sys.platform == "darwin":
        base = Path("~/Library/Application Support")
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or "~/.local/share")
    return base.expanduser() / "birdtable"


def new_match(game: str, now: datetime) -> Path:
    """A file for a match that begins now."""
    folder = data_folder() / "matches"
    stem = f"{game}-{now:%Y%m%d-%H%M%S}"
    names = (f"{stem}{f'-{number}' if number else ''}.txt" for number in range(1000))
    return next(path for name in names if not (path := folder / name).exists())


def latest(game: str = "") -> Path:
    """The match that was played last and is not over."""
    for path in sorted(match_files(game), key=lambda path: path.stat().st_mtime, reverse=True):
        if is_open(path):
            return path
    raise BadInput("there is no match to go on with; begin one with: birdtable play GAME")


def match_files(game: str) -> Iterator[Path]:
    folder = data_folder() / "matches"
    return folder.glob(f"{game or '*'}-*.txt") if folder.is_dir() else iter(())


def is_open(path: Path) -> bool:
    """Whether the last line says that the match has no outcome yet."""
    try:
        return path.read_text(encoding="utf-8").rstrip().endswith("outcome: none")
    except (OSError, UnicodeDecodeError):
        return False


def read(path: Path) -> Record:
    records = list(load(path))
    if len(records) != 1:
        raise BadInput(f"{path} has {len(records)} matches; one was expected")
    return records[0]


def write(path: Path, record: Record) -> None:
    """Writes all or nothing: after an interruption the record is as it was before."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh = path.with_name(f"{path.name}.new")
        fresh.write_text(record.text(), encoding="utf-8")
        fresh.replace(path)
    except OSError as error:
        raise BadInput(f"{path} cannot be written: {error.strerror}") from None
