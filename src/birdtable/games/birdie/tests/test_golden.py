"""Golden transcripts. ``PYTHONPATH=tests python src/birdtable/games/birdie/tests/test_golden.py`` writes them anew."""

from __future__ import annotations

from pathlib import Path

import pytest

from birdtable.games.birdie.cards import KINDS
from kit.matches.golden import Golden

GOLDEN = Golden(__file__)


@pytest.mark.parametrize("path", GOLDEN.records, ids=lambda path: path.name)
def test_each_seat_and_a_spectator_are_told_the_game_as_ever(path: Path) -> None:
    GOLDEN.check_told(path)


@pytest.mark.parametrize("path", GOLDEN.records, ids=lambda path: path.name)
def test_the_records_are_written_as_ever(path: Path) -> None:
    GOLDEN.check_written(path)


@pytest.mark.parametrize("path", GOLDEN.records, ids=lambda path: path.name)
def test_a_spectator_is_told_no_opening_hand_and_no_pile_before_it_is_turned_over(path: Path) -> None:
    for line in GOLDEN.read(path.name.replace("record", "spectator")).splitlines():
        if "is dealt" in line or "in this order" in line:
            assert not any(kind in line for kind in KINDS)


def test_nothing_else_lies_there() -> None:
    GOLDEN.check_complete()


if __name__ == "__main__":
    GOLDEN.write()
