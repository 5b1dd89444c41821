"""CuBirds, for 2 to 5 players: lay birds to take those between them, and gather flocks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from birdtable.game import (
    BadInput,
    DrawPile,
    Event,
    Game,
    IllegalStep,
    Memory,
    Option,
    Outcome,
    Randomness,
    Seat,
    Step,
    Value,
    Viewer,
)
from birdtable.games.cubirds import imagine, position, refusals, view
from birdtable.games.cubirds.cards import DECIDING_CLAUSES, ENOUGH_SPECIES, size
from birdtable.games.cubirds.flocks import different, wins
from birdtable.games.cubirds.notation import CODES, STEPS
from birdtable.games.cubirds.options import fresh_state
from birdtable.games.cubirds.position import MAX_NUMBER
from birdtable.games.cubirds.rules import CuBirdsState
from birdtable.games.cubirds.sentences import WORDING
from birdtable.games.cubirds.view import CuBirdsView


class CuBirds(Game[CuBirdsState, CuBirdsView]):
    name = "cubirds"
    title = "CuBirds"
    min_seats = 2
    max_seats = 5
    rules_version = 1
    seats_clause = "C1"
    options = (
        Option(
            "extras", "choice", "shuffled", "C2.2", ("shuffled", "discarded"), label="Cards put aside at the set-up"
        ),
        Option("turn_limit", "number", None, "C5.3", label="Turns after which the game ends"),
        Option("starter", "seat", None, "C2.1", label="Who deals and plays first"),
    )
    presets = MappingProxyType({})
    caps = MappingProxyType({"turn_limit": 1000})  # [C5.3] players who never flock would go on for ever
    steps = STEPS
    codes = CODES
    view_type = CuBirdsView
    wording = WORDING
    lessons = ("cubirds",)

    def complete(self, options: Mapping[str, Value] | None) -> dict[str, Any]:
        complete = super().complete(options)
        limit = complete["turn_limit"]
        if limit is not None and limit > MAX_NUMBER:
            raise BadInput("turn_limit is at most {most}, or none [C5.3]", most=MAX_NUMBER)
        return complete

    def start(self, seats: int, options: Mapping[str, Value] | None = None) -> CuBirdsState:
        return fresh_state(seats, self.complete_for(seats, options))

    def view(self, state: CuBirdsState, viewer: Viewer) -> CuBirdsView:
        return view.view(state, viewer)

    def shown(self, seen: CuBirdsView, memory: Memory) -> CuBirdsView:
        return view.shown(seen, memory)

    def events(self, state: CuBirdsState) -> list[Event]:
        return view.events(state)

    def outcome(self, state: CuBirdsState) -> Outcome | None:
        """[C5.2] The points are the cards in the collections."""
        if not state.winners:
            return None
        winners = tuple(seat for seat in range(state.seats) if state.winners >> seat & 1)
        return Outcome(tuple(state.points[: state.seats]), winners, DECIDING_CLAUSES[state.decided])

    def decided_by(self, state: CuBirdsState) -> str:
        outcome = self.outcome(state)
        if outcome is None:
            return ""
        if outcome.clause != "C5.1":
            return "Most cards in the collection."
        winning = state.collections[outcome.winners[0]]
        return "7 different species." if different(winning) >= ENOUGH_SPECIES else "2 species of at least 3 birds."

    def round_of(self, state: CuBirdsState) -> int:
        return state.round

    def standing(self, state: CuBirdsState) -> tuple[int, ...]:
        """[C5.2] The cards in the collections."""
        return tuple(size(state.collections[seat]) for seat in range(state.seats))

    def ahead(self, state: CuBirdsState) -> tuple[Seat, ...]:
        """[C5.1] A collection that wins does so however many cards others have."""
        winning = tuple(seat for seat in range(state.seats) if wins(state.collections[seat]))
        return winning or super().ahead(state)

    def unseen(self, seen: CuBirdsView) -> list[str]:
        return imagine.unseen(seen)

    def draw_pile(self, seats: int) -> DrawPile:
        """[C2.1, C2.2] Cards put aside are shuffled in, or discarded; [C4.3] the discard pile becomes the draw pile."""
        aside = ("put aside",)
        discards = ("discarded", "hand discarded", "aside discarded")
        return DrawPile(
            drawn=("laid out", "put aside", "dealt", "first bird", "refilled", "drew"),
            returns={"shuffled": aside, "aside shuffled": aside, "reshuffled": discards},
            moves={"aside discarded": aside},
        )

    def imagine(self, seen: CuBirdsView, rng: Randomness) -> CuBirdsState:
        return imagine.imagine(seen, rng)

    def imaginer(self, seen: CuBirdsView) -> Callable[[Randomness], CuBirdsState]:
        return imagine.Imaginer(seen)

    def refusal(self, state: CuBirdsState, step: Step) -> IllegalStep:
        return refusals.refusal(state, step)

    def state_text(self, state: CuBirdsState) -> str:
        return position.state_text(state)

    def parse_state(self, text: str) -> CuBirdsState:
        return position.parse_state(text)


GAME = CuBirds()
