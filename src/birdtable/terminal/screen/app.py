"""The table on a full screen: what lies there, what may be done, what happened, and a line to type on.

The line filters the list of steps while it is typed; Enter takes the step that is marked, or what was typed.
"""

from __future__ import annotations

import asyncio
import signal
from contextlib import suppress
from time import sleep
from typing import ClassVar

from rich.text import Text
from textual import on, work
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.widgets import Footer, Input, OptionList, Static
from textual.widgets.option_list import Option

from birdtable.bots.knowledge import Hint
from birdtable.game import NOBODY, SPECTATOR, BirdtableError, Event, Seat, Step
from birdtable.terminal.commands import Speaker, go_on, play_best, play_line, take_back
from birdtable.terminal.match.session import Session
from birdtable.terminal.match.table import Table
from birdtable.terminal.screen.scene import Scene
from birdtable.terminal.screen.screens import Curtain, Reading
from birdtable.terminal.speech import Speech
from birdtable.terminal.typed import begins

PACE = 0.5
"""Seconds between the plays of others, so that they can be followed."""
POLL = 0.3
LOG = 60
"""Sentences kept in sight."""


class BirdtableApp(App[None]):
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+c,ctrl+q", "leave", show=False, priority=True)]
    CSS = """
    #head { height: 1; background: $primary; color: $text; text-style: bold; padding: 0 1; }
    #stage { height: auto; max-height: 70%; padding: 0 1; }
    #question { height: auto; max-height: 2; padding: 0 1; background: $panel; text-style: bold; }
    #lower { height: 1fr; min-height: 3; }
    #steps { width: 60%; border: none; padding: 0; height: 1fr; }
    #past { width: 40%; padding: 0 1; border-left: solid $panel; }
    #preview { height: 2; padding: 0 1; color: $text-muted; }
    #line { height: 1; border: none; padding: 0 1; background: $boost; }
    """

    def __init__(self, table: Table, say: Speech, *, pace: float = PACE) -> None:
        super().__init__()
        self.table = table
        self.say = say
        self.speaker = Speaker(table, say)
        self.pace = pace
        self.waiting = False
        self.chosen: Step | None = None
        """A step that is taken when it is chosen once more."""
        self.offered: list[Step] = []
        self.pictured: Step | None = None
        self.previews: dict[Step, list[Event]] = {}
        self.prospect = ""
        for key, action, text in self.keys():
            self.bind(key, action, description=text)
        self.bind("up", "mark(-1)", show=False)
        self.bind("down", "mark(1)", show=False)
        self.bind("escape", "clear", show=False)

    def keys(self) -> list[tuple[str, str, str]]:
        say = self.say
        return [
            ("f1", "help", say.t("Help")),
            ("f2", "hint", say.t("Hint")),
            ("f3", "undo", say.t("Undo")),
            ("f4", "rules", say.t("Rules")),
            ("f5", "best", say.t("Best")),
            ("f6", "log", say.t("Log")),
            ("f10", "leave", say.t("Quit")),
        ]

    def compose(self) -> ComposeResult:
        yield Static(id="head", markup=False)
        with VerticalScroll(id="stage", can_focus=False):
            yield Scene()
        yield Static(id="question", markup=False)
        with Horizontal(id="lower"):
            yield OptionList(id="steps")
            with VerticalScroll(id="past", can_focus=False):
                yield Static(id="log", markup=False)
        yield Static(id="preview", markup=False)
        yield Input(id="line", placeholder=self.say.t("Up, down and Enter, or type: help"))
        yield Footer(show_command_palette=False, compact=True)

    def on_mount(self) -> None:
        self.title = self.table.game.title
        self.query_one(OptionList).can_focus = False
        self.query_one(Input).focus()
        with suppress(NotImplementedError, RuntimeError, ValueError):  # not where the loop runs in another thread
            asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, self.action_leave)
        self.set_interval(POLL, self.look_around)
        self.let_others_play()

    # What is shown

    def show(self) -> None:
        """Draws everything anew."""
        self.chosen = None
        self.previews = self.table.previews()
        self.prospect = self.speaker.prospect()
        drawing = self.speaker.drawing
        self.query_one("#head", Static).update(" · ".join(filter(None, [self.table.game.title, drawing.headline()])))
        self.query_one("#question", Static).update(self.question())
        sentences = self.speaker.sentences(self.table.log)[-LOG:]
        self.query_one("#log", Static).update("\n".join(sentences))
        self.query_one("#past", VerticalScroll).scroll_end(animate=False)
        for fault in self.speaker.faults():
            self.notify(fault, severity="warning", markup=False)
        for nudge in self.speaker.nudges():
            self.notify(nudge, markup=False)
            self.bell()
        self.offer()

    def question(self) -> str:
        table = self.table
        if table.outcome is not None:
            return self.speaker.ending(table.outcome)
        if table.asked_by != NOBODY:
            name = table.names[table.asked_by]
            return self.say.t("{name} asks to take back the last play: agree or decline?", name=name)
        if table.is_mine:
            return self.speaker.question()
        if table.to_move >= 0:
            return self.say.t("Waiting for {name}", name=table.names[table.to_move])
        return ""

    def offer(self) -> None:
        """Lists the legal steps that fit what is typed, or all of them if none does."""
        drawing = self.speaker.drawing
        legal = self.speaker.steps_by_rank(self.previews) if self.table.is_mine else []
        labels = {step: drawing.label(step, self.previews.get(step, ())) for step in legal}
        text = self.query_one(Input).value
        fitting = [step for step in legal if begins(step, text)]
        fitting = fitting or [step for step in legal if text.lower() in labels[step].lower()]
        self.offer_only(fitting or legal, labels)

    def offer_only(self, steps: list[Step], labels: dict[Step, str]) -> None:
        options = self.query_one(OptionList)
        options.clear_options()
        options.add_options([Option(Text(labels[step]), id=str(number)) for number, step in enumerate(steps)])
        self.offered = steps
        if steps:
            options.highlighted = 0
        self.picture(steps[0] if steps else None)

    def picture(self, step: Step | None) -> None:
        """Shows the table with the cards that a step concerns, and what the step would do."""
        self.pictured = step
        drawing = self.speaker.drawing
        self.query_one(Scene).show(drawing, drawing.places_of(step) if step else frozenset())
        preview = f"{step}: {' '.join(self.speaker.sentences(self.previews.get(step, ())))}" if step else ""
        self.say_below(" · ".join(filter(None, [preview, self.prospect])))

    def say_below(self, text: str) -> None:
        self.query_one("#preview", Static).update(text)

    # What a person does

    @on(OptionList.OptionHighlighted)
    def picture_marked(self, event: OptionList.OptionHighlighted) -> None:
        if event.option_index < len(self.offered) and self.offered[event.option_index] != self.pictured:
            self.picture(self.offered[event.option_index])

    @on(OptionList.OptionSelected)
    def choose_clicked(self, event: OptionList.OptionSelected) -> None:
        self.choose(self.offered[event.option_index])

    @on(Input.Changed)
    def filter_steps(self) -> None:
        self.offer()

    @on(Input.Submitted)
    def submit(self, event: Input.Submitted) -> None:
        line = event.value.strip()
        marked = self.query_one(OptionList).highlighted
        if not line and marked is not None and self.offered:
            self.choose(self.offered[marked])
        elif line:
            self.obey(line)

    @on(Scene.Picked)
    def choose_picked(self, event: Scene.Picked) -> None:
        """If the click can mean one step only, it is taken; several are listed."""
        drawing = self.speaker.drawing
        steps = drawing.steps_at(event.pick, self.offered) or drawing.steps_at(event.pick, self.table.legal)
        if len(steps) == 1:
            self.choose(steps[0])
        elif steps:
            self.offer_only(steps, {step: drawing.label(step, self.previews.get(step, ())) for step in steps})

    def choose(self, step: Step) -> None:
        if step in self.table.part.confirm and self.chosen != step:
            self.chosen = step
            label = self.speaker.drawing.label(step, self.previews.get(step, ()))
            self.say_below(self.say.t("{step}? Repeat to confirm", step=label))
            return
        self.do(step)

    def obey(self, line: str) -> None:
        """A line as in the plain client, or the step that is marked if the line is a part of it."""
        word = line.lower()
        if word in ("quit", "exit"):
            self.action_leave()
        elif word in ("undo", "best", "agree", "decline"):
            self.do(word)
        else:
            self.query_or_play(line)

    def query_or_play(self, line: str) -> None:
        try:
            answer = self.speaker.query(line, self.size.width - 10)
        except BirdtableError as error:
            self.say_below(self.speaker.error(error))
            return
        if answer is not None:
            self.clear_line()
            self.push_screen(Reading(line, answer))
        else:
            self.do(line)

    def do(self, line: str) -> None:
        if self.waiting:
            return
        marked = self.query_one(OptionList).highlighted or 0
        try:
            self.act(line)
        except BirdtableError as error:
            fits = line in self.query_one(Input).value and len(self.offered) < len(self.table.legal)
            if fits and self.offered:
                self.clear_line()
                self.choose(self.offered[marked])
            else:
                self.say_below(" ".join(self.speaker.slip(line, error)))
            return
        self.clear_line()
        self.let_others_play()

    def act(self, line: str) -> None:
        match line:
            case "undo":
                take_back(self.table)
            case "best":
                play_best(self.table)
            case "agree" | "decline":
                self.table.reply(line == "agree")
            case _:
                play_line(self.table, line)

    def clear_line(self) -> None:
        with self.prevent(Input.Changed):
            self.query_one(Input).value = ""

    # What the others do

    def let_others_play(self) -> None:
        go_on(self.table)
        self.show()
        if not self.waiting and self.table.outcome is None and not self.table.pending:
            self.waiting = True
            self.wait()

    @work(thread=True)
    def wait(self) -> None:
        """Runs in a thread, because bots and servers take their time."""
        try:
            for _ in self.table.wait():
                self.call_from_thread(self.show)
                if self.pace:
                    sleep(self.pace)
            self.call_from_thread(self.end_wait)
        except BirdtableError as error:
            self.call_from_thread(self.give_up, self.speaker.error(error))
        except RuntimeError:
            if self.is_running:
                raise

    def end_wait(self) -> None:
        self.waiting = False
        if self.table.is_mine and go_on(self.table) and not self.table.is_mine:
            self.let_others_play()
            return
        if isinstance(self.table, Session) and (seat := self.table.curtain) is not None:
            self.change_seats(self.table, seat)
        else:
            self.show()

    def change_seats(self, table: Session, seat: Seat) -> None:
        """Takes off the screen all that one person was shown; the next person lifts the curtain."""
        while isinstance(self.screen, Reading):
            self.pop_screen()
        self.clear_line()
        table.call(SPECTATOR)
        self.show()

        def lift(_: None) -> None:
            table.call(seat)
            self.show()

        text = self.say.t("{name} is next: press Enter when nobody else is looking", name=table.names[seat])
        self.push_screen(Curtain(text), lift)

    def give_up(self, reason: str) -> None:
        self.waiting = False
        self.exit(message=reason)

    def look_around(self) -> None:
        if not self.waiting and self.table.poll():
            self.let_others_play()

    # Keys

    def action_mark(self, by: int) -> None:
        if isinstance(self.screen, Reading):
            return
        options = self.query_one(OptionList)
        if self.offered:
            options.highlighted = ((options.highlighted or 0) + by) % len(self.offered)

    def action_clear(self) -> None:
        self.clear_line()
        self.show()

    def action_help(self) -> None:
        self.push_screen(Reading(self.say.t("Help"), self.speaker.help()))

    def action_rules(self) -> None:
        clause = self.speaker.drawing.question()[1].partition(".")[0]
        try:
            self.push_screen(Reading(self.say.t("Rules"), self.speaker.rules(clause)))
        except BirdtableError as error:
            self.say_below(self.speaker.error(error))

    def action_log(self) -> None:
        self.push_screen(Reading(self.say.t("Log"), self.speaker.sentences(self.table.log)))

    def action_hint(self) -> None:
        if not self.waiting and self.table.is_mine:
            self.waiting = True
            self.say_below("…")
            self.advise()

    @work(thread=True, exclusive=True)
    def advise(self) -> None:
        asker = self.table.seat
        try:
            hint = self.table.hint()
            if self.table.seat == asker:
                self.call_from_thread(self.show_hint, hint)
        except BirdtableError as error:
            self.call_from_thread(self.say_below, self.speaker.error(error))
        finally:
            self.waiting = False

    def show_hint(self, hint: Hint) -> None:
        """Marks its first step in the list."""
        self.clear_line()
        self.offer()
        if hint.steps[0] in self.offered:
            self.query_one(OptionList).highlighted = self.offered.index(hint.steps[0])
        self.call_after_refresh(self.say_below, self.speaker.hint_text(hint))

    def action_undo(self) -> None:
        self.do("undo")

    def action_best(self) -> None:
        self.do("best")

    def action_leave(self) -> None:
        self.table.close()
        self.exit()
