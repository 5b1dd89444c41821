"""Gymnasium environments: one learner, the other seats played by bots.

Importing this module registers ``birdtable/Birdie-v0`` and ``birdtable/CuBirds-v0``. The version changes whenever the
same seed and actions would give other numbers: rules, encoding, rewards or the meaning of an action.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from birdtable.bots.roster import bot
from birdtable.engine import Rng
from birdtable.game import BadInput, Value
from birdtable.lab.envs.encoding import Observation, encoding
from birdtable.lab.envs.match import Match, bounds, checked_reward


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
        self.reward = checked_reward(reward)
        self.render_mode = render_mode
        names = [*players[:seat], "", *players[seat:]]
        self.bots = [bot(name, game) if name else None for name in names]
        self.match: Match | None = None
        low, high = bounds()
        self.observation_space = spaces.Box(low, high, (self.encoding.width,), np.int16)
        self.action_space = spaces.Discrete(self.encoding.actions)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed)
        chance, own = (int(number) for number in self.np_random.integers(0, 2**62, 2))
        self.match = Match(self.encoding.game.name, self.seats, chance, self.options)
        self.rng = Rng(own)
        self.let_bots_play()
        return self.match.observe(self.seat), self.info()

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        match = self.current()
        if match.over:
            raise BadInput("the match is over: reset() begins another")
        if int(action) not in match.legal():
            return self.forfeit(int(action))
        match.play(self.encoding.step(int(action)))
        self.let_bots_play()
        reward = match.rewards(self.reward)[self.seat]
        return match.observe(self.seat), reward, match.over, False, self.info()

    def forfeit(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        match = self.current()
        refused = match.game.refusal(match.recorder.state, self.encoding.step(action))
        observation = match.observe(self.seat)
        self.match = None
        no_actions = self.encoding.mask([])
        return observation, -1.0, True, False, {"illegal": str(refused), "action_mask": no_actions}

    def let_bots_play(self) -> None:
        match = self.current()
        while not match.over and (player := self.bots[match.to_move]) is not None:
            view = match.game.view(match.recorder.state, match.to_move)
            match.play(player.choose(view, match.game.legal_steps(match.recorder.state), self.rng))

    def current(self) -> Match:
        if self.match is None:
            raise BadInput("reset() must be called before step()")
        return self.match

    def action_masks(self) -> Any:
        """1 for every legal action, under the name that sb3-contrib asks for."""
        return self.current().mask(self.seat).astype(bool)

    def info(self) -> dict[str, Any]:
        match = self.current()
        return {"action_mask": match.mask(self.seat)}

    def record_text(self) -> str:
        """The episode so far as a record that ``birdtable replay`` and the page open."""
        return self.current().record().text()

    def render(self) -> Any:
        match = self.current()
        return match.game.view_text(match.game.view(match.recorder.state, self.seat))


for name, entry in (("birdie", "Birdie"), ("cubirds", "CuBirds")):
    gymnasium.register(
        f"birdtable/{entry}-v0",
        entry_point="birdtable.lab.envs.gymnasium:SeatEnv",
        vector_entry_point="birdtable.lab.envs.vector:VectorSeats",
        kwargs={"game": name},
    )
