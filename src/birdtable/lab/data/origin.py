"""Where data come from: all that is needed to make them again, and to read them without this program."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from shlex import quote
from typing import Any

import msgspec

import birdtable
from birdtable.bots import plugins
from birdtable.bots.interface import Bot
from birdtable.bots.outside import OutsideBot
from birdtable.bots.roster import Lineup
from birdtable.bots.search.netfile import shipped_digest
from birdtable.game import AnyGame, Value
from birdtable.lab.envs.encoding import encoding
from birdtable.lab.work import fingerprint
from birdtable.recordtext import value_text

FORM = 1
"""Of the table: changes when a column comes, goes or means something else."""


class PlayerOrigin(msgspec.Struct, frozen=True, omit_defaults=True):
    bot: str
    weights: str = ""
    """SHA-256 of the file with what it has learned, if it uses any."""
    code: str = ""
    """SHA-256 of the file that it is in, if it is in one."""
    package: str = ""
    """The package that it is from, with its version, if it is not ours."""


class ObservationField(msgspec.Struct, frozen=True):
    name: str
    start: int
    width: int
    about: str


class Origin(msgspec.Struct, frozen=True, kw_only=True):
    """Of a data set; the same in all its files."""

    form: int = FORM
    game: str
    rules: int
    """Version of the rules."""
    options: dict[str, Any]
    """Every option of the game, also those left at their defaults, as JSON has them."""
    players: list[PlayerOrigin]
    """By seat."""
    seed: int
    games: int
    """Matches of the whole data set."""
    part: int
    """Matches of each file but the last, which may have fewer."""
    release: str
    """Of Birdtable."""
    program: str
    """Fingerprint of its sources and weights."""
    command: str
    """What makes the data again."""
    steps: list[str]
    """The step of each action, by its number."""
    observation: list[ObservationField]
    """Where in an observation is what."""


class Part(msgspec.Struct, frozen=True, kw_only=True):
    """What a file says about itself."""

    origin: Origin
    number: int
    """From 0 on."""
    first: int
    """Its first match."""
    games: int
    digest: str = ""
    """SHA-256 of the rows (``digests.py``): it does not depend on how the file is written."""


def describe_origin(
    game: AnyGame, lineup: Lineup, options: Mapping[str, Value], *, games: int, seed: int, part: int
) -> Origin:
    """Makes every bot once, so that one which cannot play is refused before anything is played."""
    coding, complete = encoding(game.name), game.complete_for(len(lineup.specs), options)
    fields = [
        ObservationField(field.name, coding.starts[field.name], field.width, field.about) for field in coding.fields
    ]
    defaults = {option.name: option.default for option in game.options}
    chosen = {name: value for name, value in complete.items() if value != defaults[name]}
    players = quote(",".join(lineup.specs))
    words = [f"birdtable data make {game.name} --players {players} --games {games} --seed {seed}"]
    words += [f"--option {name}={value_text(value)}" for name, value in chosen.items()]
    words += [f"--code {quote(path)}" for path in dict.fromkeys(code.path for code in lineup.code if code is not None)]
    return Origin(
        game=game.name,
        rules=game.rules_version,
        options={name: list(value) if isinstance(value, tuple) else value for name, value in complete.items()},
        players=describe_players(game, lineup),
        seed=seed,
        games=games,
        part=part,
        release=birdtable.__version__,
        program=fingerprint(),
        command=" ".join([*words, f"--part {part}"]),
        steps=list(game.steps[: coding.actions]),
        observation=fields,
    )


def describe_players(game: AnyGame, lineup: Lineup) -> list[PlayerOrigin]:
    found = []
    for spec, code, bot in zip(lineup.specs, lineup.code, lineup.bots(game.name), strict=True):
        package = ""
        if isinstance(bot, OutsideBot):
            bot.close()
            package = plugins.package_of(spec) if code is None else ""
        digest = sha256(code.source).hexdigest() if code is not None else ""
        found.append(PlayerOrigin(spec, weights_of(bot, game), digest, package))
    return found


def weights_of(bot: Bot, game: AnyGame) -> str:
    policy = getattr(bot, "policy", None)
    return shipped_digest(game.name) if policy is not None and policy.net.is_trained else ""
