"""Which puzzle is the puzzle of a day: the same for everybody, by the date in UTC.

Every series goes through its file in order, a puzzle a day from ``FIRST`` on, and starts over after the last one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta

from birdtable.game import BadInput
from birdtable.puzzles import pack
from birdtable.puzzles.form import Puzzle

FIRST = date(2026, 11, 1)
RIGHT, WRONG = "\N{LARGE GREEN SQUARE}", "\N{WHITE LARGE SQUARE}"
MOST_TRIES = 12
"""Squares that are shared, at most."""


def day_at(seconds: float) -> date:
    """The day in UTC at so many seconds since 1970."""
    return datetime.fromtimestamp(seconds, UTC).date()


def parse_day(text: str) -> date:
    try:
        return date.fromisoformat(text) if re.fullmatch(r"\d{4}-\d\d-\d\d", text) else date.fromisoformat("")
    except ValueError:
        raise BadInput("{day} is not a date: write it like 2026-11-18", day=text) from None


def puzzle_of(series: str, day: date, today: date) -> Puzzle:
    """Days that have not come yet are refused."""
    puzzles = pack.puzzles(series)
    check_day(day, today)
    return puzzles[(day - FIRST).days % len(puzzles)]


def check_day(day: date, today: date) -> None:
    if day > today:
        raise BadInput("the puzzle of {day} is not there yet", day=day.isoformat())
    if day < FIRST:
        raise BadInput("the first puzzle was that of {day}", day=FIRST.isoformat())


def number_of(day: date) -> int:
    """How many days there have been, this one included."""
    return (day - FIRST).days + 1


def streak(solved: Sequence[date], today: date) -> int:
    """Days in a row that were solved on the day, up to today or yesterday."""
    days, day = set(solved), today
    if day not in days:
        day -= timedelta(days=1)
    count = 0
    while day in days:
        count, day = count + 1, day - timedelta(days=1)
    return count


def share_text(series: str, day: date, tries: int, *, right: bool) -> str:
    """A few characters that give nothing away: how often it took."""
    squares = WRONG * min(tries - right, MOST_TRIES) + RIGHT * right
    return f"Birdtable {series} {number_of(day)} {squares}"
