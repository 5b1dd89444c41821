"""The options of a match: in the words of the rules, and as a state has them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from birdtable.game import Value
from birdtable.games.cubirds.rules import CuBirdsState


def fresh_state(seats: int, options: Mapping[str, Any]) -> CuBirdsState:
    """Before the dealer is drawn; all options are given."""
    return CuBirdsState(
        seats,
        options["turn_limit"] or 0,
        extras_discarded=options["extras"] == "discarded",
        named=options.get("starter", 0),
    )


def options_of(state: CuBirdsState) -> dict[str, Value]:
    return {
        "extras": "discarded" if state.extras_discarded else "shuffled",
        "turn_limit": state.turn_limit or None,
        **({"starter": state.named} if state.named else {}),
    }
