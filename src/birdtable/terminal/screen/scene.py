"""The widget that shows a table: a drawing in lines that wrap by themselves, with parts that can be clicked."""

from __future__ import annotations

from typing import Any

from rich.console import Group
from rich.text import Text
from textual import events
from textual.app import RenderResult
from textual.geometry import Size
from textual.message import Message
from textual.widget import Widget

from birdtable.terminal.drawing import Drawing


class Scene(Widget):
    DEFAULT_CSS = "Scene { height: auto; }"

    class Picked(Message):
        """A part of the table was clicked."""

        def __init__(self, pick: str) -> None:
            super().__init__()
            self.pick = pick

    def __init__(self) -> None:
        super().__init__()
        self.drawing: Drawing[Any] | None = None
        self.marked: frozenset[int] = frozenset()
        self.lines: list[Text] = []
        self.width = 0
        """That the lines were made for."""

    def show(self, drawing: Drawing[Any], marked: frozenset[int] = frozenset()) -> None:
        before = len(self.lines)
        self.drawing, self.marked, self.width = drawing, marked, 0
        self.refresh(layout=len(self.lines_for(self.size.width or 80)) != before)

    def lines_for(self, width: int) -> list[Text]:
        if width != self.width and self.drawing is not None:
            self.lines, self.width = self.drawing.table(width, self.marked), width
        return self.lines

    def render(self) -> RenderResult:
        return Group(*self.lines_for(self.size.width))

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return max(1, len(self.lines_for(width)))

    def on_click(self, event: events.Click) -> None:
        pick = event.style.meta.get("pick")
        if pick:
            event.stop()
            self.post_message(self.Picked(str(pick)))
