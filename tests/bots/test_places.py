"""The shipped table of luck is what its tool makes."""

from __future__ import annotations

import sys

import pytest

from birdtable.bots.advice.places import luck_table
from birdtable.bots.intervals import Spread
from kit.sources.blocks import ROOT

sys.path.append(str(ROOT / "tools"))
from luck_table import KINDS, lucks


@pytest.mark.parametrize(("name", "seats"), [("birdie", 2), ("cubirds", 3)])
def test_the_luck_of_a_few_matches_is_spread_as_the_table_says(name: str, seats: int) -> None:
    table = luck_table().luck[name][str(seats)]
    low, high = table[len(table) // 4], table[-(len(table) // 4) - 1]
    found, inside = Spread(), 0
    for seed in (901, 902):
        for luck in lucks(name, seats, seed):
            found.add(luck.mean)
            inside += low <= luck.mean <= high
    assert abs(found.mean) < 3 * found.error
    assert 0.25 < inside / found.number < 0.7, "about half of them lie between the quarters"


def test_every_number_of_seats_has_its_table() -> None:
    table = luck_table()
    assert table.made_by.endswith(f" --matches {table.matches}")
    assert {f"{game}:{seats}" for game, tables in table.luck.items() for seats in tables} == set(KINDS)
