"""What observations are written with: many numbers at once, into an array of 16-bit numbers.

Compiled code has the same functions in C, in ``cnumbers.pxd``: only there can they be inlined.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


def numbers_of(array: Any) -> Any:
    """What an array holds, by place; compiled, a pointer, which is quicker to hand on."""
    return array


def spread_nibbles(packed: int, out: Any, start: int) -> None:
    """Writes the 16 numbers of 4 bits that a word holds."""
    for i in range(16):
        out[start + i] = packed >> 4 * i & 15


def spread_bytes(packed: int, out: Any, start: int) -> None:
    """Writes the 8 numbers of 8 bits that a word holds."""
    for i in range(8):
        out[start + i] = packed >> 8 * i & 255


def copy_eights(source: Sequence[int], first: int, count: int, more: int, out: Any, start: int) -> None:
    """Copies so many numbers, each plus ``more``, and fills up with zeros to the next multiple of eight."""
    for i in range(-(-count // 8) * 8):
        out[start + i] = source[first + i] + more if i < count else 0
