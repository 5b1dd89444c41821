"""A table of CuBirds' cardboard: what people are dealt and draw is for them to know."""

from __future__ import annotations

from typing import Any

import msgspec

from birdtable.game import SPECTATOR, Seat, Viewer
from birdtable.games.cubirds.cards import DEALING, DRAWING, HAND
from kit.cardboard import Cardboard


class CuBirdsTable(Cardboard):
    def is_hidden(self) -> bool:
        state = self.state
        if state.phase == DEALING:
            return (state.dealer + (HAND * state.seats - state.left) // HAND) % state.seats not in self.bots
        return state.phase == DRAWING and state.player not in self.bots

    def play_person(self, seat: Seat) -> None:
        step = self.take_any()
        shown = [event for event in self.happened if event.what in ("laid", "flocked")]
        self.taps.append(f"{step} {shown[0].count}" if shown else step)

    def show(self) -> None:
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
