"""The bots by name.

``random``, ``hasty``, ``greedy``, ``search:800`` (simulations a turn), ``search:100ms`` or ``search:1s`` (time a turn),
the levels (``beginner`` to ``champion``), bots of other packages by the entry point ``birdtable.bots``, and bots in a
file: ``my_bot.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from birdtable import catalog
from birdtable.bots import plugins
from birdtable.bots.birdie_policy import BirdiePolicy
from birdtable.bots.budget import parse_budget
from birdtable.bots.cubirds_policy import CuBirdsPolicy
from birdtable.bots.greedy import GreedyBot
from birdtable.bots.hasty import HastyBot
from birdtable.bots.interface import Bot
from birdtable.bots.levels import BY_ID
from birdtable.bots.outside import OutsideBot
from birdtable.bots.policy import Policy
from birdtable.bots.random_bot import RandomBot
from birdtable.bots.search_bot import SearchBot
from birdtable.game import BadInput, Game

POLICIES: Mapping[str, type[Policy]] = {"birdie": BirdiePolicy, "cubirds": CuBirdsPolicy}

Maker = Callable[[Game[Any, Any], str], Bot]
"""Makes a bot for a game from what follows its name."""


def policy_of(game: Game[Any, Any]) -> Policy:
    """A new one: policies hold the notes of the position they look at."""
    return POLICIES.get(game.name, Policy)()


def make_search(game: Game[Any, Any], budget: str) -> Bot:
    return SearchBot(game, policy_of(game), parse_budget(budget))


BOTS: Mapping[str, Maker] = {
    "random": lambda game, _: RandomBot(),
    "hasty": lambda game, _: HastyBot(game, policy_of(game)),
    "greedy": lambda game, _: GreedyBot(game, policy_of(game)),
    "search": make_search,
}


def bot(spec: str, game_name: str) -> Bot:
    """The bot that a text such as ``search:800`` names. An unknown one raises ``BadInput``."""
    if spec in BY_ID:
        spec = BY_ID[spec].spec
    game = catalog.game(game_name)
    if spec.endswith(".py"):
        return OutsideBot(spec, game_name, bot("greedy", game_name))
    name, colon, rest = spec.partition(":")
    if name in BOTS:
        if bool(colon) != (name == "search"):
            raise BadInput(f"{spec!r} is no bot: write search:800, search:100ms, or {name!r} alone")
        return BOTS[name](game, rest)
    if name in plugins.names():
        return OutsideBot(spec, game_name, bot("greedy", game_name))
    raise BadInput(f"there is no bot {spec!r}; there are {', '.join(names())}")


def names() -> list[str]:
    """What can be asked for; a budget follows ``search:``."""
    return [*BOTS, *BY_ID, *plugins.names()]
