"""Small plots as HTML and SVG texts: bars with intervals, and histograms. They need nothing but their page."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

WIDTH = 640


class Bar(NamedTuple):
    label: str
    value: float
    low: float | None = None
    high: float | None = None
    note: str = ""


def bars(items: Sequence[Bar], *, top: float | None = None, mark: float | None = None, percent: bool = True) -> str:
    """Horizontal bars, a row of a table each, so that labels of any length have room; ``mark`` is a line to compare
    with."""
    highest = top or max([item.high or item.value for item in items] + [0.0001])

    def place(value: float) -> str:
        return f"{1000 * min(value / highest, 1):.0f}"

    rows = []
    for item in items:
        parts = [f'<rect class="bar" y="2" width="{place(item.value)}" height="16"/>']
        if item.low is not None and item.high is not None:
            parts.append(f'<path class="range" d="M{place(item.low)} 10H{place(item.high)}"/>')
        if mark is not None:
            parts.append(f'<path class="mark" d="M{place(mark)} 0V20"/>')
        value = f"{item.value:.1%}" if percent else f"{item.value:.2f}"
        rows.append(
            f'<tr><th scope="row">{escape(item.label)}</th>'
            f'<td><svg viewBox="0 0 1000 20" preserveAspectRatio="none" aria-hidden="true">{"".join(parts)}</svg></td>'
            f'<td class="value"><span>{value}</span> <span>{escape(item.note)}</span></td></tr>'
        )
    return f'<table class="bars">{"".join(rows)}</table>'


def histogram(values: Sequence[float], bins: int = 24) -> str:
    """How often values of each size came."""
    low, high = min(values), max(values)
    width = max((high - low) / bins, 1e-9)
    counts = [0] * bins
    for value in values:
        counts[min(int((value - low) / width), bins - 1)] += 1
    step, height = (WIDTH - 40) / bins, 150
    parts = [
        f'<rect class="bar" x="{20 + i * step:.1f}" y="{height - 130 * count / max(counts):.1f}" '
        f'width="{step - 2:.1f}" height="{130 * count / max(counts):.1f}"><title>{count}</title></rect>'
        for i, count in enumerate(counts)
    ]
    parts.append(f'<text x="20" y="{height + 18}">{low:g}</text>')
    parts.append(f'<text x="{WIDTH - 20}" y="{height + 18}" text-anchor="end">{high:g}</text>')
    return svg("".join(parts), height + 26)


def svg(body: str, height: int) -> str:
    return f'<svg viewBox="0 0 {WIDTH} {height}" role="img" width="100%">{body}</svg>'
