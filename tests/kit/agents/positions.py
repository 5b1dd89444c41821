"""Positions, and what they could be instead, for tests of texts that models read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from birdtable import catalog
from birdtable.bots.interface import ask
from birdtable.bots.roster import bot
from birdtable.engine import Rng
from birdtable.game import CHANCE, NOBODY, Event, Value
from kit.birdie.redeal import redeal as redeal_birdie
from kit.cubirds.redeal import redeal as redeal_cubirds

REDEAL: dict[str, Any] = {"birdie": redeal_birdie, "cubirds": redeal_cubirds}


def decisions(
    name: str, seed: int, seats: int = 4, player: str = "random", **options: Value
) -> Iterator[tuple[Any, list[Event]]]:
    """The states of a match in which a seat is to decide, each with all that happened before."""
    rng, game, log = Rng(seed), catalog.game(name), list[Event]()
    state, chooser = game.start(seats, game.cap(options)), bot(player, name)
    while state.to_move != NOBODY:
        if state.to_move == CHANCE:
            log += game.play(state, game.steps[state.roll(rng)])
        else:
            yield state, log
            view = game.view(state, state.to_move)
            log += game.play(state, ask(chooser, view, game.legal_steps(state), rng))
