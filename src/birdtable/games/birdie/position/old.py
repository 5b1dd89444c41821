"""The text of a state as earlier versions wrote it, which trials in old stores hold: every field as JSON."""

from __future__ import annotations

from typing import Any

import msgspec

from birdtable.game import BadInput
from birdtable.games.birdie.rules import BirdieState

FIELDS = (
    *("seats", "to_move", "points", "winners", "decided", "expert", "robin_from_deck", "owl_moves", "sets_chosen"),
    *("single_removal", "places", "flap_values", "phase", "round", "starter", "mover", "unseen", "deck", "stop"),
    *("rest", "display", "display_count", "hand", "hand_count", "pile", "pile_count", "taken", "taken_count", "added"),
    *("added_count", "first", "second", "turns", "turn_count", "passed", "passed_count", "boxes", "pass_points"),
    *("flaps", "used", "trophy", "record", "spent", "drawn", "scorer", "row", "row_count", "held", "picked"),
    *("cursor", "set_start", "set_length", "set_trait", "set_out", "set_count", "trait", "holding", "gap", "low"),
    *("high", "lowest", "gone", "gone_hand", "old_turns", "old_turn_count", "old_pile", "old_pile_count", "old_spent"),
)


def is_old(text: str) -> bool:
    return text.startswith("{")


def parse_old_state(text: str) -> BirdieState:
    """What was left out is as in a state whose Flap column has one place."""
    try:
        fields = msgspec.json.decode(text, type=dict[str, Any])
        if fields.get("seats") not in (2, 3, 4):
            raise BadInput("a state of Birdie has 2 to 4 seats [B1]")
        state = BirdieState(fields["seats"], (1,))
        for name, value in fields.items():
            if name not in FIELDS or not is_like(value, getattr(state, name)):
                raise BadInput(f"a state of Birdie has no {name!r} of {value!r}")
            setattr(state, name, value)
    except (msgspec.DecodeError, OverflowError) as error:
        raise BadInput(f"not a state of Birdie: {error}") from None
    return state


def is_like(value: object, model: object) -> bool:
    """Whether this is a number as the other is, or as many numbers."""
    if isinstance(model, list):
        return isinstance(value, list) and len(value) == len(model) and all(is_like(each, 0) for each in value)
    return isinstance(value, int)
