"""[B9] The options of a match: in the words of the rules, and as a state has them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from birdtable.game import BadInput, Value
from birdtable.games.birdie.cards import MAX_PLACES
from birdtable.games.birdie.rules import BirdieState

DEFAULT_FLAP_VALUES = tuple(range(1, 11))
"""[B1.5] Our assumption: the documents do not tell."""
MAX_FLAP_VALUE = 1000


def fresh_state(seats: int, options: Mapping[str, Any]) -> BirdieState:
    """Before the starting player is drawn; all options are given."""
    return BirdieState(
        seats,
        tuple(options["flap_values"]),
        expert=options["expert"],
        robin_from_deck=options["robin_source"] == "bird_deck",
        owl_moves=options["owl"] == "move",
        sets_chosen=options["same_trait_sets"] == "choose",
        single_removal=options["expert_removals"] == "single",
        named=options.get("starter", 0),
    )


def options_of(state: BirdieState) -> dict[str, Value]:
    return {
        "expert": bool(state.expert),
        "flap_values": tuple(state.flap_values[: state.places]),
        "robin_source": "bird_deck" if state.robin_from_deck else "stop_pile",
        "owl": "move" if state.owl_moves else "copy",
        "same_trait_sets": "choose" if state.sets_chosen else "largest",
        "expert_removals": "single" if state.single_removal else "repeat",
        **({"starter": state.named} if state.named else {}),
    }


def check_flap_values(values: tuple[int, ...]) -> None:
    if not values or values[0] != 1:
        raise BadInput("flap_values must start with 1 [B1.5]")
    if list(values) != sorted(values):
        raise BadInput("flap_values must not decrease [B1.5]")
    if len(values) > MAX_PLACES or values[-1] > MAX_FLAP_VALUE:
        too_many = "flap_values has at most {places} places of at most {points} points [B1.5]"
        raise BadInput(too_many, places=MAX_PLACES, points=MAX_FLAP_VALUE)
