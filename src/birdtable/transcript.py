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

PLAY_ENDS = "]],"
PLAYS = tuple(f'{PLAY_ENDS}["play",{seat},[' for seat in range(-1, 5))
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
        """Of ``texts``."""
        self.texts = b"".join(text.ljust(TEXT_WIDTH) for text in texts)
        """What is written for each step: after each beginning of a play, then after another step."""
        assert max(self.lengths) <= TEXT_WIDTH
        self.log = Log()
        self.seat = NOBODY
        """Whose step was the last one written."""
        self.before = b""
        """What was written before the log was full."""
        self.page = bytearray(TEXT_WIDTH * (LOG_ROOM + 1))
        self.line = self.page
        """The same: where compiled code writes."""
        self.end = 0

    def play(self, state: State, rng: Rng) -> int:
        """Plays ``state`` to its end at random, as ``rollout`` does, and returns the decisions; ``record`` has the
        rest."""
        self.seat = NOBODY
        self.before = b""
        decisions = self.play_on(state, rng)
        self.write_steps()
        while state.to_move != NOBODY:  # the log was full
            self.before += self.contents()
            decisions += self.play_on(state, rng)
            self.write_steps()
        state.told_count = 0
        return decisions

    def play_on(self, state: State, rng: Rng) -> int:
        """Until the match is over or the log is full."""
        decisions = 0
        self.log.count = 0
        state.hush()
        while state.to_move != NOBODY and self.log.count < LOG_ROOM:
            decisions += state.play_on(rng, self.log)
        return decisions

    def contents(self) -> bytes:
        """What the log had."""
        return bytes(memoryview(self.page)[: self.end])

    def write_steps(self) -> None:
        """Writes what the log has, up to ``end``."""
        log = self.log
        end = 0
        for number in range(log.count):
            mover = (log.steps[number] & 7) - 1
            text = log.steps[number] >> 3
            text += self.codes * (SEATS if mover == self.seat else mover + 1)
            copy_text(self.line, end, self.texts, text)
            end += self.lengths[text]
            self.seat = mover
        self.end = end

    def record(self, outcome: Outcome) -> bytes:
        """The whole line of the match played last."""
        plays = self.before + self.contents() if self.before else memoryview(self.page)[: self.end]
        return b"".join((self.start, plays[len(PLAY_ENDS) :], b']]],"outcome":', msgspec.json.encode(outcome), b"}"))
