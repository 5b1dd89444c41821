"""Golden transcripts: whole games as each seat and a spectator are told them, in ``golden/``.

After a change that is meant, write them anew and read what changed: ``python -m birdtable.games.cubirds.test_golden``
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from birdtable import texts
from birdtable.game import SPECTATOR, Seat
from birdtable.record import Record, load, replay
from birdtable.testing import clause

GOLDEN = Path(__file__).parent / "golden"
RECORDS = sorted(GOLDEN.glob("*.record.txt"))


def record_of(path: Path) -> Record:
    [record] = load(path)
    return record


def told(record: Record, seat: Seat) -> str:
    """The match in sentences, as ``seat`` saw it."""
    seen = (event.seen_by(seat) for _, _, events in replay(record) for event in events)
    sentences = (texts.event_text("cubirds", event, record.seats) for event in texts.merged("cubirds", seen))
    return "".join(f"{sentence}.\n" for sentence in sentences if sentence)


def transcripts(path: Path) -> dict[str, str]:
    """The files that belong to a record, by name."""
    record = record_of(path)
    eyes = {"spectator": SPECTATOR} | {f"seat-{seat + 1}": seat for seat in range(len(record.seats))}
    name = path.name.removesuffix(".record.txt")
    return {f"{name}.{who}.txt": told(record, seat) for who, seat in eyes.items()}


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.name)
def test_each_seat_and_a_spectator_are_told_the_game_as_ever(path: Path) -> None:
    for name, text in transcripts(path).items():
        assert (GOLDEN / name).read_text(encoding="utf-8") == text


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.name)
def test_the_records_are_written_as_ever(path: Path) -> None:
    assert record_of(path).text() == path.read_text(encoding="utf-8")


@clause("C6.1")
@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.name)
def test_a_spectator_is_told_no_card_that_is_dealt_or_drawn(path: Path) -> None:
    lines = (GOLDEN / path.name.replace("record", "spectator")).read_text(encoding="utf-8").splitlines()
    secret = [line for line in lines if "is dealt" in line or " draws " in line]
    assert secret
    assert not any(re.search(r"\b[FOTDPMRW]+\b", line) for line in secret)


def test_nothing_else_lies_there() -> None:
    expected = {name for path in RECORDS for name in (path.name, *transcripts(path))}
    assert {path.name for path in GOLDEN.iterdir()} == expected


if __name__ == "__main__":
    for each in RECORDS:
        for file, transcript in transcripts(each).items():
            (GOLDEN / file).write_text(transcript, encoding="utf-8")
