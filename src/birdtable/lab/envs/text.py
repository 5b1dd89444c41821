"""An environment whose observations and actions are texts, in Gymnasium's text spaces: for learners that read.

    env = TextWrapper(gymnasium.make("birdtable/Birdie-v1", players=("greedy",)))
    text, info = env.reset(seed=1)
    text, reward, terminated, truncated, info = env.step("PLAY: pass")

An answer that is refused changes nothing but the text, which then says why; after ``attempts`` of them the turn is
forfeited by the same rule as everywhere (``forfeit_turn``).
"""

from __future__ import annotations

import string
from typing import Any, SupportsIndex

import gymnasium
import numpy as np

from birdtable.agents.answers import LONGEST_ANSWER, parse_play, try_play
from birdtable.agents.part import forfeit_turn
from birdtable.agents.text import ANSWER, position_text
from birdtable.engine import Rng
from birdtable.game import BadInput, BirdtableError, Step
from birdtable.lab.envs.gymnasium import SeatEnv

CHARACTERS = frozenset(string.printable + "·")
LONGEST_TEXT = 10_000
"""Characters of an observation, amply."""


class TextWrapper(gymnasium.Wrapper[str, str, Any, Any]):
    """Around an environment of ``birdtable.lab.envs.gymnasium``."""

    def __init__(self, env: gymnasium.Env[Any, Any], attempts: int = 3) -> None:
        super().__init__(env)
        if not isinstance(env.unwrapped, SeatEnv):
            raise BadInput(f"texts are for environments of birdtable.lab.envs.gymnasium, not {env}")
        if not isinstance(attempts, SupportsIndex) or attempts < 1:
            raise BadInput(f"attempts are a whole number from 1 on, not {attempts!r}")
        self.attempts = attempts
        self.refused = 0
        self.observation_space = gymnasium.spaces.Text(LONGEST_TEXT, charset=CHARACTERS)
        self.action_space = gymnasium.spaces.Text(LONGEST_ANSWER, min_length=0, charset=CHARACTERS)

    @property
    def seat_env(self) -> SeatEnv:
        env = self.env.unwrapped
        assert isinstance(env, SeatEnv)
        return env

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[str, dict[str, Any]]:
        _, info = self.env.reset(seed=seed, options=options)
        self.refused = 0
        return self.text(), info

    def text(self, refusal: str = "") -> str:
        episode = self.seat_env.current()
        view = episode.game.view(episode.recorder.state, self.seat_env.observer)
        return f"{position_text(episode.game, view)}\n{refusal}{ANSWER if view.is_to_move else ''}".rstrip() + "\n"

    def step(self, action: str) -> tuple[str, float, bool, bool, dict[str, Any]]:
        if not isinstance(action, str):
            raise BadInput(f"an answer is a text, not {action!r}")
        episode = self.seat_env.current()
        if episode.over:
            raise BadInput("the match is over: reset() begins another")
        game, seat = episode.game, self.seat_env.observer
        world = game.imagine(game.view(episode.recorder.state, seat), Rng(0))
        try:
            steps = parse_play(action, game)
            try_play(game, world, seat, steps)
        except BirdtableError as error:
            self.refused += 1
            if self.refused < self.attempts:
                info = {**self.seat_env.info(), "refused": str(error)}
                return self.text(f"Your answer was refused and nothing was done: {error}\n"), 0.0, False, False, info
            taken = self.take(forfeit_turn(game, world, seat))
            return *taken[:4], {**taken[4], "refused": str(error), "forfeited": True}
        return self.take(steps)

    def take(self, steps: list[Step]) -> tuple[str, float, bool, bool, dict[str, Any]]:
        self.refused = 0
        total, codes = 0.0, self.seat_env.encoding.game.codes
        for step in steps:
            _, reward, terminated, truncated, info = self.seat_env.step(np.int64(codes[step]))
            total += float(reward)
        return self.text(), total, terminated, truncated, info
