"""PettingZoo: every seat of a table is an agent. ``env("birdie", players=3)`` makes one for any game of the catalog.

An illegal action ends the match for all: -1 for who took it, 0 for the others, and ``infos`` names the rule. The checks
that PettingZoo's wrappers would make are made here, where they cost next to nothing; ``raw_env`` is therefore the same
as ``env``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

from birdtable.chance import require_seed
from birdtable.game import BadInput, IllegalStep, Value
from birdtable.lab.envs.encoding import encoding
from birdtable.lab.envs.episode import Episode, parse_reward
from birdtable.lab.envs.forms.forms import form_of
from birdtable.lab.envs.gymnasium import SEEDS, VERSION, parse_render_mode, render_text


class TableEnv(AECEnv):  # type: ignore[misc]
    """A match seen from all its seats, with action masks in the observations."""

    metadata: dict[str, Any] = {"render_modes": ["ansi", "human"], "is_parallelizable": True, "render_fps": 1}  # noqa: RUF012 (as the base class has it)

    def __init__(
        self,
        game: str,
        players: int = 2,
        options: Mapping[str, Value] | None = None,
        reward: str = "win",
        form: str = "compact",
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.encoding = encoding(game)
        self.metadata = {**self.metadata, "name": f"{game}_v{VERSION}"}
        self.encoding.game.complete_for(players, options)
        self.options = dict(options or {})
        self.reward = parse_reward(reward)
        self.form = form_of(form, self.encoding)
        self.render_mode = parse_render_mode(render_mode)
        self.possible_agents = [f"seat_{seat}" for seat in range(players)]
        self.seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        space = spaces.Dict(
            {
                "observation": self.form.space,
                "action_mask": spaces.Box(0, 1, (self.encoding.actions,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {agent: spaces.Discrete(self.encoding.actions) for agent in self.possible_agents}
        self.generator = np.random.default_rng()
        self.agents: list[str] = []
        self.episode: Episode | None = None

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """``options`` are ignored, as PettingZoo's tests ask for: those of the game are given to ``env``."""
        if seed is not None:
            self.generator = np.random.default_rng(require_seed(seed))
        game, players, luck = self.encoding.game.name, len(self.possible_agents), self.generator.integers(0, SEEDS)
        self.episode = episode = Episode(game, players, int(luck), self.options, watched=self.form.watched)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[episode.to_move]
        self.show()

    def observe(self, agent: str) -> dict[str, Any]:
        episode, seat = self.current(), self.seat_of[agent]
        mask = self.encoding.mask([]) if self.terminations.get(agent, True) else episode.mask(seat)
        return {"observation": self.form.observe(episode, seat), "action_mask": mask}

    def current(self) -> Episode:
        if self.episode is None:
            raise BadInput("reset() begins a match: call it first")
        return self.episode

    def step(self, action: int | None) -> None:
        """``None`` is the last, empty step of an agent whose match is over."""
        episode = self.current()
        if not self.agents:
            raise BadInput("the match is over: reset() begins another")
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise BadInput("the match is not over: an action is a number")
        self._cumulative_rewards[agent] = 0.0
        step = self.encoding.step(action)
        try:
            episode.play(step)
        except IllegalStep as refused:
            self.infos[agent]["illegal"] = str(refused)
            self.end([-1.0 if seat == self.seat_of[agent] else 0.0 for seat in range(len(self.possible_agents))])
            return
        if episode.over:
            self.end(episode.rewards(self.reward))
        else:
            self.agent_selection = self.possible_agents[episode.to_move]
        self.show()

    def show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def end(self, rewards: list[float]) -> None:
        """Pays everybody; each agent then takes its last, empty step."""
        self.rewards = {agent: rewards[self.seat_of[agent]] for agent in self.agents}
        self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self._deads_step_first()

    def record_text(self) -> str:
        """The match so far as a record that ``birdtable replay`` and the page open."""
        return self.current().record().text()

    def render(self) -> str | None:
        """The table as the agent to move sees it, as text: returned (``ansi``) or printed (``human``)."""
        return render_text(self.render_mode, self.current(), self.seat_of[self.agent_selection])

    def close(self) -> None:
        """Nothing is held open."""


env = raw_env = TableEnv


def parallel_env(game: str, **settings: Any) -> Any:
    """The same for PettingZoo's parallel interface, in which all but the seat to move pass."""
    table = env(game, **settings)
    parallel = turn_based_aec_to_parallel(table)
    parallel.record_text = table.record_text
    return parallel
