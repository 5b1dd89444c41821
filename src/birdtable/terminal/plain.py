"""The line-oriented client: a prompt, typed notation, and sentences, for screen readers, pipes and scripts.

Nothing is coloured or drawn over, and nothing is erased but what one person was shown before the next sits down at the
same terminal. The end of input leaves the match as it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from shutil import get_terminal_size
from typing import TextIO

from birdtable.game import NOBODY, BirdtableError, Event
from birdtable.terminal.commands import Speaker, go_on, play_best, play_line, take_back
from birdtable.terminal.match.session import Session
from birdtable.terminal.match.table import Table
from birdtable.terminal.speech import Speech

WIDTH = 79
PROMPT = "> "
CURTAIN = 40
"""Empty lines, at least, that push one person's hand off the screen before the next sits down."""
ERASE = "\x1b[H\x1b[2J\x1b[3J"
"""Clears a terminal's screen and what can be scrolled back to."""


class PlainClient:
    def __init__(self, table: Table, say: Speech, source: TextIO, out: TextIO) -> None:
        self.table = table
        self.say = say
        self.speaker = Speaker(table, say)
        self.source = source
        self.out = out

    def run(self) -> None:
        """Plays until the match is over, the person leaves or the input ends."""
        try:
            self.print([self.table.game.title + ": " + ", ".join(self.table.names)])
            while self.go_on():
                pass
        finally:
            self.table.close()
            self.out.flush()

    def go_on(self) -> bool:
        """Waits for this person's turn and asks for one line."""
        events = [event for batch in self.table.wait() for event in batch] + self.table.poll()
        if isinstance(self.table, Session) and self.table.curtain is not None:
            return self.change_seats(events)
        self.tell([*events, *go_on(self.table)])
        if self.table.outcome is not None:
            self.print([*self.speaker.faults(), *self.speaker.scene(WIDTH), self.speaker.ending(self.table.outcome)])
            return False
        if not self.table.is_mine and self.table.asked_by == NOBODY:
            return True
        if events or not self.table.log:
            self.print(self.speaker.scene(WIDTH))
        return self.ask()

    def change_seats(self, events: Sequence[Event]) -> bool:
        """The next person sees what is theirs once the others look away."""
        assert isinstance(self.table, Session) and self.table.curtain is not None
        name = self.table.names[self.table.curtain]
        self.print([""] * max(CURTAIN, get_terminal_size().lines))
        if self.out.isatty():
            self.out.write(ERASE)
        self.print([self.say.t("{name} is next: press Enter when nobody else is looking", name=name)])
        if self.read() is None:
            return False
        self.table.call(self.table.curtain)
        self.print([*self.speaker.sentences(self.table.log)[-8:], *self.speaker.scene(WIDTH)])
        return self.ask()

    def ask(self) -> bool:
        """One line from the person; whether the match goes on here."""
        self.print([*self.speaker.faults(), *self.speaker.nudges()])
        if self.table.asked_by != NOBODY:
            name = self.table.names[self.table.asked_by]
            self.print([self.say.t("{name} asks to take back the last play: agree or decline?", name=name)])
        elif self.table.is_mine:
            self.print([self.speaker.question()])
            if prospect := self.speaker.prospect():
                self.print([prospect])
        line = self.read()
        if line is None or line.strip().lower() in ("quit", "exit"):
            return False
        if line.strip():
            self.obey(line.strip())
        return True

    def obey(self, line: str) -> None:
        before = len(self.table.pending)
        try:
            answer = self.speaker.query(line, WIDTH)
            if answer is not None:
                self.print(answer)
                return
            self.act(line)
        except BirdtableError as error:
            self.print(self.speaker.slip(line, error))
            return
        if len(self.table.pending) != before:
            self.print(line.plain.rstrip() for line in self.speaker.drawing.table(WIDTH))

    def act(self, line: str) -> None:
        match line.lower():
            case "undo":
                take_back(self.table)
                self.print(self.speaker.scene(WIDTH))
            case "best":
                self.tell(play_best(self.table))
            case "agree" | "decline":
                self.tell(self.table.reply(line.lower() == "agree"))
            case _:
                self.tell(play_line(self.table, line))

    def tell(self, events: Sequence[Event]) -> None:
        self.print(self.speaker.sentences(events))

    def read(self) -> str | None:
        self.out.write(PROMPT)
        self.out.flush()
        line = self.source.readline()
        if not line:
            self.out.write("\n")
            return None
        return line

    def print(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.out.write(f"{line}\n")
