"""OpenSpiel's own ISMCTS bot as a player here: 100 ms of processor time a step. Needs the extra ``openspiel``.

Run with: birdtable arena birdie --players champion:100ms,openspiel_bot --code examples/openspiel_bot.py
"""

from __future__ import annotations

from collections.abc import Sequence
from time import process_time
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

import birdtable.lab.envs.openspiel  # noqa: F401 (registers the games)
from birdtable.engine import Rng
from birdtable.game import Randomness, Step, View

SECONDS = 0.1
FEWEST = 2
"""Simulations made however long they take."""
EXPLORING = 1.4
SEED = 1 << 31


class ClockedBot(ismcts.ISMCTSBot):  # type: ignore[misc]
    """Its search as it is, but limited by time instead of by a number of simulations."""

    def run_search(self, state: Any) -> Any:
        self.reset()
        self._root_node = self.create_new_node(state)
        ends, done = process_time() + SECONDS, 0
        while done < FEWEST or process_time() < ends:
            self.run_simulation(self.sample_root_state(state))
            done += 1
        return self.get_final_policy(state, self._root_node)


class SpielBot:
    """Lets OpenSpiel search a state that fits the view; before each simulation what is hidden is dealt anew."""

    def __init__(self, game: str) -> None:
        self.game = game

    def choose(self, view: View, legal: Sequence[Step], rng: Randomness) -> Step:
        if len(legal) == 1:
            return legal[0]
        table = pyspiel.load_game(f"python_{self.game}", {"players": view.seats})
        worlds, numbers = Rng(rng.below(SEED)), np.random.RandomState(rng.below(SEED))
        imagine = table.encoding.game.imaginer(view)

        def resample(before: Any, player: int) -> Any:
            return table.begin_at(imagine(worlds))

        state = table.begin_at(imagine(worlds))
        evaluator = mcts.RandomRolloutEvaluator(1, numbers)
        searcher = ClockedBot(table, evaluator, EXPLORING, FEWEST, random_state=numbers)
        searcher.set_resampler(resample)
        return str(state.rules.steps[searcher.step(state)])


def bot(game: str) -> SpielBot:
    return SpielBot(game)
