"""``CONFIG.toml``: who is measured, on what. An unknown field is refused."""

from __future__ import annotations

import runpy
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlsplit

import msgspec

from birdtable import catalog
from birdtable.bots.interface import Bot
from birdtable.bots.players.search import SearchBot
from birdtable.bots.plugins import find_code
from birdtable.bots.roster import bot
from birdtable.game import AnyGame, BadInput
from birdtable.lab.agents.agent import FunctionAgent, TextAgent
from birdtable.lab.agents.player import Manner, TextBot
from birdtable.lab.agents.scripted import scripted_agent

Part = Literal["rows", "turns", "knowledge", "matches"]
PARTS: tuple[Part, ...] = ("rows", "turns", "knowledge", "matches")
LADDER = ("random", "novice", "greedy", "champion:100")
"""Whom everybody plays. Those that think have so many simulations, not a time: results are then the same everywhere."""
BASELINES = ("random", "novice", "hasty", "greedy", "champion:100", "champion:400")
SCRIPTED = ("reader", "nonsense")
MOST_SECONDS = 86_400
"""That an answer may take."""


class Sizes(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How much there is of each part."""

    rows: int
    """Of the standard game, and as many of the expert game."""
    turns: int
    """Of each game."""
    questions: int
    """Of each game."""
    deals: int
    """Of each game, against each rung of the ladder, each played twice with seats exchanged."""
    simulations: int
    """Of the search that a turn is compared with."""
    worlds: int
    """States in which the two are compared."""


SIZES = {
    "quick": Sizes(rows=25, turns=25, questions=40, deals=10, simulations=3000, worlds=300),
    "full": Sizes(rows=100, turns=100, questions=200, deals=50, simulations=10_000, worlds=1000),
}


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An agent: exactly one of ``bot``, ``scripted``, ``function`` and ``endpoint``."""

    name: str = ""
    bot: str = ""
    """Of the roster, as in the arena."""
    scripted: str = ""
    function: str = ""
    """``my_agents.py:think``: a function of one text that returns a text, or a coroutine. The file is next to the
    configuration."""
    endpoint: str = ""
    """Where chat completions are: ``http://127.0.0.1:8080/v1``."""
    model: str = ""
    key: str = ""
    """The name of the environment variable that has the key; the key itself stands nowhere."""
    seconds: float = 120.0
    """How long an answer may take."""
    retries: int = 5
    parameters: dict[str, Any] = {}
    """Further fields of a request, such as temperature."""
    parallel: int = 1
    """Questions under way at a time, for an endpoint."""
    price_in: float = 0.0
    """Of a million tokens of questions."""
    price_out: float = 0.0
    """Of a million tokens of answers."""

    @property
    def called(self) -> str:
        return self.name or self.bot or self.scripted or self.model or self.function

    @property
    def is_bot(self) -> bool:
        return bool(self.bot)

    @property
    def is_ours(self) -> bool:
        """Whether any process can make it, and answers need not be kept: they are always the same."""
        return bool(self.bot or self.scripted)


class Config(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    agents: tuple[Entry, ...] = ()
    baselines: bool = False
    """Whether the shipped bots and scripted agents are measured too."""
    seed: int = 1
    """Of all items and deals. Another one makes a set that nobody has seen."""
    size: Literal["quick", "full"] = "quick"
    sizes: dict[str, int] = {}
    """Numbers in place of those of ``size``."""
    games: tuple[str, ...] = ("birdie", "cubirds")
    parts: tuple[Part, ...] = PARTS
    ladder: tuple[str, ...] = LADDER
    asking: Manner = Manner()

    @property
    def numbers(self) -> Sizes:
        return msgspec.convert({**msgspec.structs.asdict(SIZES[self.size]), **self.sizes}, Sizes)

    def entries(self) -> list[Entry]:
        shipped = [*(Entry(bot=spec) for spec in BASELINES), *(Entry(scripted=name) for name in SCRIPTED)]
        return [*self.agents, *(shipped if self.baselines else [])]


def read_config(path: Path) -> Config:
    try:
        return check(msgspec.toml.decode(path.read_bytes(), type=Config))
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror}") from None
    except (msgspec.ValidationError, msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadInput(f"{path}: {error}") from None
    except BadInput as error:
        raise BadInput(f"{path}: {error}") from None


def check(config: Config) -> Config:
    """Refuses before anything is asked."""
    try:
        numbers = config.numbers
    except msgspec.ValidationError as error:
        raise BadInput(f"sizes: {error}") from None
    if any(each < 1 for each in msgspec.structs.asdict(numbers).values()) or numbers.deals < 2:
        raise BadInput("sizes: every number is at least 1, and there are at least 2 deals for an interval")
    if config.seed < 0:
        raise BadInput(f"seed: a whole number from 0 on, not {config.seed}")
    if config.asking.attempts < 1:
        raise BadInput(f"asking.attempts: at least 1, not {config.asking.attempts}")
    for field in ("games", "parts", "ladder"):
        chosen = getattr(config, field)
        if not chosen or len(set(chosen)) < len(chosen):
            raise BadInput(f"{field}: at least one, and none twice, not {list(chosen)}")
    entries = config.entries()
    if not entries:
        raise BadInput("there is nobody to measure: name [[agents]], or set baselines = true")
    names = [entry.called for entry in entries]
    for entry in entries:
        ways = [way for way in ("bot", "scripted", "function", "endpoint") if getattr(entry, way)]
        if len(ways) != 1:
            raise BadInput(f"agent {entry.called!r}: exactly one of bot, scripted, function and endpoint, not {ways}")
        if entry.endpoint and not entry.model:
            raise BadInput(f"agent {entry.called!r}: an endpoint needs a model")
        if names.count(entry.called) > 1:
            raise BadInput(f"two agents are called {entry.called!r}: give one another name")
        if not 0 < entry.seconds <= MOST_SECONDS or entry.retries < 0 or entry.parallel < 1:
            limits = f"seconds above 0 and up to {MOST_SECONDS:,}, retries from 0 and parallel from 1 on"
            raise BadInput(f"agent {entry.called!r}: {limits}")
        if not (entry.price_in >= 0 and entry.price_out >= 0):
            raise BadInput(f"agent {entry.called!r}: prices from 0 on, not {entry.price_in:g} and {entry.price_out:g}")
        if entry.endpoint and not is_address(entry.endpoint):
            raise BadInput(
                f"agent {entry.called!r}: {entry.endpoint!r} is not an address such as http://127.0.0.1:8080/v1"
            )
    for game in config.games:
        catalog.game(game)
        for spec in (*config.ladder, *(entry.bot for entry in entries if entry.bot)):
            player = bot(spec, game)
            if isinstance(player, SearchBot) and player.budget.seconds is not None:
                raise BadInput(
                    f"bot {spec!r} thinks by the clock, which gives another table every time: name simulations instead,"
                    " such as champion:800"
                )
    for entry in entries:
        if entry.scripted:
            scripted_agent(entry.scripted)
    return config


def is_address(text: str) -> bool:
    try:
        parts = urlsplit(text)
        return parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False


def make_agent(entry: Entry, folder: Path) -> TextAgent:
    """One that answers with text."""
    if entry.scripted:
        return FunctionAgent(entry.called, scripted_agent(entry.scripted))
    if entry.function:
        return FunctionAgent(entry.called, load_function(entry, folder), entry.seconds)
    from birdtable.lab.agents.endpoint import EndpointAgent

    return EndpointAgent(
        entry.called,
        entry.endpoint,
        entry.model,
        key_variable=entry.key,
        seconds=entry.seconds,
        retries=entry.retries,
        parameters=entry.parameters,
    )


def load_function(entry: Entry, folder: Path) -> Callable[[str], str]:
    file, colon, name = entry.function.rpartition(":")
    try:
        found: Callable[[str], str] = runpy.run_path(str(folder / file))[name]
    except Exception as error:
        raise BadInput(f"agent {entry.called!r}: {entry.function!r} cannot be loaded: {error!r}") from None
    if not colon or not callable(found):
        raise BadInput(f"agent {entry.called!r}: {entry.function!r} is no function: write my_agents.py:think")
    return found


def code_of(config: Config, folder: Path) -> list[bytes]:
    """The files that agents and rungs are in, as they are now."""
    bots = (find_code(spec) for spec in (*config.ladder, *(entry.bot for entry in config.entries())))
    files = (folder / entry.function.rpartition(":")[0] for entry in config.entries() if entry.function)
    return [*(code.source for code in bots if code is not None), *(file.read_bytes() for file in files)]


def make_player(entry: Entry, agent: TextAgent | None, game: AnyGame, manner: Manner) -> Bot:
    """On a seat."""
    return TextBot(agent, game, manner) if agent is not None else bot(entry.bot, game.name)
