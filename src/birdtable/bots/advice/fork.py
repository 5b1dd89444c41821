"""A decision that cost something, with all that a review may claim about it: the match is over, nothing is secret."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

from birdtable.game import CHANCE, AnyGame, Event, Seat, Step


class Fork:
    def __init__(
        self, game: AnyGame, state: Any, seat: Seat, step: Step, best: Step, record: Sequence[Step], number: int
    ) -> None:
        self.game = game
        self.state = state
        """As it really was; it stays as it is."""
        self.seat = seat
        self.step = step
        self.best = best
        self.record = record
        self.number = number
        """Of ``step`` among the steps of the record, counted from 1."""

    @cached_property
    def view(self) -> Any:
        return self.game.view(self.state, self.seat)

    def events_of(self, step: Step) -> list[Event]:
        """What the step would have made happen."""
        return self.game.play(self.state.copy(), step)

    def ahead(self) -> Iterator[tuple[Seat, Step, Sequence[Event]]]:
        """What really happened, from ``step`` to the end: who moved, how, and what came of it."""
        state = self.state.copy()
        for step in self.record[self.number - 1 :]:
            mover = state.to_move
            yield mover, step, self.game.play(state, step)

    def play_and_others(self) -> Iterator[tuple[Seat, Step, Sequence[Event]]]:
        """The same up to the seat's next play."""
        others_moved = False
        for mover, step, events in self.ahead():
            if mover == self.seat and others_moved:
                return
            others_moved = others_moved or mover not in (self.seat, CHANCE)
            yield mover, step, events
