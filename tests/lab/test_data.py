"""Recorded matches as tables of decisions."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from birdtable import catalog
from birdtable.bots.match import matches
from birdtable.game import BadInput
from birdtable.lab.data import decisions, load_parquet, transitions, write_parquet
from birdtable.record import Play, Record


def records(name: str, games: int) -> list[Record]:
    options = {"turn_limit": 60} if name == "cubirds" else {}
    played = matches(catalog.game(name), ["random"] * 3, options, games=games, seed=5, recorded="whole")
    return [match.record for match in played if match.record]


@pytest.mark.parametrize("name", ["birdie", "cubirds"])
def test_every_decision_of_a_match_is_there_and_its_action_was_legal(name: str) -> None:
    (record,) = records(name, 1)
    found = decisions(record)
    assert len(found) == sum(len(line.steps) for line in record.lines if isinstance(line, Play) and line.seat >= 0)
    assert all(each.mask[each.action] for each in found)
    assert sum(each.last for each in found) == 3
    assert sum(each.reward for each in found) == pytest.approx(0)


def test_a_transition_leads_to_what_the_same_seat_sees_next() -> None:
    found = decisions(records("birdie", 1)[0])
    table = transitions(found)
    for seat in range(3):
        numbers = [number for number, each in enumerate(found) if each.seat == seat]
        for number, following in pairwise(numbers):
            assert np.array_equal(table.next_observations[number], table.observations[following])
        assert not table.next_observations[numbers[-1]].any()
        assert table.done[numbers[-1]]


def test_parquet_gives_the_same_transitions_back(tmp_path: Path) -> None:
    played = records("cubirds", 3)
    path = tmp_path / "decisions.parquet"
    found = [each for match, record in enumerate(played) for each in decisions(record, match)]
    assert write_parquet(played, path) == len(found)
    both: Any = zip(load_parquet(path), transitions(found), strict=True)
    for read, expected in both:
        assert np.array_equal(read, expected)


def test_files_that_are_no_tables_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "not.parquet"
    path.write_text("birds")
    with pytest.raises(BadInput, match="cannot be read as Parquet"):
        load_parquet(path)
    with pytest.raises(BadInput, match="no decisions"):
        transitions([])
