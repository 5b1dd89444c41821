"""Birdie, for 2 to 4 players: collect birds and seasons in a pile, then score the row it makes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

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
from birdtable.games.birdie import position, refusals, view
from birdtable.games.birdie.imagine import Imaginer, unseen
from birdtable.games.birdie.notation import CODES, STEPS
from birdtable.games.birdie.options import DEFAULT_FLAP_VALUES, check_flap_values, fresh_state
from birdtable.games.birdie.points import is_one_shuffle
from birdtable.games.birdie.rules import BirdieState
from birdtable.games.birdie.sentences import WORDING
from birdtable.games.birdie.view import BirdieView


class Birdie(Game[BirdieState, BirdieView]):
    name = "birdie"
    title = "Birdie"
    min_seats = 2
    max_seats = 4
    rules_version = 1
    seats_clause = "B1"
    memory = "strict"  # [B3.7]
    options = (
        Option("expert", "flag", False, "B8", label="Expert game"),
        Option("flap_values", "numbers", DEFAULT_FLAP_VALUES, "B1.5", label="Values of the Flap column"),
        Option("robin_source", "choice", "stop_pile", "B9", ("stop_pile", "bird_deck"), label="Robin draws from"),
        Option("owl", "choice", "copy", "B9", ("copy", "move"), label="Owl"),
        Option("same_trait_sets", "choice", "largest", "B9", ("largest", "choose"), label="Sets of the same trait"),
        Option("expert_removals", "choice", "repeat", "B9", ("repeat", "single"), label="Removals in the expert game"),
        Option("starter", "seat", None, "B2.5", label="Who starts"),
    )
    presets: ClassVar[Mapping[str, Mapping[str, Value]]] = {
        "original": {"robin_source": "stop_pile", "owl": "copy", "same_trait_sets": "largest"},
        "ksr": {"robin_source": "bird_deck", "owl": "move", "same_trait_sets": "choose"},
    }
    steps = STEPS
    codes = CODES
    view_type = BirdieView
    wording = WORDING
    lessons = ("birdie", "expert")

    def complete(self, options: Mapping[str, Value] | None) -> dict[str, Any]:
        complete = super().complete(options)
        check_flap_values(complete["flap_values"])
        if complete["expert"] and complete["owl"] == "move":
            raise BadInput("the expert game and owl=move cannot be combined [B9.1]")
        return complete

    def start(self, seats: int, options: Mapping[str, Value] | None = None) -> BirdieState:
        return fresh_state(seats, self.complete_for(seats, options))

    def view(self, state: BirdieState, viewer: Viewer) -> BirdieView:
        return view.view(state, viewer)

    def shown(self, seen: BirdieView, memory: Memory) -> BirdieView:
        return view.shown(seen, memory)

    def events(self, state: BirdieState) -> list[Event]:
        return view.events(state)

    def outcome(self, state: BirdieState) -> Outcome | None:
        """[B6.2] One winner: a tie goes to who passed earlier in round 2."""
        if not state.winners:
            return None
        winners = tuple(seat for seat in range(state.seats) if state.winners >> seat & 1)
        return Outcome(tuple(state.points[: state.seats]), winners, "B6.2")

    def decided_by(self, state: BirdieState) -> str:
        if not state.winners:
            return ""
        points = self.standing(state)
        return "Equal points, and passed earlier in round 2." if points.count(max(points)) > 1 else "Most points."

    def round_of(self, state: BirdieState) -> int:
        return state.round

    def standing(self, state: BirdieState) -> tuple[int, ...]:
        """[B6.1] The points."""
        return tuple(state.score(seat) for seat in range(state.seats))

    def ahead(self, state: BirdieState) -> tuple[Seat, ...]:
        """[B6.2] Equal points are told apart by who passed first, once somebody has."""
        leaders = super().ahead(state)
        passed = [seat for seat in state.passed[: state.passed_count] if seat in leaders]
        return (passed[0],) if passed and state.round == 2 else leaders

    def unseen(self, seen: BirdieView) -> list[str]:
        return unseen(seen)

    def draw_pile(self, seats: int) -> DrawPile:
        """[B2.1] With 3 or 4 players each round begins with all cards."""
        drawn = ("dealt", "laid out", "refilled", "drew")
        return DrawPile(drawn, {} if is_one_shuffle(seats) else {"started": drawn})

    def imagine(self, seen: BirdieView, rng: Randomness) -> BirdieState:
        return Imaginer(seen)(rng)

    def imaginer(self, seen: BirdieView) -> Callable[[Randomness], BirdieState]:
        return Imaginer(seen)

    def refusal(self, state: BirdieState, step: Step) -> IllegalStep:
        return refusals.refusal(state, step)

    def state_text(self, state: BirdieState) -> str:
        return position.state_text(state)

    def parse_state(self, text: str) -> BirdieState:
        return position.parse_state(text)


GAME = Birdie()
