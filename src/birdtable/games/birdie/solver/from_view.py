"""A view as a question for the scorer: the row that lies there, the viewer's board, the rules of the match."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from birdtable.games.birdie.cards import BIRDS, TRAITS
from birdtable.games.birdie.points import most_uses
from birdtable.games.birdie.solver.problem import Problem
from birdtable.games.birdie.view import BirdieView


def uses_left(view: BirdieView) -> dict[str, int]:
    """[B7.1] How often the viewer can still use each ability, with cards in hand for it."""
    used, limit = view.boards[view.seat].used, most_uses(bool(view.options["expert"]))
    held = [card[0] for card in view.hand or ()]
    return {bird: min(held.count(bird[0].upper()), limit - used.get(bird, 0)) for bird in BIRDS}


def problem_of(view: BirdieView, uses: Mapping[str, int], *, open_value: float, time: float) -> Problem:
    """The row as it lies, with so many uses of abilities. ``open_value`` is what a box is worth that stays empty."""
    board = view.boards[view.seat]
    options: dict[str, Any] = view.options
    return Problem(
        row=" ".join(view.row),
        expert=options["expert"],
        woodpeckers=uses.get("woodpecker", 0),
        pigeons=uses.get("pigeon", 0),
        owls=uses.get("owl", 0),
        boxes=dict(board.boxes),
        flaps=board.flaps,
        records=dict(view.records),
        flap_values=tuple(options["flap_values"]),
        open_value=dict.fromkeys(TRAITS, open_value) if open_value else {},
        time=time,
        owl=options["owl"],
        same_trait_sets=options["same_trait_sets"],
        expert_removals=options["expert_removals"],
    )
