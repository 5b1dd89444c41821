"""A match with a mistake in it, for tests of reviews."""

from __future__ import annotations

from birdtable import catalog
from birdtable.bots.roster import bot
from birdtable.chance import Dice
from birdtable.engine import Rng
from birdtable.game import CHANCE, NOBODY
from birdtable.record import Record, Recorder


def blunder() -> tuple[Record, int]:
    """Greedy players, but seat 1 marks no set in round 1."""
    game, player = catalog.game("birdie"), bot("greedy", "birdie")
    rng, dice, number, planted = Rng(1), Dice(2), 0, 0
    match = Recorder(game, ["greedy", "greedy"])
    while (seat := game.to_move(match.state)) != NOBODY:
        number += 1
        if seat == CHANCE:
            match.play(dice.choose(game, match.state))
            continue
        view = game.view(match.state, seat)
        step = player.choose(view, game.legal_steps(match.state), rng)
        if seat == 0 and step.startswith(("bird", "season")) and (planted == 0 or view.round == 1):
            step, planted = "leave", planted or number
        match.play(step)
    assert planted
    return match.record(), planted
