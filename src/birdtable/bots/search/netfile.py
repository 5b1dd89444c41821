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

from birdtable.bots.search.features import Schema
from birdtable.game import BadInput

WIDE = 32
"""Numbers in the first layer."""
NARROW = 16
"""Numbers in the second."""


VERSION = 2
"""Of the form of the file."""


class Origin(msgspec.Struct, frozen=True, kw_only=True):
    """What the first line says."""

    version: int
    game: str
    rules: int
    """The version of the rules that it knows."""
    features: str
    """The hash of those that it was trained with: ``features.Schema``."""
    made_by: str
    """The command that makes it again."""
    seed: int
    generations: int
    matches: int
    """How many it learnt from."""


@cache
def shipped_numbers(game: str, schema: Schema) -> array[float]:
    """None if there is no file."""
    content = shipped_file(game)
    return read_net(content, game, schema, f"weights/{game}.net") if content else array("f")


def read_net(content: bytes, game: str, schema: Schema, name: str) -> array[float]:
    """The numbers of a file, if it is for this game and for features as they are now."""
    origin, numbers = parse_net(content)
    if (origin.version, origin.game) != (VERSION, game):
        raise BadInput(f"{name} is a network for {origin.game}, version {origin.version}, not {game}, {VERSION}")
    if origin.features != schema.digest:
        raise BadInput(
            f"{name} was trained with other features ({origin.features}, not {schema.digest}): train it anew with"
            f" birdtable train {game}"
        )
    if len(numbers) != (wanted := count_numbers(schema)):
        raise BadInput(f"{name} has {len(numbers)} numbers, not {wanted}: it is damaged")
    return numbers


def count_numbers(schema: Schema) -> int:
    """As many as compiled code reads."""
    return (schema.seat.count + 1) * WIDE + (WIDE + 1) * NARROW + NARROW + schema.step.count


def shipped_digest(game: str) -> str:
    """SHA-256 of the file."""
    return sha256(shipped_file(game)).hexdigest()


def shipped_file(game: str) -> bytes:
    """Nothing if there is none."""
    file = files("birdtable.bots.search").joinpath("weights", f"{game}.net")
    return file.read_bytes() if file.is_file() else b""


def parse_net(content: bytes) -> tuple[Origin, array[float]]:
    head, _, body = content.partition(b"\n")
    numbers = array("f", body[: len(body) // 4 * 4])
    if sys.byteorder == "big":
        numbers.byteswap()
    return msgspec.json.decode(head, type=Origin), numbers
