"""Golden transcripts. ``PYTHONPATH=tests python src/birdtable/games/cubirds/tests/test_golden.py`` writes them anew."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from birdtable.record import Record
from birdtable.testing import clause
from kit.matches.golden import Golden

GOLDEN = Golden(__file__)


@pytest.mark.parametrize("path", GOLDEN.records, ids=lambda path: path.name)
def test_each_seat_and_a_spectator_are_told_the_game_as_ever(path: Path) -> None:
    GOLDEN.check_told(path)


@pytest.mark.parametrize("path", GOLDEN.records, ids=lambda path: path.name)
def test_the_records_are_written_as_ever(path: Path) -> None:
    GOLDEN.check_written(path)


@clause("C2.2")
@pytest.mark.parametrize("path", GOLDEN.records, ids=lambda path: path.name)
def test_a_record_that_says_nothing_of_the_cards_put_aside_has_them_shuffled(path: Path) -> None:
    text = GOLDEN.read(path.name)
    silent = Record.parse(text.replace("option extras: shuffled\n", ""))
    silent.check()
    assert silent.text() == text


@clause("C6.1")
@pytest.mark.parametrize("path", GOLDEN.records, ids=lambda path: path.name)
def test_a_spectator_is_told_no_card_that_is_dealt_or_drawn(path: Path) -> None:
    lines = GOLDEN.read(path.name.replace("record", "spectator")).splitlines()
    secret = [line for line in lines if "is dealt" in line or " draws " in line]
    assert secret
    assert not any(re.search(r"\b[FOTDPMRW]+\b", line) for line in secret)


def test_nothing_else_lies_there() -> None:
    GOLDEN.check_complete()


if __name__ == "__main__":
    GOLDEN.write()
