"""Bots of other packages (entry points of the group ``birdtable.bots``) and bots in a file.

An entry point is called with the name of a game and returns a bot. A file has a function ``choose(view, legal, rng)``,
or a function ``bot(game)`` that returns a bot.
"""

from __future__ import annotations

import importlib.util
from importlib.metadata import entry_points
from pathlib import Path
from types import ModuleType
from typing import cast

from birdtable.bots.interface import Bot
from birdtable.game import BadInput

GROUP = "birdtable.bots"


def names() -> list[str]:
    return sorted(point.name for point in entry_points(group=GROUP))


def load(spec: str, game_name: str) -> Bot:
    """Runs foreign code: see ``outside``."""
    if spec.endswith(".py"):
        module = load_file(Path(spec))
        return cast(Bot, module.bot(game_name) if hasattr(module, "bot") else module)
    name, _, _ = spec.partition(":")
    (point,) = entry_points(group=GROUP, name=name)
    return cast(Bot, point.load()(game_name))


def load_file(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None or not path.is_file():
        raise BadInput(f"there is no bot in {str(path)!r}: no such file")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    if not hasattr(module, "choose") and not hasattr(module, "bot"):
        raise BadInput(f"there is no bot in {str(path)!r}: it needs choose(view, legal, rng) or bot(game)")
    return module
