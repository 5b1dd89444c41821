"""The files in ``weights/``, which ``birdtable train`` makes.

One line of JSON says where the numbers come from; then come 32-bit floats, the lowest byte first: the row of every
feature, the biases of that layer, the weights and biases of the next, the weights of the last, and a number for every
feature of a step.
"""

from __future__ import annotations

import sys
from array import array
from functools import cache
from hashlib import sha256
from importlib.resources import files

import msgspec

WIDE = 32
"""Numbers in the first layer."""
NARROW = 16
"""Numbers in the second."""


VERSION = 1
"""Of the form of the file."""


class Origin(msgspec.Struct, frozen=True, kw_only=True):
    """What the first line says."""

    version: int
    game: str
    rules: int
    """The version of the rules that it knows."""
    features: int
    """Of a seat, how many there are; a file for another number of them is not used."""
    step_features: int
    made_by: str
    """The command that makes it again."""
    seed: int
    generations: int
    matches: int
    """How many it learnt from."""


@cache
def shipped_numbers(game: str, features: int, step_features: int) -> array[float]:
    """None if there is no file, or if it was made for other features."""
    content = shipped_file(game)
    if not content:
        return array("f")
    origin, numbers = parse_net(content)
    known = (origin.version, origin.features, origin.step_features)
    return numbers if known == (VERSION, features, step_features) else array("f")


def shipped_digest(game: str) -> str:
    """SHA-256 of the file."""
    return sha256(shipped_file(game)).hexdigest()


def shipped_file(game: str) -> bytes:
    """Nothing if there is none."""
    file = files("birdtable.bots.search").joinpath("weights", f"{game}.net")
    return file.read_bytes() if file.is_file() else b""


def parse_net(content: bytes) -> tuple[Origin, array[float]]:
    head, _, body = content.partition(b"\n")
    numbers = array("f", body)
    if sys.byteorder == "big":
        numbers.byteswap()
    return msgspec.json.decode(head, type=Origin), numbers
