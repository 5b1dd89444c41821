"""The bots by name.

``random``, ``novice``, ``hasty``, ``greedy``, ``learned``; ``search:800`` (simulations a turn), ``search:100ms`` or
``search:1s`` (time a turn); ``champion:1s``, which searches with what was learnt; the levels (``beginner`` to
``champion``), bots of other packages by the entry point ``birdtable.bots``, and bots in a file: ``my_bot.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from birdtable import catalog
from birdtable.bots import plugins
from birdtable.bots.birdie.policy import BirdiePolicy
from birdtable.bots.cubirds.policy import CuBirdsPolicy
from birdtable.bots.interface import Bot
from birdtable.bots.levels import BY_ID
from birdtable.bots.outside import OutsideBot
from birdtable.bots.players.greedy import GreedyBot
from birdtable.bots.players.hasty import HastyBot
from birdtable.bots.players.learned import LearnedBot
from birdtable.bots.players.novice import NoviceBot
from birdtable.bots.players.random import RandomBot
from birdtable.bots.players.search import SearchBot
from birdtable.bots.search.budget import parse_budget
from birdtable.bots.search.net import Net, empty_net
from birdtable.bots.search.policy import Policy
from birdtable.game import AnyGame, BadInput

POLICIES: Mapping[str, type[Policy]] = {"birdie": BirdiePolicy, "cubirds": CuBirdsPolicy}

LEARNED_FROM: Mapping[str, int] = {"birdie": 3}
"""Seats from which on a search does better with learned steps, below with the learned value alone: ``docs/bots.md``."""

Maker = Callable[[AnyGame, str], Bot]
"""Makes a bot for a game from what follows its name."""


def learned(game: AnyGame) -> Policy:
    """A new one, with what was learnt of the game: policies hold the notes of the position they look at."""
    return POLICIES.get(game.name, Policy)()


def policy_of(game: AnyGame, net: Net | None = None) -> Policy:
    """The same with what a search makes use of; ``net`` in place of what is shipped."""
    policy = learned(game)
    if net is not None:
        policy.net = net
    policy.learned_from = LEARNED_FROM.get(game.name, policy.learned_from)
    return policy


def unlearned(game: AnyGame) -> Policy:
    """The same without what was learnt."""
    policy = learned(game)
    policy.net = empty_net(policy.net.features, policy.net.step_features)
    return policy


def short_sighted(game: AnyGame, foresight: float) -> Policy:
    """The same of somebody who thinks of the next flock of CuBirds only, and of parts of it more or less."""
    policy = unlearned(game)
    if isinstance(policy, CuBirdsPolicy):
        policy.any_bird = 0.0
        policy.foresight = foresight
    return policy


BOTS: Mapping[str, Maker] = {
    "random": lambda game, _: RandomBot(),
    "novice": lambda game, _: NoviceBot(game, short_sighted(game, 0.0)),
    "hasty": lambda game, _: HastyBot(game, short_sighted(game, 1.0)),
    "greedy": lambda game, _: GreedyBot(game, unlearned(game)),
    "learned": lambda game, _: LearnedBot(game, learned(game)),
    "search": lambda game, budget: SearchBot(game, unlearned(game), parse_budget(budget)),
    "champion": lambda game, budget: SearchBot(game, policy_of(game), parse_budget(budget)),
}
THINKERS = ("search", "champion")
"""Those whose names are followed by a budget."""


def bot(spec: str, game_name: str) -> Bot:
    """The bot that a text such as ``search:800`` names. An unknown one raises ``BadInput``."""
    if spec in BY_ID:
        spec = BY_ID[spec].spec
    game = catalog.game(game_name)
    if spec.endswith(".py"):
        return OutsideBot(spec, game_name, bot("greedy", game_name))
    name, colon, rest = spec.partition(":")
    if name in BOTS:
        if bool(colon) != (name in THINKERS):
            raise BadInput(f"{spec!r} is no bot: write search:800, champion:100ms, or {name!r} alone")
        return BOTS[name](game, rest)
    if name in plugins.names():
        return OutsideBot(spec, game_name, bot("greedy", game_name))
    raise BadInput(f"there is no bot {spec!r}; there are {', '.join(names())}")


def names() -> list[str]:
    """What can be asked for; a budget follows ``search:`` and ``champion:``."""
    return list(dict.fromkeys([*BOTS, *BY_ID, *plugins.names()]))
