"""Random matches written down as they are played, in compiled code: the fast way to many records.

The line that comes out is the one that ``Record.json`` would give for the same match.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from birdtable.engine import Rng, State
from birdtable.game import CHANCE, NOBODY, AnyGame, Outcome
from birdtable.record import Record


class Transcriber:
    """Writes matches that begin as ``header`` says. Only lines, outcome and their steps differ between them."""

    def __init__(self, game: AnyGame, header: Record) -> None:
        empty = msgspec.json.encode(header).decode()
        start, end = '"lines":[', '],"outcome":null}'
        assert empty.endswith(start + end)
        self.start = empty.removesuffix(end)
        self.first = [f'{play}"{step}"' for play in PLAYS for step in game.steps]
        self.further = [f',"{step}"' for step in game.steps]

    def play(self, state: State, rng: Rng) -> tuple[int, list[str]]:
        """Plays ``state`` to its end at random, as ``rollout`` does: the decisions, and the record's line but for its
        end, in parts."""
        parts = [self.start]
        decisions = write_steps(state, rng, self.first, self.further, parts)
        parts[1] = parts[1].removeprefix("]],")
        return decisions, parts

    def line(self, parts: list[str], outcome: Outcome) -> str:
        return "".join([*parts, ']]],"outcome":', msgspec.json.encode(outcome).decode(), "}"])


PLAYS = [f']],["play",{seat},[' for seat in range(-1, 5)]
"""What ends one play and begins that of a seat, chance first."""


def write_steps(state: State, rng: Rng, first: Sequence[str], further: Sequence[str], parts: list[str]) -> int:
    decisions = 0
    seat = NOBODY
    while state.to_move != NOBODY:
        if state.to_move == CHANCE:
            code = state.draw(rng)
        else:
            n = state.list_steps()
            code = state.steps[rng.pick(n)]
            decisions += 1
        if state.to_move == seat:
            parts.append(further[code])
        else:
            seat = state.to_move
            parts.append(first[(seat + 1) * len(further) + code])
        state.do(code)
        state.told_count = 0
    return decisions
