"""OpenSpiel's own ISMCTS bot at our tables, with 100 ms for every step; needs the extra ``openspiel``.

Run with: birdtable arena birdie --players champion:100ms,openspiel_bot --code examples/openspiel_bot.py
"""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

import birdtable.lab.envs.openspiel  # noqa: F401 (registers the games)
from birdtable.engine import Rng
from birdtable.game import Randomness, Step, View

SECONDS = 0.1
FEWEST = 2
"""Simulations that are made in any case."""
EXPLORING = 1.4
SEED = 1 << 31


class ClockedBot(ismcts.ISMCTSBot):  # type: ignore[misc]
    """Its search as it is, but until a time is over and not a number of simulations."""

    def run_search(self, state: Any) -> Any:
        self.reset()
        self._root_node = self.create_new_node(state)
        ends, done = perf_counter() + SECONDS, 0
        while done < FEWEST or perf_counter() < ends:
            self.run_simulation(self.sample_root_state(state))
            done += 1
        return self.get_final_policy(state, self._root_node)


class SpielBot:
    """Has OpenSpiel look at a state that the view could be of; before each simulation the hidden part is dealt anew."""

    def __init__(self, game: str) -> None:
        self.game = game

    def choose(self, view: View, legal: Sequence[Step], rng: Randomness) -> Step:
        if len(legal) == 1:
            return legal[0]
        table = pyspiel.load_game(f"python_{self.game}", {"players": view.seats})
        state, worlds, numbers = table.new_initial_state(), Rng(rng.below(SEED)), np.random.RandomState(rng.below(SEED))
        imagine = state.rules.imaginer(view)

        def resample(before: Any, player: int) -> Any:
            twin = before.clone()
            twin.match = imagine(worlds)
            return twin

        state.match = imagine(worlds)
        evaluator = mcts.RandomRolloutEvaluator(1, numbers)
        searcher = ClockedBot(table, evaluator, EXPLORING, FEWEST, random_state=numbers)
        searcher.set_resampler(resample)
        return str(state.rules.steps[searcher.step(state)])


def bot(game: str) -> SpielBot:
    return SpielBot(game)
