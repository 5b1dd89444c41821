"""Random matches written down as they are played, in compiled code: the fast way to many records.

The line that comes out is the one that ``Record.json`` would give for the same match.
"""

from __future__ import annotations

from array import array

import msgspec

from birdtable.bits import TEXT_WIDTH, copy_text
from birdtable.engine import LOG_ROOM, Log, Rng, State
from birdtable.game import NOBODY, AnyGame, Outcome
from birdtable.record import Record

PLAYS = tuple(f']],["play",{seat},[' for seat in range(-1, 5))
"""What ends one play and begins that of a seat, chance first."""
SEATS = len(PLAYS)


class Transcriber:
    """Writes matches that begin as ``header`` says. Only lines, outcome and their steps differ between them."""

    def __init__(self, game: AnyGame, header: Record) -> None:
        empty = msgspec.json.encode(header)
        start, end = b'"lines":[', b'],"outcome":null}'
        assert empty.endswith(start + end)
        self.start = empty.removesuffix(end)
        self.codes = len(game.steps)
        texts = [f'{before}"{step}"'.encode() for before in (*PLAYS, ",") for step in game.steps]
        self.lengths = array("i", map(len, texts))
        """Of each step after each beginning of a play, and then after another step,"""
        self.texts = b"".join(text.ljust(TEXT_WIDTH) for text in texts)
        """what is written, in as many bytes each."""
        assert max(self.lengths) <= TEXT_WIDTH
        self.log = Log()
        self.seat = NOBODY
        """Whose step was the last one written."""
        self.page = bytearray(TEXT_WIDTH * (LOG_ROOM + 1))
        self.line = self.page
        """The same: where compiled code writes."""

    def play(self, state: State, rng: Rng) -> tuple[int, bytes]:
        """Plays ``state`` to its end at random, as ``rollout`` does: decisions, and the plays as the line has them."""
        decisions = self.play_on(state, rng)
        plays = self.written()
        while state.to_move != NOBODY:  # the log was full
            decisions += self.play_on(state, rng)
            plays += self.written()
        state.told_count = 0
        self.seat = NOBODY
        return decisions, plays.removeprefix(b"]],")

    def play_on(self, state: State, rng: Rng) -> int:
        """Until the match is over or the log is full."""
        decisions = 0
        self.log.count = 0
        state.hush()
        while state.to_move != NOBODY and self.log.count < LOG_ROOM:
            decisions += state.play_on(rng, self.log)
        return decisions

    def written(self) -> bytes:
        """What the log has."""
        return bytes(memoryview(self.page)[: self.write_steps()])

    def write_steps(self) -> int:
        """Writes what the log has, and returns where it ends."""
        log = self.log
        end = 0
        for number in range(log.count):
            mover = (log.steps[number] & 7) - 1
            text = log.steps[number] >> 3
            text += self.codes * (SEATS if mover == self.seat else mover + 1)
            copy_text(self.line, end, self.texts, text)
            end += self.lengths[text]
            self.seat = mover
        return end

    def record(self, plays: bytes, outcome: Outcome) -> bytes:
        """The whole line."""
        return b"".join((self.start, plays, b']]],"outcome":', msgspec.json.encode(outcome), b"}"))
