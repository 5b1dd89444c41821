"""Small plots as SVG texts: bars with intervals, and histograms. They need nothing but the page they stand on."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

WIDTH, ROW, LABEL = 640, 30, 210


class Bar(NamedTuple):
    label: str
    value: float
    low: float | None = None
    high: float | None = None
    note: str = ""


def bars(items: Sequence[Bar], *, top: float | None = None, mark: float | None = None, percent: bool = True) -> str:
    """Horizontal bars; ``mark`` draws a line to compare with."""
    highest = top or max([item.high or item.value for item in items] + [0.0001])
    room = WIDTH - LABEL - 90
    parts = []
    for number, item in enumerate(items):
        y = number * ROW + 6
        length = room * min(item.value / highest, 1)
        text = f"{item.value:.1%}" if percent else f"{item.value:.2f}"
        parts.append(f'<text x="{LABEL - 10}" y="{y + 14}" text-anchor="end">{escape(item.label)}</text>')
        parts.append(f'<rect class="bar" x="{LABEL}" y="{y}" width="{length:.1f}" height="18" rx="4"/>')
        end = length
        if item.low is not None and item.high is not None:
            low, end = room * item.low / highest, room * min(item.high / highest, 1)
            parts.append(f'<path class="range" d="M{LABEL + low:.1f} {y + 9}H{LABEL + end:.1f}"/>')
        parts.append(f'<text x="{LABEL + max(length, end) + 8:.1f}" y="{y + 14}">{text} {escape(item.note)}</text>')
    if mark is not None:
        x = LABEL + room * mark / highest
        parts.append(f'<path class="mark" d="M{x:.1f} 0V{len(items) * ROW}"/>')
    return svg("".join(parts), len(items) * ROW + 6)


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
