"""OpenSpiel: importing this module registers every game of the catalog, such as ``python_birdie``.

For a game that is added later, ``register`` does it.

Chance nodes are explicit. A state's information is all that the player has seen and done (perfect recall, ``recall``),
its observation the text of the player's view, its tensor the encoded observation. Actions are the steps' numbers; those
of chance are counted from 0. Returns are 1 shared by the winners and -1 shared by the rest, so that they add up to 0.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

import numpy as np
import pyspiel

from birdtable import catalog
from birdtable.game import CHANCE, NOBODY, AnyGame, BadInput
from birdtable.lab.envs.encoding import Encoding, encoding
from birdtable.lab.envs.episode import shared_rewards
from birdtable.lab.envs.spiel.course import Course
from birdtable.lab.envs.spiel.parameters import Setting, defaults
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
        parameter_specification=defaults(game),
    )


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game of the catalog with its parameters (``parameters``); ``register`` makes a subclass for each."""

    name: ClassVar[str]

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        self.encoding = encoding(self.name)
        game = self.encoding.game
        self.setting = Setting(game, params or {})
        info = pyspiel.GameInfo(
            num_distinct_actions=self.encoding.actions,
            max_chance_outcomes=max(len(game.steps) - self.encoding.first_chance, len(self.setting.starts)),
            num_players=self.setting.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=longest(self.encoding, self.setting),
        )
        super().__init__(game_type(game), info, self.setting.parameters)

    def __reduce__(self) -> tuple[Any, ...]:
        """Its class is not found by a name: OpenSpiel makes it again."""
        return pyspiel.load_game, (str(self),)

    def new_initial_state(self) -> SpielState:
        return SpielState(self, Course(self.encoding, self.setting.starts, anew=not self.setting.position))

    def begin_at(self, match: Any) -> SpielState:
        """A state that begins at any state of the game: each player starts with a view of it."""
        return SpielState(self, Course(self.encoding, [(1, match)], anew=False))

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver:
        return SpielObserver(self.encoding.width, remembers=bool(iig_obs_type and iig_obs_type.perfect_recall))


def longest(coding: Encoding, setting: Setting) -> int:
    """No match has more steps; one that may go on for longer than usual has more in proportion."""
    usual = coding.game.caps
    times = [-(-int(setting.options[name]) // int(cap)) for name, cap in usual.items() if isinstance(cap, int)]
    return coding.longest * max([1, *times])


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A match as OpenSpiel walks through it. All that is its own is in the course, which knows how to be copied."""

    def __init__(self, game: SpielGame, course: Course) -> None:
        super().__init__(game)
        self.course = course

    @property
    def encoding(self) -> Encoding:
        return self.course.coding

    @property
    def rules(self) -> AnyGame:
        return self.course.coding.game

    @property
    def match(self) -> Any:
        return self.course.match

    @property
    def is_waiting(self) -> bool:
        """Chance has not yet chosen where the match begins."""
        return self.course.start is None

    def current_player(self) -> int:
        seat = CHANCE if self.is_waiting else int(self.match.to_move)
        if seat == NOBODY:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if seat == CHANCE else seat

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.match.legal())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        first = 0 if self.is_waiting else self.encoding.first_chance
        odds = [(number, weight) for number, (weight, _) in enumerate(self.course.starts)]
        if not self.is_waiting:
            odds = self.match.odds()
        total = sum(weight for _, weight in odds)
        return [(code - first, weight / total) for code, weight in odds]

    def _apply_action(self, action: int) -> None:
        """Refuses what cannot be and changes nothing then: OpenSpiel does not ask, and the course would believe it."""
        if self.is_terminal():
            raise BadInput("the match is over: new_initial_state() begins another")
        if not self.is_chance_node():
            if action not in self.match.legal():
                raise self.rules.refusal(self.match, self.encoding.step(action))
            self.course.apply(action)
        elif all(action != outcome for outcome, _ in self.chance_outcomes()):
            raise BadInput(f"{action} is none of chance's outcomes here")
        elif self.is_waiting:
            self.course.begin(action)
        else:
            self.course.apply(action + self.encoding.first_chance)

    def _action_to_string(self, player: int, action: int) -> str:
        chance = player == int(pyspiel.PlayerId.CHANCE)
        if chance and self.is_waiting:
            return f"position {action + 1}"
        return self.rules.steps[action + self.encoding.first_chance if chance else action]

    def is_terminal(self) -> bool:
        return self.current_player() == int(pyspiel.PlayerId.TERMINAL)

    def returns(self) -> list[float]:
        outcome = self.rules.outcome(self.match)
        return shared_rewards(outcome) if outcome else [0.0] * int(self.match.seats)

    def information_state_string(self, player: int | None = None) -> str:
        return self.course.remember(self.seat_of(player))

    def observation_string(self, player: int | None = None) -> str:
        if self.is_waiting:
            return self.information_state_string(player)
        return self.rules.view_text(self.rules.view(self.match, self.seat_of(player)))

    def seat_of(self, player: int | None) -> int:
        seat = self.current_player() if player is None else player
        if not 0 <= seat < self.match.seats:
            raise BadInput(f"player is a number from 0 to {self.match.seats - 1}, not {seat}")
        return seat

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> SpielState:
        """A state that the player cannot tell from this one, with a course that leads to it.

        ``sampler`` returns random numbers from 0 to 1. Steps of others that do not show yet are not taken in it.
        """
        if self.is_waiting:
            twin: SpielState = self.clone()
            return twin
        number, codes = self.course.retell(self.seat_of(player), Numbers(sampler))
        twin = SpielState(self.get_game(), Course(self.encoding, self.course.starts, anew=self.course.anew))
        if twin.is_waiting:
            twin.apply_action(number)
        for code in codes:
            chance = twin.match.to_move == CHANCE
            twin.apply_action(code - self.encoding.first_chance if chance else code)
        return twin

    def __str__(self) -> str:
        if self.is_waiting:
            return f"one of {len(self.course.starts)} positions"
        return self.rules.state_text(self.match)

    def record_text(self) -> str:
        """The match so far as a record that ``birdtable replay`` and the page open."""
        if not self.course.anew:
            raise BadInput("a match that begins at a position has no record")
        seats = [f"seat {seat + 1}" for seat in range(int(self.match.seats))]
        recorder = Recorder(self.rules, seats, self.get_game().setting.options)
        for code in self.course.codes:
            recorder.apply(self.rules.steps[code])
        return recorder.record().text()


class Numbers:
    """A sampler of OpenSpiel as games ask for random numbers."""

    def __init__(self, sampler: Callable[[], float]) -> None:
        self.sampler = sampler

    def below(self, n: int) -> int:
        return min(int(self.sampler() * n), n - 1)


class SpielObserver:
    """Observations by the encoding of the lab; one that ``remembers`` is the information state, which is text alone."""

    def __init__(self, width: int, *, remembers: bool) -> None:
        self.remembers = remembers
        self.tensor = None if remembers else np.zeros(width, np.float32)
        self.dict = {} if self.tensor is None else {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        if self.tensor is not None:
            self.tensor[:] = 0 if state.is_waiting else state.encoding.observe_seat(state.match, player)

    def string_from(self, state: SpielState, player: int) -> str:
        return state.information_state_string(player) if self.remembers else state.observation_string(player)


def register(name: str) -> str:
    """Makes a game of the catalog known to OpenSpiel, and returns what it is called there."""
    kind = game_type(catalog.game(name))
    if kind.short_name not in pyspiel.registered_names():
        # A class, not a function: OpenSpiel lets go of it after the interpreter has ended, which aborts for a function.
        pyspiel.register_game(kind, type(f"Spiel{name.title()}", (SpielGame,), {"name": name}))
    return str(kind.short_name)


for each in catalog.games():
    register(each)
