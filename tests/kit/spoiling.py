"""Good input made bad: bytes changed, dropped, doubled, put in from elsewhere. The same every time for a seed."""

from __future__ import annotations

from birdtable.engine import Rng

TOKENS = (
    *(
        b"",
        b"\0",
        b"\n",
        b"\r\n",
        b" ",
        b'"',
        b"{",
        b"}",
        b"[",
        b"]",
        b",",
        b":",
        b"-1",
        b"0",
        b"1e309",
        b"NaN",
        b"null",
    ),
    *(
        b"99999999999999999999",
        b"true",
        b"null",
        b"\xff\xfe",
        b"\xed\xa0\x80",
        "é".encode(),
        "\u202e".encode(),
        "🐦".encode(),
    ),
    *(b"pass", b"deal Rs", b"lay P 2 left", b"take", b"undo", b"seat 9:", b"B5.4", b"\\u0000", b"\\ud800", b"A" * 300),
)


def below(rng: Rng, n: int) -> int:
    return rng.below(n) if n > 0 else 0


def mutant(good: bytes, rng: Rng, others: list[bytes]) -> bytes:
    """One to four changes."""
    text = bytearray(good)
    for _ in range(1 + rng.below(4)):
        place = below(rng, len(text) + 1)
        match rng.below(6):
            case 0:
                text[place:place] = TOKENS[rng.below(len(TOKENS))]
            case 1:
                del text[place : place + 1 + rng.below(12)]
            case 2 if place < len(text):
                text[place] = rng.below(256)
            case 3:
                text[place:place] = text[place : place + rng.below(60)]
            case 4:
                other = others[rng.below(len(others))]
                start = below(rng, len(other))
                text[place:place] = other[start : start + rng.below(60)]
            case _:
                text[place : place + 1 + rng.below(20)] = TOKENS[rng.below(len(TOKENS))]
    return bytes(text)
