"""Arguments that several sub-commands have in common."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Annotated, Any

import typer

from birdtable import catalog
from birdtable.game import AnyGame, BadInput, Value
from birdtable.languages import LANGUAGES

GAMES = " or ".join(catalog.games())

GameName = Annotated[str, typer.Argument(metavar="GAME", help=GAMES, autocompletion=catalog.games)]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="NAME=VALUE", help="An option of the game; can be repeated."),
]
Preset = Annotated[str, typer.Option(help="A named set of options of the game.")]
Expert = Annotated[bool, typer.Option("--expert", help="The expert game: short for --option expert=true.")]
Starter = Annotated[
    str,
    typer.Option(metavar="SEAT", help="Who plays first: a player's name, or a seat from 1; drawn by lot by default."),
]
Language = Annotated[
    str, typer.Option(help=f"{', '.join(LANGUAGES)}; by default as LANG says.", autocompletion=lambda: list(LANGUAGES))
]
Processes = Annotated[int, typer.Option(min=1, help="Number of processes that play.")]
Cluster = Annotated[str, typer.Option(help="Play on the workers of a Dask scheduler, such as tcp://host:8786.")]
Seed = Annotated[int, typer.Option(min=0, help="Seed of all randomness: the same seed gives the same result.")]


def parse_options(game: AnyGame, preset: str, options: Sequence[str] | None, expert: bool) -> dict[str, Value]:
    """The options of the preset, then those given one by one; what is not among them has its default."""
    if preset and preset not in game.presets:
        raise BadInput(f"{game.title} has no preset {preset!r}; it has {', '.join(game.presets) or 'none'}")
    texts = [*(["expert=true"] if expert else []), *(options or [])]
    return {**game.presets.get(preset, {}), **dict(game.parse_option(text) for text in texts)}


def name_starter(options: dict[str, Value], starter: str, names: Sequence[str]) -> dict[str, Value]:
    """The options with the starter [B2.5] or dealer [C2.1] who is named, if one is."""
    if not starter:
        return options
    if starter.isdecimal():
        return {**options, "starter": int(starter)}
    seats = [seat for seat, name in enumerate(names, start=1) if name.casefold() == starter.casefold()]
    if len(seats) != 1:
        found = "several players are" if seats else "no player is"
        raise BadInput(f"{found} called {starter!r}: name one of {', '.join(names)}, or a seat from 1 to {len(names)}")
    return {**options, "starter": seats[0]}


def import_extra(module: str) -> Any:
    """A module that needs optional dependencies."""
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("birdtable"):
            raise
        raise BadInput(f"this needs {error.name}: pip install 'birdtable[tui]', or use --plain") from None
