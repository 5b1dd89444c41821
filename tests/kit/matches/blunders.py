"""A match with a mistake in it, for tests of reviews."""

from __future__ import annotations

from typing import Any

from birdtable import catalog
from birdtable.bots.luck import Foresight, mean_values, possibilities
from birdtable.bots.roster import bot
from birdtable.chance import Dice
from birdtable.engine import Rng
from birdtable.game import CHANCE, NOBODY, Step
from birdtable.record import Record, Recorder

LUCKY = 0.1
"""A card that is worth so much more than the mean is a lucky one."""


def blunder() -> tuple[Record, int]:
    """Greedy players, but seat 1 marks no set in round 1."""
    record, planted, _ = blunder_and_luck(lucky=False)
    return record, planted


def blunder_and_luck(*, lucky: bool = True) -> tuple[Record, int, int]:
    """The same, but once chance deals the card that is best for seat 1. Both steps are told by their numbers."""
    game, player = catalog.game("birdie"), bot("greedy", "birdie")
    rng, dice, number, planted, drawn = Rng(1), Dice(2), 0, 0, 0
    match = Recorder(game, ["greedy", "greedy"])
    while (seat := game.to_move(match.state)) != NOBODY:
        number += 1
        if seat == CHANCE:
            step = dice.choose(game, match.state)
            if lucky and not drawn and match.state.turn_count[0] and (best := lucky_step(match.state)):
                step, drawn = best, number
            match.play(step)
            continue
        view = game.view(match.state, seat)
        step = player.choose(view, game.legal_steps(match.state), rng)
        if seat == 0 and step.startswith(("bird", "season")) and (planted == 0 or view.round == 1):
            step, planted = "leave", planted or number
        match.play(step)
    assert planted
    return match.record(), planted, drawn


def lucky_step(state: Any) -> Step:
    """The best card for seat 1, if it is much better than the mean."""
    game = catalog.game("birdie")
    found = possibilities(state, state.odds(), Foresight(game, playouts=60), 1)
    best = max(found, key=lambda each: each.values[0])
    return game.steps[best.code] if best.values[0] - mean_values(found)[0] > LUCKY else ""
