"""Arguments that several sub-commands share."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Annotated, Any

import typer

from birdtable import catalog
from birdtable.game import AnyGame, BadInput, Value
from birdtable.languages import LANGUAGES

GameName = Annotated[str, typer.Argument(metavar="GAME", help="birdie or cubirds", autocompletion=catalog.games)]
Options = Annotated[
    list[str] | None, typer.Option("--option", metavar="NAME=VALUE", help="An option of the game; may be repeated.")
]
Preset = Annotated[str, typer.Option(help="Options that go together, such as ksr for Birdie.")]
Expert = Annotated[bool, typer.Option("--expert", help="The expert game: short for --option expert=true.")]
Language = Annotated[
    str, typer.Option(help="en, it, es, de or ru; LANG if not said.", autocompletion=lambda: list(LANGUAGES))
]
Seed = Annotated[int, typer.Option(min=0, help="The same seed gives the same matches.")]


def chosen(game: AnyGame, preset: str, options: Sequence[str] | None, expert: bool) -> dict[str, Value]:
    """What was asked for by preset, then by option; the rest is left at its defaults."""
    if preset and preset not in game.presets:
        raise BadInput(f"{game.title} has no preset {preset!r}; it has {', '.join(game.presets) or 'none'}")
    texts = [*(["expert=true"] if expert else []), *(options or [])]
    return {**game.presets.get(preset, {}), **dict(game.parse_option(text) for text in texts)}


def needed(module: str) -> Any:
    """A module that wants more than the core of the package."""
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("birdtable"):
            raise
        raise BadInput(f"this needs {error.name}: pip install 'birdtable[tui]', or use --plain") from None
