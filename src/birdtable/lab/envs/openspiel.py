"""OpenSpiel: importing this module registers every game of the catalog, such as ``python_birdie``.

For a game that is added later, ``register`` does it.
Chance nodes are explicit, a state's information is the text of the player's view (perfect recall) and its tensor the
encoded observation. Actions are the steps' numbers; those of chance are counted from 0. Returns are 1 shared
by the winners and -1 shared by the rest.
"""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
import pyspiel

from birdtable import catalog
from birdtable.game import CHANCE, NOBODY, AnyGame
from birdtable.lab.envs.encoding import encoding
from birdtable.lab.envs.episode import shared_rewards
from birdtable.record import Recorder


def game_type(game: AnyGame) -> Any:
    return pyspiel.GameType(
        short_name=f"python_{game.name}",
        long_name=f"{game.title} (Birdtable)",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.max_seats,
        min_num_players=game.min_seats,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": game.min_seats},
    )


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game of the catalog at a table for ``players``; ``register`` makes a subclass for each."""

    name: ClassVar[str]

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        self.encoding = encoding(self.name)
        game = self.encoding.game
        self.players = int((params or {}).get("players", game.min_seats))
        game.check_seats(self.players)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.encoding.actions,
            max_chance_outcomes=len(game.steps) - self.encoding.first_chance,
            num_players=self.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.encoding.longest,
        )
        super().__init__(game_type(game), info, params or {})

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver:
        return SpielObserver(self.encoding.width)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A match as OpenSpiel walks through it."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.encoding = game.encoding
        self.rules = game.encoding.game
        self.match = self.rules.start(game.players, self.rules.cap())

    def current_player(self) -> int:
        seat = int(self.match.to_move)
        if seat == NOBODY:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if seat == CHANCE else seat

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.match.legal())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        odds = self.match.odds()
        total = sum(weight for _, weight in odds)
        return [(code - self.encoding.first_chance, weight / total) for code, weight in odds]

    def _apply_action(self, action: int) -> None:
        self.match.apply(action + self.encoding.first_chance if self.match.to_move == CHANCE else action)

    def _action_to_string(self, player: int, action: int) -> str:
        chance = player == int(pyspiel.PlayerId.CHANCE)
        return self.rules.steps[action + self.encoding.first_chance if chance else action]

    def is_terminal(self) -> bool:
        return bool(self.match.to_move == NOBODY)

    def returns(self) -> list[float]:
        outcome = self.rules.outcome(self.match)
        return shared_rewards(outcome) if outcome else [0.0] * int(self.match.seats)

    def information_state_string(self, player: int | None = None) -> str:
        seat = self.current_player() if player is None else player
        return self.rules.view_text(self.rules.view(self.match, seat))

    def observation_string(self, player: int | None = None) -> str:
        return self.information_state_string(player)

    def __str__(self) -> str:
        return self.rules.state_text(self.match)

    def record_text(self) -> str:
        """The match so far as a record that ``birdtable replay`` and the page open."""
        seats = [f"seat {seat + 1}" for seat in range(int(self.match.seats))]
        recorder = Recorder(self.rules, seats, self.rules.cap())
        for taken in self.full_history():
            recorder.apply(self._action_to_string(taken.player, taken.action))
        return recorder.record().text()

    def clone(self) -> SpielState:
        twin: SpielState = super().clone()
        twin.match = self.match.copy()
        return twin


class SpielObserver:
    """Observations by the encoding of the lab."""

    def __init__(self, width: int) -> None:
        self.tensor = np.zeros(width, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        self.tensor[:] = state.encoding.observe_seat(state.match, player)

    def string_from(self, state: SpielState, player: int) -> str:
        return state.observation_string(player)


def register(name: str) -> str:
    """Makes a game of the catalog known to OpenSpiel, and returns what it is called there."""
    kind = game_type(catalog.game(name))
    if kind.short_name not in pyspiel.registered_names():
        # A class, not a function: OpenSpiel lets go of it after the interpreter has ended, which aborts for a function.
        pyspiel.register_game(kind, type(f"Spiel{name.title()}", (SpielGame,), {"name": name}))
    return str(kind.short_name)


for each in catalog.games():
    register(each)
