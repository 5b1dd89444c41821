"""A puzzle at the terminal, line by line: the table as in a match, tries, and what came of each.

Results are kept in a file of this device, like matches; nobody else is told.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import NamedTuple, TextIO

import msgspec

from birdtable import catalog
from birdtable.game import BadInput, BirdtableError, Event, Step, View, ends_play
from birdtable.puzzles import days, tries
from birdtable.puzzles.form import Puzzle, RowPuzzle
from birdtable.puzzles.tries import ScoredPlay, Verdict
from birdtable.terminal.match.table import Table
from birdtable.terminal.plain import WIDTH, PlainClient
from birdtable.terminal.speech import Speech

OTHER = "Mira"


class Tries(msgspec.Struct):
    """What is remembered of a puzzle."""

    tries: int = 0
    right: bool = False
    shown: bool = False
    on: str = ""
    """The day on which it was solved."""


class History:
    """By series and day. A file that cannot be read counts as empty, and one that cannot be written is not needed."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            self.kept = msgspec.json.decode(path.read_bytes(), type=dict[str, dict[str, Tries]])
        except (OSError, msgspec.MsgspecError):
            self.kept = {}

    def at(self, series: str, day: date) -> Tries:
        return self.kept.setdefault(series, {}).setdefault(day.isoformat(), Tries())

    def keep(self) -> None:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self.path.write_bytes(msgspec.json.encode(self.kept))
        except OSError:
            return

    def streak(self, series: str, today: date) -> int:
        solved = [day for day, each in self.kept.get(series, {}).items() if each.on == day]
        return days.streak([date.fromisoformat(day) for day in solved], today)


class PuzzleTable(Table):
    """The position, over and over: a whole play is a try, and after it everything is as before."""

    def __init__(self, puzzle: Puzzle, name: str) -> None:
        super().__init__()
        self.puzzle = puzzle
        self.game = catalog.game(puzzle.game)
        self.memory = "assisted"
        self.seat = puzzle.seat
        self.state = tries.state_of(puzzle)
        self.names = [OTHER] * self.state.seats
        self.names[puzzle.seat] = name
        self.tried: tuple[Step, ...] = ()
        """The last whole play."""
        self.lay()

    def lay(self) -> None:
        self.pending, self.taken = [], self.state.copy()
        self.look()

    def look(self) -> None:
        self.view = self.game.view(self.taken, self.puzzle.seat)
        self.to_move = self.puzzle.seat
        self.legal = self.game.legal_steps(self.taken)

    def take(self, step: Step) -> list[Event]:
        state = self.taken.copy()
        events = self.game.play(state, step)
        self.pending.append(step)
        self.taken = state
        if ends_play(state, self.puzzle.seat, events):
            self.tried = tuple(self.pending)
            self.lay()
        else:
            self.look()
        return []

    def back(self) -> None:
        if not self.pending:
            raise BadInput("there is nothing to take back")
        steps = self.pending[:-1]
        self.lay()
        for step in steps:
            self.take(step)

    def wait(self) -> Iterator[list[Event]]:
        return iter(())

    def full_view(self) -> View | None:
        return self.view

    def hint(self) -> object:  # type: ignore[override]
        raise BadInput("no hint is available now")

    def close(self) -> None:
        """Nothing is left to do."""


class Occasion(NamedTuple):
    """Which puzzle of which series it is, and when it is solved."""

    series: str
    day: date
    today: date


class PuzzleClient(PlainClient):
    def __init__(
        self, table: PuzzleTable, say: Speech, source: TextIO, out: TextIO, occasion: Occasion, history: History
    ) -> None:
        super().__init__(table, say, source, out)
        self.puzzle = table.puzzle
        self.series, self.day, self.today = occasion
        self.history = history
        self.position = table

    def run(self) -> None:
        """Until it is solved, the answer is asked for, or the person leaves."""
        say = self.say
        level = say.t("Difficulty {n} of 5", n=self.puzzle.difficulty.level)
        ask = (
            say.t("Score this row for the most points. There is only one best way.")
            if isinstance(self.puzzle, RowPuzzle)
            else say.t("Find the best turn. Bots in a hurry miss it.")
        )
        self.print([f"{self.position.game.title}, {self.day.isoformat()}. {level}.", ask])
        self.print([say.t("answer: shows the answer; quit: leaves")])
        self.print(self.speaker.scene(WIDTH))
        while self.go_on():
            pass
        self.out.flush()

    def go_on(self) -> bool:
        self.print([self.speaker.question()])
        if prospect := self.speaker.prospect():
            self.print([prospect])
        line = self.read()
        if line is None or line.strip().lower() in ("quit", "exit"):
            return False
        if line.strip().lower() == "answer":
            return self.give_up()
        if line.strip():
            self.obey(line.strip())
        while not self.position.tried and self.position.legal == ["done"]:
            self.position.take("done")
        return self.judge() if self.position.tried else True

    def judge(self) -> bool:
        steps, self.position.tried = self.position.tried, ()
        try:
            verdict = tries.judge(self.puzzle, steps)
        except BirdtableError as error:
            self.print([self.speaker.error(error)])
            return True
        kept = self.history.at(self.series, self.day)
        if not (kept.right or kept.shown):
            kept.tries += 1
            kept.right = verdict.right
            kept.on = self.today.isoformat() if verdict.right else ""
            self.history.keep()
        self.print([self.sentence(verdict), *self.explanation(verdict.own)])
        if not verdict.right:
            return True
        self.print(self.others(verdict))
        self.share(kept)
        return False

    def give_up(self) -> bool:
        kept = self.history.at(self.series, self.day)
        kept.shown = kept.shown or not kept.right
        self.history.keep()
        verdict = tries.answer(self.puzzle)
        self.print([", ".join(verdict.best.steps), *self.explanation(verdict.best), *self.others(verdict)])
        return False

    def sentence(self, verdict: Verdict) -> str:
        say, cost = self.say, verdict.own.cost
        if verdict.right:
            return say.t("Solved!")
        if isinstance(self.puzzle, RowPuzzle):
            return say.tn("{n} point short of the best.", "{n} points short of the best.", round(cost))
        percent = say.t("{n} %", n=round(100 * cost))
        return say.t("Not the best turn: it lowers the chance of winning by {percent}.", percent=percent)

    def explanation(self, play: ScoredPlay) -> list[str]:
        """A row point by point with the clauses; what speaks for a turn."""
        if play.why is not None:
            return [f"  {self.say.fill(self.puzzle.game, play.why.text, play.why.details)}"]
        translations = self.say.translations
        told = [
            (f"{line.points:+g}" if line.points else "", line.text(translations), line.clause) for line in play.lines
        ]
        return [f"{points:>5}  {text} [{clause}]" for points, text, clause in told]

    def others(self, verdict: Verdict) -> list[str]:
        told = []
        for play in verdict.others:
            told.append(f"-{self.say.t('{n} %', n=round(100 * play.cost))}: {', '.join(play.steps)}")
            told += self.explanation(play)
        return told

    def share(self, kept: Tries) -> None:
        streak = self.history.streak(self.series, self.today)
        if streak:
            self.print([self.say.tn("{n} day in a row", "{n} days in a row", streak)])
        self.print([days.share_text(self.series, self.day, kept.tries, right=kept.right)])
