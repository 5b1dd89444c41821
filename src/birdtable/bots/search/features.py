"""The features that a network is given: named groups side by side, each with a fixed number of features.

A network knows its features by number. So it is used only with the groups that it was trained with, in the same order
and sizes; a hash of these is kept with it.
"""

from __future__ import annotations

from hashlib import sha256


class Features:
    def __init__(self, **sizes: int) -> None:
        self.starts: dict[str, int] = {}
        """The first number of each group."""
        self.count = 0
        for name, size in sizes.items():
            self.starts[name] = self.count
            self.count += size
        self.text = " ".join(f"{name}:{size}" for name, size in sizes.items())

    def __getitem__(self, name: str) -> int:
        return self.starts[name]


class Schema:
    """What a network can be told of a game: features of a seat and of a step. ``version`` is for when a group means
    something else than before."""

    def __init__(self, version: int, seat: Features, step: Features) -> None:
        self.seat = seat
        self.step = step
        self.digest = sha256(f"{version}; {seat.text}; {step.text}".encode()).hexdigest()[:16]


NO_FEATURES = Schema(0, Features(), Features())
