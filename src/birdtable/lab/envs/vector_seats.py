"""Gymnasium's vector environment over the vector engine: the same task as ``SeatEnv``, many times at once.

The same arguments give, match by match and number by number, what Gymnasium's own ``SyncVectorEnv`` gives over single
environments, in all modes of starting anew: a test compares the two.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv

from birdtable.chance import require_seed
from birdtable.game import BadInput, Value
from birdtable.lab.envs.encoding import encoding
from birdtable.lab.envs.forms.forms import Expanded, History, form_of
from birdtable.lab.envs.gymnasium import SEEDS, parse_render_mode, refuse_reset_options
from birdtable.lab.envs.opponents import seat_opponents
from birdtable.lab.envs.vector import VectorTable
from birdtable.terminal.scene_text import scene_text

Flags = npt.NDArray[np.bool_]


class VectorSeats(VectorEnv[Any, Any, Any]):
    """``num_envs`` seats at as many tables; all other arguments as for ``SeatEnv``.

    By default a match that is over begins anew in the same step: ``info["final_obs"]`` and ``info["final_info"]`` tell
    how it ended. ``autoreset_mode`` may be any of Gymnasium's.
    """

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        players: Sequence[str] = ("random",),
        seat: int = 0,
        options: Mapping[str, Value] | None = None,
        reward: str = "win",
        form: str = "compact",
        render_mode: str | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.SAME_STEP,
        threads: int | None = None,
    ) -> None:
        coding = encoding(game)
        opponents = seat_opponents(coding.game, players, seat)
        self.mode = parse_autoreset(autoreset_mode)
        self.form = form_of(form, coding)
        if isinstance(self.form, History):
            raise BadInput("the vector engine keeps no history: make_vec(..., vectorization_mode='sync') does")
        self.seat = seat
        self.table = VectorTable(game, num_envs, len(opponents), options, threads, opponents=opponents, reward=reward)
        self.num_envs = num_envs
        self.render_mode = parse_render_mode(render_mode)
        if self.render_mode == "human":
            raise BadInput("the vector engine prints nothing: render_mode='ansi' gives the tables as texts")
        self.metadata = {"render_modes": ["ansi"], "render_fps": 1, "autoreset_mode": self.mode}
        self.single_observation_space = self.form.space
        self.single_action_space = spaces.Discrete(coding.actions)
        low, high = (np.broadcast_to(bound, (num_envs, *bound.shape)) for bound in (self.form.low, self.form.high))
        self.observation_space = spaces.Box(low, high, dtype=np.int16)
        self.action_space = spaces.MultiDiscrete(np.full(num_envs, coding.actions))
        self.begun = False
        self.seeded = np.zeros(num_envs, np.bool_)

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """A number gives the seeds that follow it to the matches, a list each its own; without one they go on with the
        numbers they have. ``options={"reset_mask": flags}`` begins only some anew."""
        self.check_open()
        wanted = self.parse_mask(dict(options or {}))
        seeds = self.parse_seeds(seed)
        for i in np.flatnonzero(wanted & ~self.seeded):
            if seeds[i] is None:
                seeds[i] = int(self.np_random.integers(0, SEEDS))
        self.seeded |= wanted
        self.begun = False  # unless all opponents come up with a step
        self.table.renew_arrays()
        self.table.to_move[wanted] = self.seat
        self.table.begin(wanted, seeds)
        self.table.rewards[wanted] = 0
        self.begun = True
        return self.observations(), self.infos(wanted)

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        self.check_open()
        if not self.begun:
            raise BadInput("reset() begins a match: call it first")
        waiting = self.table.over != 0
        if self.mode is AutoresetMode.DISABLED and waiting.any():
            numbers = ", ".join(map(str, np.flatnonzero(waiting)))
            raise BadInput(f"the matches {numbers} are over: reset(options={{'reset_mask': ...}}) begins others")
        chosen = self.parse_actions(actions, ~waiting)
        refused = self.refusals(chosen, ~waiting)
        if self.mode is AutoresetMode.SAME_STEP:
            return self.step_and_renew(chosen, refused)
        return self.step_on(chosen, waiting, refused)

    def step_on(
        self, chosen: npt.NDArray[np.int32], waiting: Flags, refused: Mapping[int, str]
    ) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Those that wait, as their match is over, begin another instead."""
        table = self.table
        acted = table.to_move.copy()
        table.renew_arrays()
        if waiting.any():
            table.to_move[waiting] = self.seat
            table.begin(waiting)
            table.over[waiting] = 1  # those have had their step: they begin
        table.step_on(chosen)
        table.over[waiting] = 0
        table.masks[table.over == 2] = 0
        rewards = self.rewards_of(acted)
        return self.observations(), rewards, table.over != 0, self.nowhere, self.infos(self.everywhere, refused)

    def step_and_renew(
        self, chosen: npt.NDArray[np.int32], refused: Mapping[int, str]
    ) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        table = self.table
        acted = table.to_move.copy()
        table.renew_arrays()
        table.step(chosen)
        ended = table.over != 0
        rewards = self.rewards_of(acted)
        final = self.final_infos(ended, acted, refused) if ended.any() else {}
        table.over[:] = 0
        table.rewards[ended] = 0
        return self.observations(), rewards, ended, self.nowhere, {**final, **self.infos(self.everywhere)}

    def rewards_of(self, acted: npt.NDArray[np.int8]) -> npt.NDArray[np.float64]:
        return self.table.rewards[np.arange(self.num_envs), acted].astype(np.float64)

    def observations(self) -> Any:
        if isinstance(self.form, Expanded):
            return self.form.one_hot.expand_all(self.table.observations)
        return self.table.observations

    def infos(self, told: Flags, refused: Mapping[int, str] | None = None) -> dict[str, Any]:
        """Of the matches that there is something to be told of, as Gymnasium's vector environments have it."""
        table = self.table
        infos: dict[str, Any] = {
            "action_mask": table.masks,
            "to_move": table.to_move.astype(np.int64),
            "rewards": table.rewards.copy(),
        }
        return {**with_flags(infos, told), **illegal_info(self.num_envs, refused or {})}

    def final_infos(self, ended: Flags, acted: npt.NDArray[np.int8], refused: Mapping[int, str]) -> dict[str, Any]:
        table, finals = self.table, np.full(self.num_envs, None, object)
        for i in np.flatnonzero(ended):
            seen = table.finals[i]
            finals[i] = self.form.one_hot.expand(seen) if isinstance(self.form, Expanded) else seen.copy()
        final: dict[str, Any] = {
            "action_mask": np.zeros_like(table.masks),
            "to_move": np.where(ended, acted, 0).astype(np.int64),
            "rewards": table.rewards * ended[:, None],
        }
        final_info = {**with_flags(final, ended), **illegal_info(self.num_envs, refused)}
        return with_flags({"final_obs": finals, "final_info": final_info}, ended)

    def refusals(self, chosen: npt.NDArray[np.int32], active: Flags) -> dict[int, str]:
        """For each match in which the action is not legal, why."""
        table, coding = self.table, self.table.encoding
        wrong = active & (table.masks[np.arange(self.num_envs), chosen] == 0)
        return {
            int(i): str(coding.game.refusal(table.batch.match(int(i)), coding.step(int(chosen[i]))))
            for i in np.flatnonzero(wrong)
        }

    def render(self) -> tuple[str, ...] | None:
        """Each table as the learner sees it, as text."""
        if self.render_mode != "ansi" or not self.begun:
            return None
        game = self.table.encoding.game
        views = [game.view(self.table.batch.match(i), int(self.table.to_move[i])) for i in range(self.num_envs)]
        return tuple(scene_text(game, view) for view in views)

    def close_extras(self, **_: Any) -> None:
        self.table.close()

    @property
    def everywhere(self) -> Flags:
        return np.ones(self.num_envs, np.bool_)

    @property
    def nowhere(self) -> Flags:
        return np.zeros(self.num_envs, np.bool_)

    def check_open(self) -> None:
        if self.closed:
            raise BadInput("the environment is closed")

    def parse_seeds(self, seed: int | Sequence[int | None] | None) -> list[int | None]:
        if seed is None:
            return [None] * self.num_envs
        if not isinstance(seed, Sequence | np.ndarray):
            first = require_seed(seed)
            return [first + i for i in range(self.num_envs)]
        if len(seed) != self.num_envs:
            raise BadInput(f"{self.num_envs} matches need as many seeds, not {len(seed)}")
        return [None if each is None else require_seed(each) for each in seed]

    def parse_mask(self, options: dict[str, Any]) -> Flags:
        mask = options.pop("reset_mask", None)
        if options:
            refuse_reset_options(options)
        if mask is None:
            return self.everywhere
        if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_ or mask.shape != (self.num_envs,):
            raise BadInput(f"reset_mask is an array of {self.num_envs} truth values, not {mask!r}")
        if not (mask | self.seeded).all():
            raise BadInput("reset() must begin all matches before it can begin some anew")
        return mask.copy()

    def parse_actions(self, actions: Any, active: Flags) -> npt.NDArray[np.int32]:
        """The actions of matches that are over do not matter."""
        given = np.asarray(actions)
        if given.shape != (self.num_envs,) or given.dtype.kind not in "iu":
            raise BadInput(f"{self.num_envs} matches need as many whole numbers as actions, not {given!r}")
        for i in np.flatnonzero(active & ((given < 0) | (given >= self.table.encoding.actions)))[:1]:
            self.table.encoding.step(int(given[i]))  # refuses it and says why
        return np.where(active, given, 0).astype(np.int32)


def parse_autoreset(mode: AutoresetMode | str) -> AutoresetMode:
    try:
        return AutoresetMode(mode)
    except ValueError:
        modes = ", ".join(repr(each.value) for each in AutoresetMode)
        raise BadInput(f"autoreset_mode is one of {modes}, not {mode!r}") from None


def with_flags(infos: dict[str, Any], told: Flags) -> dict[str, Any]:
    """With an array beside each entry that says of which matches it is told."""
    return {key: value for name, entry in infos.items() for key, value in ((name, entry), (f"_{name}", told.copy()))}


def illegal_info(count: int, refused: Mapping[int, str]) -> dict[str, Any]:
    if not refused:
        return {}
    texts, told = np.full(count, None, object), np.zeros(count, np.bool_)
    for i, text in refused.items():
        texts[i], told[i] = text, True
    return {"illegal": texts, "_illegal": told}
