"""Golden transcripts: whole matches as each seat and a spectator are told them, in the folder ``golden/`` of a game."""

from __future__ import annotations

from pathlib import Path

from birdtable import texts
from birdtable.game import SPECTATOR, Viewer
from birdtable.record import Record, Walk, load


class Golden:
    """The folder beside a file of tests."""

    def __init__(self, beside: str) -> None:
        self.folder = Path(beside).parent / "golden"
        self.records = sorted(self.folder.glob("*.record.txt"))

    def read(self, name: str) -> str:
        return (self.folder / name).read_text(encoding="utf-8")

    def write(self) -> None:
        """After a change that is meant: read what changed before you keep it."""
        for path in self.records:
            for name, transcript in transcripts(path).items():
                (self.folder / name).write_text(transcript, encoding="utf-8")

    def check_told(self, path: Path) -> None:
        for name, transcript in transcripts(path).items():
            assert self.read(name) == transcript

    def check_written(self, path: Path) -> None:
        assert record_of(path).text() == self.read(path.name)

    def check_complete(self) -> None:
        expected = {name for path in self.records for name in (path.name, *transcripts(path))}
        assert {path.name for path in self.folder.iterdir()} == expected


def record_of(path: Path) -> Record:
    [record] = load(path)
    return record


def transcript(record: Record, seat: Viewer) -> str:
    """The match in sentences, as ``seat`` saw it."""
    seen = (event.seen_by(seat) for here in Walk(record) for event in here.events)
    sentences = (texts.event_text(record.game, event, record.seats) for event in texts.merge(record.game, seen))
    return "".join(f"{sentence}.\n" for sentence in sentences if sentence)


def transcripts(path: Path) -> dict[str, str]:
    """The files that belong to a record, by name."""
    record = record_of(path)
    eyes = {"spectator": SPECTATOR} | {f"seat-{seat + 1}": seat for seat in range(len(record.seats))}
    name = path.name.removesuffix(".record.txt")
    return {f"{name}.{who}.txt": transcript(record, seat) for who, seat in eyes.items()}
