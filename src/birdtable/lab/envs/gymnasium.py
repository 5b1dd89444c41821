"""Gymnasium environments: one learner, the other seats played by bots.

Importing this module registers an environment for every game of the catalog, such as ``birdtable/Birdie-v1``; for a
game that is added later, ``register`` does it. The version changes whenever the same seed and actions would give other
numbers: rules, encoding, rewards or the meaning of an action.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, NoReturn

import gymnasium
import numpy as np

from birdtable import catalog
from birdtable.chance import Dice
from birdtable.engine import Rng
from birdtable.game import AnyGame, BadInput, Value
from birdtable.lab.envs.encoding import Mask, Observation, encoding
from birdtable.lab.envs.episode import Episode, parse_reward
from birdtable.lab.envs.forms.forms import form_of
from birdtable.lab.envs.opponents import seat_opponents
from birdtable.terminal.scene_text import scene_text

VERSION = 1
SEEDS = 1 << 62


class SeatEnv(gymnasium.Env[Observation, np.int64]):
    """A seat at a table of bots.

    ``players`` names the other seats' bots by their roster strings; the learner sits at ``seat``, and also wherever a
    name is ``self``. It sees what the seat to move sees, and the reward is that of the seat that acted. An illegal
    action ends the episode with -1 and ``info["illegal"]`` naming the rule. ``info["action_mask"]`` and
    ``action_masks()`` have 1 for every legal action; ``info["to_move"]`` is the seat that the observation is of,
    ``info["rewards"]`` has those of all seats.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi", "human"], "render_fps": 1}  # noqa: RUF012 (as the base class has it)

    def __init__(
        self,
        game: str,
        players: Sequence[str] = ("random",),
        seat: int = 0,
        options: Mapping[str, Value] | None = None,
        reward: str = "win",
        form: str = "compact",
        render_mode: str | None = None,
    ) -> None:
        self.encoding = encoding(game)
        self.opponents = seat_opponents(self.encoding.game, players, seat)
        self.seat = seat
        self.encoding.game.complete_for(len(self.opponents), options)
        self.options = dict(options or {})
        self.reward = parse_reward(reward)
        self.form = form_of(form, self.encoding)
        self.render_mode = parse_render_mode(render_mode)
        self.episode: Episode | None = None
        self.forfeited = False
        self.chance: Dice | None = None
        self.observation_space = self.form.space
        self.action_space = gymnasium.spaces.Discrete(self.encoding.actions)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """A seed begins two streams of luck, chance's and the bots', which later episodes go on with."""
        super().reset(seed=seed)
        if options:
            refuse_reset_options(options)
        if seed is None and self.chance is None:
            seed = int(self.np_random.integers(0, SEEDS))
        if seed is not None:
            self.chance, self.luck = Dice(seed), bots_luck(seed)
        game = self.encoding.game.name
        seats = len(self.opponents)
        self.episode = Episode(game, seats, 0, self.options, self.chance, watched=self.form.watched)
        self.acted, self.forfeited = self.seat, False
        self.let_bots_play()
        self.show()
        return self.observe(), self.info()

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        episode = self.current()
        if episode.over or self.forfeited:
            raise BadInput("the match is over: reset() begins another")
        self.acted = episode.to_move
        step = self.encoding.step(action)
        if int(action) not in episode.legal():
            return self.forfeit(step)
        episode.play(step)
        self.let_bots_play()
        self.show()
        info = self.info()
        return self.observe(), float(info["rewards"][self.acted]), episode.over, False, info

    def forfeit(self, step: str) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        episode = self.current()
        refused = episode.game.refusal(episode.recorder.state, step)
        self.forfeited = True
        info = self.info()
        info["rewards"][self.acted] = -1.0
        return self.observe(), -1.0, True, False, {**info, "illegal": str(refused)}

    def let_bots_play(self) -> None:
        episode = self.current()
        while not episode.over and (opponent := self.opponents[episode.to_move]) is not None:
            episode.play(episode.game.steps[opponent.choose(episode.recorder.state, self.luck)])

    def current(self) -> Episode:
        if self.episode is None:
            raise BadInput("reset() begins a match: call it first")
        return self.episode

    @property
    def observer(self) -> int:
        """Whose eyes the learner sees with: the seat to move, at the end the one that acted last."""
        to_move = self.current().to_move
        return to_move if to_move >= 0 else self.acted

    def observe(self) -> Observation:
        return self.form.observe(self.current(), self.observer)

    def action_masks(self) -> Any:
        """1 for every legal action, under the name that sb3-contrib asks for."""
        return self.mask().astype(bool)

    def mask(self) -> Mask:
        """Nothing is legal once the match is forfeited."""
        return self.encoding.mask([]) if self.forfeited else self.current().mask(self.observer)

    def info(self) -> dict[str, Any]:
        episode = self.current()
        return {
            "action_mask": self.mask(),
            "to_move": self.observer,
            "rewards": np.array(episode.rewards(self.reward), np.float32),
        }

    def record_text(self) -> str:
        """The episode so far as a record that ``birdtable replay`` and the page open."""
        return self.current().record().text()

    def render(self) -> Any:
        """The table as the learner sees it, as text: returned (``ansi``) or printed (``human``)."""
        return render_text(self.render_mode, self.current(), self.observer)

    def show(self) -> None:
        if self.render_mode == "human":
            self.render()


def bots_luck(seed: int) -> Rng:
    """The stream of the bots, apart from chance's, so that what they draw changes no card."""
    return Rng(Rng(seed).word())


def render_text(mode: str | None, episode: Episode, seat: int) -> str | None:
    if mode is None:
        return None
    text = scene_text(episode.game, episode.game.view(episode.recorder.state, seat))
    if mode == "human":
        print(text)
        return None
    return text


def parse_render_mode(mode: str | None) -> str | None:
    if mode not in (None, "ansi", "human"):
        raise BadInput(f"render_mode is 'ansi', 'human' or None, not {mode!r}")
    return mode


def refuse_reset_options(options: Mapping[str, Any]) -> NoReturn:
    raise BadInput(f"reset() takes no options, not {', '.join(options)}: those of the game are given to make()")


def environment_id(game: AnyGame, version: int = VERSION) -> str:
    """What Gymnasium calls a game: by its title without spaces."""
    title = re.sub(r"\W", "", game.title)
    return f"birdtable/{title}-v{version}"


class OldVersion:
    """Stands for a version that is no more, and says what has changed since."""

    def __init__(self, game: str, **_: Any) -> None:
        old, new = (environment_id(catalog.game(game), version) for version in (0, 1))
        raise BadInput(
            f"{old} is no more: use {new}. Observations now hold all that the seat knows, the same seed gives other "
            "matches, and make_vec takes the arguments of make"
        )


def register(name: str) -> str:
    """Makes a game of the catalog known to Gymnasium, and returns what it is called there."""
    identifier, old = (environment_id(catalog.game(name), version) for version in (VERSION, 0))
    if identifier not in gymnasium.registry:
        vector = "birdtable.lab.envs.vector_seats:VectorSeats"
        gymnasium.register(identifier, f"{__name__}:SeatEnv", vector_entry_point=vector, kwargs={"game": name})
        past = f"{__name__}:OldVersion"
        gymnasium.register(old, past, vector_entry_point=past, kwargs={"game": name})
    return identifier


for each in catalog.games():
    register(each)
