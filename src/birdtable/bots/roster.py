"""The bots by name.

``random`` and ``search`` play every game: ``search:800`` (simulations a turn), ``search:100ms`` or ``search:1s`` (time
a turn). The others know something of their game: ``novice``, ``hasty``, ``greedy``, ``learned``, and ``champion:1s``,
which searches with what was learnt. The levels (``beginner`` to ``champion``) play every game as well as they can.
There are also bots of other packages, by the entry point ``birdtable.bots``, and bots in a file: ``my_bot.py``, or by
the name that the file was registered with (``plugins.register``).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from threading import local
from typing import NamedTuple

from birdtable import catalog
from birdtable.bots import plugins
from birdtable.bots.interface import Bot
from birdtable.bots.knowledge import (
    has_policy,
    knowledge,
    new_policy,
    search_policy,
    short_sighted_policy,
    untaught_policy,
)
from birdtable.bots.levels import BY_ID, PLAIN_SPECS
from birdtable.bots.outside import PATIENCE, OutsideBot
from birdtable.bots.players.greedy import GreedyBot
from birdtable.bots.players.hasty import HastyBot
from birdtable.bots.players.learned import LearnedBot
from birdtable.bots.players.novice import NoviceBot
from birdtable.bots.players.random import RandomBot
from birdtable.bots.players.search import SearchBot
from birdtable.bots.search.budget import parse_budget
from birdtable.game import AnyGame, BadInput

Maker = Callable[[AnyGame, str], Bot]
"""Makes a bot for a game from what follows its name."""

BOTS: Mapping[str, Maker] = {
    "random": lambda game, _: RandomBot(),
    "novice": lambda game, _: NoviceBot(game, short_sighted_policy(game, 0.0)),
    "hasty": lambda game, _: HastyBot(game, short_sighted_policy(game, 1.0)),
    "greedy": lambda game, _: GreedyBot(game, untaught_policy(game)),
    "learned": lambda game, _: LearnedBot(game, new_policy(game)),
    "search": lambda game, budget: SearchBot(game, untaught_policy(game), parse_budget(budget)),
    "champion": lambda game, budget: SearchBot(
        game, search_policy(game), parse_budget(budget), candidates=knowledge(game).candidates
    ),
}
THINKERS = ("search", "champion")
"""Those whose names are followed by a budget."""
PLAIN = ("random", "search")
"""Those that need to know nothing of a game."""
MOST_PATIENCE = 86_400
"""Seconds."""


class Lineup(NamedTuple):
    """Who plays, as it can be sent to where they play."""

    specs: tuple[str, ...]
    code: tuple[plugins.Code | None, ...]
    """The file that each is in, if it is in one."""
    patience: float

    @classmethod
    def of(cls, specs: Sequence[str], patience: float = PATIENCE) -> Lineup:
        if not patience > 0:
            raise BadInput(f"patience is a time in seconds above 0, not {patience:g}")
        if patience > MOST_PATIENCE:
            raise BadInput(f"patience is a day ({MOST_PATIENCE} seconds) at most, not {patience:g}")
        return cls(tuple(specs), tuple(plugins.find_code(spec) for spec in specs), patience)

    def bots(self, game_name: str) -> list[Bot]:
        return [bot(spec, game_name, self.patience, code) for spec, code in zip(self.specs, self.code, strict=True)]


class Kept(local):
    """The bots of a thread: two threads cannot share any, because bots hold notes about the position they look at."""

    def __init__(self) -> None:
        self.bots = lru_cache(maxsize=4)(Lineup.bots)


KEPT = Kept()


def bots_of(lineup: Lineup, game_name: str) -> list[Bot]:
    """Bots that a worker keeps from job to job: one from outside the package is a process, which ends when it is
    dropped."""
    return KEPT.bots(lineup, game_name)


def bot(spec: str, game_name: str, patience: float = PATIENCE, code: plugins.Code | None = None) -> Bot:
    """The bot that a text such as ``search:800`` names. An unknown one raises ``BadInput``.

    ``patience`` is how many seconds a bot from outside the package may take for a step; ours keep to their budgets. The
    file that the bot is in, if it is in one, is ``code`` or else read here.
    """
    game = catalog.game(game_name)
    if spec in BY_ID:
        spec = BY_ID[spec].spec if has_policy(game) else PLAIN_SPECS[spec]
    name, colon, budget = spec.partition(":")
    code = code or plugins.find_code(spec)
    if code is not None or (name not in BOTS and name in plugins.names()):
        return OutsideBot(spec, game_name, patience, code)
    if name not in BOTS:
        raise BadInput(f"there is no bot {spec!r}; there are {', '.join(names())}")
    if bool(colon) != (name in THINKERS):
        raise BadInput(f"{spec!r} is no bot: write search:800, champion:100ms, or {name!r} alone")
    if name not in PLAIN and not has_policy(game):
        raise BadInput(f"{name!r} cannot play {game.title}, which brings no policy: use random or search:800")
    return BOTS[name](game, budget)


def stand_in(game: AnyGame) -> Bot:
    """Plays for somebody who does not, where a match with people must go on."""
    return bot("greedy" if has_policy(game) else "random", game.name)


def names() -> list[str]:
    """What can be asked for; a budget follows ``search:`` and ``champion:``."""
    return list(dict.fromkeys([*BOTS, *BY_ID, *plugins.names()]))
