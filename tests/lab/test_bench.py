"""Benchmarks: figures beside a peer, measured by turns, with their spread."""

from __future__ import annotations

import pytest

from birdtable.cli.lab.bench import machine_text
from birdtable.lab.bench.measure import TURNS, Figure, Work, figures_by_turns, ratio_text


class Machine:
    """A clock that works move, and that knows in which order they did."""

    def __init__(self) -> None:
        self.now = 0.0
        self.order = ""

    def work(self, name: str, seconds: float) -> Work:
        def do() -> int:
            self.now += seconds
            self.order += name
            return 10

        return do


def test_ours_and_the_peer_are_measured_by_turns() -> None:
    machine = Machine()
    works = {"first": machine.work("a", 1.0), "second": machine.work("b", 2.0)}
    figures = figures_by_turns(works, "1/s", "peer", machine.work("p", 4.0), seconds=TURNS, clock=lambda: machine.now)
    assert machine.order == "pab" * TURNS
    assert [(each.what, each.value, each.peer_value, each.ratio) for each in figures] == [
        ("first", 10.0, 2.5, 4.0),
        ("second", 5.0, 2.5, 2.0),
    ]


def test_a_ratio_is_the_median_of_all_turns_and_says_how_far_they_were_apart() -> None:
    figure = Figure("a", 7.0, "1/s", "peer", 3.0, (2.0, 9.0, 2.5))
    assert figure.ratio == 2.5
    assert ratio_text(figure) == "2.50 (2.00 - 9.00)"


@pytest.mark.parametrize(("peer", "text"), [(2.0, "3.50"), (0.0, "")])
def test_a_bar_has_no_spread(peer: float, text: str) -> None:
    assert ratio_text(Figure("a", 7.0, "1/s", "bar", peer)) == text


def test_a_busy_machine_is_named() -> None:
    assert machine_text(0.2) == "load average 0.2"
    assert "others were using the machine" in machine_text(3.0)
    assert machine_text(None) == ""
