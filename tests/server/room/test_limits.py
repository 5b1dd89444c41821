"""The limits in the documentation are those in the code."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from birdtable.server.room import limits
from birdtable.server.table.refusal import Refusal

sys.path.append(str(Path(__file__).resolve().parents[3] / "tools"))
import limits_table


def test_the_table_of_limits_is_not_stale() -> None:
    page = limits_table.PAGE.read_text(encoding="utf-8")
    assert limits_table.page_with_table(page) == page, "run: python tools/limits_table.py"
    assert limits_table.table() in page


def test_every_limit_is_documented() -> None:
    assert {name for name in vars(limits) if name.isupper()} == set(limits_table.read_limits())


def test_a_limit_reads_well() -> None:
    assert limits_table.limit_text(limits.Rate(10, 60)) == "60 at once, then 10 a second"
    assert limits_table.limit_text(limits.Rate(1 / 20, 3)) == "3 at once, then one every 20 s"
    assert limits_table.limit_text(16_384) == "16,384"


def test_two_limits_with_the_same_numbers_are_counted_apart() -> None:
    one, other, counted = limits.Rate(0.1, 1), limits.Rate(0.1, 1), limits.Limits()
    counted.spend(one, "mira", 0.0)
    counted.spend(other, "mira", 0.0)
    with pytest.raises(Refusal):
        counted.spend(one, "mira", 0.0)
