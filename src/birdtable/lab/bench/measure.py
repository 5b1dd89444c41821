"""Measurements, and the table they are printed in, each beside the figure it is compared with."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from statistics import median

import msgspec
from rich.console import Console
from rich.table import Table

GAMES = ("birdie", "cubirds")
"""The games whose figures are published, for two and for four."""
CONFIGURATIONS = [(name, seats) for name in GAMES for seats in (2, 4)]


class Figure(msgspec.Struct, frozen=True, omit_defaults=True):
    """One line of a benchmark."""

    what: str
    value: float
    unit: str
    peer: str = ""
    """What it is compared with: a peer measured in the same run, or a bar."""
    peer_value: float = 0.0

    @property
    def ratio(self) -> float | None:
        return self.value / self.peer_value if self.peer_value else None


def rate(work: Callable[[], int], seconds: float = 1.0) -> float:
    """How much ``work`` gets done in a second; the best of three stretches, as others use this machine too."""
    best = 0.0
    for _ in range(3):
        done = 0
        start = now = time.perf_counter()
        while now - start < seconds / 3:
            done += work()
            now = time.perf_counter()
        best = max(best, done / (now - start))
    return best


def rates_by_turns(works: Sequence[Callable[[], int]], seconds: float = 1.0) -> list[float]:
    """How much each of them gets done in a second of CPU time: medians of five stretches, taken by turns."""
    found: list[list[float]] = [[] for _ in works]
    for _ in range(5):
        for work, rates in zip(works, found, strict=True):
            done = 0
            start = now = time.process_time()
            while now - start < seconds / 5:
                done += work()
                now = time.process_time()
            rates.append(done / (now - start))
    return [median(rates) for rates in found]


def print_figures(title: str, figures: list[Figure]) -> None:
    table = Table("what", "figure", "unit", "beside", "its figure", "ratio", title=title)
    for index in (1, 4, 5):
        table.columns[index].justify = "right"
    for figure in figures:
        ratio = figure.ratio
        table.add_row(
            figure.what,
            number(figure.value),
            figure.unit,
            figure.peer,
            number(figure.peer_value) if figure.peer else "",
            f"{ratio:.2f}" if ratio is not None else "",
        )
    Console().print(table)


def number(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"
