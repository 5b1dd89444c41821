"""The commands that are typed at a table, apart from steps. Both clients answer them from here."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from birdtable import rulebook
from birdtable.bots.knowledge import Hint
from birdtable.game import BadInput, BirdtableError, Event, IllegalStep, Outcome, Step
from birdtable.terminal import typed
from birdtable.terminal.drawing import Drawing
from birdtable.terminal.match.table import Table
from birdtable.terminal.scene_text import by_rank, question_text, scene_lines, step_lines
from birdtable.terminal.speech import Speech
from birdtable.texts import merge

COMMANDS = ("table", "steps", "last", "log", "rules", "hint", "best", "undo", "agree", "decline", "help", "quit")
NOTHING = ["done"]
"""The legal steps where there is nothing to decide."""
LAST = 8
"""Sentences that ``last`` shows."""


class Speaker:
    """Says in the person's language what is on the table and what can be done."""

    def __init__(self, table: Table, say: Speech) -> None:
        self.table = table
        self.say = say

    @property
    def drawing(self) -> Drawing[Any]:
        return self.table.part.drawing(self.table.view, self.table.names, self.say)

    def sentences(self, events: Sequence[Event]) -> list[str]:
        game, names = self.table.game.name, self.table.names
        return [text for event in merge(game, events) if (text := self.say.event(game, event, names))]

    def faults(self) -> list[str]:
        """The bots that failed since this was last said."""
        found, self.table.faults = self.table.faults, {}
        message = "{name} failed to play ({what}); another bot played instead."
        return [self.say.t(message, name=self.table.names[seat], what=what) for seat, what in found.items()]

    def nudges(self) -> list[str]:
        """Who waits for this person, since this was last said."""
        found, self.table.nudges = self.table.nudges, []
        message = "{name} is waiting for you: it is your turn."
        return [f"{self.say.t(message, name=name or self.say.t('somebody'))} {how}".rstrip() for name, how in found]

    def scene(self, width: int) -> list[str]:
        """The whole table."""
        return scene_lines(self.drawing, width)

    def question(self) -> str:
        return question_text(self.drawing)

    def steps(self) -> list[str]:
        """Every legal step with what it means."""
        previews = self.table.previews()
        return step_lines(self.drawing, {step: previews.get(step, ()) for step in self.table.legal})

    def steps_by_rank(self, previews: Mapping[Step, Sequence[Event]]) -> list[Step]:
        """The legal steps, those most often wanted first."""
        return by_rank(self.drawing, {step: previews.get(step, ()) for step in self.table.legal})

    def prospect(self) -> str:
        """What the play under way would bring as it stands."""
        sentences = self.sentences(self.table.prospect())
        return f"{self.say.t('As it stands')}: {' '.join(sentences)}" if sentences else ""

    def error(self, error: BirdtableError) -> str:
        if isinstance(error, (IllegalStep, BadInput)):
            return self.say.refusal(self.table.game.name, error)
        return str(error)

    def ending(self, outcome: Outcome) -> str:
        return ending(outcome, self.table.names, self.say)

    def query(self, line: str, width: int = 79) -> list[str] | None:
        """The answer to a question about the table, or ``None`` if the line is not one."""
        word, _, rest = line.strip().partition(" ")
        word, rest = word.lower(), rest.strip()
        queries = self.drawing.queries()
        if word in queries:
            return queries[word](rest)
        match word:
            case "table":
                return self.scene(width)
            case "steps":
                return [self.question(), *self.steps()] if self.table.is_mine else [self.say.t("It is not your turn")]
            case "last":
                return self.sentences(self.table.log)[-LAST:] or ["-"]
            case "log":
                return self.sentences(self.table.log) or ["-"]
            case "rules":
                return self.rules(rest)
            case "hint":
                return [self.hint()]
            case "help":
                return self.help()
            case _:
                return None

    def hint(self) -> str:
        return self.hint_text(self.table.hint())

    def hint_text(self, hint: Hint) -> str:
        """The whole play that ``best`` makes, and why it begins as it does."""
        why = self.say.fill(self.table.game.name, hint.reason.text, hint.reason.details)
        return f"{self.say.t('Hint')}: {', '.join(hint.steps)}. {why}"

    def rules(self, clause: str) -> list[str]:
        """A clause, or without one what the question is about."""
        clause = clause or self.drawing.question()[1]
        game, language = self.table.game.name, self.say.language
        text = rulebook.passage(game, clause, language) if clause else rulebook.rules(game, language)
        return re.sub(r"\n  +(?=\S)", " ", text).replace("**", "").splitlines()

    def help(self) -> list[str]:
        say, clause = self.say, self.table.game.seats_clause
        words = ", ".join(self.drawing.queries())
        return [
            say.t("Type a step as it is written below, or one of these:"),
            *([f"  {words}: {say.t('look at part of the table; add a number to say which')}"] if words else []),
            f"  table: {say.t('the whole table')}; steps: {say.t('what you may do now')}",
            f"  last, log: {say.t('what happened')}; rules {clause}: {say.t('a clause of the rules')}",
            f"  hint: {say.t('what a good player would do')}; best: {say.t('do that, to the end of your turn')}",
            f"  undo: {say.t('take back')}; quit: {say.t('leave; the match is kept')}",
            *(self.steps() if self.table.is_mine else []),
            *self.table.part.forms(say),
        ]

    def nearest(self, line: str) -> list[str]:
        """What may have been meant."""
        return typed.nearest(line, [*self.table.legal, *self.drawing.queries(), *COMMANDS])

    def slip(self, line: str, error: BirdtableError) -> list[str]:
        """Why a line cannot be obeyed, and what may have been meant."""
        near = [] if line.lower() in COMMANDS else self.nearest(line)
        hint = [f"{self.say.t('Did you mean')}: {', '.join(near)}"] if near else []
        if isinstance(error, typed.NotUnderstood):
            return [self.say.t("I do not understand: {line}", line=line), *hint]
        return [self.error(error), *hint]


def ending(outcome: Outcome, names: Sequence[str], say: Speech) -> str:
    points = ", ".join(f"{name} {points}" for name, points in zip(names, outcome.points, strict=True))
    winners = ", ".join(names[seat] for seat in outcome.winners)
    return f"{say.t('Points')}: {points}. {say.t('Won by {names}', names=winners)} [{outcome.clause}]."


def play_line(table: Table, line: str) -> list[Event]:
    """Takes the steps that a line means, all of them or none."""
    before = len(table.pending)
    events: list[Event] = []
    try:
        for step in table.part.steps(line, table):
            if not table.is_mine:
                raise BadInput("it is not your turn")
            events += table.take(step)
    except BirdtableError:
        while len(table.pending) > before:
            table.back()
        raise
    return events


def go_on(table: Table) -> list[Event]:
    """Goes on where there is nothing to decide. The rules ask all the same, so that the question betrays no hand."""
    events: list[Event] = []
    while table.is_mine and table.legal == NOTHING:
        events += table.take(*NOTHING)
    return events


def take_back(table: Table) -> None:
    """Goes back to the last point at which there was something to decide."""
    table.back()
    while table.is_mine and table.legal == NOTHING:
        table.back()


def play_best(table: Table) -> list[Event]:
    events: list[Event] = []
    for step in table.hint().steps:
        if not table.is_mine:
            break
        events += table.take(step)
    return events
