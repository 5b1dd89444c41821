"""Screens over the table: texts to read, and the curtain between two people at one terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static


class Reading(ModalScreen[None]):
    """A text that scrolls; any of the usual keys closes it."""

    BINDINGS: ClassVar[list[BindingType]] = [("escape,q,enter,f1,f4,f6", "dismiss_text", "")]
    DEFAULT_CSS = """
    Reading { align: center middle; }
    Reading > VerticalScroll { width: 90%; max-width: 100; height: 85%; border: round $primary; padding: 0 1;
                               background: $surface; }
    """

    def __init__(self, title: str, lines: Sequence[str]) -> None:
        super().__init__()
        self.title_text = title
        self.text = "\n".join(lines)

    def compose(self) -> ComposeResult:
        with VerticalScroll() as frame:
            frame.border_title = self.title_text
            frame.border_subtitle = "Esc"
            yield Static(self.text, markup=False)

    def on_mount(self) -> None:
        self.query_one(VerticalScroll).focus()

    def action_dismiss_text(self) -> None:
        self.dismiss(None)

    def on_click(self) -> None:
        self.dismiss(None)


class Curtain(ModalScreen[None]):
    """Nothing of the table shows until the next person says so."""

    BINDINGS: ClassVar[list[BindingType]] = [("enter,space", "lift", "")]
    DEFAULT_CSS = """
    Curtain { align: center middle; background: $background; }
    Curtain > Vertical { width: auto; height: auto; padding: 1 3; border: round $primary; }
    Curtain Static { width: auto; }
    """

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = text

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Static(self.text, markup=False)

    def action_lift(self) -> None:
        self.dismiss(None)

    def on_click(self) -> None:
        self.dismiss(None)
