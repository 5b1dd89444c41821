"""How fast the search is: decisions of seats inside its simulations; OpenSpiel's ISMCTS on euchre for comparison."""

from __future__ import annotations

import random
from typing import Any

from birdtable.bots.knowledge import search_policy, untaught_policy
from birdtable.bots.search.tree import search
from birdtable.chance import Dice
from birdtable.engine import Rng
from birdtable.game import CHANCE, AnyGame
from birdtable.lab.bench.engine import start
from birdtable.lab.bench.measure import CONFIGURATIONS, GAMES, Figure, Work, figures_by_turns, rate

SIMULATIONS = 2000
STEPS = 12
"""Decisions before the position that is searched: early in a match, where play-outs are long."""


def search_figures() -> list[Figure]:
    works = {f"{name} {seats}: inside search": searches(name, seats) for name, seats in CONFIGURATIONS}
    figures = figures_by_turns(works, "decisions/s", "euchre, ISMCTS in C++", euchre_search(), seconds=5.0)
    figures += [
        Figure(f"{name} 2: simulations, {kind}", simulations(name, kind == "learned"), "1/s")
        for name in GAMES
        for kind in ("not learned", "learned")
    ]
    return figures


def position(name: str, seats: int) -> tuple[AnyGame, Any]:
    """A seat of a match some steps old, and what it sees."""
    game, state = start(name, seats)
    dice, pick, done = Dice(1), random.Random(1), 0
    while (seat := game.to_move(state)) == CHANCE or done < STEPS:
        if seat == CHANCE:
            game.apply(state, dice.choose(game, state))
        else:
            game.apply(state, pick.choice(game.legal_steps(state)))
            done += 1
    return game, game.view(state, seat)


def searches(name: str, seats: int) -> Work:
    """As the bot ``search`` plays: imagined states, the tree, and play-outs by a policy that thinks."""
    game, view = position(name, seats)
    policy, rng = untaught_policy(game), Rng(1)
    return lambda: int(search(game.imaginer(view), policy, rng, simulations=SIMULATIONS).decisions)


def simulations(name: str, learned: bool) -> float:
    game, view = position(name, 2)
    policy, rng = search_policy(game) if learned else untaught_policy(game), Rng(1)
    return rate(lambda: search(game.imaginer(view), policy, rng, simulations=SIMULATIONS).simulations, 2.0)


def euchre_search() -> Work:
    """OpenSpiel's bot with random play-outs; a simulation counts as many decisions as a match has from there."""
    import pyspiel

    game, pick = pyspiel.load_game("euchre"), random.Random(1)
    state = game.new_initial_state()
    while state.is_chance_node():
        actions, odds = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(pick.choices(actions, odds)[0])
    decisions = mean_decisions(state, pick)
    bot = pyspiel.ISMCTSBot(1, pyspiel.RandomRolloutEvaluator(1, 1), 2.0, SIMULATIONS)

    def think() -> int:
        bot.step(state)
        return round(decisions * SIMULATIONS)

    return think


def mean_decisions(state: Any, pick: random.Random, times: int = 400) -> float:
    """Of seats, chance not counted."""
    decisions = 0
    for _ in range(times):
        match = state.clone()
        while not match.is_terminal():
            decisions += not match.is_chance_node()
            match.apply_action(pick.choice(match.legal_actions()))
    return decisions / times
