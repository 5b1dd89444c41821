"""Measurements, and the table they are printed in, each beside the figure it is compared with."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from statistics import median

import msgspec
from rich.console import Console
from rich.table import Table

GAMES = ("birdie", "cubirds")
"""The games whose figures are published, for two and for four."""
CONFIGURATIONS = [(name, seats) for name in GAMES for seats in (2, 4)]
TURNS = 5

Work = Callable[[], int]
"""Does something, and says how much of it."""


class Figure(msgspec.Struct, frozen=True, omit_defaults=True):
    """One line of a benchmark."""

    what: str
    value: float
    unit: str
    peer: str = ""
    """What it is compared with: a peer measured in the same run, or a bar."""
    peer_value: float = 0.0
    ratios: tuple[float, ...] = ()
    """Where it was measured by turns with its peer: the ratio of each turn."""

    @property
    def ratio(self) -> float | None:
        if self.ratios:
            return median(self.ratios)
        return self.value / self.peer_value if self.peer_value else None


def rate(work: Work, seconds: float = 1.0) -> float:
    """How much ``work`` gets done in a second; the best of three stretches, as others use this machine too."""
    return max(stretch(work, seconds / 3, time.perf_counter) for _ in range(3))


def figures_by_turns(
    works: Mapping[str, Work],
    unit: str,
    peer: str,
    peer_work: Work,
    *,
    seconds: float = 2.0,
    clock: Callable[[], float] = time.process_time,
) -> list[Figure]:
    """How much each work gets done in a second, beside the peer: medians of ``TURNS`` stretches, taken by turns.

    CPU time is what is measured, unless several threads work together: then it has to be time on the wall.
    """
    rates: dict[str, list[float]] = {what: [] for what in works}
    peer_rates: list[float] = []
    for _ in range(TURNS):
        peer_rates.append(stretch(peer_work, seconds / TURNS, clock))
        for what, work in works.items():
            rates[what].append(stretch(work, seconds / TURNS, clock))
    return [
        Figure(
            what,
            median(found),
            unit,
            peer,
            median(peer_rates),
            tuple(own / other for own, other in zip(found, peer_rates, strict=True)),
        )
        for what, found in rates.items()
    ]


def stretch(work: Work, seconds: float, clock: Callable[[], float]) -> float:
    """How much gets done in a second, measured once."""
    done = 0
    start = now = clock()
    while now - start < seconds:
        done += work()
        now = clock()
    return done / (now - start)


def print_figures(title: str, figures: list[Figure], caption: str = "") -> None:
    table = Table("what", "figure", "unit", "beside", "its figure", "ratio", title=title, caption=caption or None)
    for index in (1, 4, 5):
        table.columns[index].justify = "right"
    for figure in figures:
        table.add_row(
            figure.what,
            number(figure.value),
            figure.unit,
            figure.peer,
            number(figure.peer_value) if figure.peer else "",
            ratio_text(figure),
        )
    Console().print(table)


def ratio_text(figure: Figure) -> str:
    """The ratio, with its least and greatest where it was measured several times."""
    if figure.ratio is None:
        return ""
    spread = f" ({min(figure.ratios):.2f} - {max(figure.ratios):.2f})" if figure.ratios else ""
    return f"{figure.ratio:.2f}{spread}"


def number(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"
