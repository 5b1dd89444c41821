"""A recorded match on a full screen, step by step, in the view of one seat."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from textual.app import App, ComposeResult
from textual.containers import VerticalScroll
from textual.widgets import Footer, Static

from birdtable import catalog
from birdtable.game import CHANCE, Event, View, Viewer
from birdtable.record import Record, Walk
from birdtable.terminal.commands import ending
from birdtable.terminal.part import part_of
from birdtable.terminal.screen.scene import Scene
from birdtable.terminal.speech import Speech
from birdtable.texts import merge


class Frame(NamedTuple):
    """The match after a seat's step, or after all that chance did."""

    view: View
    events: list[Event]
    step: str


def frames(record: Record, seat: Viewer) -> Iterator[Frame]:
    """Every point of a match that one can go to, as the seat saw it."""
    game = catalog.game(record.game)
    dealt: list[Event] = []
    for here in Walk(record):
        seen = [event.seen_by(seat) for event in here.events]
        if here.mover == CHANCE:
            dealt += seen
            if here.state.to_move != CHANCE:
                yield Frame(game.view(here.state, seat), dealt, "")
                dealt = []
        else:
            yield Frame(game.view(here.state, seat), seen, here.step)


class ReplayApp(App[None]):
    ENABLE_COMMAND_PALETTE = False
    CSS = """
    #head { height: 1; background: $primary; color: $text; text-style: bold; padding: 0 1; }
    #stage { height: auto; max-height: 70%; padding: 0 1; }
    #now { height: auto; padding: 0 1; background: $panel; text-style: bold; }
    #past { height: 1fr; padding: 0 1; }
    """

    def __init__(self, record: Record, seat: Viewer, names: list[str], say: Speech) -> None:
        super().__init__()
        self.record, self.seat, self.names, self.say = record, seat, names, say
        self.frames = list(frames(record, seat))
        self.at = 0
        self.bind("right,space,n", "go(1)", description=say.t("Next"))
        self.bind("left,p", "go(-1)", description=say.t("Previous"))
        self.bind("pagedown", "go(10)", show=False)
        self.bind("pageup", "go(-10)", show=False)
        self.bind("home", "go(-1000000)", description=say.t("First"))
        self.bind("end", "go(1000000)", description=say.t("Last"))
        self.bind("q,escape,f10,ctrl+c", "quit", description=say.t("Quit"))

    def compose(self) -> ComposeResult:
        yield Static(id="head", markup=False)
        with VerticalScroll(id="stage", can_focus=False):
            yield Scene()
        yield Static(id="now", markup=False)
        with VerticalScroll(id="past", can_focus=False):
            yield Static(id="log", markup=False)
        yield Footer(show_command_palette=False, compact=True)

    def on_mount(self) -> None:
        self.show()

    def action_go(self, by: int) -> None:
        self.at = min(max(self.at + by, 0), max(len(self.frames) - 1, 0))
        self.show()

    def show(self) -> None:
        title = catalog.game(self.record.game).title
        if not self.frames:
            self.query_one("#head", Static).update(title)
            return
        frame = self.frames[self.at]
        drawing = part_of(self.record.game).drawing(frame.view, self.names, self.say)
        number = f"{self.at + 1}/{len(self.frames)}"
        self.query_one("#head", Static).update(" · ".join(filter(None, [title, number, drawing.headline()])))
        self.query_one(Scene).show(drawing)
        self.query_one("#now", Static).update(self.now())
        past = [sentence for each in self.frames[: self.at] for sentence in self.sentences(each.events)]
        self.query_one("#log", Static).update("\n".join(past[-60:]))
        self.query_one("#past", VerticalScroll).scroll_end(animate=False)

    def now(self) -> str:
        """What happened last; at the end also who won."""
        sentences = self.sentences(self.frames[self.at].events)
        if self.at == len(self.frames) - 1 and self.record.outcome is not None:
            sentences.append(ending(self.record.outcome, self.names, self.say))
        return " ".join(sentences) or self.frames[self.at].step

    def sentences(self, events: list[Event]) -> list[str]:
        game = self.record.game
        return [text for event in merge(game, events) if (text := self.say.event(game, event, self.names))]
