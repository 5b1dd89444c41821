"""A progress bar for people at a terminal; nothing is shown in pipes and scripts."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from typing import TypeVar

T = TypeVar("T")


def watch(things: Iterable[T], total: int, what: str) -> Iterable[T]:
    """The same things, with a progress bar that counts them."""
    return bar(things, total, what) if sys.stderr.isatty() else things


def last_of(things: Iterable[T]) -> tuple[T | None, bool]:
    """The last thing that came, if any did, and whether Ctrl-C ended it."""
    last: T | None = None
    try:
        for thing in things:
            last = thing
    except KeyboardInterrupt:
        return last, True
    return last, False


def bar(things: Iterable[T], total: int, what: str) -> Iterator[T]:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(what, total=total)
        for thing in things:
            yield thing
            progress.advance(task)
