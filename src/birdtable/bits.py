"""What the hottest loops of the rules are made of: bits of 64-bit words, and random numbers.

Compiled code has the same functions in C, in ``cbits.pxd``: only there can they be inlined.
"""

from __future__ import annotations

from birdtable.engine import LOG_ROOM, Log, Rng, State

MASK = 0xFFFF_FFFF_FFFF_FFFF
ONES = 0x0101_0101_0101_0101
"""1 in each byte; times it a word has in each byte the sum of the bytes up to there, if none exceeds 255."""
TOPS = 0x8080_8080_8080_8080


def lowest(bits: int) -> int:
    """The place of the lowest bit that is set; there must be one."""
    return (bits & -bits).bit_length() - 1


def first_above(sums: int, number: int) -> int:
    """The first byte, from the lowest, that is above ``number``; none is above 127, and the last must be."""
    return lowest(((sums | TOPS) - (number + 1) * ONES) & TOPS) >> 3


def pick(rng: Rng, n: int) -> int:
    """``rng.pick(n)``, without a call where it is compiled."""
    return rng.pick(n)


def log_step(log: Log | None, seat: int, code: int) -> None:
    """``log.note(seat, code)`` if there is a log, without a call where it is compiled."""
    if log is not None:
        log.note(seat, code)


def tell(state: State, what: int, seat: int, a: int, b: int) -> None:
    """``state.tell(what, seat, a, b)``, without a call where it is compiled and nothing is to be told."""
    state.tell(what, seat, a, b)


def is_full(log: Log | None) -> bool:
    return log is not None and log.count == LOG_ROOM


TEXT_WIDTH = 48


def copy_text(line: bytearray, end: int, texts: bytes, number: int) -> None:
    """Copies one of ``texts``, which have ``TEXT_WIDTH`` bytes each."""
    line[end : end + TEXT_WIDTH] = texts[number * TEXT_WIDTH : (number + 1) * TEXT_WIDTH]
