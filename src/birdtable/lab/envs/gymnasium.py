"""Gymnasium environments: one learner, the other seats played by bots.

Importing this module registers an environment for every game of the catalog, such as ``birdtable/Birdie-v0``; for a
game that is added later, ``register`` does it. The version changes whenever the same seed and actions would give other
numbers: rules, encoding, rewards or the meaning of an action.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from birdtable import catalog
from birdtable.bots.roster import bot
from birdtable.engine import Rng
from birdtable.game import AnyGame, BadInput, Value
from birdtable.lab.envs.encoding import Observation, encoding
from birdtable.lab.envs.episode import Episode, bounds, parse_reward


class SeatEnv(gymnasium.Env[Observation, np.int64]):
    """A seat at a table of bots.

    ``players`` names the other seats' bots by their roster strings; the learner sits at ``seat``. An illegal action
    ends the episode with -1 and ``info["illegal"]`` naming the rule. ``info["action_mask"]`` and ``action_masks()``
    have 1 for every legal action.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012 (as the base class has it)

    def __init__(
        self,
        game: str,
        players: Sequence[str] = ("random",),
        seat: int = 0,
        options: Mapping[str, Value] | None = None,
        reward: str = "win",
        render_mode: str | None = None,
    ) -> None:
        self.encoding = encoding(game)
        self.encoding.game.check_seats(len(players) + 1)
        if not 0 <= seat <= len(players):
            raise BadInput(f"seat is a number from 0 to {len(players)}, not {seat}")
        self.seats = len(players) + 1
        self.seat = seat
        self.options = dict(options or {})
        self.reward = parse_reward(reward)
        self.render_mode = render_mode
        names = [*players[:seat], "", *players[seat:]]
        self.bots = [bot(name, game) if name else None for name in names]
        self.episode: Episode | None = None
        low, high = bounds()
        self.observation_space = spaces.Box(low, high, (self.encoding.width,), np.int16)
        self.action_space = spaces.Discrete(self.encoding.actions)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed)
        chance, own = (int(number) for number in self.np_random.integers(0, 2**62, 2))
        self.episode = Episode(self.encoding.game.name, self.seats, chance, self.options)
        self.rng = Rng(own)
        self.let_bots_play()
        return self.episode.observe(self.seat), self.info()

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        episode = self.current()
        if episode.over:
            raise BadInput("the match is over: reset() begins another")
        if int(action) not in episode.legal():
            return self.forfeit(int(action))
        episode.play(self.encoding.step(int(action)))
        self.let_bots_play()
        reward = episode.rewards(self.reward)[self.seat]
        return episode.observe(self.seat), reward, episode.over, False, self.info()

    def forfeit(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        episode = self.current()
        refused = episode.game.refusal(episode.recorder.state, self.encoding.step(action))
        observation = episode.observe(self.seat)
        self.episode = None
        no_actions = self.encoding.mask([])
        return observation, -1.0, True, False, {"illegal": str(refused), "action_mask": no_actions}

    def let_bots_play(self) -> None:
        episode = self.current()
        while not episode.over and (player := self.bots[episode.to_move]) is not None:
            view = episode.game.view(episode.recorder.state, episode.to_move)
            episode.play(player.choose(view, episode.game.legal_steps(episode.recorder.state), self.rng))

    def current(self) -> Episode:
        if self.episode is None:
            raise BadInput("reset() must be called before step()")
        return self.episode

    def action_masks(self) -> Any:
        """1 for every legal action, under the name that sb3-contrib asks for."""
        return self.current().mask(self.seat).astype(bool)

    def info(self) -> dict[str, Any]:
        episode = self.current()
        return {"action_mask": episode.mask(self.seat)}

    def record_text(self) -> str:
        """The episode so far as a record that ``birdtable replay`` and the page open."""
        return self.current().record().text()

    def render(self) -> Any:
        episode = self.current()
        return episode.game.view_text(episode.game.view(episode.recorder.state, self.seat))


def environment_id(game: AnyGame) -> str:
    """What Gymnasium calls a game: by its title without spaces."""
    title = re.sub(r"\W", "", game.title)
    return f"birdtable/{title}-v0"


def register(name: str) -> str:
    """Makes a game of the catalog known to Gymnasium, and returns what it is called there."""
    identifier = environment_id(catalog.game(name))
    if identifier not in gymnasium.registry:
        gymnasium.register(
            identifier,
            entry_point=f"{__name__}:SeatEnv",
            vector_entry_point="birdtable.lab.envs.vector:VectorSeats",
            kwargs={"game": name},
        )
    return identifier


for each in catalog.games():
    register(each)
