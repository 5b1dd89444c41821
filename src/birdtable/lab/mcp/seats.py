"""A seat as a tool sees it, wherever the match is played."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

from birdtable.agents.answers import AgentRefusal, parse_step, try_play
from birdtable.agents.text import position_json, position_text, steps_text
from birdtable.engine import Rng
from birdtable.game import AnyGame, Event, Outcome, Step, View
from birdtable.record import Record
from birdtable.terminal.scene_text import previews


class SeatHeld(ABC):
    game: AnyGame
    names: Sequence[str]

    @abstractmethod
    def view(self) -> View:
        """With all that a careful player remembers; ``AgentRefusal`` before the match has begun."""

    @abstractmethod
    def news(self) -> Sequence[Event]:
        """What happened since the seat's last play, as it may know it."""

    @abstractmethod
    def pending(self) -> Sequence[Step]:
        """The steps of an unfinished play, which the view includes."""

    @abstractmethod
    def outcome(self) -> Outcome | None: ...

    @abstractmethod
    async def play(self, steps: Sequence[Step]) -> None:
        """Takes all steps, or raises and takes none."""

    @abstractmethod
    async def wait(self, seconds: float) -> None:
        """Until the seat is to move or the match is over, at most so long."""

    @abstractmethod
    async def record(self) -> Record:
        """Of a match that is over."""

    @abstractmethod
    async def close(self) -> None: ...

    @property
    @abstractmethod
    def number(self) -> int:
        """Counted from 0."""

    def position(self, *, legal: bool = True) -> tuple[str, dict[str, object]]:
        """As text and as data."""
        view, pending, outcome = self.view(), self.pending(), self.outcome()
        prospects = previews(self.game, view) if legal and view.is_to_move else None
        text = position_text(self.game, view, events=self.news(), pending=pending, legal=legal, prospects=prospects)
        data = position_json(self.game, view, pending=pending, legal=legal, prospects=prospects)
        ended = {"points": list(outcome.points), "winners": list(outcome.winners)} if outcome else None
        return text + self.ending(), {**data, "outcome": ended}

    def ending(self) -> str:
        outcome = self.outcome()
        if outcome is None:
            return ""
        winners = " and ".join(f"seat {seat + 1}" for seat in outcome.winners)
        points = ", ".join(f"seat {seat + 1} has {points}" for seat, points in enumerate(outcome.points))
        return f"Won by {winners} [{outcome.clause}]: {points}.\n"

    def consider(self, steps: Sequence[str]) -> Prospect:
        """What these steps would lead to, tried out in a state imagined from the view: nothing hidden can show."""
        view = self.view()
        parsed = [parse_step(step, self.game) for step in steps]
        world = self.game.imagine(view, Rng(0))
        if not parsed:
            if not view.is_to_move:
                raise AgentRefusal("it is not your move")
            return Prospect(self, view, [], [], over=False)
        world, told, over = try_play(self.game, world, view.seat, parsed)
        part = [event for events in told for event in events if event.seat == view.seat]
        return Prospect(self, self.game.view(world, view.seat), parsed, part, over=over)


class Prospect:
    """Where steps that were not taken would lead."""

    def __init__(self, seat: SeatHeld, view: View, steps: list[Step], events: list[Event], *, over: bool) -> None:
        self.seat, self.view, self.steps, self.events, self.over = seat, view, steps, events, over

    def next_steps(self) -> list[str]:
        """The legal steps after these, in words; none once the play is over, as nobody can know what comes then."""
        return [] if self.over else steps_text(self.seat.game, self.view)
