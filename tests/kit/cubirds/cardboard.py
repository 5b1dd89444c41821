"""A table of CuBirds' cardboard: what people are dealt and draw is for them to know."""

from __future__ import annotations

from typing import Any

import msgspec

from birdtable.game import NOBODY, SPECTATOR, Seat, Viewer
from birdtable.games.cubirds.cards import DEALING, DRAWING, HAND, REFILLING, TO_DRAW, TO_FLOCK
from kit.matches.cardboard import Cardboard


class CuBirdsTable(Cardboard):
    ending = NOBODY
    """Whoever neither draws nor flocks in this turn, as was tapped when the birds were laid."""

    def is_hidden(self) -> bool:
        state = self.state
        if state.phase == DEALING:
            return (state.dealer + (HAND * state.seats - state.left) // HAND) % state.seats not in self.bots
        return state.phase == DRAWING and state.player not in self.bots

    def ends_play(self) -> bool:
        return any(event.what == "ended" for event in self.happened)

    def play_person(self, seat: Seat) -> None:
        step = self.take_any()
        shown = [event for event in self.happened if event.what in ("laid", "flocked")]
        tap = f"{step} {shown[0].count}" if shown else step
        if step.startswith("lay ") and self.rng.random() < 0.3:
            self.ending, tap = seat, f"{tap} end"
        self.taps.append(tap)

    def end_turn(self) -> None:
        while self.state.to_move == self.ending and self.state.phase in (TO_DRAW, TO_FLOCK):
            self.happened = self.game.play(self.state, "keep" if self.state.phase == TO_DRAW else "end")
            self.all_happened += self.happened
        if self.state.phase != REFILLING:
            self.ending = NOBODY

    def show(self) -> None:
        self.end_turn()
        for event in self.all_happened:
            if event.what == "hand discarded" and event.seat not in self.bots and not self.is_over:
                self.taps.append(f"hand {event.seat + 1} {event.cards}")

    def look(self, state: Any, viewer: Viewer) -> Any:
        """Hands that are discarded when the match is over are not entered: nothing depends on them any more."""
        view = super().look(state, viewer)
        return msgspec.structs.replace(view, discard=[]) if self.is_over else view

    def largest(self) -> int:
        """The birds of the largest collection."""
        return max(len(each) for each in self.game.view(self.state, SPECTATOR).collections)
