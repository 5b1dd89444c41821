"""A match as one person at a terminal sees it, wherever it is played.

Steps are taken one by one and gathered (``pending``) until they are a whole play, which goes to the match at once. What
is shown is the view of the seat on the screen, and nothing else is known here.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import NamedTuple

from birdtable.bots.knowledge import Hint
from birdtable.game import NOBODY, SPECTATOR, AnyGame, BadInput, Event, Memory, Outcome, Seat, Step, View, Viewer
from birdtable.terminal.match.adviser import Adviser
from birdtable.terminal.part import TerminalPart, part_of
from birdtable.terminal.scene_text import previews


class Nudge(NamedTuple):
    """Somebody asks this person to come back, because it is their turn."""

    name: str
    """Empty if it is hidden."""
    how: str
    """The command that leads to the table, if it is another one."""


class MovedOn(BadInput):
    """What was asked rested on a position that is no more; the present one is known."""


class Table(ABC):
    game: AnyGame
    names: list[str]
    memory: Memory
    seat: Viewer = SPECTATOR
    """Whose view the screen shows."""
    view: View
    """What is shown, steps that are pending included."""
    legal: list[Step]
    """What the seat may do next; empty when another is to move."""
    to_move: int = NOBODY
    outcome: Outcome | None = None
    asked_by: Seat = NOBODY
    """Who asks this person for a take-back."""

    def __init__(self) -> None:
        self.adviser = Adviser()
        self.pending: list[Step] = []
        self.log: list[Event] = []
        """As the seat may know it; where memory is strict not before its own last play."""
        self.faults: dict[Seat, str] = {}
        """Bots that others had to play for, and what they did instead: until somebody is told."""
        self.nudges: list[Nudge] = []
        """Until somebody is told."""

    @abstractmethod
    def take(self, step: Step) -> list[Event]:
        """Takes a step, or raises ``BirdtableError`` and changes nothing; ``MovedOn`` if the match is elsewhere by now.
        Returns what a whole play made happen."""

    @abstractmethod
    def back(self) -> None:
        """Takes back a pending step, or the last play and all that followed; ``BadInput`` if there is none."""

    @abstractmethod
    def wait(self) -> Iterator[list[Event]]:
        """What happens, play by play, until this person is to move, is asked something, or the match is over."""

    @abstractmethod
    def full_view(self) -> View | None:
        """The view with all that a careful player remembers, if it is known here: for hints and previews."""

    def poll(self) -> list[Event]:
        """What has happened since the last call without this person's doing."""
        return []

    def reply(self, agree: bool) -> list[Event]:
        """Answers somebody who asks for a take-back."""
        raise BadInput("nobody has asked for a take-back")

    @abstractmethod
    def close(self) -> None:
        """Leaves the table; a match that is not over can be continued."""

    def how_to_go_on(self) -> str:
        """A command, or nothing if the match is over."""
        return ""

    @property
    def part(self) -> TerminalPart:
        return part_of(self.game.name)

    @property
    def is_mine(self) -> bool:
        return self.outcome is None and bool(self.legal) and self.seat == self.to_move

    def previews(self) -> dict[Step, list[Event]]:
        """For every legal step what it would make happen, as far as this seat can know."""
        view = self.full_view() if self.is_mine else None
        return {} if view is None else previews(self.game, view)

    def prospect(self) -> list[Event]:
        """What the play under way would bring if it were left as it is, such as the score so far of a row."""
        view = self.full_view() if self.is_mine else None
        return [] if view is None else self.part.prospect(self.game, view)

    def hint(self) -> Hint:
        """The play of a good player who knows what this seat knows, to its end, and why."""
        view = self.full_view() if self.is_mine else None
        if view is None:
            raise BadInput("no hint is available now")
        return self.adviser.advice(self.game, view)
