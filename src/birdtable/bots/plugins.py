"""Bots of other packages (entry points of the group ``birdtable.bots``) and bots in a file.

An entry point is called with the name of a game and returns a bot. A file has a function ``choose(view, legal, rng)``,
or a function ``bot(game)`` that returns a bot.
"""

from __future__ import annotations

import sys
from importlib.metadata import entry_points
from pathlib import Path
from types import ModuleType
from typing import NamedTuple, cast

from birdtable.bots.interface import Bot
from birdtable.game import BadInput

GROUP = "birdtable.bots"


class Code(NamedTuple):
    """A bot as the text of a file: it can be sent to where it plays."""

    path: str
    """Where it was read; it need not exist where it plays."""
    source: bytes


CODE: dict[str, Code] = {}
"""Files that were registered, by the names of their bots."""


def names() -> list[str]:
    return sorted({point.name for point in entry_points(group=GROUP)} | set(CODE))


def package_of(spec: str) -> str:
    """The package that a bot is from, with its version."""
    name, _, _ = spec.partition(":")
    (point,) = entry_points(group=GROUP, name=name)
    return f"{point.dist.name} {point.dist.version}" if point.dist else ""


def register(name: str, path: Path) -> None:
    """Reads a file with a bot, which this process then knows by that name."""
    CODE[name] = read(path)


def find_code(spec: str) -> Code | None:
    """The file that a bot is in: a registered one by its name, any other by its path."""
    return CODE.get(spec) or (read(Path(spec)) if spec.endswith(".py") else None)


def read(path: Path) -> Code:
    try:
        return Code(str(path), path.read_bytes())
    except OSError as error:
        raise BadInput(f"there is no bot in {str(path)!r}: {error.strerror}") from None


def load(spec: str, game_name: str, code: Code | None = None) -> Bot:
    """Runs foreign code: see ``outside``."""
    if code is not None:
        module = run(code)
        return cast(Bot, module.bot(game_name) if hasattr(module, "bot") else module)
    name, _, _ = spec.partition(":")
    (point,) = entry_points(group=GROUP, name=name)
    return cast(Bot, point.load()(game_name))


def run(code: Code) -> ModuleType:
    module = ModuleType(f"bot_{Path(code.path).stem}")
    module.__file__ = code.path
    sys.modules[module.__name__] = module
    exec(compile(code.source, code.path, "exec"), module.__dict__)
    if not hasattr(module, "choose") and not hasattr(module, "bot"):
        raise BadInput(f"there is no bot in {code.path!r}: it needs choose(view, legal, rng) or bot(game)")
    return module
