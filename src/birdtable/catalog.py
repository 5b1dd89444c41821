"""The games by name, ours and other people's. A game is imported when it is first asked for.

Every game has its law, a ``Game``. It may also bring a part for other rooms of this package: what bots know of it, how
learners observe it, how the terminal draws it. ``part`` finds that, and there is no other way to it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module, resources
from importlib.metadata import entry_points
from importlib.resources.abc import Traversable
from typing import NamedTuple, TypeVar

from birdtable.game import AnyGame, BadInput

GROUP = "birdtable.games"
"""Entry points of installed packages: the name of a game, and the module that has it as ``GAME``."""

T = TypeVar("T")


class Entry(NamedTuple):
    module: str
    """Has the game as ``GAME``."""
    rooms: str
    """The modules of its other parts, each as ``PART``, with ``{room}`` in place of the room."""


GAMES = {name: Entry(f"birdtable.games.{name}", f"birdtable.{{room}}.{name}") for name in ("birdie", "cubirds")}

EARLIER: dict[tuple[str, int], str] = {}
"""Rules of earlier versions, by game and version: kept for as long as matches that began under them may go on."""


def register(name: str, module: str, rooms: str = "") -> None:
    """Adds a game of somebody else to this process.

    ``module`` has it as ``GAME``. What it brings for bots, lab and terminal is looked for in the modules
    ``<module>.bots``, ``<module>.lab`` and ``<module>.terminal``, or wherever ``rooms`` says. Installed packages do
    this with an entry point of the group ``birdtable.games``, which works in every process.
    """
    GAMES[name] = Entry(module, rooms or f"{module}.{{room}}")


def entries() -> dict[str, Entry]:
    """All games by name: a worker process takes them over with ``register_all``."""
    for name, module in find_installed().items():
        if name not in GAMES:
            register(name, module)
    return dict(GAMES)


@cache
def find_installed() -> dict[str, str]:
    """The modules of games that packages bring, by name. Looked for once: all packages have to be searched."""
    return {point.name: point.value for point in entry_points(group=GROUP)}


def register_all(entries: Mapping[str, Entry]) -> None:
    """Takes over what ``entries`` gave another process."""
    for name, entry in entries.items():
        register(name, *entry)


def games() -> list[str]:
    """The names that ``game`` knows."""
    return list(entries())


def entry(name: str) -> Entry:
    if name not in GAMES and name not in entries():
        raise BadInput(f"there is no game {name!r}; there are {', '.join(GAMES)}")
    return GAMES[name]


def game(name: str, rules: int | None = None) -> AnyGame:
    """A game by its present rules, or by those of a version that a match began under."""
    present: AnyGame = import_module(entry(name).module).GAME
    if rules is None or rules == present.rules_version:
        return present
    if (name, rules) not in EARLIER:
        raise BadInput(f"rules version {rules} of {name} is not known here, only {present.rules_version}")
    earlier: AnyGame = import_module(EARLIER[name, rules]).GAME
    return earlier


def folder(name: str) -> Traversable:
    """Where the files of a game lie, such as its rules and its lessons: the package of its law."""
    module = import_module(entry(name).module)
    return resources.files(module if hasattr(module, "__path__") else module.__package__ or "")


def part(room: str, name: str, default: T) -> T:
    """What the game brings for a room, or the room's ``default`` for a game that brings nothing."""
    module = entry(name).rooms.format(room=room)
    try:
        brought: T = import_module(module).PART
    except ModuleNotFoundError as error:
        if error.name is None or not f"{module}.".startswith(f"{error.name}."):
            raise
        return default
    return brought
