"""Par of a deal: what a strong bot makes of it in the person's seat, match after match."""

from __future__ import annotations

from typing import Any

from birdtable import catalog
from birdtable.bots.interface import ask
from birdtable.bots.levels import BY_ID
from birdtable.bots.match import play_on
from birdtable.bots.roster import bot
from birdtable.chance import Deal
from birdtable.engine import Rng
from birdtable.game import Outcome, Seat, Step
from birdtable.puzzles.deals import OPPONENTS, PAR_PLAYER, SEAT, Par


def play_par(game_name: str, seed: int, first: int, count: int) -> Par:
    """Some matches of par, by their numbers; the same numbers give the same matches."""
    found = Par()
    for number in range(first, first + count):
        outcome = play_once(game_name, seed, number)
        found += Par((outcome.points[SEAT],), int(SEAT in outcome.winners))
    return found


def play_once(game_name: str, seed: int, number: int) -> Outcome:
    game = catalog.game(game_name)
    specs = (PAR_PLAYER, *(BY_ID[level].spec for level in OPPONENTS))
    bots, rng, state = [bot(spec, game_name) for spec in specs], Rng(number), game.start(len(specs), game.cap())

    def decide(state: Any, seat: Seat, legal: list[Step]) -> Step:
        return ask(bots[seat], game.view(state, seat), legal, rng)

    for _ in play_on(game, state, decide, Deal(seed).choose):
        pass
    outcome = game.outcome(state)
    assert outcome is not None
    return outcome
