"""Random matches in OpenSpiel."""

from __future__ import annotations

import random
from typing import Any

import birdtable.lab.envs.openspiel  # noqa: F401 (registers)

SETTINGS = [
    "python_birdie",
    "python_birdie(expert=True,expert_removals=single)",
    "python_birdie(players=3,robin_source=bird_deck,owl=move,same_trait_sets=choose)",
    "python_birdie(players=4,expert=True,flap_values=1 3 6)",
    "python_cubirds(turn_limit=200)",
    "python_cubirds(players=3,turn_limit=200,extras=discarded)",
    "python_cubirds(players=4,turn_limit=60)",
    "python_cubirds(players=5,turn_limit=60)",
]
"""All numbers of players, and options of every kind."""


def move_on(state: Any, pick: random.Random) -> int:
    """Takes a random step, by its odds where it is chance's."""
    if state.is_chance_node():
        actions, odds = zip(*state.chance_outcomes(), strict=True)
        action: int = pick.choices(actions, odds)[0]
    else:
        action = pick.choice(state.legal_actions())
    state.apply_action(action)
    return action


def play_some(game: Any, seed: int, steps: int) -> Any:
    """So many steps of a random match, and on to a seat's decision."""
    state, pick = game.new_initial_state(), random.Random(seed)
    while not state.is_terminal() and (steps > 0 or state.is_chance_node()):
        move_on(state, pick)
        steps -= 1
    return state
