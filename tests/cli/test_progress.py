"""What is found so far survives Ctrl-C."""

from __future__ import annotations

from collections.abc import Iterator

from birdtable.cli.progress import last_of


def broken_off(numbers: int) -> Iterator[int]:
    yield from range(numbers)
    raise KeyboardInterrupt


def test_the_last_thing_is_kept_when_somebody_interrupts() -> None:
    assert last_of(range(3)) == (2, False)
    assert last_of(broken_off(3)) == (2, True)
    assert last_of(broken_off(0)) == (None, True)
