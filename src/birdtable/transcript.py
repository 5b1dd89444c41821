"""Random matches written down as they are played, in compiled code: the fast way to many records.

What comes out are the lines that ``Record.json`` would give for the same match.
"""

from __future__ import annotations

from array import array

import msgspec

from birdtable.bits import TEXT_WIDTH, copy_bytes, copy_text
from birdtable.engine import LOG_ROOM, Log, Rng, State
from birdtable.game import NOBODY, AnyGame, Outcome
from birdtable.record import Record

PLAY_ENDS = "]],"
PLAYS = tuple(f'{PLAY_ENDS}["play",{seat},[' for seat in range(-1, 5))
"""What ends one play and begins that of a seat, chance first."""
SEATS = len(PLAYS)


ROOM = TEXT_WIDTH * (LOG_ROOM + 1)
"""Bytes that a full log may take on the page, and the end of a line after it."""
FULL = 1 << 18
"""Bytes of a page that is handed over: few enough to stay near the processor until the system has copied them."""


class Transcriber:
    """Writes matches that begin as ``header`` says, line after line, on a page that is handed over when it is full."""

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
        self.encoder = msgspec.json.Encoder()
        self.page = bytearray(FULL + len(self.start) + 2 * ROOM)
        self.line = self.page
        """The same: where compiled code writes."""
        self.end = 0

    def play(self, state: State, rng: Rng) -> int:
        """Plays ``state`` to its end at random, as ``rollout`` does, and returns the decisions; ``close`` ends the
        line."""
        begin = self.end
        self.seat = NOBODY
        self.end += len(self.start) - len(PLAY_ENDS)
        decisions = self.play_on(state, rng)
        self.write_steps()
        copy_bytes(self.line, begin, self.start)  # over what ends a play: there was none before
        while state.to_move != NOBODY:  # the log was full
            self.make_room()
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

    def make_room(self) -> None:
        """For another log, and the end of the line."""
        if len(self.page) < self.end + 2 * ROOM:
            self.page = self.page + bytes(len(self.page))
            self.line = self.page

    def write_steps(self) -> None:
        """Writes what the log has."""
        log = self.log
        end = self.end
        for number in range(log.count):
            mover = (log.steps[number] & 7) - 1
            text = log.steps[number] >> 3
            text += self.codes * (SEATS if mover == self.seat else mover + 1)
            copy_text(self.line, end, self.texts, text)
            end += self.lengths[text]
            self.seat = mover
        self.end = end

    def close(self, outcome: Outcome, last: bool) -> bytes:
        """Ends the line of the match played last. What is returned are all lines since something was returned last:
        nothing, until the page is full or the match is the ``last`` one."""
        tail = b']]],"outcome":' + self.encoder.encode(outcome) + b"}\n"
        copy_bytes(self.line, self.end, tail)
        self.end += len(tail)
        if self.end < FULL and not last:
            return b""
        lines = bytes(memoryview(self.page)[: self.end])
        self.end = 0
        return lines
