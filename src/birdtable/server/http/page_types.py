"""The types of the wire for the page, and the tables by which it checks a shuffle:
``python -m birdtable.server.http.page_types`` writes them.

``--check`` writes nothing and fails when a file is stale.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec

from birdtable import catalog
from birdtable.chair import AskChair, ChairAnswer
from birdtable.companion import BirdieAnswer, CuBirdsAnswer
from birdtable.companion.evenings import AskEvenings, Evenings
from birdtable.companion.sheets import Ask
from birdtable.game import AnyGame, Event, Option, Outcome, Step, View
from birdtable.server.requests.parts import server_part
from birdtable.wire import base, deals, lessons, operator, past, people, play, puzzles, tables
from birdtable.wire.typescript import declarations, parts, title

FOLDER = Path(__file__).parents[4] / "web" / "src"
HEAD = "// Made by `python -m birdtable.server.http.page_types`. Do not edit.\n\n"
PILE = """/** What chance deals from, and how to keep count of it by what everybody sees. */
export interface Pile {
  /** All that chance can do, in the order of the game's notation, with the weights that it has at first. */
  chance: [string, number][];
  /** Events with which one card leaves the pile, shown or hidden. */
  drawn: string[];
  /** Events with which cards come back into it, each with the events that these cards had left by. */
  returns: Record<string, string[]>;
  /** Events with which cards that had left by others go on: from then on they have left by this one. */
  moves: Record<string, string[]>;
}

"""
MODULES: tuple[ModuleType, ...] = (tables, people, play, past, lessons, puzzles, deals, operator, base)
SHARED: tuple[type, ...] = (Event, Outcome, Option)
"""Types of ``game`` that travel; they are declared in ``wire.ts``."""
BASES: set[type] = {base.Wire, base.Told, play.Said, play.Answer}
SHEETS: tuple[Any, ...] = (Ask, BirdieAnswer, CuBirdsAnswer, AskChair, ChairAnswer, AskEvenings, Evenings)
"""What score sheets and bots in chairs are made of, there and back."""


def own_games() -> list[str]:
    """The games that the page is built for: those of this package, whatever else is installed."""
    return [name for name, entry in catalog.entries().items() if entry.module.startswith("birdtable.")]


def wire_types() -> list[type]:
    """Every message and every body of the HTTP API."""
    messages = [kind for module in MODULES for kind in structs_in(module) if kind not in BASES]
    own = [kind for name in own_games() for kind in server_part(name).page_types.values()]
    return [*SHARED, *messages, *own, *parts(SHEETS, without=SHARED)]


def structs_in(module: ModuleType) -> list[type]:
    """The structs that a module defines, in its order."""
    kinds = [value for value in vars(module).values() if isinstance(value, type) and issubclass(value, msgspec.Struct)]
    return [kind for kind in kinds if kind.__module__ == module.__name__]


def wire_text() -> str:
    unions = {"FromClient": play.FromClient, "FromServer": play.FromServer}
    text = HEAD + 'import type { View } from "./views";\n\n' + declarations(wire_types(), titles())
    for name, union in unions.items():
        text += f"\nexport type {name} = " + " | ".join(member.__name__ for member in union.__args__) + ";\n"
    rules = {name: catalog.game(name).rules_version for name in own_games()}
    text += f"\nexport const RULES = {msgspec.json.encode(rules).decode()} as const;\n"
    for name, said in (("PHRASES", play.PHRASES), ("REACTIONS", play.REACTIONS)):
        phrases = ",\n  ".join(msgspec.json.encode(phrase).decode() for phrase in said)
        text += f"\nexport const {name} = [\n  {phrases},\n] as const;\n"
    return text


def views_text() -> str:
    views = [catalog.game(name).view_type for name in own_games()]
    text = declarations(parts(views, without=SHARED), titles())
    used = [kind.__name__ for kind in SHARED if re.search(rf"\b{kind.__name__}\b", text)]
    imports = f'import type {{ {", ".join(used)} }} from "./wire";\n\n' if used else ""
    return HEAD + imports + text + f"\nexport type View = {' | '.join(title(view, titles()) for view in views)};\n"


def piles_text() -> str:
    """By game and number of seats."""
    piles: dict[str, dict[int, Any]] = {}
    for name in own_games():
        game = catalog.game(name)
        for seats in range(game.min_seats, game.max_seats + 1):
            pile = game.draw_pile(seats)
            assert pile is not None, f"{name} cannot be checked on the page"
            whole = {"chance": first_odds(game, seats), **msgspec.to_builtins(pile)}
            piles.setdefault(name, {})[seats] = whole
    text = msgspec.json.format(msgspec.json.encode(piles)).decode()
    compact = re.sub(r"\[\s+(\"[^\"]+\"),\s+(\d+)\s+\]", r"[\1, \2]", text)
    return HEAD + PILE + f"export const PILES: Record<string, Record<string, Pile>> = {compact};\n"


def first_odds(game: AnyGame, seats: int) -> list[tuple[Step, int]]:
    """All that chance can do, from who starts to the cards, with the weights at first, in the order of codes."""
    state = game.start(seats)
    found: dict[Step, int] = {}
    while (odds := game.odds(state))[0][0] not in found:
        found |= dict(odds)
        game.apply(state, odds[0][0])
    return sorted(found.items(), key=lambda one: game.codes[one[0]])


def titles() -> dict[type, str]:
    """A game's own types carry its name in front: ``BirdieView``."""
    named: dict[type, str] = {View: "BaseView"}
    for name in own_games():
        named |= {kind: title for title, kind in server_part(name).page_types.items()}
        for kind in parts([catalog.game(name).view_type], without=SHARED):
            has_it = kind.__name__.lower().startswith(name)
            named.setdefault(kind, kind.__name__ if has_it else name.capitalize() + kind.__name__)
    return named


def files() -> dict[Path, str]:
    shuffle = FOLDER / "shuffle" / "piles.ts"
    return {FOLDER / "wire.ts": wire_text(), FOLDER / "views.ts": views_text(), shuffle: piles_text()}


def is_stale(path: Path, text: str) -> bool:
    return not path.exists() or path.read_text(encoding="utf-8") != text


def main(arguments: list[str]) -> int:
    stale = {path: text for path, text in files().items() if is_stale(path, text)}
    if "--check" in arguments:
        for path in stale:
            print(f"{path.name} is stale: run python -m birdtable.server.http.page_types", file=sys.stderr)
        return 1 if stale else 0
    for path, text in stale.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
